// navbench scoreboard SCENE...: compares all aspects of our bake with librecast's.
//
// Measures times, memory and mesh quality for every scene, cell size, partition and profile. Each case is baked untiled on one
// thread, tiled on one thread, and tiled on two threads. Then tests the ledge filter on ramps and stairs, and computes the
// marks: whether our bake meets its goals.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "common/cli.h"
#include "navbench/bake_rounds.h"
#include "navbench/board/board.h"
#include "navbench/common.h"
#include "navbench/memory.h"
#include "navspan/bake/area_rules.h"

namespace navspan::tools {
namespace {

using namespace bench;

bool check_cells(const VoxelsConfig& cells) {
    const auto is_length = [](double length) { return length > 0 && std::isfinite(length); };
    return is_length(cells.cell_size) && is_length(cells.cell_height);
}

// Parses cell size and height: "0.3x0.2".
Result<VoxelsConfig> cells_of(const std::string& text) {
    VoxelsConfig cells;
    char* end = nullptr;
    cells.cell_size = std::strtod(text.c_str(), &end);
    if (*end == 'x') {
        cells.cell_height = std::strtod(end + 1, &end);
        if (*end == 0 && check_cells(cells)) return cells;
    }
    return Error{ErrorKind::usage, "--cells: " + text + " is not the side and height of a cell [wu], as 0.3x0.2"};
}

// Loads a scene and prints the loading time, which matters for fast bakes.
Result<LoadedScene> load_timed(const std::string& path, const BenchOptions& options) {
    Times times;
    Result<LoadedScene> scene = load_geometry(path, options.input);
    for (int round = 0; round < options.rounds && scene; ++round)
        time_thread(times, [&] { scene = load_geometry(path, options.input); });
    if (scene)
        std::printf("%s: %zu triangles, read in %.2f ms (median %.2f)\n\n", path.c_str(), scene->soup.triangles.size(),
                    times.least(), times.median());
    return scene;
}

bool write_results(const Json& board, const BenchOptions& options) {
    if (options.results.empty()) return true;
    const std::string about = machine_line(recast_library());
    const auto write = [&](const char* list) { return write_csv(options.results + "-" + list + ".csv", about, board[list]); };
    return write("times") && write("quality") && write("slopes") && write("marks");
}

Error unwritten(const BenchOptions& options) {
    return {ErrorKind::failed, "cannot write " + options.results + "-times.csv and the files next to it (disk full?)"};
}

// Checks all cell sizes before anything is measured, because measuring takes minutes.
Status check_options(const BenchOptions& options) {
    for (const std::string& text : options.cells) {
        if (const auto cells = cells_of(text); !cells) return cells.error();
    }
    return Done{};
}

// Measures every requested partition of a case.
Status measure_case(const BoardCase& level, const BenchOptions& options, Json& board) {
    for (const std::string_view partition : partition_names()) {
        const auto& wanted = options.partitions;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), partition) == wanted.end()) continue;
        const size_t times = board["times"].size(), quality = board["quality"].size();
        if (const Status s = measure_partition(level, partition, board); !s) return s.error();
        print_partition(board, times, quality);
        // Write after every partition, to keep results of an interrupted run.
        if (!write_results(board, options)) return unwritten(options);
    }
    return Done{};
}

// Returns the file name without folders, or the whole path if another scene has the same file name.
std::string name_among(const std::string& path, const std::vector<std::string>& scenes) {
    const auto name = [](const std::string& scene) { return scene.substr(scene.find_last_of('/') + 1); };
    const auto is_alike = [&](const std::string& scene) { return scene != path && name(scene) == name(path); };
    return std::any_of(scenes.begin(), scenes.end(), is_alike) ? path : name(path);
}

Status measure_scene(const std::string& path, const BenchOptions& options, Json& board) {
    Result<LoadedScene> scene = load_timed(path, options);
    if (!scene) return scene.error();
    BoardCase level;
    level.name = name_among(path, options.scenes);
    level.rounds = options.rounds;
    level.tile_cells = options.tile_cells;
    level.path_pairs = options.pairs;
    for (const std::string& text : options.cells) {
        const Result<VoxelsConfig> cells = cells_of(text);
        if (!cells) return cells.error();
        level.config.voxels = *cells;
        level.soup = scene->soup;
        if (const auto s = apply_area_rules(level.soup, level.config); !s) return s.error();
        if (const Status s = measure_case(level, options, board); !s) return s.error();
    }
    return Done{};
}

}  // namespace

int bench_scoreboard(const BenchOptions& options) {
    if (const Status s = check_options(options); !s) return report_error(s.error());
    hook_recast_memory();
    std::printf("%s\n", machine_line(recast_library()).c_str());
    Json board{{"recast", recast_library()}};
    for (const char* list : {"times", "quality", "slopes", "marks"})
        board[list] = Json::array();
    for (const std::string& scene : options.scenes) {
        if (const Status s = measure_scene(scene, options, board); !s) return report_error(s.error());
    }
    add_slopes(board);
    add_marks(board);
    print_slopes(board);
    print_marks(board);
    if (!write_results(board, options)) return report_error(unwritten(options));
    return write_json(options.json, board) ? 0 : 1;
}

}  // namespace navspan::tools
