#pragma once

// What the benchmarks share.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

struct BakeBenchOptions {
    std::vector<std::string> scenes;
    int rounds = 15;
    double cell_size = 0.3, cell_height = 0.2;
    std::string partition = "watershed";
    std::string json, csv;
};
int bench_bake(const BakeBenchOptions& options);

struct QueryBenchOptions {
    std::vector<std::string> levels;
    std::string paths, only;
    int pairs = 1000, rounds = 15;
    uint64_t seed = 1;
    std::string json, csv;
};
int bench_query(const QueryBenchOptions& options);

struct RebuildBenchOptions {
    std::vector<std::string> scenes;
    double cell_size = 0.3, cell_height = 0.2;
    int copies = 1, doors = 20;
    std::string json, csv;
};
int bench_rebuild(const RebuildBenchOptions& options);

struct TilesBenchOptions {
    std::vector<std::string> scenes;
    int rounds = 5;
    double cell_size = 0.3, cell_height = 0.2;
    std::vector<int> tiles{32, 64, 128, 256};
    std::string json, csv;
};
int bench_tiles(const TilesBenchOptions& options);

/// The thread's processor time [ms].
double thread_ms();

struct Times {
    std::vector<double> rounds;
    double least() const;
    double median() const;
};

/// Tells an error; the program's exit code for it.
int fail_with(const Error& error);

/// A library as the process linked it, by a function in it: its file, and whether that calls the C library's assert.
std::string library_version(const std::string& name, const void* function);

/// The first line of a CSV file: what its figures were measured on.
std::string machine_line(const std::string& peer);

/// Writes the report to a file; true when there is nothing to write.
bool write_json(const std::string& path, const nlohmann::ordered_json& report);

}  // namespace navspan::tools
