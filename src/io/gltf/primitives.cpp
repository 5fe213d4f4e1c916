// Converts the positions and corners of glTF primitives.
//
// In: the elements of accessors.
// Out: vertices and triangles of a soup.
// Idea: Converts elements in blocks that fit into the L1 cache, with branch-free loops. Only a block with an error is searched
// element by element.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 3.7.2.
// Weak cases: none known.

#include "io/gltf/primitives.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace navspan {
namespace {

using IndexTriangle = std::array<uint32_t, 3>;

constexpr size_t kPrimitiveBlock = 512;  // vertices or triangles per block; even, because the winding alternates in strips

bool is_position_in_range(const DVec3& p) {
    // `&` instead of `&&` avoids branches
    return (std::fabs(p.x) <= kMaxCoordinate) & (std::fabs(p.y) <= kMaxCoordinate) & (std::fabs(p.z) <= kMaxCoordinate);
}

uint32_t largest(std::span<const uint32_t> numbers) {
    uint32_t most = 0;
    for (const uint32_t number : numbers)
        most = std::max(most, number);
    return most;
}

bool is_degenerate(const IndexTriangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

}  // namespace

std::optional<size_t> append_positions(const Elements& positions, const PositionMap& map, std::vector<DVec3>& to) {
    std::array<double, 3 * kPrimitiveBlock> local;
    std::array<DVec3, kPrimitiveBlock> world;
    for (size_t begin = 0; begin < positions.count; begin += kPrimitiveBlock) {
        const size_t count = std::min(kPrimitiveBlock, positions.count - begin);
        unpack_elements(positions, begin, std::span(local).first(3 * count));
        bool all_in_range = true;
        for (size_t i = 0; i < count; ++i) {
            world[i] = transformed(map.world, {local[3 * i], local[3 * i + 1], local[3 * i + 2]}) * map.scale;
            all_in_range &= is_position_in_range(world[i]);
        }
        const auto end = world.begin() + std::ptrdiff_t(count);
        if (!all_in_range) return begin + size_t(std::find_if_not(world.begin(), end, is_position_in_range) - world.begin());
        if (map.up != UpAxis::y) {
            for (DVec3& p : std::span(world).first(count))
                p = turned_upright(p, map.up);
        }
        to.insert(to.end(), world.begin(), end);
    }
    return {};
}

std::optional<uint32_t> append_triangles(const PrimitiveCorners& corners, std::vector<std::array<uint32_t, 3>>& to) {
    const bool is_list = corners.mode == GltfMode::triangles, is_strip = corners.mode == GltfMode::strip;
    const size_t indices = corners.indices.count, all = is_list ? indices / 3 : indices < 3 ? 0 : indices - 2;
    std::array<uint32_t, 3 * kPrimitiveBlock> block;
    std::array<IndexTriangle, kPrimitiveBlock> triangles;
    uint32_t centre = 0;  // first vertex of a fan
    for (size_t begin = 0; begin < all; begin += kPrimitiveBlock) {
        const size_t count = std::min(kPrimitiveBlock, all - begin);
        const std::span index = std::span(block).first(is_list ? 3 * count : count + 2);
        unpack_elements(corners.indices, is_list ? 3 * begin : begin, index);
        const auto is_too_large = [&](uint32_t i) { return i >= corners.vertex_count; };
        if (is_too_large(largest(index))) return *std::find_if(index.begin(), index.end(), is_too_large);
        for (uint32_t& i : index)
            i += corners.first_vertex;
        if (begin == 0) centre = index[0];
        for (size_t i = 0; i < count; ++i) {
            triangles[i] = is_list    ? IndexTriangle{index[3 * i], index[3 * i + 1], index[3 * i + 2]}
                           : is_strip ? IndexTriangle{index[i], index[i + 1 + i % 2], index[i + 2 - i % 2]}
                                      : IndexTriangle{centre, index[i + 1], index[i + 2]};
        }
        auto end = triangles.begin() + std::ptrdiff_t(count);
        if (is_strip) end = std::remove_if(triangles.begin(), end, is_degenerate);
        if (corners.reversed) std::for_each(triangles.begin(), end, [](IndexTriangle& t) { std::swap(t[1], t[2]); });
        to.insert(to.end(), triangles.begin(), end);
    }
    return {};
}

}  // namespace navspan
