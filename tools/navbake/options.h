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
#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan::tools {

struct NavbakeOptions {
    std::vector<std::string> inputs;
    std::string gset;  // the .gset that named the input, or empty
    std::string output;
    std::string config_file;
    std::vector<std::string> flags;  // per config key: the value of its flag
    std::vector<Flag> flag_options;  // and whether it was given
    std::vector<std::string> sets;   // PATH=VALUE
    SceneFlags scene;
    std::string report, pictures;
    std::string html, viewer_wasm;     // a page to look at, and the queries for it
    std::vector<std::string> exports;  // files in other programs' forms
    std::string cache;                 // folder, empty: none
    uint64_t cache_max_bytes = 0;      // 0: no limit
    std::string depfile;
    std::optional<ShardNumber> shard;  // bake this part of the tiles only
    bool merge = false;                // the inputs are shards
    uint32_t landmarks = 0;
    uint64_t verify = 0, verify_seed = 1;  // pairs to compare, 0: none; and what they are drawn from
    unsigned threads = 0;
    uint64_t max_memory = 0;  // [byte], 0: no limit
    bool check = false, strict = false, allow_empty = false, keep_tiles = false;
    bool print_config = false, explain_config = false;
    bool quiet = false, verbose = false;

    Verbosity verbosity() const { return quiet ? Verbosity::quiet : verbose ? Verbosity::verbose : Verbosity::normal; }
};

/// All flags, those of the config's keys included.
void add_options(CommandLine& line, NavbakeOptions& options);

/// The flags of navbake merge.
void add_merge_options(CommandLine& line, NavbakeOptions& options);

/// What keys are without a config: maps of characters are for agents that are points.
BakeConfig default_config(const NavbakeOptions& options);

/// The base's values, over them the config file's, then those of the flags, then of --set. Error (usage, input): what is wrong
/// with which key.
Result<BakeConfig> effective_config(const NavbakeOptions& options, BakeConfig base = {});

/// Whether the level goes to its file tile by tile; what looks at the whole mesh needs it in memory.
bool streams(const NavbakeOptions& options);

/// Error (usage): flags, input and config exclude each other (common/exclusions.h). The config of a merge is known once the
/// shards are open.
Status check_combination(const NavbakeOptions& options, const BakeConfig& config);

/// Stops at the first mistake, before any work begins. Error (usage, failed).
Status validate_options(const NavbakeOptions& options, const BakeConfig& config);

/// No file is written that is read, and none is written twice. @param read  files beyond those that the options name, such as
/// the buffers of a .gltf. Error (usage): one is, or cannot be written.
Status check_outputs(const NavbakeOptions& options, std::span<const InputFile> read = {});

}  // namespace navspan::tools
