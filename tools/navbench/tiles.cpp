// navbench tiles SCENE...: compares our tiled bakes with librecast's tiled bakes, in one process with the same settings.
//
// librecast uses a tile border of the agent's radius plus three cells, the same number of threads, and Detour for linking. Each
// line shows the wall-clock time of a timed part (BakeSpan) and the processor time of all threads. Both are minima of N rounds.
//
// A separate round on one thread measures the peak memory of three bakes (BakeSpan::triangles_to_mesh): librecast's bake, our
// bake to a file, and our bake to a mesh in memory. The mesh in memory includes search structures that Detour lacks. For seam
// defects, see seam_defects.h.

#include "navbench/recast/tiles.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "common/cli.h"
#include "navbench/board/seam_defects.h"
#include "navbench/common.h"
#include "navbench/memory.h"
#include "navbench/recast/stages.h"
#include "navbench/tiled_rounds.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::tools {
namespace {

using namespace bench;

// Results for one tile size, without times.
struct TileFigures {
    size_t tiles = 0;
    double their_megabytes = 0, our_megabytes = 0, our_megabytes_in_memory = 0;
    size_t their_polygons = 0, our_polygons = 0, their_defects = 0, our_defects = 0;
};

// Bakes with both libraries and measures memory, polygons and seam defects.
Result<TileFigures> measure_once(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                 const RecastWorld& world, int32_t tile_size) {
    TileFigures figures;
    size_t bytes = 0;
    DetourPtr theirs;
    const double their_rc =
        counted_megabytes([&] { theirs = recast_bake(world, config, BakeSpan::triangles_to_mesh, 1, bytes); });
    // The hooks do not count Detour's allocations: add the size of the finished tiles.
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

// Times of one BakeSpan with one thread count: wall-clock time, then processor time of all threads.
struct TimedLine {
    const char* span;
    unsigned threads;
    double recast_ms, ours_ms, recast_cpu_ms, ours_cpu_ms;
};

void print_tiles(int cells, const TimedLine& line, const TileFigures& f) {
    std::printf("  %5d %7u %-31s | %9.2f %9.2f %5.2f | %10.2f %9.2f %5.2f | %8.2f %8.2f %9.2f | %8zu %8zu | %7zu %7zu\n", cells,
                line.threads, line.span, line.recast_ms, line.ours_ms, line.recast_ms / line.ours_ms, line.recast_cpu_ms,
                line.ours_cpu_ms, line.recast_cpu_ms / line.ours_cpu_ms, f.their_megabytes, f.our_megabytes,
                f.our_megabytes_in_memory, f.their_polygons, f.our_polygons, f.their_defects, f.our_defects);
    std::fflush(stdout);
}

FigureRow report_line(const std::string& path, double cell_size, int cells, const TimedLine& line, const TileFigures& f) {
    return {{"scene", path},
            {"cell_size", cell_size},
            {"tile_cells", cells},
            {"tiles", f.tiles},
            {"threads", line.threads},
            {"span", line.span},
            {"recast_ms", line.recast_ms},
            {"ours_ms", line.ours_ms},
            {"recast_cpu_ms", line.recast_cpu_ms},
            {"ours_cpu_ms", line.ours_cpu_ms},
            {"recast_peak_megabytes", f.their_megabytes},
            {"ours_peak_megabytes", f.our_megabytes},
            {"ours_in_memory_peak_megabytes", f.our_megabytes_in_memory},
            {"recast_polygons", f.their_polygons},
            {"ours_polygons", f.our_polygons},
            {"recast_seam_defects", f.their_defects},
            {"ours_seam_defects", f.our_defects}};
}

// Measures the times of all rounds with one tile size and thread count. Returns a line for each BakeSpan.
Result<std::vector<TimedLine>> measure_times(const TriangleSoup& soup, const OurTiles& ours, const NavMeshInfo& info,
                                             const RecastWorld& world, unsigned threads, int rounds) {
    SpanTimes their_times, our_times;
    for (int round = 0; round < rounds; ++round) {
        time_recast_tiles(world, ours.config, threads, their_times);
        if (const Status s = time_our_tiles(soup, ours, info, threads, our_times); !s) return s.error();
    }
    std::vector<TimedLine> lines;
    for (const BakeSpan span : kBakeSpans) {
        const auto &t = their_times[size_t(span)], &o = our_times[size_t(span)];
        lines.push_back({bake_span_name(span), threads, t[0].least(), o[0].least(), t[1].least(), o[1].least()});
    }
    return lines;
}

int bench_tiles_of(const std::string& path, const BenchOptions& options, std::vector<FigureRow>& rows) {
    Result<LoadedScene> scene = load_geometry(path, options.input);
    if (!scene) return report_error(scene.error());
    const TriangleSoup& soup = scene->soup;
    BakeConfig config;
    config.profile = Profile::recast;
    config.voxels = {options.cell_size, options.cell_height};
    if (const auto s = apply_area_rules(scene->soup, config); !s) return report_error(s.error());
    std::printf("%s, cell %g: %zu triangles\n  %5s %7s %-31s | %9s %9s %5s | %10s %9s %5s | %8s %8s %9s | %8s %8s | %7s %7s\n",
                path.c_str(), options.cell_size, soup.triangles.size(), "tile", "threads", "span", "recast ms", "ours ms",
                "ratio", "recast cpu", "ours cpu", "ratio", "recastMB", "ours MB", "in memory", "polygons", "ours", "defects",
                "ours");
    for (const int cells : options.tiles) {
        config.tiles.size = cells * options.cell_size;
        const Result<VoxelConfig> voxels = to_voxels(config);
        if (!voxels) return report_error(voxels.error());
        const Result<OurTiles> ours = our_tiles(soup, config);
        if (!ours) return report_error(ours.error());
        const Result<RecastWorld> world = recast_world(soup, *voxels);
        if (!world) return report_error(world.error());
        const NavMeshInfo info = nav_mesh_info(config, "{}", "navbench");
        Result<TileFigures> figures = measure_once(soup, config, info, *world, voxels->tile_size);
        if (!figures) return report_error(figures.error());
        figures->tiles = ours->plan.tiles.size();
        for (const unsigned threads : {1u, 2u}) {
            const auto lines = measure_times(soup, *ours, info, *world, threads, options.rounds);
            if (!lines) return report_error(lines.error());
            for (const TimedLine& line : *lines) {
                print_tiles(cells, line, *figures);
                rows.push_back(report_line(path, options.cell_size, cells, line, *figures));
            }
        }
    }
    return 0;
}

}  // namespace

int bench_tiles(const BenchOptions& options) {
    hook_recast_memory();
    std::printf("against %s\n", recast_library().c_str());
    std::vector<FigureRow> rows;
    for (const std::string& scene : options.scenes) {
        if (const int code = bench_tiles_of(scene, options, rows)) return code;
    }
    return write_rows(options, recast_library(), rows) ? 0 : 1;
}

}  // namespace navspan::tools
