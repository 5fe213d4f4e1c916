#pragma once

// The command line of navbake.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bake/world/shard.h"
#include "common/cli.h"
#include "common/command_line.h"
#include "common/scene_input.h"
#include "common/strictness.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan::tools {

struct NavbakeOptions {
    std::vector<std::string> inputs;
    std::string input_format;  // format of standard input: suffix without dot; empty: not given
    std::string gset;          // the .gset that refers to the input, or empty
    std::string output;
    std::string config_file;
    std::vector<std::string> flags;  // values of the flags of all config keys; indexed like config_keys()
    std::vector<Flag> flag_options;  // flags of all config keys; indexed like config_keys()
    std::vector<std::string> sets;   // arguments of --set: KEY=VALUE
    SceneFlags scene;
    std::string preset;  // name of an engine; empty: none
    std::string report, pictures;
    std::string html, viewer_wasm;     // `html`: page to write; `viewer_wasm`: file with the page's compiled queries
    std::vector<std::string> exports;  // output files in other formats
    std::string cache;                 // folder of the tile cache, or empty
    uint64_t cache_max_bytes = 0;      // maximum size of the cache [byte]; 0: no limit
    std::string depfile;
    std::optional<ShardNumber> shard;  // bake only this shard
    bool merge = false;                // the inputs are shards
    uint32_t landmarks = 0;
    bool hubs = false;
    uint64_t hub_memory = 0;              // maximum size of the hub index [byte]; 0: no limit
    uint64_t verify = 0;                  // number of pairs of walkable floors whose paths are compared; 0: do not verify
    std::optional<uint64_t> verify_seed;  // seed of the pairs of `verify`; default 1
    unsigned threads = 0;
    uint64_t max_memory = 0;  // memory limit for the bake [byte]; 0: default of memory_limit()
    Strictness strictness;
    bool check = false, allow_empty = false, keep_tiles = false, live = false;
    bool print_config = false, explain_config = false, suggest = false;
    bool quiet = false, verbose = false;

    Verbosity verbosity() const { return quiet ? Verbosity::quiet : verbose ? Verbosity::verbose : Verbosity::normal; }
};

/// Adds all flags, including config keys.
void add_options(CommandLine& line, NavbakeOptions& options);

/// Adds the flags of navbake merge.
void add_merge_options(CommandLine& line, NavbakeOptions& options);

/// Replaces the input "-" by a name with the suffix of --input-format. The suffix selects the reader. Error (usage): the format
/// is missing, or standard input is given twice.
Status name_standard_input(NavbakeOptions& options);

/// Returns the default config with the settings of --preset. Without a preset, grid maps get an agent radius of 0.
BakeConfig default_config(const NavbakeOptions& options);

/// Returns the config: the base, then the config file, flags and --set, each overriding the previous. Error (usage, input): a
/// key is invalid, or the file cannot be read.
Result<BakeConfig> effective_config(const NavbakeOptions& options, BakeConfig base = {});

}  // namespace navspan::tools
