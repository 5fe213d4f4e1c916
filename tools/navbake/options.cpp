#include "navbake/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "bake/config/keys.h"
#include "common/exclusions.h"
#include "core/text.h"
#include "navbake/input/input.h"
#include "navbake/output/export_formats.h"
#include "navbake/presets.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/search_index.h"
#include "viewer/page.h"

namespace navspan::tools {
namespace {

// Returns the default of a key in the form of a flag's value.
std::string default_text(const ConfigKey& key) {
    const BakeConfig defaults;
    std::string text = value_text(key.get(defaults));
    std::erase_if(text, [](char c) { return std::string_view("\"[] ").find(c) != std::string_view::npos; });
    return text;
}

const char* type_text(const ConfigKey& key) {
    switch (key.kind) {
        case ConfigKind::choice:
        case ConfigKind::area:
            return "NAME";
        case ConfigKind::boolean:
            return "BOOL";
        case ConfigKind::point:
            return "X,Y,Z";
        default:
            return "NUMBER";
    }
}

// Adds a flag for every config key with a single value.
void add_config_flags(CommandLine& line, NavbakeOptions& o) {
    o.flags.resize(config_keys().size());
    for (size_t i = 0; i < config_keys().size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        const std::string names = key.alias.empty() ? key.flag() : key.alias + "," + key.flag();
        const std::string help = key.meaning + "; " + key.expected() + "; default " + default_text(key);
        Flag& flag = o.flag_options.emplace_back(line.add(names, o.flags[i], help).type(type_text(key)));
        if (key.kind == ConfigKind::boolean) flag.values({"true", "false"});
        if (key.kind == ConfigKind::choice) flag.values({key.choices.begin(), key.choices.end()});
    }
}

// Returns an error if the value of --input-format is not the suffix of a known format, without the dot, in lower or upper case.
std::string check_input_format(const std::string& text) {
    const InputFormat* format = find_input_format("-." + text);
    if (format && format->suffix.size() == text.size() + 1) return {};
    return text + " is not known; give " + list_text(input_format_names(), "or");
}

// Parses a shard number: "3/8". Returns nullopt if the text is invalid.
std::optional<ShardNumber> parse_shard(const std::string& text) {
    ShardNumber number;
    const char* const end = text.data() + text.size();
    const auto [slash, problem] = std::from_chars(text.data(), end, number.shard);
    if (problem != std::errc{} || slash == end || *slash != '/') return {};
    const auto [next, problem_after] = std::from_chars(slash + 1, end, number.shards);
    if (problem_after != std::errc{} || next != end || number.shard < 1 || number.shard > number.shards) return {};
    return number;
}

std::string check_shard(const std::string& text) {
    return parse_shard(text) ? "" : text + " is not K/N, the K-th of N shards, with 1 <= K <= N";
}

std::string check_size(const std::string& text) {
    return parse_size(text) ? "" : text + " is not a size; give a number of bytes, or one with K, M, G or T, such as 2G";
}

// Adds the flags that a bake and a merge share.
void add_output_options(CommandLine& line, NavbakeOptions& o) {
    line.set_version(std::string("navbake ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    line.add("-o,--output", o.output, "the .nav file to write, - for standard output").type("FILE");
    line.add("--report", o.report, "write a JSON report of the bake to this file, - for standard output").type("FILE");
    line.add("--export", o.exports,
             "also export the level to this file, in the format of its suffix; may be repeated:\n" + export_formats_help())
        .one_at_a_time()
        .type("FILE");
    line.add("--depfile", o.depfile, "write the input files of the level as a dependency rule for Make or Ninja").type("FILE");
    line.add("--landmarks", o.landmarks,
             "number of landmarks of an island: far-apart vertices whose distances to all vertices are stored, which makes "
             "shortest paths around large obstacles faster; takes 4 bytes per vertex and landmark, and a search each; 0 to "
             "64, 8 is a good number; default 0")
        .check(whole_number(0, kMaxLandmarks))
        .type("COUNT");
    line.add_switch(
        "--hubs", o.hubs,
        "store hub labels, which answer shortest paths without a search; takes a minute and about 6 KB per polygon on "
        "large levels, and more with off-mesh links");
    line.add_parsed(
            "--hub-memory", [&o](const std::string& text) { o.hub_memory = *parse_size(text); },
            "largest size of the hub labels, for example 64M; a small size makes queries slower; default no limit")
        .check(check_size)
        .type("SIZE");
    line.add_switch("--check", o.check, "test every invariant of the result of every stage; exit 6 if one is broken");
    add_strictness_flags(line, o.strictness);
    line.add_switch("--allow-empty", o.allow_empty, "write a mesh even if nothing is walkable");
    line.add_switch("-q,--quiet", o.quiet, "print only warnings and errors");
    line.add_switch("-v,--verbose", o.verbose, "print more: progress, the input, the time and result of each stage");
}

void add_tile_options(CommandLine& line, NavbakeOptions& o) {
    line.add("--threads", o.threads,
             "number of threads that read .obj files, bake, and link tiles; 0 = one per core; default 0")
        .check(whole_number(0, 1024))
        .type("N");
    line.add_parsed(
            "--max-memory", [&o](const std::string& text) { o.max_memory = *parse_size(text); },
            "use fewer threads if the bake would take more memory than this, for example 2G; if even one thread takes "
            "more, or reading the input does, stop and print the memory that it needs; default: half of the machine's memory")
        .check(check_size)
        .type("SIZE");
    line.add_switch("--keep-tiles", o.keep_tiles,
                    "also store the tiles (--tile-size) as baked, so that a program can replace tiles at run time; about "
                    "doubles the size of the file");
    line.add_switch("--live", o.live,
                    "also store the voxels of the tiles (--tile-size), so that a program can add and remove obstacles at run "
                    "time without the triangles of the level; includes --keep-tiles");
    line.add("--cache", o.cache,
             "store finished tiles in this folder and reuse the unchanged ones; several bakes may use one folder at the "
             "same time; with --check, --pictures and --html all tiles are baked")
        .type("DIR");
    line.add_parsed(
            "--cache-max-size", [&o](const std::string& text) { o.cache_max_bytes = *parse_size(text); },
            "remove the least recently used tiles if the cache has more than this many bytes of tiles, for example 2G (small "
            "files take more space on disk than their bytes); default no limit")
        .check(check_size)
        .type("SIZE");
    line.add_parsed(
            "--shard", [&o](const std::string& text) { o.shard = parse_shard(text); },
            "bake only every N-th tile, starting with the K-th, into a shard; navbake merge joins all N shards into a level")
        .check(check_shard)
        .type("K/N");
}

}  // namespace

void add_merge_options(CommandLine& line, NavbakeOptions& o) {
    o.merge = true;
    line.add("shards", o.inputs, "all shards of a level: files that navbake --shard wrote").type("FILE");
    add_output_options(line, o);
    line.add("--threads", o.threads, "number of threads that link tiles, 0 = one per core; default 0")
        .check(whole_number(0, 1024))
        .type("N");
}

void add_options(CommandLine& line, NavbakeOptions& o) {
    line.add("scene", o.inputs,
             "the level, in the format of its suffix (OBJ if there is none), or - for standard input with --input-format; "
             "several triangle files make one level, other formats take one file:\n" +
                 input_formats_help())
        .type("FILE");
    line.add("--input-format", o.input_format, "format of the level if it is -, standard input: a suffix without its dot")
        .check(check_input_format)
        .values(input_format_names())
        .type("FORMAT");
    add_output_options(line, o);
    line.add("--pictures", o.pictures, "draw the result of every stage into this folder").type("DIR");
    line.add("--html", o.html,
             "write the level as a page for a browser, with the result of every stage as a layer that can be shown; it "
             "needs no network and no other file")
        .type("FILE");
    add_viewer_flag(line, o.viewer_wasm);
    line.add("--verify", o.verify,
             "search paths between this many random pairs of walkable floors, on the voxels with A* and on the "
             "finished mesh; if only one of them has a path, or the mesh's is longer by more than 2 % and 4 times "
             "contours.max_error, report the pair, draw it (--pictures) and exit with 6; all areas have cost 1, off-mesh "
             "links are ignored")
        .check(whole_number(1, 10000000))
        .type("PAIRS");
    line.add_parsed(
            "--verify-seed", [&o](const std::string& text) { o.verify_seed = std::stoull(text); },
            "seed of the random pairs; default 1")
        .check(whole_number(0, 0xffffffffffffffff))
        .type("NUMBER");
    add_tile_options(line, o);

    add_scene_flags(line, o.scene);
    add_preset_flag(line, o);

    line.add("--config", o.config_file,
             "JSON file like config.example.json; flags override it; keys that are not given keep their defaults, see "
             "--explain-config")
        .type("FILE");
    line.add("--set", o.sets, "any config key, for example agent.max_climb=0.4; may be repeated")
        .type("KEY=VALUE")
        .one_at_a_time();
    line.add_switch("--print-config", o.print_config, "print the effective config as JSON and exit");
    line.add_switch(
        "--suggest", o.suggest,
        "print a config for this level as JSON, with the reasons as comments, and exit: cells from the agent, tiles "
        "from the size of the level");
    line.add_switch("--explain-config", o.explain_config, "print the meaning, unit, range and voxels of each key and exit");
    add_config_flags(line, o);
}

Status name_standard_input(NavbakeOptions& options) {
    const auto is_dash = [](const std::string& input) { return input == "-"; };
    const auto count = std::count_if(options.inputs.begin(), options.inputs.end(), is_dash);
    if (count == 0 || options.merge) return Done{};
    if (count > 1) return Error{ErrorKind::usage, "-: standard input is given twice; give it once"};
    if (options.input_format.empty()) {
        return Error{ErrorKind::usage,
                     "-: standard input has no suffix; give --input-format " + list_text(input_format_names(), "or")};
    }
    *std::find_if(options.inputs.begin(), options.inputs.end(), is_dash) = "-." + options.input_format;
    return Done{};
}

BakeConfig default_config(const NavbakeOptions& options) {
    BakeConfig config;
    if (has_cells(options.inputs)) config.agent.radius = 0;
    apply_preset_config(options, config);
    return config;
}

namespace {

// True if --set with this config path replaces whole agents: agents, agents[0] or agents.NAME. False for a key of an agent,
// such as agents.NAME.radius.
bool replaces_agents(const std::string& path) {
    if (path.starts_with("agents.")) return path.find('.', path.find('.') + 1) == path.npos;
    return path == "agents" || (path.starts_with("agents[") && path.ends_with(']'));
}

// Error (usage): a flag or --set for `agent` has no effect, because the config has several agents or because a later --set
// replaces the agent. All flags apply before the first --set.
Status check_agent_flags(const NavbakeOptions& options, const BakeConfig& config) {
    if (config.agents.empty() && config.agent.name.empty()) return Done{};
    std::string given, lost, by;
    for (size_t i = 0; i < options.flags.size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        if (key.path.starts_with("agent.") && options.flag_options[i].given()) given = key.flag();
    }
    for (const std::string& text : options.sets) {
        const std::string path = text.substr(0, text.find('='));
        if (path == "agent" || path.starts_with("agent.")) given = "--set " + path;
        if (given.empty() || !replaces_agents(path)) continue;
        lost = given;
        by = "--set " + path;
    }
    if (!config.agents.empty() && !given.empty())
        return check_exclusions(std::array{Fact{facts::kAgentKey, given}, Fact{facts::kAgents}});
    if (lost.empty()) return Done{};
    return check_exclusions(std::array{Fact{facts::kAgentFlag, lost}, Fact{facts::kNewAgents, by}});
}

}  // namespace

Result<BakeConfig> effective_config(const NavbakeOptions& options, BakeConfig base) {
    BakeConfig config = std::move(base);
    if (!options.config_file.empty()) {
        Result<BakeConfig> loaded = load_config(options.config_file, config);
        if (!loaded) return loaded.error();
        config = *std::move(loaded);
    }
    for (size_t i = 0; i < options.flags.size(); ++i) {
        if (!options.flag_options[i].given()) continue;
        const Status set = set_config_value(config, config_keys()[i].path, options.flags[i]);
        if (!set) return set.error();
    }
    for (const std::string& text : options.sets) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            return Error{ErrorKind::usage, "--set " + text + ": give KEY=VALUE, for example agent.max_climb=0.4"};
        }
        const Status set = set_config_value(config, text.substr(0, equals), text.substr(equals + 1));
        if (!set) return set.error();
    }
    if (const Status alone = check_agent_flags(options, config); !alone) return alone.error();
    if (const Status valid = check_config(config); !valid) return valid.error();
    return config;
}

}  // namespace navspan::tools
