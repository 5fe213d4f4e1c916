// Writes a mesh as a file for Detour's runtime.
//
// In: a linked mesh.
// Out: a set header, then each tile, preceded by its reference and size.
// Idea: A polygon reference consists of salt, tile index and polygon index. Both indices have fixed widths in 64-bit
// references. In 32-bit references, the two indices share 22 bits. The tile index takes only the bits that it needs. The
// polygon index takes the remaining bits.
// Source: Mononen, RecastDemo (2009), for the file; Mononen, Detour (2009), for references.
// Weak cases: In a 32-bit reference, many tiles leave few bits for the polygons of a tile.

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <utility>

#include "io/detour/tile.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/io/detour_file.h"

namespace navspan {
namespace {

constexpr uint32_t kBits32 = 22;          // 32 bits minus the 10 bits of Detour's salt
constexpr uint32_t kMostTileBits32 = 14;  // leaves 8 of the 22 bits for polygons
constexpr uint32_t kPolygonBits64 = 20, kTileBits64 = 28;

template <class T>
void append_raw(std::vector<std::byte>& to, std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    to.insert(to.end(), bytes.begin(), bytes.end());
}
template <class T>
void append_raw(std::vector<std::byte>& to, const T& value) {
    append_raw(to, std::span(&value, 1));
}

std::vector<std::byte> tile_bytes(const DetourTile& tile, DetourRefs refs) {
    std::vector<std::byte> bytes;
    append_raw(bytes, tile.header);
    append_raw(bytes, std::span(tile.vertices));
    append_raw(bytes, std::span(tile.polygons));
    bytes.resize(bytes.size() + size_t(tile.header.links) * detour_link_bytes(refs));
    append_raw(bytes, std::span(tile.details));
    append_raw(bytes, std::span(tile.detail_vertices));
    append_raw(bytes, std::span(tile.detail_triangles));
    append_raw(bytes, std::span(tile.tree));
    append_raw(bytes, std::span(tile.off_mesh_links));
    return bytes;
}

// Widths of the tile index and the polygon index in a reference.
struct RefLayout {
    uint32_t tile_bits = 0, polygon_bits = 0;
    uint64_t ref(uint32_t tile) const { return (uint64_t{1} << tile_bits | tile) << polygon_bits; }  // the salt is 1
};

Result<RefLayout> ref_layout(size_t tiles, size_t polygons, DetourRefs refs) {
    RefLayout layout{kTileBits64, kPolygonBits64};
    if (refs == DetourRefs::bits32) {
        layout.tile_bits = uint32_t(std::bit_width(tiles - 1));
        layout.polygon_bits = kBits32 - std::min(layout.tile_bits, kBits32);
        if (tiles == 1) layout.polygon_bits = uint32_t(std::bit_width(polygons - 1));
    }
    if (refs == DetourRefs::bits32 && layout.tile_bits > kMostTileBits32) {
        return Error{ErrorKind::failed, "the mesh has " + std::to_string(tiles) +
                                            " tiles, and Detour's 32-bit references hold " +
                                            std::to_string(1u << kMostTileBits32) + "; bake larger tiles, or write .bin64"};
    }
    if (polygons > size_t{1} << layout.polygon_bits) {
        return Error{ErrorKind::failed, "a tile has " + std::to_string(polygons) + " polygons, and for " +
                                            std::to_string(tiles) + " tiles Detour's 32-bit references hold " +
                                            std::to_string(size_t{1} << layout.polygon_bits) +
                                            " in each; bake smaller tiles, or write .bin64"};
    }
    return layout;
}

// Returns the smallest tile_x and the smallest tile_z of all tiles.
std::array<int32_t, 2> lowest_tile_coordinates(const NavMesh& mesh) {
    std::array<int32_t, 2> low{mesh.tiles[0]->tile_x, mesh.tiles[0]->tile_z};
    for (const auto& tile : mesh.tiles)
        low = {std::min(low[0], tile->tile_x), std::min(low[1], tile->tile_z)};
    return low;
}

DetourSetHeader set_header(const NavMesh& mesh, std::array<int32_t, 2> origin, const std::vector<DetourTile>& tiles,
                           const RefLayout& layout) {
    DetourSetHeader header;
    header.tiles = int32_t(tiles.size());
    // all tiles have the same size, so any tile gives the corner of tile (0, 0)
    const NavTile& any = *mesh.tiles[0];
    const DVec3 corner = to_world(any.frame, {-double(any.width) * (double(any.tile_x) - origin[0]), 0,
                                              -double(any.depth) * (double(any.tile_z) - origin[1])});
    header.origin[0] = float(corner.x);
    header.origin[1] = tiles[0].header.min[1];
    for (const DetourTile& tile : tiles)
        header.origin[1] = std::min(header.origin[1], tile.header.min[1]);
    header.origin[2] = float(corner.z);
    header.tile_width = float(any.width * any.frame.quantum);
    header.tile_depth = float(any.depth * any.frame.quantum);
    header.max_tiles = int32_t(std::bit_ceil(tiles.size()));
    header.max_polygons = int32_t(1u << layout.polygon_bits);
    return header;
}

void append_tile(const DetourTile& tile, uint64_t ref, DetourRefs refs, std::vector<std::byte>& to) {
    const std::vector<std::byte> bytes = tile_bytes(tile, refs);
    if (refs == DetourRefs::bits32) {
        append_raw(to, uint32_t(ref));
        append_raw(to, int32_t(bytes.size()));
    } else {
        append_raw(to, ref);
        append_raw(to, int32_t(bytes.size()));
        append_raw(to, int32_t{0});
    }
    append_raw(to, std::span(bytes));
}

}  // namespace

Result<DetourFile> detour_file(const NavMesh& mesh, DetourRefs refs) {
    DetourFile out;
    if (refs != DetourRefs::bits32 && refs != DetourRefs::bits64)
        return Error{ErrorKind::usage, "refs is not an enumerator of DetourRefs; give bits32 or bits64"};
    if (mesh.polygon_count() == 0) return Error{ErrorKind::failed, "the mesh has no polygons; bake walkable ground first"};
    const std::array<int32_t, 2> origin = lowest_tile_coordinates(mesh);
    for (const auto& tile : mesh.tiles) {
        const int64_t x = int64_t{tile->tile_x} - origin[0], z = int64_t{tile->tile_z} - origin[1];
        if (x == int32_t(x) && z == int32_t(z)) continue;
        return Error{
            ErrorKind::failed,
            tile_name(*tile) +
                " is 2^31 tiles or more away from another tile, which exceeds Detour's tile coordinates; use larger tiles"};
    }
    std::vector<size_t> link_ends(mesh.tiles.size(), 0);
    for (const OffMeshLink& link : mesh.links)
        ++link_ends[link.to.tile];
    std::vector<DetourTile> tiles;
    size_t most = 0;
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        if (mesh.tiles[slot]->polygons.empty()) continue;
        Result<DetourTile> tile = detour_tile(mesh, slot, origin, link_ends[slot], out.warnings);
        if (!tile) return tile.error();
        most = std::max(most, tile->polygons.size());
        out.polygons += tile->details.size();
        out.cut += tile->cut;
        tiles.push_back(*std::move(tile));
    }
    const Result<RefLayout> layout = ref_layout(tiles.size(), most, refs);
    if (!layout) return layout.error();
    append_raw(out.bytes, set_header(mesh, origin, tiles, *layout));
    for (uint32_t i = 0; i < tiles.size(); ++i)
        append_tile(tiles[i], layout->ref(i), refs, out.bytes);
    out.tiles = tiles.size();
    return out;
}

}  // namespace navspan
