#pragma once

#include <string>
#include <vector>

namespace navspan::bench {

/// Cells inside a ramp or flight of stairs that stay walkable after the filters, of those that its slope and steps allow.
struct SlopeFigures {
    std::string name;                                      ///< "ramp 40", "stairs 18/28"
    double cell_size = 0, cell_height = 0, max_climb = 0;  ///< [wu]
    double accurate = 0, recast = 0, librecast = 0;        ///< share kept by our profiles and by librecast, 0..1
};

/// Every legal ramp and flight of stairs of a fixed list, at several cells and climbs.
std::vector<SlopeFigures> measure_slopes();

}  // namespace navspan::bench
