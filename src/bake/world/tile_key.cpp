// Keys of tiles: hashes of everything that a tile depends on.
//
// In: the input of bake_tile.
// Out: a hash of the parts of the input that can affect the result.
// Idea: Triangles are hashed by the positions of their corners. With vertex indices, a change of the level would also change
// the keys of distant tiles. Settings are hashed in voxels, as the stages use them. A volume is hashed if its bounds reach into
// the tile's window.
// Source: own method.
// Weak cases: The settings of a stage are hashed even if the stage is switched off.

#include "bake/world/tile_key.h"

#include <array>
#include <bitset>
#include <optional>
#include <string>

#include "bake/field/mark_volumes.h"
#include "bake/jumps/generate_links.h"
#include "navspan/bake/area_rules.h"

namespace navspan {
namespace {

void add(Hasher128& hasher, DVec3 p) {
    hasher.add(p.x), hasher.add(p.y), hasher.add(p.z);
}

// Structured bindings list all fields, so the code does not compile if a new field is missing here.
void add(Hasher128& hasher, const VoxelConfig& config) {
    const auto& [lattice, max_slope, walkable_height, walkable_climb, max_climb, walkable_radius, radius, low_hanging, ledges,
                 low_height, erosion, median_filter, region_method, min_region_area, whole_islands, merge_region_area,
                 contour_max_error, max_edge_length, split_wall_edges, split_area_edges, walls, refine_contours, max_vertices,
                 detail_sample_distance, detail_max_error, heights, tile_size, drop_height, jump_distance, jump_height,
                 link_spacing] = config;
    const auto& [origin, cell_size, cell_height] = lattice;
    add(hasher, origin);
    for (const double number : {cell_size, cell_height, max_slope, max_climb, radius, contour_max_error, detail_sample_distance,
                                detail_max_error, drop_height, jump_distance, jump_height}) {
        hasher.add(number);
    }
    for (const int64_t number :
         {int64_t{walkable_height}, int64_t{walkable_climb},   int64_t{walkable_radius},  int64_t{low_hanging},
          int64_t(ledges),          int64_t{low_height},       int64_t(erosion),          int64_t{median_filter},
          int64_t(region_method),   int64_t{min_region_area},  int64_t{whole_islands},    int64_t{merge_region_area},
          int64_t{max_edge_length}, int64_t{split_wall_edges}, int64_t{split_area_edges}, int64_t(walls),
          int64_t{refine_contours}, int64_t{max_vertices},     int64_t(heights),          int64_t{tile_size},
          int64_t{link_spacing}}) {
        hasher.add(number);
    }
}

void add(Hasher128& hasher, const AreaVolume& volume, uint8_t area_id) {
    const auto& [shape, area, min, max, center, half_extents, yaw, radius, height, points, min_y, max_y] = volume;
    (void)area;  // a name; its id is hashed instead
    hasher.add(int64_t(shape));
    hasher.add(area_id);
    for (const DVec3& p : {min, max, center, half_extents})
        add(hasher, p);
    for (const double number : {yaw, radius, height, min_y, max_y})
        hasher.add(number);
    hasher.add(points.size());
    for (const DVec3& p : points)
        add(hasher, p);
}

// True if the bounds of the volume, enlarged by one cell for rounding, overlap the window with its halo.
bool reaches_into(const AreaVolume& volume, const TileWindow& window, const Lattice& lattice) {
    const VolumeBounds r = volume_bounds(volume);
    const double margin = double(window.halo) + 1, side = double(window.size) + margin;
    const auto cell_x = [&](double x) { return (x - lattice.origin.x) / lattice.cell_size - window.x0; };
    const auto cell_z = [&](double z) { return (z - lattice.origin.z) / lattice.cell_size - window.z0; };
    return cell_x(r.x1) >= -margin && cell_x(r.x0) <= side && cell_z(r.z1) >= -margin && cell_z(r.z0) <= side;
}

using AreaSet = std::bitset<64>;  // areas that occur in a tile

// Adds the flags of the areas that occur in the tile, which its polygons store.
void add_flags(Hasher128& hasher, const AreaSet& occurring, const BakeConfig& config) {
    std::array<std::optional<uint16_t>, 64> flags{};
    for (const AreaConfig& area : config.areas)
        flags[area.id & 63] = area.flags;
    for (uint8_t id = 1; id <= kMaxArea; ++id) {
        if (!occurring[id] || !flags[id]) continue;
        hasher.add(id);
        hasher.add(*flags[id]);
    }
}

// Adds the ids and flags of the areas of generated links.
void add_link_areas(Hasher128& hasher, const VoxelConfig& voxels, const BakeConfig& config) {
    if (!generates_links(voxels)) return;
    for (const std::string& name : {config.links.drop_area, config.links.jump_area}) {
        if (const AreaConfig* area = find_area(config.areas, name)) {
            hasher.add(area->id);
            hasher.add(area->flags);
        }
    }
}

// Adds the triangles with the indices number(0), number(1), ... number(count - 1).
template <class Number>
void add_triangles(Hasher128& hasher, AreaSet& areas, const TriangleSoup& soup, size_t count, Number number) {
    hasher.add(count);
    for (size_t k = 0; k < count; ++k) {
        const size_t i = number(k);
        for (const uint32_t v : soup.triangles[i])
            add(hasher, soup.vertices[v]);
        hasher.add(soup.areas[i]);
        areas.set(soup.areas[i] & 63);
    }
}

// Adds volumes in order, because a later volume overrides an earlier one.
void add_volumes(Hasher128& hasher, AreaSet& areas, const BakeConfig& config, const TileWindow* window,
                 const Lattice& lattice) {
    uint32_t count = 0;
    for (const AreaVolume& volume : config.volumes) {
        if (window && !reaches_into(volume, *window, lattice)) continue;
        const uint8_t id = area_id_of(config.areas, volume.area);
        add(hasher, volume, id);
        areas.set(id & 63);
        ++count;
    }
    hasher.add(count);
}

Hasher128 start_key(const VoxelConfig& voxels, const TileWindow* window) {
    Hasher128 hasher;
    hasher.add(kBakeRevision);
    add(hasher, voxels);
    hasher.add(window != nullptr);
    if (!window) return hasher;
    const auto& [tile_x, tile_z, x0, z0, size, halo] = *window;
    for (const int32_t number : {tile_x, tile_z, x0, z0, size, halo})
        hasher.add(number);
    return hasher;
}

// @param window  null: the whole soup is one tile
template <class Number>
Hash128 key_of(const TriangleSoup& soup, size_t count, Number number, const BakeConfig& config, const VoxelConfig& voxels,
               const TileWindow* window) {
    Hasher128 hasher = start_key(voxels, window);
    AreaSet areas;
    add_triangles(hasher, areas, soup, count, number);
    add_volumes(hasher, areas, config, window, voxels.lattice);
    add_flags(hasher, areas, config);
    add_link_areas(hasher, voxels, config);
    return hasher.finish();
}

size_t itself(size_t k) {
    return k;
}

}  // namespace

Hash128 tile_key(const TriangleSoup& soup, std::span<const uint32_t> seen, const BakeConfig& config, const VoxelConfig& voxels,
                 const TileWindow& window) {
    return key_of(
        soup, seen.size(), [seen](size_t k) { return seen[k]; }, config, voxels, &window);
}

Hash128 tile_key(const TriangleSoup& soup, const BakeConfig& config, const VoxelConfig& voxels) {
    return key_of(soup, soup.triangles.size(), itself, config, voxels, nullptr);
}

Hash128 settings_key(const BakeConfig& config, const VoxelConfig& voxels) {
    Hasher128 hasher = start_key(voxels, nullptr);
    AreaSet areas;
    add_volumes(hasher, areas, config, nullptr, voxels.lattice);
    add_flags(hasher, areas.set(), config);
    add_link_areas(hasher, voxels, config);
    for (const AreaConfig& area : config.areas) {
        hasher.add(area.id);
        hasher.add(area.name.size());
        for (const char c : area.name)
            hasher.add(uint8_t(c));
    }
    return hasher.finish();
}

Hash128 soup_hash(const TriangleSoup& soup) {
    Hasher128 hasher;
    AreaSet areas;
    add_triangles(hasher, areas, soup, soup.triangles.size(), itself);
    return hasher.finish();
}

}  // namespace navspan
