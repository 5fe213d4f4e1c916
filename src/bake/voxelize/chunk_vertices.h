#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "bake/voxelize/soup_view.h"
#include "core/memory.h"
#include "core/simd.h"

namespace navspan {

/// The corners of consecutive triangles, converted to another type. If the vertex indices of the triangles span a small range,
/// each vertex is converted only once.
/// @tparam Convert  a function object that converts a world position to a Corner
template <class Corner, class Convert>
class ChunkVertices {
public:
    ChunkVertices(const SoupView& soup, Convert convert) : soup_(soup), convert_(convert) {}

    /// Loads the corners of triangles [begin, end). Discards the triangles loaded before.
    void load(size_t begin, size_t end) {
        uint32_t low = std::numeric_limits<uint32_t>::max(), high = 0;
        for (size_t i = begin; i < end; ++i) {
            const auto& [a, b, c] = soup_.triangle(i);
            low = least(low, least(a, b, c));
            high = greatest(high, greatest(a, b, c));
        }
        corners_.clear();
        if (begin >= end || size_t{high} - low > end - begin) return;
        first_vertex_ = low;
        resize_prepared(corners_, size_t{high} - low + 1);
        const Convert convert = convert_;
        for (size_t v = 0; v < corners_.size(); ++v)
            corners_[v] = convert(soup_.vertex(low + uint32_t(v)));
    }

    /// Returns the corners of a loaded triangle. The result may point into `scratch`.
    std::array<const Corner*, 3> of(size_t triangle, std::array<Corner, 3>& scratch) const {
        const auto& t = soup_.triangle(triangle);
        if (!corners_.empty())
            return {&corners_[t[0] - first_vertex_], &corners_[t[1] - first_vertex_], &corners_[t[2] - first_vertex_]};
        for (size_t k = 0; k < 3; ++k)
            scratch[k] = convert_(soup_.vertex(t[k]));
        return {&scratch[0], &scratch[1], &scratch[2]};
    }

private:
    SoupView soup_;
    Convert convert_;
    std::vector<Corner> corners_;  // converted vertices from first_vertex_ on; empty if vertex indices are far apart
    uint32_t first_vertex_ = 0;
};

}  // namespace navspan
