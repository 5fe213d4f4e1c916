// navbench process LEVEL...: compares whole processes, from start to written file.
//
// Each round runs three processes with the same OBJ file and settings: navbake on one thread, navbake on two threads, and
// navspan_recast_process (librecast on one thread). Ratios compare the minima over all rounds. For one thread, they compare
// processor time and peak memory. For one and two threads, they compare wall-clock time. The programs must be in the folder of
// navbench.
//
// --kinds adds the levels of `navbench kinds`.

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/cli.h"
#include "core/text.h"
#include "navbench/board/level_seed.h"
#include "navbench/board/ratio_table.h"
#include "navbench/common.h"
#include "navbench/kinds/kinds.h"
#include "navbench/process/child.h"
#include "navspan/bake/config.h"

namespace navspan::tools {
namespace {

using namespace bench;
namespace fs = std::filesystem;

// A temporary folder. The destructor removes it.
struct WorkFolder {
    fs::path path;
    WorkFolder() {
        std::string name = (fs::temp_directory_path() / "navbench-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot create " + name);
        path = name;
    }
    ~WorkFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
};

Status write_obj(const TriangleSoup& soup, const fs::path& path) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return Error{ErrorKind::failed, "cannot write " + path.string()};
    for (const DVec3& v : soup.vertices)
        std::fprintf(file, "v %.6f %.6f %.6f\n", v.x, v.y, v.z);
    for (const auto& [a, b, c] : soup.triangles)
        std::fprintf(file, "f %u %u %u\n", a + 1, b + 1, c + 1);
    const bool failed = std::ferror(file);
    if (std::fclose(file) != 0 || failed) return Error{ErrorKind::failed, "cannot write " + path.string() + " (disk full?)"};
    return Done{};
}

// The three processes of a round.
enum ProcessSide : size_t { kRecast, kOneThread, kTwoThreads, kProcesses };
using Commands = std::array<std::vector<std::string>, kProcesses>;
using Least = std::array<ChildUse, kProcesses>;  // minimum values over all rounds

// Returns the commands that bake one level. Error (usage): a setting is out of range.
Result<Commands> commands_of(const std::string& level, const VoxelsConfig& cells, const fs::path& folder) {
    BakeConfig config;
    config.profile = Profile::recast;
    config.voxels = cells;
    const Result<VoxelConfig> converted = to_voxels(config);
    if (!converted) return converted.error();
    const VoxelConfig& v = *converted;
    const fs::path programs = fs::read_symlink("/proc/self/exe").parent_path();
    Commands commands;
    commands[kRecast] = {programs / "navspan_recast_process", level, folder / "recast.bin"};
    for (const double value :
         {cells.cell_size, cells.cell_height, v.max_slope, double(v.walkable_height), double(v.walkable_climb),
          double(v.walkable_radius), double(v.max_edge_length), v.contour_max_error, double(v.min_region_area),
          double(v.merge_region_area), double(v.max_vertices), v.detail_sample_distance * cells.cell_size,
          v.detail_max_error * cells.cell_height})
        commands[kRecast].push_back(number_text(value));
    for (const ProcessSide side : {kOneThread, kTwoThreads}) {
        commands[side] = {programs / "navbake",
                          level,
                          "--profile",
                          "recast",
                          "--cell-size",
                          number_text(cells.cell_size),
                          "--cell-height",
                          number_text(cells.cell_height),
                          "--threads",
                          side == kOneThread ? "1" : "2",
                          "-q",
                          "-o",
                          folder / "navspan.nav"};
    }
    return commands;
}

Result<Least> measure_processes(const Commands& commands, int rounds) {
    Least least;
    for (int round = 0; round < rounds; ++round) {
        for (size_t side = 0; side < kProcesses; ++side) {
            const Result<ChildUse> use = run_child(commands[side]);
            if (!use) return use.error();
            if (round == 0) least[side] = *use;
            least[side].cpu_ms = std::min(least[side].cpu_ms, use->cpu_ms);
            least[side].wall_ms = std::min(least[side].wall_ms, use->wall_ms);
            least[side].megabytes = std::min(least[side].megabytes, use->megabytes);
        }
    }
    return least;
}

struct ProcessColumn {
    RatioColumn column;
    double (*value)(const Least& least);
};
const ProcessColumn kProcessColumns[] = {
    {{"cpu, 1 thread", Better::more, RatioGoal{2, 4}}, [](const Least& l) { return l[kRecast].cpu_ms / l[kOneThread].cpu_ms; }},
    {{"wall, 1 thread"}, [](const Least& l) { return l[kRecast].wall_ms / l[kOneThread].wall_ms; }},
    {{"wall, 2 threads", Better::more, RatioGoal{2.5, 6}},
     [](const Least& l) { return l[kRecast].wall_ms / l[kTwoThreads].wall_ms; }},
    {{"memory", Better::less}, [](const Least& l) { return l[kOneThread].megabytes / l[kRecast].megabytes; }},
    {{"recast cpu ms", Better::less}, [](const Least& l) { return l[kRecast].cpu_ms; }},
    {{"our cpu ms", Better::less}, [](const Least& l) { return l[kOneThread].cpu_ms; }},
    {{"recast MB", Better::less}, [](const Least& l) { return l[kRecast].megabytes; }},
    {{"our MB", Better::less}, [](const Least& l) { return l[kOneThread].megabytes; }},
};

struct ProcessLevel {
    std::string name, path;
    VoxelsConfig cells;
};

Status measure_process(const ProcessLevel& level, const fs::path& folder, int rounds, RatioTable& table) {
    const Result<Commands> commands = commands_of(level.path, level.cells, folder);
    if (!commands) return commands.error();
    const Result<Least> least = measure_processes(*commands, rounds);
    if (!least) return least.error();
    RatioTable::Line line{level.name, {}};
    for (const ProcessColumn& column : kProcessColumns)
        line.values.push_back(column.value(*least));
    print_line(table, line);
    table.lines.push_back(std::move(line));
    return Done{};
}

Status measure_generated(const BenchOptions& options, uint64_t seed, const fs::path& folder, RatioTable& table) {
    for (const LevelCase& level : level_cases(options.only)) {
        const fs::path path = folder / "level.obj";
        if (const Status written = write_obj(generate_level(level.kind, level.params, seed), path); !written) return written;
        const VoxelsConfig cells{level.params.cell, level.cell_height};
        if (const Status s = measure_process({level.name, path, cells}, folder, options.rounds, table); !s) return s;
    }
    return Done{};
}

}  // namespace

int bench_process(const BenchOptions& options) {
    if (options.scenes.empty() && !options.kinds) return report_error({ErrorKind::usage, "give levels (.obj) or --kinds"});
    const Result<uint64_t> seed = level_seed(options.level_seed);
    if (!seed) return report_error(seed.error());
    const WorkFolder folder;
    RatioTable table;
    for (const ProcessColumn& column : kProcessColumns)
        table.columns.push_back(column.column);
    std::printf("recast / ours against %s, least of %s\n", recast_library().c_str(),
                count_of(uint64_t(options.rounds), "round").c_str());
    if (options.kinds) std::printf("seed %llu\n", static_cast<unsigned long long>(*seed));
    print_columns(table);
    for (const std::string& scene : options.scenes) {
        const std::string name = fs::path(scene).filename().string() + " at " + number_text(options.cell_size);
        const VoxelsConfig cells{options.cell_size, options.cell_height};
        if (const Status s = measure_process({name, scene, cells}, folder.path, options.rounds, table); !s)
            return report_error(s.error());
    }
    if (options.kinds) {
        if (const Status s = measure_generated(options, *seed, folder.path, table); !s) return report_error(s.error());
    }
    print_summary(table);
    print_goals(table);
    Json report = json_of(table);
    report["recast"] = recast_library();
    report["seed"] = options.kinds ? Json(*seed) : Json();
    return write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
