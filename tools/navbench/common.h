#pragma once

// Options, stopwatches and output functions of the benchmarks.

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/scene_input.h"
#include "io/config/json_fwd.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Options of all benchmarks. main.cpp selects the options and some defaults of each benchmark.
struct BenchOptions {
    std::vector<std::string> scenes;  ///< paths of levels; for the query benchmark, also of meshes
    SceneFlags input;
    int rounds = 15;
    double cell_size = 0.3, cell_height = 0.2;  ///< [wu]
    std::string json, csv;                      ///< paths of the output files, or empty
    // options of `bake` and `kinds`; `live` uses only `profile`
    std::string profile = "recast", partition = "watershed";
    // options of `kinds`, `process` and `warnings`
    std::string level_seed = "1";  ///< seed of the generated levels, see board/level_seed.h
    bool kinds = false;            ///< also measure the generated levels
    // options of `query`
    std::string paths, only;  ///< `paths`: file with starts and goals (empty: random); `only`: query or kind (empty: all)
    int pairs = 0;
    uint64_t seed = 1;
    // options of `rebuild` and `live`
    int copies = 1, doors = 20;
    // options of `tiles`, `agents`, `scoreboard` and `live`
    std::vector<int> tiles;  ///< tile sides to measure [cell]; 0: untiled
    int tile_cells = 128;    ///< side of a tile [cell]
    // options of `scoreboard`
    std::vector<std::string> cells{"0.3x0.2", "0.1x0.1"};  ///< cell size x cell height [wu]
    std::vector<std::string> partitions;                   ///< partition names; empty: all
    std::string results;                                   ///< prefix of the CSV file names
    // options of `growth`
    std::vector<int> vertices;  ///< sizes to measure, as numbers of vertices
};

int bench_bake(const BenchOptions& options);
int bench_kinds(const BenchOptions& options);
int bench_process(const BenchOptions& options);
int bench_query(const BenchOptions& options);
/// Compares Detour's TileCache with live worlds loaded from files.
int bench_live(const BenchOptions& options);
int bench_rebuild(const BenchOptions& options);
int bench_tiles(const BenchOptions& options);
int bench_agents(const BenchOptions& options);
/// Measures times, memory and mesh quality. Prints text and writes CSV files with prefix `results`.
int bench_scoreboard(const BenchOptions& options);
int bench_growth(const BenchOptions& options);
/// Counts how often wrong units and orientations are reported.
int bench_warnings(const BenchOptions& options);

/// Returns the processor time used by this thread [ms].
double thread_ms();

/// Returns the value of a result. Ends the benchmark by std::runtime_error on an error.
template <class T>
const T& checked(const Result<T>& result) {
    if (!result) throw std::runtime_error(result.error().message);
    return *result;
}

/// Returns the median; the mean of the two middle values for an even count, 0 for no values.
double median_of(std::vector<double> values);

struct Times {
    std::vector<double> rounds;  ///< time of each round
    double least() const;
    double median() const { return median_of(rounds); }
};

/// Runs `work` and adds this thread's processor time as a round [ms].
template <class Work>
void time_thread(Times& times, Work work) {
    const double start = thread_ms();
    work();
    times.rounds.push_back(thread_ms() - start);
}

/// Returns the wall-clock time [ms].
double wall_ms();
/// Returns the processor time used by all threads of the process [ms].
double process_ms();

/// Runs `work` and adds a round [ms]: wall-clock time to times[0], processor time of all threads to times[1].
template <class Work>
void time_round(std::array<Times, 2>& times, Work work) {
    const double wall = wall_ms(), cpu = process_ms();
    work();
    times[0].rounds.push_back(wall_ms() - wall);
    times[1].rounds.push_back(process_ms() - cpu);
}

/// Logs that a file cannot be written and returns the exit code.
int cannot_write(const std::string& path);

/// Links a tile into a mesh.
Result<NavMesh> linked(NavTile tile, NavMeshInfo info);

/// Describes the library that contains `function`: file, version, and whether its asserts are enabled.
std::string library_version(const std::string& name, const void* function);

/// Returns library_version for librecast.
std::string recast_library();

/// Returns the first line of a CSV file: processor, compiler, whether our asserts are enabled, and `peer`.
/// @param peer  the library to compare with
std::string machine_line(const std::string& peer);

/// A row of figures: names and values.
using FigureRow = std::vector<std::pair<std::string, std::variant<int, uint64_t, double, std::string>>>;

/// Appends the rows to the CSV file of the options (see append_csv) and writes them to the JSON file. Returns false on failure.
bool write_rows(const BenchOptions& options, const std::string& peer, const std::vector<FigureRow>& rows);

/// Appends rows to a CSV file. A new file begins with machine_line(peer) and the column names. Strips folders from file names
/// in the rows. Returns false if the file cannot be written; does nothing and returns true if `path` or `rows` is empty.
/// @param columns  keys to write, or NAME=KEY to rename a column; empty: the keys of the first row
/// @param rows     array of flat objects
bool append_csv(const std::string& path, const std::string& peer, std::vector<std::string> columns, const Json& rows);

/// Flattens nested lists. Each object has a list under `key`. Each element of this list becomes a row with the keys of the
/// element and the other keys of the object.
Json joined_rows(const Json& objects, const char* key);

/// Writes the report to a file. Returns false on failure, true if `path` is empty.
bool write_json(const std::string& path, const Json& report);

}  // namespace navspan::tools
