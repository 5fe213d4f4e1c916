// navbench bake SCENE...: compares our bake with librecast's. The bakes alternate in one process, with the same settings and
// grid.
//
// Reports the minimum and median thread CPU time of N rounds, for each stage and in total, and the ratio of the minima. Our
// filters and compact heightfield run in one pass, so the table has one row for both. The total ends at the detail mesh,
// without our last stage (nav_tile). A separate round measures peak memory by allocation hooks.

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bake/voxelize/rasterize.h"
#include "common/cli.h"
#include "io/report/report.h"
#include "navbench/bake_figures.h"
#include "navbench/common.h"
#include "navbench/memory.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {
namespace {

using namespace bench;

Json row(const std::string& name, const Times& theirs, const Times& ours) {
    Json line{{"stage", name}, {"ours_min_ms", ours.least()}, {"ours_median_ms", ours.median()}};
    if (theirs.rounds.empty()) {
        std::printf("  %-20s %9s %9s %9.3f %9.3f %7s\n", name.c_str(), "-", "-", ours.least(), ours.median(), "-");
        return line;
    }
    const double ratio = ours.least() > 0 ? theirs.least() / ours.least() : 0;
    std::printf("  %-20s %9.3f %9.3f %9.3f %9.3f %7.2f\n", name.c_str(), theirs.least(), theirs.median(), ours.least(),
                ours.median(), ratio);
    line["recast_min_ms"] = theirs.least();
    line["recast_median_ms"] = theirs.median();
    line["ratio_of_min"] = ratio;
    return line;
}

// Prints the figures of a scene and returns them as JSON.
Json print_bakes(const BakeInput& input, const std::string& path, const BenchOptions& options, const BakeFigures& figures) {
    const size_t triangles = input.soup.triangles.size();
    const Grid& grid = input.grid;
    std::printf("%s, cell %g, height %g, %s profile, %s: %zu triangles, %d x %d cells, %zu solid spans, %s\n", path.c_str(),
                options.cell_size, options.cell_height, options.profile.c_str(), options.partition.c_str(), triangles,
                grid.width, grid.depth, figures.solid_spans, count_of(uint64_t(options.rounds), "round").c_str());
    std::printf("  %-20s %9s %9s %9s %9s %7s\n", "[ms]", "recast", "median", "ours", "median", "ratio");
    Json stages = Json::array();
    for (const TimeRow& line : stage_rows())
        stages.push_back(row(line.name, line.times(figures.theirs), line.times(figures.ours)));
    const double spans = double(std::max<size_t>(figures.solid_spans, 1));
    const double our_ns = total_of(figures.ours).least() * 1e6 / spans;
    const double their_ns = total_of(figures.theirs).least() * 1e6 / spans;
    const double process_megabytes = double(peak_memory_bytes()) / (1 << 20);
    std::printf(
        "  ns per solid span: recast %.1f, ours %.1f; peak memory: recast %.2f MB, ours %.2f MB, the process %.1f MB\n"
        "  output sha256 %s\n\n",
        their_ns, our_ns, figures.their_megabytes, figures.our_megabytes, process_megabytes, figures.hash.c_str());
    return {{"scene", path},
            {"cell_size", options.cell_size},
            {"cell_height", options.cell_height},
            {"profile", options.profile},
            {"partition", options.partition},
            {"rounds", options.rounds},
            {"triangles", triangles},
            {"width", grid.width},
            {"depth", grid.depth},
            {"solid_spans", figures.solid_spans},
            {"stages", stages},
            {"recast_ns_per_solid_span", their_ns},
            {"ours_ns_per_solid_span", our_ns},
            {"recast_peak_megabytes", figures.their_megabytes},
            {"ours_peak_megabytes", figures.our_megabytes},
            {"process_peak_megabytes", process_megabytes},
            {"output_sha256", figures.hash}};
}

int bench_bake_of(const std::string& path, const BenchOptions& options, Json& report) {
    Result<LoadedScene> scene = load_geometry(path, options.input);
    if (!scene) return report_error(scene.error());
    const Result<BakeInput> input = make_bake_input(std::move(scene->soup), options);
    if (!input) return report_error(input.error());
    const Result<BakeFigures> figures = measure_bakes(*input, path, options.rounds);
    if (!figures) return report_error(figures.error());
    report.push_back(print_bakes(*input, path, options, *figures));
    return 0;
}

}  // namespace

int bench_bake(const BenchOptions& options) {
    hook_recast_memory();
    const std::string version = recast_library();
    std::printf("against %s\n", version.c_str());
    Json report{{"recast", version}, {"scenes", Json::array()}};
    for (const std::string& scene : options.scenes) {
        if (const int code = bench_bake_of(scene, options, report["scenes"])) return code;
    }
    const std::vector<std::string> columns{"scene",
                                           "cell_size",
                                           "cell_height",
                                           "profile",
                                           "partition",
                                           "stage",
                                           "ours_ms_min=ours_min_ms",
                                           "ours_ms_median=ours_median_ms",
                                           "recast_ms_min=recast_min_ms",
                                           "recast_ms_median=recast_median_ms",
                                           "ratio=ratio_of_min",
                                           "ours_peak_mb=ours_peak_megabytes",
                                           "recast_peak_mb=recast_peak_megabytes",
                                           "solid_spans",
                                           "rounds"};
    const bool written = append_csv(options.csv, version, columns, joined_rows(report["scenes"], "stages"));
    return written && write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
