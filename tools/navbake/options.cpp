#include "navbake/options.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "bake/config/keys.h"
#include "core/text.h"
#include "navbake/input/polygon.h"
#include "navbake/output/depfile.h"
#include "navbake/output/export_formats.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/search_index.h"

namespace navspan::tools {
namespace {

std::string default_text(const ConfigKey& key) {
    const BakeConfig defaults;
    const ConfigValue value = key.get(defaults);
    if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const double* d = std::get_if<double>(&value)) return number_text(*d);
    if (const auto* name = std::get_if<std::string_view>(&value)) return std::string(*name);
    if (const auto* p = std::get_if<DVec3>(&value))
        return number_text(p->x) + "," + number_text(p->y) + "," + number_text(p->z);
    return "null";
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

// one flag for every key of the config that has a single value
void add_config_flags(CLI::App& app, NavbakeOptions& o, const std::string& group) {
    o.flags.resize(config_keys().size());
    for (size_t i = 0; i < config_keys().size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        const std::string names = key.alias.empty() ? key.flag() : key.alias + "," + key.flag();
        const std::string help = key.meaning + ":\n" + key.expected() + "; default " + default_text(key);
        o.flag_options.push_back(app.add_option(names, o.flags[i], help)->type_name(type_text(key))->group(group));
    }
}

std::string check_threads(const std::string& text) {
    const bool number = !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == std::string::npos;
    return number && std::stoi(text) <= 1024 ? "" : text + " is not a whole number from 0 to 1024";
}

// "3/8"; nothing when it is none
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

// what a bake and a merge have in common
void add_output_options(CLI::App& app, NavbakeOptions& o) {
    app.set_version_flag("--version",
                         std::string("navbake ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    app.add_option("-o,--output", o.output, "the .nav file to write, - for standard output")->type_name("FILE");
    app.add_option("--report", o.report, "write what happened as JSON to this file, - for standard output")->type_name("FILE");
    app.add_option("--export", o.exports,
                   "write the level in the form of another program, too, by the suffix of this file; may be repeated:\n" +
                       export_formats_help())
        ->allow_extra_args(false)
        ->type_name("FILE");
    app.add_option("--depfile", o.depfile, "write which files went into the level, as a rule for Make or Ninja")
        ->type_name("FILE");
    app.add_option(
           "--landmarks", o.landmarks,
           "store every vertex' shortest distances from this many far-apart places of its island, so that shortest paths\n"
           "are found faster around large obstacles; takes 4 bytes a vertex and landmark, and a search each; 0 to 64,\n"
           "8 is a good number; default 0")
        ->check(whole_number(0, kMaxLandmarks))
        ->type_name("COUNT");
    app.add_flag("--check", o.check, "test every invariant of every product; exit 6 when one is broken");
    app.add_flag("--strict", o.strict, "warnings make the bake fail (exit 4)");
    app.add_flag("--allow-empty", o.allow_empty, "write a mesh even when nothing is walkable");
    app.add_flag("-q,--quiet", o.quiet, "warnings and errors only");
    app.add_flag("-v,--verbose", o.verbose, "say more")->excludes("--quiet");
}

void add_tile_options(CLI::App& app, NavbakeOptions& o) {
    const std::string tiles = "Tiles";
    app.add_option("--threads", o.threads, "threads that bake and link tiles (--tile-size), 0 = all the machine has; default 0")
        ->check(check_threads)
        ->type_name("N")
        ->group(tiles);
    app.add_option_function<std::string>(
           "--max-memory", [&o](const std::string& text) { o.max_memory = *parse_size(text); },
           "use fewer threads where the bake would take more memory than this, for example 2G; where even one thread\n"
           "takes more, stop with the number it would take; not with --check, --verify, --landmarks, --keep-tiles,\n"
           "--export and -o -; default no limit")
        ->check(check_size)
        ->type_name("SIZE")
        ->group(tiles);
    app.add_flag("--keep-tiles", o.keep_tiles,
                 "keep the tiles (--tile-size) in the file as they were baked, so that a program can replace some while it\n"
                 "runs; about doubles the file")
        ->group(tiles);
    app.add_option("--cache", o.cache,
                   "keep finished tiles in this folder, and take from it those that are the same as before; any number of\n"
                   "bakes may use one folder at once; with --check, --pictures and --html all tiles are baked")
        ->type_name("DIR")
        ->group(tiles);
    app.add_option_function<std::string>(
           "--cache-max-size", [&o](const std::string& text) { o.cache_max_bytes = *parse_size(text); },
           "remove the least recently used tiles when the cache holds more than this many bytes of them, for example 2G (a\n"
           "disk that gives whole blocks to small files holds more); default no limit")
        ->check(check_size)
        ->needs("--cache")
        ->type_name("SIZE")
        ->group(tiles);
    app.add_option_function<std::string>(
           "--shard", [&o](const std::string& text) { o.shard = parse_shard(text); },
           "bake every N-th tile only, beginning with the K-th, into a shard; navbake merge makes a level of all N shards")
        ->check(check_shard)
        ->type_name("K/N")
        ->group(tiles);
}

}  // namespace

void add_merge_options(CLI::App& app, NavbakeOptions& o) {
    o.merge = true;
    app.add_option("shards", o.inputs, "all shards of a level: files that navbake --shard wrote")->type_name("FILE");
    add_output_options(app, o);
    app.add_option("--threads", o.threads, "threads that link tiles, 0 = all the machine has; default 0")
        ->check(check_threads)
        ->type_name("N");
}

void add_options(CLI::App& app, NavbakeOptions& o) {
    app.add_option(
           "scene", o.inputs,
           "level geometry: one or more .obj, .gltf and .glb files, and .png heightmaps; or RecastDemo's level: one\n"
           ".gset file, whose settings --config and flags override; or polygons: one .mesh file of finished ones, or one\n"
           ".geojson plan, or one .map of characters")
        ->type_name("FILE");
    add_output_options(app, o);
    app.add_option("--pictures", o.pictures, "draw the product of every stage into this folder")->type_name("DIR");
    app.add_option("--html", o.html,
                   "write the level as a page for a browser, with the product of every stage as a layer to switch on; it\n"
                   "needs no network and no other file")
        ->type_name("FILE");
    app.add_option("--viewer-wasm", o.viewer_wasm,
                   "the queries for that page, which tools/viewer/build_wasm.sh compiles; default: navspan_viewer.wasm beside\n"
                   "this program or in ../share/navspan; without one, or with none, the page finds no paths")
        ->type_name("FILE");
    app.add_option("--verify", o.verify,
                   "search ways between this many random pairs of walkable floors both on the voxels, with A*, and on the\n"
                   "finished mesh; where only one of them has a way, or the mesh's is longer by more than 2 % and 4 times\n"
                   "contours.max_error, tell the pair, draw it (--pictures) and exit with 6; areas count at cost 1, off-mesh\n"
                   "links not at all")
        ->check(whole_number(1, 10000000))
        ->type_name("PAIRS");
    app.add_option("--verify-seed", o.verify_seed, "other pairs for another number; default 1")
        ->check(whole_number(0, 0xffffffffffffffff))
        ->type_name("NUMBER")
        ->needs("--verify");
    add_tile_options(app, o);

    add_scene_flags(app, o.scene, "Input");

    const std::string config = "Config (what is not given keeps its default; --explain-config says more)";
    app.add_option("--config", o.config_file, "JSON file like config.example.json; flags override it")
        ->type_name("FILE")
        ->group(config);
    app.add_option("--set", o.sets, "any config key, as agent.max_climb=0.4; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->group(config);
    app.add_flag("--print-config", o.print_config, "print the config in force as JSON and stop")->group(config);
    app.add_flag("--explain-config", o.explain_config, "print each key's meaning, unit, range and voxels and stop")
        ->group(config);
    add_config_flags(app, o, config);
}

BakeConfig default_config(const NavbakeOptions& options) {
    BakeConfig config;
    if (std::any_of(options.inputs.begin(), options.inputs.end(), is_grid_map)) config.agent.radius = 0;
    return config;
}

namespace {

// agents, agents[0] or agents.NAME, but no key of one: its value is all that is known of an agent from then on
bool replaces_agents(const std::string& path) {
    if (path.starts_with("agents.")) return path.find('.', path.find('.') + 1) == path.npos;
    return path == "agents" || (path.starts_with("agents[") && path.ends_with(']'));
}

// what was said of the only agent before agents were given would be lost: by flags, which come before every --set, and by
// those before it
Status check_agent_flags(const NavbakeOptions& options, const BakeConfig& config) {
    if (config.agents.empty() && config.agent.name.empty()) return Done{};
    std::string given, lost, by;
    for (size_t i = 0; i < options.flags.size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        if (key.path.starts_with("agent.") && options.flag_options[i]->count() > 0) given = key.flag();
    }
    for (const std::string& text : options.sets) {
        const std::string path = text.substr(0, text.find('='));
        if (path == "agent" || path.starts_with("agent.")) given = "--set " + path;
        if (given.empty() || !replaces_agents(path)) continue;
        lost = given;
        by = "--set " + path;
    }
    if (!config.agents.empty() && !given.empty()) {
        return Error{ErrorKind::usage,
                     given + ": the config has several agents; leave it out, or use --set agents.NAME.key=VALUE"};
    }
    if (lost.empty()) return Done{};
    return Error{ErrorKind::usage, lost + ": " + by + " gives all of the agent and comes after it; leave " + lost +
                                       " out, or use --set agents.NAME.key=VALUE after that"};
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
        if (options.flag_options[i]->count() == 0) continue;
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

bool has_polygons(const NavbakeOptions& options) {
    return std::any_of(options.inputs.begin(), options.inputs.end(), holds_polygons);
}

bool streams(const NavbakeOptions& options) {
    return !options.check && !options.verify && !options.landmarks && !options.keep_tiles && options.exports.empty() &&
           options.html.empty() && options.output != "-" && !is_device(options.output);
}

Status validate_polygon_flags(const NavbakeOptions& options, const BakeConfig& config) {
    const bool map = std::any_of(options.inputs.begin(), options.inputs.end(), is_grid_map);
    const char* flag = options.scene.up != "y"            ? "--up"
                       : options.scene.scale != 1 && !map ? "--scale"
                       : options.scene.flip               ? "--flip"
                       : !options.pictures.empty()        ? "--pictures"
                       : options.verify && !map           ? "--verify"
                       : options.max_memory               ? "--max-memory"
                       : options.keep_tiles               ? "--keep-tiles"
                       : !options.cache.empty()           ? "--cache"
                       : options.shard                    ? "--shard"
                                                          : nullptr;
    const bool plan = std::any_of(options.inputs.begin(), options.inputs.end(), is_plan);
    if (flag) {
        return Error{ErrorKind::usage,
                     std::string(flag) + ": makes no sense with a " + (plan ? "plan" : "polygon mesh") + "; leave it out"};
    }
    return check_polygon_input(options.inputs, config);
}

Status check_outputs(const NavbakeOptions& options, std::span<const InputFile> read) {
    std::vector<std::pair<std::string, std::string>> outputs{{"-o", options.output}, {"--report", options.report}};
    for (const std::string& path : options.exports) {
        if (const Status known = check_export_path("--export", path); !known) return known;
        outputs.emplace_back("--export", path);
    }
    outputs.emplace_back("--html", options.html);
    outputs.emplace_back("--depfile", options.depfile);
    const std::vector<std::string> inputs = files_read(options, read);
    for (size_t i = 0; i < outputs.size(); ++i) {
        const auto& [flag, path] = outputs[i];
        if (path.empty()) continue;
        for (const std::string& input : inputs) {
            if (is_same_file(path, input)) {
                return Error{ErrorKind::usage, flag + " " + path + ": this is an input; give another file"};
            }
        }
        if (const Status writable = check_output_path(path); !writable) return writable;
        for (size_t k = 0; k < i; ++k) {
            if (!is_same_file(path, outputs[k].second)) continue;
            return Error{ErrorKind::usage, flag + " " + path + ": " + (k == 0 ? "the level" : outputs[k].first) +
                                               " goes there; give another file"};
        }
    }
    return Done{};
}

namespace {}  // namespace

Status validate_options(const NavbakeOptions& options) {
    if (options.inputs.empty()) {
        return Error{ErrorKind::usage, options.merge
                                           ? "no shards: give all files that navbake --shard wrote"
                                           : "no scene: give one or more .obj, .gltf, .glb or .png files, or a .mesh file"};
    }
    if (options.output.empty()) return Error{ErrorKind::usage, "no output: give -o FILE"};
    if (options.keep_tiles && options.landmarks) {
        return Error{ErrorKind::usage, "--keep-tiles: a change of tiles drops landmarks; leave out --landmarks"};
    }
    if (const Status valid = check_scene_flags(options.scene, options.inputs); !valid) return valid;
    if (const Status valid = check_outputs(options); !valid) return valid;
    if (options.html == "-") return Error{ErrorKind::usage, "--html -: give the name of a file"};
    if (options.max_memory && !streams(options)) {
        return Error{ErrorKind::usage, std::string("--max-memory: ") +
                                           (options.check              ? "--check needs"
                                            : options.verify           ? "--verify needs"
                                            : options.landmarks        ? "--landmarks needs"
                                            : options.keep_tiles       ? "--keep-tiles needs"
                                            : !options.exports.empty() ? "--export needs"
                                            : !options.html.empty()    ? "--html needs"
                                                                       : "an output that is not a file needs") +
                                           " the whole mesh in memory, however large it gets; leave one of them out"};
    }
    if (!options.depfile.empty() && options.output == "-") {
        return Error{ErrorKind::usage, "--depfile: the level needs a name; give -o FILE"};
    }
    if (const Status sayable = check_depfile(options); !sayable) return sayable;
    if (options.shard && !options.exports.empty()) {
        return Error{ErrorKind::usage, "--export: a shard is not a level yet; give it to navbake merge"};
    }
    if (options.shard && options.verify) {
        return Error{ErrorKind::usage, "--verify: a shard is not a level yet; bake the level as a whole"};
    }
    if (options.shard && !options.html.empty()) {
        return Error{ErrorKind::usage, "--html: a shard is not a level yet; bake the level as a whole, or ask navquery --html"};
    }
    if (!options.viewer_wasm.empty() && options.html.empty()) {
        return Error{ErrorKind::usage, "--viewer-wasm: is for --html; leave it out"};
    }
    if (options.shard && options.landmarks) {
        return Error{ErrorKind::usage, "--landmarks: a shard has none; give it to navbake merge"};
    }
    if (options.shard && options.keep_tiles) {
        return Error{ErrorKind::usage, "--keep-tiles: not with --shard; bake the level as a whole"};
    }
    return Done{};
}

}  // namespace navspan::tools
