// navbench rebuild LEVEL...: measures the cost of changing a level while a game runs.
//
// Bakes the level in tiles. For a larger world, bakes several adjacent copies of the level. Places doors (boxes 2 wu high) one
// at a time at corners of random polygons. Measures processor times on one thread:
// - Rebaking an affected tile from its triangles, and from its compressed voxels.
// - Making the next snapshot of the mesh after a tile has changed, with and without the block-cut tree.
//
// Also reports the memory kept for each tile, and the size of its uncompressed voxels.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "bake/live/compressed_voxels.h"
#include "common/cli.h"
#include "navbench/common.h"
#include "navmesh/mesh/plane_bounds.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nearest.h"

namespace navspan::tools {
namespace {

struct Spread {
    double mean = 0, most = 0;
};
Spread spread_of(const std::vector<double>& values) {
    Spread out;
    for (const double v : values) {
        out.mean += v / double(values.size());
        out.most = std::max(out.most, v);
    }
    return out;
}

struct RebuildFigures {
    size_t tiles = 0, polygons = 0;
    Spread from_triangles, from_voxels;                                                 // time to rebake one tile [ms]
    Spread change, change_without_blocks;                                               // time to make a snapshot [ms]
    double triangle_bytes = 0, voxel_bytes = 0, raw_voxel_bytes = 0, height_bytes = 0;  // mean sizes per tile
};

// Repeats the soup in a square grid with `copies` rows and columns. The spacing of the grid is the size of the level, rounded
// up to whole tiles.
TriangleSoup copies_of(const TriangleSoup& soup, int copies, double tile) {
    if (soup.vertices.empty()) return soup;
    const PlaneBounds level = plane_bounds(soup.vertices);
    const double step_x = std::ceil((level.max_x - level.min_x) / tile) * tile;
    const double step_z = std::ceil((level.max_z - level.min_z) / tile) * tile;
    TriangleSoup out;
    out.groups = soup.groups;
    for (int k = 0; k < copies * copies; ++k) {
        const auto base = uint32_t(out.vertices.size());
        for (const DVec3& v : soup.vertices)
            out.vertices.push_back(v + DVec3{step_x * (k % copies), 0, step_z * (k / copies)});
        for (const auto& [a, b, c] : soup.triangles)
            out.triangles.push_back({base + a, base + b, base + c});
        out.areas.insert(out.areas.end(), soup.areas.begin(), soup.areas.end());
        out.group_of.insert(out.group_of.end(), soup.group_of.begin(), soup.group_of.end());
    }
    return out;
}

// Returns doors with random rotations at the first corners of random polygons.
std::vector<Obstacle> random_doors(const NavMesh& mesh, int count) {
    RandomSequence random{1};
    std::vector<Obstacle> doors;
    while (int(doors.size()) < count && mesh.polygon_count() > 0) {
        const PolygonRef p = polygon_ref(mesh, uint32_t(random.next() % mesh.polygon_count()));
        const auto corners = polygon_edges(tile_of(mesh, p), p.polygon);
        const NavTile& tile = tile_of(mesh, p);
        const DVec3 at =
            to_world(tile.frame, {double(corners[0].x), double(tile.vertex_y[corners[0].vertex]), double(corners[0].z)});
        doors.push_back(BoxObstacle{.center = at + DVec3{0, 1, 0}, .half_extents = {1, 1, 0.2}, .yaw = 180 * random.unit()});
    }
    return doors;
}

size_t raw_bytes(const CompressedVoxels& voxels) {
    return voxels.spans * sizeof(Span) + (cell_count(voxels.grid) + 1) * sizeof(uint32_t);
}

Result<RebuildFigures> measure_rebuilds(const TriangleSoup& soup, const BakeConfig& config, int doors) {
    const NavMeshInfo info = nav_mesh_info(config, "{}", "navbench");
    Result<LiveWorld> world = make_live_world(soup, config, info, {.blocks = true});
    if (!world) return world.error();
    LiveMesh without_blocks = world->mesh;
    without_blocks.params.blocks = false;
    RebuildFigures f;
    f.tiles = world->mesh.mesh->tiles.size();
    f.polygons = world->mesh.mesh->polygon_count();
    for (const auto& source : world->sources) {
        const Result<TileSource> voxels = keep_voxels(*source, config);
        if (!voxels) return voxels.error();
        const double share = 1.0 / double(world->sources.size());
        f.triangle_bytes += share * double(source_bytes(*source));
        f.voxel_bytes += share * double(voxels->voxels->bytes.size());
        f.height_bytes += share * double(source_bytes(*voxels) - voxels->voxels->bytes.size());
        f.raw_voxel_bytes += share * double(raw_bytes(*voxels->voxels));
    }
    std::vector<double> triangles_ms, voxels_ms, change_ms, without_ms;
    for (const Obstacle& door : random_doors(*world->mesh.mesh, doors)) {
        const std::span<const Obstacle> one(&door, 1);
        const Result<std::vector<TileWindow>> windows = tiles_affected_by(one, config);
        if (!windows) return windows.error();
        for (const TileWindow& window : *windows) {
            const auto source =
                std::find_if(world->sources.begin(), world->sources.end(), [&](const auto& s) { return s->window == window; });
            if (source == world->sources.end()) continue;
            const Result<TileSource> voxels = keep_voxels(**source, config);
            if (!voxels) return voxels.error();
            double start = thread_ms();
            Result<NavTile> tile = rebuild_tile(**source, config, one);
            triangles_ms.push_back(thread_ms() - start);
            if (!tile) return tile.error();
            start = thread_ms();
            if (!rebuild_tile(*voxels, config, one)) return Error{ErrorKind::failed, "a tile cannot be rebuilt from voxels"};
            voxels_ms.push_back(thread_ms() - start);
            for (const bool blocks : {true, false}) {
                TileChanges changes{.put = {*tile}, .remove = {}};
                start = thread_ms();
                const Result<LiveMesh> next = change_tiles(blocks ? world->mesh : without_blocks, std::move(changes));
                (blocks ? change_ms : without_ms).push_back(thread_ms() - start);
                if (!next) return next.error();
            }
            break;
        }
    }
    f.from_triangles = spread_of(triangles_ms);
    f.from_voxels = spread_of(voxels_ms);
    f.change = spread_of(change_ms);
    f.change_without_blocks = spread_of(without_ms);
    return f;
}

int bench_rebuild_of(const std::string& path, const BenchOptions& options, std::vector<FigureRow>& rows) {
    Result<LoadedScene> scene = load_geometry(path, options.input);
    if (!scene) return report_error(scene.error());
    std::printf("%s, cells of %g, %d x %d copies\n", path.c_str(), options.cell_size, options.copies, options.copies);
    std::printf("  %5s %6s %8s | %-25s | %-25s | %s\n", "tile", "tiles", "polygons", "bake a tile, mean (most)",
                "next snapshot, mean", "kept per tile");
    std::printf("  %5s %6s %8s | %12s %12s | %12s %12s | %9s %9s %9s %9s\n", "cells", "", "", "triangles ms", "voxels ms", "ms",
                "no blocks ms", "triangles", "voxels", "+ heights", "raw B");
    for (const int cells : {32, 64, 128}) {
        BakeConfig config;
        config.voxels = {options.cell_size, options.cell_height};
        config.tiles.size = cells * options.cell_size;
        if (const Result<Warnings> done = apply_area_rules(scene->soup, config); !done) return report_error(done.error());
        const Result<RebuildFigures> figures =
            measure_rebuilds(copies_of(scene->soup, options.copies, config.tiles.size), config, options.doors);
        if (!figures) return report_error(figures.error());
        const RebuildFigures& f = *figures;
        std::printf("  %5d %6zu %8zu | %5.2f (%4.2f) %5.2f (%4.2f) | %12.2f %12.2f | %9.0f %9.0f %9.0f %9.0f\n", cells, f.tiles,
                    f.polygons, f.from_triangles.mean, f.from_triangles.most, f.from_voxels.mean, f.from_voxels.most,
                    f.change.mean, f.change_without_blocks.mean, f.triangle_bytes, f.voxel_bytes, f.height_bytes,
                    f.raw_voxel_bytes);
        rows.push_back({{"scene", path},
                        {"copies", options.copies},
                        {"tile_cells", cells},
                        {"tiles", f.tiles},
                        {"polygons", f.polygons},
                        {"triangles_ms", f.from_triangles.mean},
                        {"triangles_most_ms", f.from_triangles.most},
                        {"voxels_ms", f.from_voxels.mean},
                        {"voxels_most_ms", f.from_voxels.most},
                        {"change_ms", f.change.mean},
                        {"change_without_blocks_ms", f.change_without_blocks.mean},
                        {"triangle_bytes", f.triangle_bytes},
                        {"voxel_bytes", f.voxel_bytes},
                        {"height_bytes", f.height_bytes},
                        {"raw_voxel_bytes", f.raw_voxel_bytes}});
    }
    return 0;
}

}  // namespace

int bench_rebuild(const BenchOptions& options) {
    std::vector<FigureRow> rows;
    for (const std::string& path : options.scenes) {
        if (const int code = bench_rebuild_of(path, options, rows)) return code;
    }
    return write_rows(options, "nothing", rows) ? 0 : 1;
}

}  // namespace navspan::tools
