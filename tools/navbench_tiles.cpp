// navbench tiles SCENE...: worlds baked tile by tile, ours beside librecast's, in one process with the same settings.
//
// librecast gets what an application has to bring: tiles with a border as wide as the agent and three cells more, the
// triangles of each tile found beforehand (free of charge), the same threads, and Detour to link the tiles. Ours finds its
// triangles itself and links. Both keep all tiles in memory. Times are the least of N rounds by the clock on the wall, and the
// processor time of all threads. Peak memory is counted on one thread, in a round of its own. A seam defect is a cell's side on
// a border between two tiles where both have an edge, no higher apart than the agent climbs, and neither is linked.

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bench_memory.h"
#include "navbench_common.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/nav_tile.h"
#include "navspan/core/parallel.h"
#include "navspan/io/obj.h"
#include "recast_adapter.h"

namespace navspan::tools {
namespace {

double wall_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double process_ms() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
}

// One cell's side of an edge on a border between tiles.
struct BorderUnit {
    bool along_z = false;
    int32_t line = 0, at = 0;  // [lattice]
    uint32_t tile = 0;
    double y = 0;  // [wu]
    auto place() const { return std::tie(along_z, line, at); }
};

// the units of an edge that are linked to nothing
void add_units(LatticePoint a, LatticePoint b, double ya, double yb, uint32_t tile, std::vector<BorderUnit>& units) {
    const bool along_z = a.x == b.x;
    const int32_t from = along_z ? a.z : a.x, to = along_z ? b.z : b.x;
    for (int32_t at = std::min(from, to); at < std::max(from, to); ++at) {
        const double share = (at + 0.5 - from) / double(to - from);
        units.push_back({along_z, along_z ? a.x : a.z, at, tile, ya + (yb - ya) * share});
    }
}

size_t count_defects(std::vector<BorderUnit>& units, double max_climb) {
    std::sort(units.begin(), units.end(), [](const BorderUnit& l, const BorderUnit& r) { return l.place() < r.place(); });
    size_t defects = 0;
    for (size_t i = 0; i < units.size(); ++i) {
        for (size_t j = i + 1; j < units.size() && units[j].place() == units[i].place(); ++j)
            defects += units[i].tile != units[j].tile && std::fabs(units[i].y - units[j].y) <= max_climb;
    }
    return defects;
}

bool on_border(int32_t from, int32_t to, int32_t tile_size) {
    return from == to && from % tile_size == 0;
}

size_t seam_defects(const NavMesh& mesh, int32_t tile_size, double max_climb) {
    std::vector<BorderUnit> units;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        const auto y = [&](uint32_t e) {
            return tile.frame.height_quantum * tile.frame.y0 + double(tile.vertex_y[tile.half_edges[e].vertex]);
        };
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const uint32_t n = next_edge(tile, e);
            const LatticePoint a = lattice_point(tile, e), b = lattice_point(tile, n);
            if (!on_border(a.x, b.x, tile_size) && !on_border(a.z, b.z, tile_size)) continue;
            if (!twin_of(mesh, {t, e}).valid()) add_units(a, b, y(e), y(n), t, units);
        }
    }
    return count_defects(units, max_climb);
}

struct FreeDetour {
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
};
using DetourPtr = std::unique_ptr<dtNavMesh, FreeDetour>;

struct DetourData {
    unsigned char* data = nullptr;
    int size = 0;
};

// A world for librecast: the triangles of each tile are found already.
struct RecastWorld {
    VoxelConfig config;
    std::vector<TileWindow> windows;
    std::vector<TriangleSoup> soups;
    int32_t border = 0;
};

RecastWorld recast_world(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan& plan) {
    RecastWorld world{config, plan.tiles, {}, config.walkable_radius + 3};
    for (size_t t = 0; t < plan.tiles.size(); ++t) {
        world.windows[t].halo = world.border;
        world.soups.push_back(tile_soup(soup, plan, t));
    }
    return world;
}

void recast_regions_with_border(support::RecastBake& bake, int32_t border) {
    const int least = int(bake.config.min_region_area), merge = int(bake.config.merge_region_area);
    if (bake.config.region_method == RegionMethod::watershed) {
        support::recast_distance(bake);
        rcBuildRegions(&bake.context, *bake.compact, border, least, merge);
    } else if (bake.config.region_method == RegionMethod::monotone) {
        rcBuildRegionsMonotone(&bake.context, *bake.compact, border, least, merge);
    } else {
        rcBuildLayerRegions(&bake.context, *bake.compact, border, least);
    }
}

DetourData recast_tile(const RecastWorld& world, size_t t, const BakeConfig& config) {
    const TileWindow& window = world.windows[t];
    const Result<Grid> grid = tile_grid(world.soups[t], world.config.lattice, window, world.config.walkable_height);
    if (!grid) return {};
    support::RecastBake bake = support::recast_input(world.soups[t], world.config, *grid);
    support::recast_run(bake, support::recast_erode);
    bake.solid.reset();
    recast_regions_with_border(bake, world.border);
    support::recast_contours(bake);
    support::recast_poly_mesh(bake);
    support::recast_detail(bake);
    rcPolyMesh& mesh = *bake.mesh;
    if (mesh.npolys == 0) return {};
    for (int i = 0; i < mesh.npolys; ++i)
        mesh.flags[i] = 1;
    dtNavMeshCreateParams p{};
    p.verts = mesh.verts, p.vertCount = mesh.nverts;
    p.polys = mesh.polys, p.polyAreas = mesh.areas, p.polyFlags = mesh.flags, p.polyCount = mesh.npolys, p.nvp = mesh.nvp;
    p.detailMeshes = bake.detail->meshes, p.detailVerts = bake.detail->verts, p.detailVertsCount = bake.detail->nverts;
    p.detailTris = bake.detail->tris, p.detailTriCount = bake.detail->ntris;
    p.walkableHeight = float(config.agent.height), p.walkableRadius = float(config.agent.radius);
    p.walkableClimb = float(config.agent.max_climb);
    p.tileX = window.tile_x, p.tileY = window.tile_z;
    p.cs = mesh.cs, p.ch = mesh.ch, p.buildBvTree = true;
    // from the tile's grid to the world's lattice; detail vertices lie in the grid's space too
    const float shift[3] = {float(grid->x0) * p.cs, float(grid->y0) * p.ch, float(grid->z0) * p.cs};
    for (int axis = 0; axis < 3; ++axis) {
        p.bmin[axis] = mesh.bmin[axis] + shift[axis];
        p.bmax[axis] = mesh.bmax[axis] + shift[axis];
    }
    for (int i = 0; i < bake.detail->nverts * 3; ++i)
        bake.detail->verts[i] += shift[i % 3];
    DetourData out;
    dtCreateNavMeshData(&p, &out.data, &out.size);
    return out;
}

DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, unsigned threads, size_t& bytes) {
    std::vector<DetourData> tiles(world.windows.size());
    parallel_for(tiles.size(), {.threads = threads}, [&](size_t t, unsigned) { tiles[t] = recast_tile(world, t, config); });
    DetourPtr mesh(dtAllocNavMesh());
    dtNavMeshParams params{};
    params.tileWidth = params.tileHeight = float(world.config.tile_size * world.config.lattice.cell_size);
    int tile_bits = 1;
    while ((size_t{1} << tile_bits) < tiles.size())
        ++tile_bits;
    params.maxTiles = 1 << tile_bits;
    params.maxPolys = 1 << std::max(22 - tile_bits, 1);
    mesh->init(&params);
    bytes = 0;
    for (const DetourData& tile : tiles) {
        if (!tile.data) continue;
        bytes += size_t(tile.size);
        if (dtStatusFailed(mesh->addTile(tile.data, tile.size, DT_TILE_FREE_DATA, 0, nullptr))) dtFree(tile.data);
    }
    return mesh;
}

// what of an edge on a border is linked nowhere, and how many polygons there are
size_t detour_defects(const dtNavMesh& mesh, const RecastWorld& world, double max_climb, size_t& polygons) {
    std::vector<BorderUnit> units, edge_units;
    const double cs = world.config.lattice.cell_size;
    polygons = 0;
    for (int t = 0; t < mesh.getMaxTiles(); ++t) {
        const dtMeshTile* tile = mesh.getTile(t);
        if (!tile->header) continue;
        polygons += size_t(tile->header->polyCount);
        for (int i = 0; i < tile->header->polyCount; ++i) {
            const dtPoly& poly = tile->polys[i];
            for (int k = 0; k < int(poly.vertCount); ++k) {
                if (!(poly.neis[k] & DT_EXT_LINK)) continue;
                const float* a = &tile->verts[poly.verts[k] * 3];
                const float* b = &tile->verts[poly.verts[(k + 1) % poly.vertCount] * 3];
                const auto lattice = [&](float v) { return int32_t(std::lround(double(v) / cs)); };
                edge_units.clear();
                add_units({lattice(a[0]), lattice(a[2])}, {lattice(b[0]), lattice(b[2])}, a[1], b[1], uint32_t(t), edge_units);
                for (const BorderUnit& unit : edge_units) {
                    const double from = unit.along_z ? a[2] / cs : a[0] / cs, to = unit.along_z ? b[2] / cs : b[0] / cs;
                    const double share = (unit.at + 0.5 - from) / (to - from) * 255;
                    bool linked = false;
                    for (unsigned l = poly.firstLink; l != DT_NULL_LINK; l = tile->links[l].next) {
                        const dtLink& link = tile->links[l];
                        linked |= link.edge == k && (link.side == 0xff || (share >= link.bmin && share <= link.bmax));
                    }
                    if (!linked) units.push_back(unit);
                }
            }
        }
    }
    return count_defects(units, max_climb);
}

struct Figures {
    double wall = 1e300, cpu = 1e300;
};

template <class Work>
void time_of(Figures& least, Work work) {
    const double wall = wall_ms(), cpu = process_ms();
    work();
    least.wall = std::min(least.wall, wall_ms() - wall);
    least.cpu = std::min(least.cpu, process_ms() - cpu);
}

template <class Work>
double megabytes_of(Work work) {
    start_counting_memory();
    work();
    return double(stop_counting_memory()) / (1024 * 1024);
}

int bench_scene(const std::string& path, const TilesBenchOptions& options, nlohmann::ordered_json& report) {
    const std::string paths[] = {path};
    Result<LoadedScene> scene = load_obj(paths);
    if (!scene) return fail_with(scene.error());
    BakeConfig config;
    config.profile = Profile::recast;
    config.voxels = {options.cell_size, options.cell_height};
    if (const auto s = apply_area_rules(scene->soup, config); !s) return fail_with(s.error());
    std::printf("%s, cell %g: %zu triangles\n  %5s %7s | %9s %9s %9s %9s | %8s %8s | %8s %8s | %7s %7s\n", path.c_str(),
                options.cell_size, scene->soup.triangles.size(), "tile", "threads", "recast ms", "ours ms", "cpu", "ours cpu",
                "recastMB", "ours MB", "polygons", "ours", "defects", "ours");
    for (const int cells : options.tiles) {
        config.tiles.size = cells * options.cell_size;
        const Result<VoxelConfig> voxels = to_voxels(config);
        if (!voxels) return fail_with(voxels.error());
        const Result<TilePlan> plan = plan_tiles(scene->soup, *voxels);
        if (!plan) return fail_with(plan.error());
        const RecastWorld world = recast_world(scene->soup, *voxels, *plan);
        size_t bytes = 0, their_polygons = 0;
        DetourPtr theirs;
        const double their_rc = megabytes_of([&] { theirs = recast_bake(world, config, 1, bytes); });
        // Detour's allocations are not counted: the finished tiles are added
        const double their_megabytes = their_rc + double(bytes) / (1024 * 1024);
        Result<NavMesh> ours = Error{};
        const NavMeshInfo info = nav_mesh_info(config, "{}", "navbench");
        const double our_megabytes = megabytes_of([&] { ours = bake_nav_mesh(scene->soup, config, info); });
        if (!ours) return fail_with(ours.error());
        const size_t their_defects = detour_defects(*theirs, world, config.agent.max_climb, their_polygons);
        const size_t our_defects = seam_defects(*ours, voxels->tile_size, config.agent.max_climb);
        for (const unsigned threads : {1u, 2u}) {
            Figures their_time, our_time;
            for (int round = 0; round < options.rounds; ++round) {
                time_of(their_time, [&] { theirs = recast_bake(world, config, threads, bytes); });
                time_of(our_time, [&] { ours = bake_nav_mesh(scene->soup, config, info, {.threads = threads}); });
            }
            std::printf("  %5d %7u | %9.2f %9.2f %9.2f %9.2f | %8.2f %8.2f | %8zu %8zu | %7zu %7zu\n", cells, threads,
                        their_time.wall, our_time.wall, their_time.cpu, our_time.cpu, their_megabytes, our_megabytes,
                        their_polygons, size_t(ours->polygon_count()), their_defects, our_defects);
            std::fflush(stdout);
            report.push_back({{"scene", path},
                              {"cell_size", options.cell_size},
                              {"tile_cells", cells},
                              {"tiles", plan->tiles.size()},
                              {"threads", threads},
                              {"recast_ms", their_time.wall},
                              {"ours_ms", our_time.wall},
                              {"recast_cpu_ms", their_time.cpu},
                              {"ours_cpu_ms", our_time.cpu},
                              {"recast_peak_megabytes", their_megabytes},
                              {"ours_peak_megabytes", our_megabytes},
                              {"recast_polygons", their_polygons},
                              {"ours_polygons", ours->polygon_count()},
                              {"recast_seam_defects", their_defects},
                              {"ours_seam_defects", our_defects}});
        }
    }
    return 0;
}

// Appends a line per scene, tile size and number of threads; a new file begins with the machine and the names of the columns.
bool append_csv(const std::string& path, const nlohmann::ordered_json& report) {
    const bool is_new = !std::ifstream(path).good();
    std::ofstream out(path, std::ios::app);
    if (is_new) out << machine_line(support::recast_version()) << "\n";
    for (const auto& line : report) {
        if (is_new && &line == &report.front()) {
            std::string names;
            for (const auto& [key, value] : line.items())
                names += (names.empty() ? "" : ",") + key;
            out << names << "\n";
        }
        std::string values;
        for (const auto& [key, value] : line.items()) {
            std::string text = value.is_string() ? value.get<std::string>() : value.dump();
            if (value.is_number_float()) text = std::to_string(value.get<double>());
            values += (values.empty() ? "" : ",") + text.substr(text.find_last_of('/') + 1);
        }
        out << values << "\n";
    }
    return bool(out.flush());
}

}  // namespace

int bench_tiles(const TilesBenchOptions& options) {
    hook_recast_memory();
    std::printf("against %s\n", support::recast_version());
    nlohmann::ordered_json report = nlohmann::ordered_json::array();
    for (const std::string& scene : options.scenes) {
        if (const int code = bench_scene(scene, options, report)) return code;
    }
    if (!options.csv.empty() && !append_csv(options.csv, report)) {
        std::fprintf(stderr, "navbench: cannot write %s\n", options.csv.c_str());
        return 1;
    }
    return write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
