#pragma once

#include <cstdint>
#include <vector>

namespace navspan {

/// Distance of each open span to the border of its area.
struct DistanceField {
    std::vector<uint16_t> distance;  ///< blurred chamfer distance of each open span [1/2 cell]
    uint16_t max_distance = 0;       ///< largest distance before the blur [1/2 cell]
};

}  // namespace navspan
