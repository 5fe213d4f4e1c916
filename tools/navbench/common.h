#pragma once

// Shared by the benchmarks.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "common/scene_input.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

using Json = nlohmann::ordered_json;

/// Options of all benchmarks. main.cpp defines which benchmark uses which option, and the defaults.
struct BenchOptions {
    std::vector<std::string> scenes;  ///< for queries also meshes
    SceneFlags input;
    int rounds = 15;
    double cell_size = 0.3, cell_height = 0.2;
    std::string json, csv;
    // bake
    std::string profile = "recast", partition = "watershed";
    // queries
    std::string paths, only;
    int pairs = 0;
    uint64_t seed = 1;
    // rebuild
    int copies = 1, doors = 20;
    // tiles, agents, scoreboard
    std::vector<int> tiles;  ///< sides of tiles [cell], 0: one tile
    int tile_cells = 128;
    // scoreboard
    std::vector<std::string> cells{"0.3x0.2", "0.1x0.1"};  ///< side x height [wu]
    std::vector<std::string> partitions;                   ///< empty: all
    std::string results;
    // growth
    std::vector<int> vertices;
};

int bench_bake(const BenchOptions& options);
int bench_query(const BenchOptions& options);
int bench_rebuild(const BenchOptions& options);
int bench_tiles(const BenchOptions& options);
int bench_agents(const BenchOptions& options);
/// Measures everything about the bake. Prints text and writes CSV files whose names start with `results`.
int bench_scoreboard(const BenchOptions& options);
int bench_growth(const BenchOptions& options);

/// Processor time of the thread [ms].
double thread_ms();

struct Times {
    std::vector<double> rounds;
    double least() const;
    double median() const;
};

/// Adds a round: the processor time of some work on this thread.
template <class Work>
void time_thread(Times& times, Work work) {
    const double start = thread_ms();
    work();
    times.rounds.push_back(thread_ms() - start);
}

/// Wall-clock time, and processor time of all threads of the process [ms].
double wall_ms();
double process_ms();

/// Adds a round to two times of some work: wall-clock time, and processor time of all threads.
template <class Work>
void time_round(std::array<Times, 2>& times, Work work) {
    const double wall = wall_ms(), cpu = process_ms();
    work();
    times[0].rounds.push_back(wall_ms() - wall);
    times[1].rounds.push_back(process_ms() - cpu);
}

/// Logs that a file cannot be written and returns the exit code.
int cannot_write(const std::string& path);

/// Makes a mesh of one tile.
Result<NavMesh> linked(NavTile tile, NavMeshInfo info);

/// Describes the library that contains a function: its file, its version as found by the build, and whether it was built with
/// asserts.
std::string library_version(const std::string& name, const void* function);

/// The same for librecast.
std::string recast_library();

/// The first line of a CSV file: the machine and libraries of the measurement.
std::string machine_line(const std::string& peer);

/// Appends rows to a CSV file. A new file begins with the machine line and the column names. File names are written without
/// folders. Returns true if there is nothing to write. @param rows  array of flat objects @param columns  keys, or NAME=KEY to
/// rename a column; empty: the keys of the first row
bool append_csv(const std::string& path, const std::string& peer, std::vector<std::string> columns, const Json& rows);

/// Returns one flat row for each object in the list `key` of each object, with the keys of both.
Json joined_rows(const Json& objects, const char* key);

/// Writes the report to a file. Returns true if there is nothing to write.
bool write_json(const std::string& path, const Json& report);

}  // namespace navspan::tools
