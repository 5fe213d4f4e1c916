#pragma once

// What the benchmarks share.

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

/// What the benchmarks are told; main.cpp says which of them know what, and by what defaults.
struct BenchOptions {
    std::vector<std::string> scenes;  ///< of queries: meshes, too
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
    std::vector<int> tiles;  ///< sides of the tiles [cell], 0 = one tile
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
/// Everything there is to measure about the bake, as text and as CSV files that start with `results`.
int bench_scoreboard(const BenchOptions& options);
int bench_growth(const BenchOptions& options);

/// The thread's processor time [ms].
double thread_ms();

struct Times {
    std::vector<double> rounds;
    double least() const;
    double median() const;
};

/// Adds a round of some work on this thread.
template <class Work>
void time_thread(Times& times, Work work) {
    const double start = thread_ms();
    work();
    times.rounds.push_back(thread_ms() - start);
}

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

/// A mesh of one tile.
Result<NavMesh> linked(NavTile tile, NavMeshInfo info);

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
bool append_csv(const std::string& path, const std::string& peer, std::vector<std::string> columns, const Json& rows);

/// One flat row for each object in the list `key` of each object: the keys of both.
Json joined_rows(const Json& objects, const char* key);

/// Writes the report to a file; true when there is nothing to write.
bool write_json(const std::string& path, const Json& report);

}  // namespace navspan::tools
