// navbench tiles SCENE...: worlds baked tile by tile, ours beside librecast's, in one process with the same settings.
//
// librecast gets what an application has to bring: tiles with a border as wide as the agent and three cells more, the
// triangles of each tile found beforehand (free of charge), the same threads, and Detour to link the tiles. Ours finds its
// triangles itself and links. Both keep all tiles in memory. Times are the least of N rounds by the clock on the wall, and the
// processor time of all threads. Peak memory is counted on one thread, in a round of its own: librecast's with its finished
// tiles; ours when the level goes to a file, as navbake bakes it, and when it becomes a mesh in memory with all that queries
// search in, which Detour's tiles do not have. A seam defect is a cell's side on
// a border between two tiles where both have an edge, no higher apart than the agent climbs, and neither is linked.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench_memory.h"
#include "navbench_common.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/nav_tile.h"
#include "recast_adapter.h"
#include "recast_tiles.h"
#include "seam_defects.h"

namespace navspan::tools {
namespace {

using namespace bench;

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

// What one size of tiles is about, besides time.
struct TileFigures {
    size_t tiles = 0;
    double their_megabytes = 0, our_megabytes = 0, our_megabytes_in_memory = 0;
    size_t their_polygons = 0, our_polygons = 0, their_defects = 0, our_defects = 0;
};

// Bakes once on either side, with memory counted.
Result<TileFigures> measure_once(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                 const RecastWorld& world, int32_t tile_size) {
    TileFigures figures;
    size_t bytes = 0;
    DetourPtr theirs;
    const double their_rc = counted_megabytes([&] { theirs = recast_bake(world, config, 1, bytes); });
    // Detour's allocations are not counted: the finished tiles are added
    figures.their_megabytes = their_rc + double(bytes) / (1024 * 1024);
    Result<NavMesh> ours = Error{};
    figures.our_megabytes_in_memory = counted_megabytes([&] { ours = bake_nav_mesh(soup, config, info); });
    if (!ours) return ours.error();
    Status written = Done{};
    const auto level = std::filesystem::temp_directory_path() / "navbench.nav";
    figures.our_megabytes = counted_megabytes([&] {
        const Result<BakedFile> file = bake_nav_file(soup, config, info, level);
        if (!file) written = file.error();
    });
    if (!written) return written.error();
    figures.their_defects = detour_defects(*theirs, world, config.agent.max_climb, figures.their_polygons);
    figures.our_defects = seam_defects(*ours, tile_size, config.agent.max_climb);
    figures.our_polygons = ours->polygon_count();
    return figures;
}

void tell(int cells, unsigned threads, const Figures& theirs, const Figures& ours, const TileFigures& f) {
    std::printf("  %5d %7u | %9.2f %9.2f %9.2f %9.2f | %8.2f %8.2f %9.2f | %8zu %8zu | %7zu %7zu\n", cells, threads,
                theirs.wall, ours.wall, theirs.cpu, ours.cpu, f.their_megabytes, f.our_megabytes, f.our_megabytes_in_memory,
                f.their_polygons, f.our_polygons, f.their_defects, f.our_defects);
    std::fflush(stdout);
}

nlohmann::ordered_json line_of(const std::string& path, double cell_size, int cells, unsigned threads, const Figures& theirs,
                               const Figures& ours, const TileFigures& f) {
    return {{"scene", path},
            {"cell_size", cell_size},
            {"tile_cells", cells},
            {"tiles", f.tiles},
            {"threads", threads},
            {"recast_ms", theirs.wall},
            {"ours_ms", ours.wall},
            {"recast_cpu_ms", theirs.cpu},
            {"ours_cpu_ms", ours.cpu},
            {"recast_peak_megabytes", f.their_megabytes},
            {"ours_peak_megabytes", f.our_megabytes},
            {"ours_in_memory_peak_megabytes", f.our_megabytes_in_memory},
            {"recast_polygons", f.their_polygons},
            {"ours_polygons", f.our_polygons},
            {"recast_seam_defects", f.their_defects},
            {"ours_seam_defects", f.our_defects}};
}

int bench_scene(const std::string& path, const TilesBenchOptions& options, nlohmann::ordered_json& report) {
    Result<LoadedScene> scene = load_geometry(path, options.input);
    if (!scene) return fail_with(scene.error());
    const TriangleSoup& soup = scene->soup;
    BakeConfig config;
    config.profile = Profile::recast;
    config.voxels = {options.cell_size, options.cell_height};
    if (const auto s = apply_area_rules(scene->soup, config); !s) return fail_with(s.error());
    std::printf("%s, cell %g: %zu triangles\n  %5s %7s | %9s %9s %9s %9s | %8s %8s %9s | %8s %8s | %7s %7s\n", path.c_str(),
                options.cell_size, soup.triangles.size(), "tile", "threads", "recast ms", "ours ms", "cpu", "ours cpu",
                "recastMB", "ours MB", "in memory", "polygons", "ours", "defects", "ours");
    for (const int cells : options.tiles) {
        config.tiles.size = cells * options.cell_size;
        const Result<VoxelConfig> voxels = to_voxels(config);
        if (!voxels) return fail_with(voxels.error());
        const Result<TilePlan> plan = plan_tiles(soup, *voxels);
        if (!plan) return fail_with(plan.error());
        const RecastWorld world = recast_world(soup, *voxels, *plan);
        const NavMeshInfo info = nav_mesh_info(config, "{}", "navbench");
        Result<TileFigures> figures = measure_once(soup, config, info, world, voxels->tile_size);
        if (!figures) return fail_with(figures.error());
        figures->tiles = plan->tiles.size();
        for (const unsigned threads : {1u, 2u}) {
            Figures theirs, ours;
            for (int round = 0; round < options.rounds; ++round) {
                size_t bytes = 0;
                DetourPtr their_mesh;
                Result<NavMesh> our_mesh = Error{};
                time_of(theirs, [&] { their_mesh = recast_bake(world, config, threads, bytes); });
                time_of(ours, [&] { our_mesh = bake_nav_mesh(soup, config, info, {.threads = threads}); });
            }
            tell(cells, threads, theirs, ours, *figures);
            report.push_back(line_of(path, options.cell_size, cells, threads, theirs, ours, *figures));
        }
    }
    return 0;
}

// Appends a line per scene, tile size and number of threads; a new file begins with the machine and the names of the columns.
bool append_csv(const std::string& path, const nlohmann::ordered_json& report) {
    const bool is_new = !std::ifstream(path).good();
    std::ofstream out(path, std::ios::app);
    if (is_new) out << machine_line(recast_library()) << "\n";
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
