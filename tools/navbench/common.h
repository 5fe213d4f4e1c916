#pragma once

// What the benchmarks share.

#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/cli.h"
#include "common/scene_input.h"
#include "navspan/core/result.h"

namespace navspan::tools {

struct BakeBenchOptions {
    std::vector<std::string> scenes;
    SceneFlags input;
    int rounds = 15;
    std::string profile = "recast";
    double cell_size = 0.3, cell_height = 0.2;
    std::string partition = "watershed";
    std::string json, csv;
};
int bench_bake(const BakeBenchOptions& options);

struct QueryBenchOptions {
    std::vector<std::string> levels;
    SceneFlags input;
    std::string paths, only;
    int pairs = 1000, rounds = 15;
    uint64_t seed = 1;
    std::string json, csv;
};
int bench_query(const QueryBenchOptions& options);

struct RebuildBenchOptions {
    std::vector<std::string> scenes;
    SceneFlags input;
    double cell_size = 0.3, cell_height = 0.2;
    int copies = 1, doors = 20;
    std::string json, csv;
};
int bench_rebuild(const RebuildBenchOptions& options);

struct TilesBenchOptions {
    std::vector<std::string> scenes;
    SceneFlags input;
    int rounds = 5;
    double cell_size = 0.3, cell_height = 0.2;
    std::vector<int> tiles{32, 64, 128, 256};
    std::string json, csv;
};
int bench_tiles(const TilesBenchOptions& options);

struct AgentsBenchOptions {
    std::vector<std::string> scenes;
    SceneFlags input;
    int rounds = 7;
    double cell_size = 0.3, cell_height = 0.2;
    std::vector<int> tiles{0, 64};  ///< sides of the tiles [cell], 0 = one tile
    std::string json;
};
int bench_agents(const AgentsBenchOptions& options);

/// Everything there is to measure about the bake, as text and as CSV files that start with `results`.
struct ScoreboardOptions {
    std::vector<std::string> scenes;
    SceneFlags input;
    std::vector<std::string> cells{"0.3x0.2", "0.1x0.1"};  ///< side x height [wu]
    std::vector<std::string> partitions;                   ///< empty: all
    int rounds = 15, tile_cells = 128, pairs = 200;
    std::string results, json;
};
int bench_scoreboard(const ScoreboardOptions& options);

struct GrowthBenchOptions {
    std::vector<int> vertices{100, 1000, 10000, 100000};
    int rounds = 3;
    std::string csv;
};
int bench_growth(const GrowthBenchOptions& options);

/// The thread's processor time [ms].
double thread_ms();

struct Times {
    std::vector<double> rounds;
    double least() const;
    double median() const;
};

/// The clock on the wall, and the processor time of all threads of the process [ms].
double wall_ms();
double process_ms();

/// Adds a round of some work to two times: by the clock on the wall, and of all threads.
template <class Work>
void time_round(std::array<Times, 2>& times, Work work) {
    const double wall = wall_ms(), cpu = process_ms();
    work();
    times[0].rounds.push_back(wall_ms() - wall);
    times[1].rounds.push_back(process_ms() - cpu);
}

/// Tells that a file cannot be written; the program's exit code for it.
int cannot_write(const std::string& path);

/// What would keep one of these files from being written, told before anything is measured. Empty names are none.
Status check_outputs(std::initializer_list<std::string> paths);

/// A library as the process linked it, by a function in it: its file, its version as found by the build, and whether it calls
/// the C library's assert.
std::string library_version(const std::string& name, const void* function);

/// The same of librecast.
std::string recast_library();

/// The first line of a CSV file: what its figures were measured on.
std::string machine_line(const std::string& peer);

/// Appends rows to a CSV file; a new file begins with the machine and the names of the columns. Names of files lose their
/// folders. True if there is nothing to write. @param rows  an array of flat objects @param columns  their keys, or NAME=KEY
/// where the column has another name; empty: the keys of the first row
bool append_csv(const std::string& path, const std::string& peer, std::vector<std::string> columns,
                const nlohmann::ordered_json& rows);

/// One flat row for each object in the list `key` of each object: the keys of both.
nlohmann::ordered_json joined_rows(const nlohmann::ordered_json& objects, const char* key);

/// Writes the report to a file; true when there is nothing to write.
bool write_json(const std::string& path, const nlohmann::ordered_json& report);

}  // namespace navspan::tools
