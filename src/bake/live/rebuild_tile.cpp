// Bakes a tile again at run time, with obstacles.
//
// In: the source of the tile, and the obstacles of the whole world.
// Out: the tile with these obstacles. If all obstacles are triangles or volumes, the tile equals a new bake of a level that
// contains them.
// Idea: The voxels of the level are decompressed, or made from its triangles. The obstacles that touch the tile's window are
// voxelized and merged in (obstacle.cpp). The remaining stages run as in any bake. Obstacle triangles come after the triangles
// of the level.
// Source: Mononen, Detour TileCache (2011), for rebuilding tiles around obstacles.
// Weak cases: none known.

#include "navspan/bake/rebuild_tile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "bake/config/check_soup.h"
#include "bake/live/check_obstacle.h"
#include "bake/live/clip_obstacle.h"
#include "bake/live/obstacle.h"
#include "bake/live/obstacle_tiles.h"
#include "bake/live/rebuild_trusted_tile.h"
#include "bake/live/compressed_voxels.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "bake/world/bake_valid_tile.h"
#include "bake/world/check_window.h"
#include "bake/world/tile_plan.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

// Returns the obstacle triangles in the window of a tile. If a triangle of a box or cylinder is in the window, returns all
// triangles of that obstacle.
ObstacleTriangles triangles_seen_by_tile(const ObstacleTriangles& all, std::span<const Obstacle> obstacles,
                                         const VoxelConfig& config, const TileWindow& window) {
    ObstacleTriangles seen;
    seen.soup.groups = all.soup.groups;
    std::vector<uint8_t> triangle(all.obstacle.size()), obstacle(obstacles.size());
    for (uint32_t i = 0; i < all.obstacle.size(); ++i) {
        if (!tiles_of_triangle(all.soup, i, config).contains(window.tile_x, window.tile_z)) continue;
        triangle[i] = obstacle[all.obstacle[i]] = 1;
    }
    for (uint32_t i = 0; i < all.obstacle.size(); ++i) {
        const bool hollow = std::holds_alternative<TriangleObstacle>(obstacles[all.obstacle[i]]);
        if (!(hollow ? triangle[i] : obstacle[all.obstacle[i]])) continue;
        append_triangle(seen.soup, triangle_corners(all.soup, i), all.soup.areas[i]);
        seen.obstacle.push_back(all.obstacle[i]);
    }
    return seen;
}

// Returns the triangles whose area is not null.
TriangleSoup walkable_part(const TriangleSoup& soup, std::span<const uint8_t> areas) {
    std::vector<uint32_t> walkable;
    for (uint32_t i = 0; i < areas.size(); ++i) {
        if (areas[i] != kNullArea) walkable.push_back(i);
    }
    return extract_triangles(soup, walkable);
}

// A vertical range [wu].
struct HeightExtent {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void add(double y) { low = std::min(low, y), high = std::max(high, y); }
};

HeightExtent heights_of(const TriangleSoup& soup) {
    HeightExtent heights;
    for (const DVec3& v : soup.vertices)
        heights.add(v.y);
    return heights;
}

// Returns the heights of the level in a tile. Without a level, returns the height of the lattice's origin.
// @param kept  the tile's voxels; empty if they were not kept
HeightExtent level_heights(const TriangleSoup& level, const Heightfield& kept, const Lattice& lattice) {
    HeightExtent heights = heights_of(level);
    for (const Span& span : kept.spans) {
        heights.add(lattice.origin.y + lattice.cell_height * (kept.grid.y0 + span.bottom));
        heights.add(lattice.origin.y + lattice.cell_height * (kept.grid.y0 + span.top));
    }
    if (heights.low > heights.high) heights.add(lattice.origin.y);
    return heights;
}

// Returns the largest difference between the heights of a tile's level and obstacles that fits into a grid [wu].
double max_height_difference(const VoxelConfig& config) {
    return config.lattice.cell_height * (kMaxHeight - config.walkable_height - 2);
}

// True if obstacles reach beyond the lattice, or if the level and the obstacles together are too tall for a grid.
bool must_be_clipped(const TriangleSoup& obstacles, const HeightExtent& level, const VoxelConfig& config) {
    HeightExtent heights = heights_of(obstacles);
    heights.add(level.low);
    heights.add(level.high);
    return heights.high - heights.low > max_height_difference(config) || !check_on_lattice(obstacles, config.lattice);
}

// Returns the space in which obstacles can affect a tile, with a margin. In x and z, the space is the tile's window. In height,
// it contains the level, and is as tall as a grid can be.
ClipSpace space_around(const TileWindow& window, const HeightExtent& level, const VoxelConfig& config) {
    const Lattice& lattice = config.lattice;
    const int32_t reach = window.halo + 2, far = window.size + reach;
    const double margin = std::max((max_height_difference(config) - (level.high - level.low)) / 2, 0.0);
    const auto at = [&](int32_t cell, double origin) { return origin + lattice.cell_size * cell; };
    return {
        .min = {at(window.x0 - reach, lattice.origin.x), level.low - margin, at(window.z0 - reach, lattice.origin.z)},
        .max = {at(window.x0 + far, lattice.origin.x), level.high + margin, at(window.z0 + far, lattice.origin.z)},
    };
}

// Returns the triangles of obstacles that can affect a tile.
// @param kept  the tile's voxels; empty if they were not kept
ObstacleTriangles triangles_near_tile(std::span<const Obstacle> obstacles, const TileSource& source, const Heightfield& kept,
                                      const VoxelConfig& config) {
    ObstacleTriangles all = obstacle_triangles(obstacles);
    if (all.obstacle.empty()) return all;
    const HeightExtent level = level_heights(source.soup, kept, config.lattice);
    if (must_be_clipped(all.soup, level, config))
        all = clipped_obstacle_triangles(obstacles, config.lattice, space_around(source.window, level, config));
    return triangles_seen_by_tile(all, obstacles, config, source.window);
}

Result<Heightfield> voxelize(const TriangleSoup& soup, const VoxelConfig& config, const Grid& grid) {
    return rasterize_triangles(soup, mark_walkable_triangles(soup, config.max_slope).areas, config.lattice, grid,
                               {.area_merge_height = config.walkable_climb});
}

// Makes room for obstacles in a field, whose heights are relative to the bottom of its grid. If an obstacle extends below the
// bottom, lowers the bottom and adds the difference to the heights of all spans.
Result<Heightfield> with_room(Heightfield field, const TileWindow& window, const ObstacleTriangles& seen,
                              const VoxelConfig& config) {
    if (seen.obstacle.empty()) return field;
    TriangleSoup soup = seen.soup;
    if (!field.spans.empty()) {
        // Add an upright triangle over the heights of all stored voxels: tile_grid then covers these heights. It ends half a
        // voxel inside these heights, so that rounding has no effect.
        uint16_t highest = 0;
        for (const Span& span : field.spans)
            highest = std::max(highest, span.top);
        const Lattice& l = config.lattice;
        const double x = l.origin.x + l.cell_size * (window.x0 + 0.5), z = l.origin.z + l.cell_size * (window.z0 + 0.5);
        const double low = l.origin.y + l.cell_height * (field.grid.y0 + 0.5), high = low + l.cell_height * (highest - 1);
        append_triangle(soup, {{{x, low, z}, {x, high, z}, {x, low, z}}}, kNullArea);
    }
    const Result<Grid> grid = tile_grid(soup, config.lattice, window, config.walkable_height);
    if (!grid) return grid.error();
    const int64_t up = field.spans.empty() ? 0 : int64_t{field.grid.y0} - grid->y0;
    const auto fits = [up](const Span& span) { return span.bottom + up >= 0 && span.top + up <= kMaxHeight; };
    if (!std::all_of(field.spans.begin(), field.spans.end(), fits)) {
        return Error{ErrorKind::failed, tile_name(window) +
                                            ": its heights are too large compared with voxels.cell_height; raise "
                                            "voxels.cell_height, or move tiles.origin closer to the level"};
    }
    field.grid.y0 = grid->y0;
    for (Span& span : field.spans) {
        span.bottom = uint16_t(span.bottom + up);
        span.top = uint16_t(span.top + up);
    }
    return field;
}

constexpr const char* kBadPoint = "a coordinate is not finite or beyond 1e15";

bool is_size(double length) {
    return length > 0 && length <= kMaxWorld_wu;
}

// A visitor for obstacles. Returns a message about the first error of the obstacle, or an empty string.
struct ObstacleValidator {
    const BakeConfig& config;

    std::string area(uint8_t id) const {
        const bool known = id == kNullArea || std::any_of(config.areas.begin(), config.areas.end(),
                                                          [id](const AreaConfig& area) { return area.id == id; });
        return known ? "" : "area id " + std::to_string(id) + " is not in the config's areas";
    }
    std::string operator()(const BoxObstacle& box) const {
        const DVec3 h = box.half_extents;
        if (!is_in_world(box.center) || !is_in_world(h)) return kBadPoint;
        if (!(h.x > 0 && h.y > 0 && h.z > 0)) return "a box needs half_extents above 0";
        if (!(box.yaw >= -360 && box.yaw <= 360)) return "yaw is out of range; give a number from -360 to 360 degrees";
        return area(box.top_area);
    }
    std::string operator()(const CylinderObstacle& cylinder) const {
        if (!is_in_world(cylinder.center)) return kBadPoint;
        if (!is_size(cylinder.radius) || !is_size(cylinder.height))
            return "a cylinder needs a radius and a height above 0 and at most 1e15";
        return area(cylinder.top_area);
    }
    std::string operator()(const TriangleObstacle& obstacle) const {
        for (const auto& corners : obstacle.triangles) {
            if (!std::all_of(corners.begin(), corners.end(), is_in_world)) return kBadPoint;
        }
        return area(obstacle.area);
    }
    std::string operator()(const AreaVolume& volume) const {
        BakeConfig alone = config;
        alone.volumes = {volume};
        const Result<VoxelConfig> voxels = to_voxels(alone);
        if (voxels) return "";
        const std::string& message = voxels.error().message;
        const std::string list = "volumes[0].";  // removed from the message: the caller did not pass a list of volumes
        return message.starts_with(list) ? message.substr(list.size()) : message;
    }
};

// Error (usage): the window of the source is not a tile of this config, or its voxels do not cover the window.
Status check_source(const TileSource& source, const VoxelConfig& config) {
    const TileWindow& w = source.window;
    const auto corner = [&](int32_t tile) { return int64_t{tile} * config.tile_size; };
    const bool same_tile = w.size == config.tile_size && w.halo == halo_cells(config) && w.x0 == corner(w.tile_x) &&
                           w.z0 == corner(w.tile_z) && check_window(w).ok();
    const int32_t side = config.tile_size + 2 * halo_cells(config);
    const auto has_cells = [&](const Grid& grid) {  // the window must be valid
        return grid.width == side && grid.depth == side && grid.x0 == w.x0 - w.halo && grid.z0 == w.z0 - w.halo;
    };
    if (same_tile && (!source.voxels || has_cells(source.voxels->grid))) return Done{};
    return Error{ErrorKind::usage,
                 tile_name(w) + ": its source was made with another config; call keep_tiles with this config"};
}

// Error (usage): the voxels of the source cannot be decompressed.
Status check_kept_voxels(const TileSource& source) {
    if (!source.voxels || summarize_voxels(*source.voxels)) return Done{};
    return Error{ErrorKind::usage,
                 tile_name(source.window) + ": the voxels of its source are damaged; pass a source that keep_voxels returned"};
}

}  // namespace

Result<std::vector<TileSource>> keep_tiles(const TriangleSoup& soup, const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    const Result<CheckedSoup> checked = CheckedSoup::make(soup, config);
    if (!checked) return checked.error();
    const Result<TilePlan> plan = plan_tiles(**checked, *voxels);
    if (!plan) return plan.error();
    std::vector<TileSource> sources(plan->tiles.size());
    for (size_t t = 0; t < sources.size(); ++t) {
        sources[t].window = plan->tiles[t];
        sources[t].soup = tile_soup(**checked, *plan, t);
        sources[t].is_empty = sources[t].soup.triangles.empty();
    }
    return sources;
}

Result<TileSource> keep_voxels(const TileSource& source, const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    if (Status s = check_source(source, *voxels); !s) return s.error();
    const Result<CheckedSoup> soup = CheckedSoup::make(source.soup, config);
    if (!soup) return soup.error();
    if (Status s = check_on_lattice(**soup, voxels->lattice); !s) return s.error();
    if (source.voxels) {
        const Status intact = check_kept_voxels(source);
        return intact ? Result<TileSource>(source) : intact.error();
    }
    const Result<Grid> grid = tile_grid(**soup, voxels->lattice, source.window, voxels->walkable_height);
    if (!grid) return grid.error();
    const Result<Heightfield> field = voxelize(**soup, *voxels, *grid);
    if (!field) return field.error();
    TileSource voxelized{.window = source.window, .soup = {}, .voxels = compress_voxels(*field), .is_empty = source.is_empty};
    if (voxels->heights == HeightSource::triangles) {
        voxelized.soup = walkable_part(**soup, mark_walkable_triangles(**soup, voxels->max_slope).areas);
    }
    return voxelized;
}

size_t source_bytes(const TileSource& source) {
    const TriangleSoup& soup = source.soup;
    return sizeof source + soup.vertices.capacity() * sizeof(DVec3) + soup.triangles.capacity() * sizeof(soup.triangles[0]) +
           soup.areas.capacity() + soup.group_of.capacity() * sizeof(uint32_t) +
           (source.voxels ? source.voxels->bytes.capacity() : 0);
}

Status check_obstacle(const Obstacle& obstacle, const BakeConfig& config, const std::string& name) {
    const std::string fault = std::visit(ObstacleValidator{config}, obstacle);
    return fault.empty() ? Status(Done{}) : Error{ErrorKind::usage, name + ": " + fault};
}

Status check_obstacles(std::span<const Obstacle> obstacles, const BakeConfig& config) {
    for (size_t i = 0; i < obstacles.size(); ++i) {
        if (Status s = check_obstacle(obstacles[i], config, "obstacles[" + std::to_string(i) + "]"); !s) return s;
    }
    return Done{};
}

Result<std::vector<TileWindow>> tiles_affected_by(std::span<const Obstacle> obstacles, const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    if (Status s = check_obstacles(obstacles, config); !s) return s.error();
    const TileRectangle everywhere{INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    return tiles_of_obstacles(obstacles, *voxels, everywhere);
}

Result<NavTile> rebuild_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                             BakeProbe* probe) {
    if (Status s = check_kept_voxels(source); !s) return s.error();
    return rebuild_trusted_tile(source, config, obstacles, probe);
}

Result<NavTile> rebuild_trusted_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                                     BakeProbe* probe) {
    if (Status s = check_obstacles(obstacles, config); !s) return s.error();
    BakeConfig with_volumes = config;
    for (const Obstacle& obstacle : obstacles) {
        if (const auto* volume = std::get_if<AreaVolume>(&obstacle)) with_volumes.volumes.push_back(*volume);
    }
    const Result<VoxelConfig> voxels = to_voxels(with_volumes);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    if (Status s = check_source(source, *voxels); !s) return s.error();
    const Result<CheckedSoup> level = CheckedSoup::make(source.soup, config);
    if (!level) return level.error();
    if (Status s = check_on_lattice(**level, voxels->lattice); !s) return s.error();
    Heightfield kept = source.voxels ? decompress_voxels(*source.voxels) : Heightfield{};
    const ObstacleTriangles seen = triangles_near_tile(obstacles, source, kept, *voxels);
    if (!source.voxels && seen.obstacle.empty()) return bake_valid_tile(**level, with_volumes, probe, &source.window);

    TriangleSoup soup = **level;
    if (soup.groups.empty()) soup.groups.resize(1);
    for (size_t i = 0; i < seen.obstacle.size(); ++i)
        append_triangle(soup, triangle_corners(seen.soup, i), seen.soup.areas[i]);
    const auto level_voxels = [&]() -> Result<Heightfield> {
        if (source.voxels) return with_room(std::move(kept), source.window, seen, *voxels);
        const Result<Grid> grid = tile_grid(soup, voxels->lattice, source.window, voxels->walkable_height);
        if (!grid) return grid.error();
        return voxelize(**level, *voxels, *grid);
    };
    Result<Heightfield> solid = level_voxels();
    if (solid && !seen.obstacle.empty()) {
        const WalkableTriangles walkable = mark_walkable_triangles(seen.soup, voxels->max_slope);
        solid = with_obstacles(*solid, obstacles, seen, walkable.areas, *voxels);
    }
    if (!solid) return solid.error();
    return bake_valid_voxels(*std::move(solid), soup, with_volumes, source.window, probe);
}

}  // namespace navspan
