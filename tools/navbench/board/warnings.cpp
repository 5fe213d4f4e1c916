// navbench warnings: counts how often level_warnings reports wrong units and wrong orientations.
//
// Each level is scaled by the factors of common units and turned to every orientation. Prints a Markdown table with a row for
// each given level, a row for each kind of generated levels, and the sum of all rows.

#include <cstdio>
#include <filesystem>
#include <vector>

#include "common/cli.h"
#include "navbench/board/level_seed.h"
#include "navbench/common.h"
#include "navbench/levels/warning_counts.h"

namespace navspan::tools {

int bench_warnings(const BenchOptions& options) {
    const Result<uint64_t> seed = level_seed(options.level_seed);
    if (!seed) return report_error(seed.error());
    std::vector<bench::WarningCounts> rows;
    for (const std::string& path : options.scenes) {
        const Result<LoadedScene> scene = load_geometry(path, options.input);
        if (!scene) return report_error(scene.error());
        rows.push_back(bench::count_warnings(std::filesystem::path(path).stem().string(), scene->soup));
    }
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        if (options.only.empty() || kind.name == options.only) rows.push_back(bench::count_warnings(kind, *seed));
    }
    std::fputs(bench::warning_table(rows).c_str(), stdout);
    return 0;
}

}  // namespace navspan::tools
