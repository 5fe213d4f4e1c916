// navbake: bakes a navigation mesh from level geometry.

#include <string>
#include <vector>

#include "bake_probes.h"
#include "cli_common.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/config_keys.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/io/config_json.h"
#include "navspan/io/obj.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {
namespace {

struct Options {
    std::vector<std::string> inputs;
    std::string output;
    std::string config_file;
    std::vector<std::string> flags;  // per config key: what its flag was given, empty when it was not
    std::vector<std::string> sets;   // PATH=VALUE
    std::string up = "y";
    double scale = 1;
    bool flip = false;
    std::string report, pictures;
    bool check = false, strict = false, allow_empty = false;
    bool print_config = false, explain_config = false;
    bool quiet = false, verbose = false;

    Verbosity verbosity() const { return quiet ? Verbosity::quiet : verbose ? Verbosity::verbose : Verbosity::normal; }
};

void add_options(CLI::App& app, Options& o) {
    app.set_version_flag("--version",
                         std::string("navbake ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    app.add_option("scene", o.inputs, "level geometry: one or more .obj files");
    app.add_option("-o,--output", o.output, "the .nav file to write");
    app.add_option("--report", o.report, "write what happened as JSON to this file, - for standard output");
    app.add_option("--pictures", o.pictures, "draw the product of every stage into this folder");
    app.add_flag("--check", o.check, "test every invariant of every product; exit 6 when one is broken");
    app.add_flag("--strict", o.strict, "warnings make the bake fail (exit 4)");
    app.add_flag("--allow-empty", o.allow_empty, "write a mesh even when nothing is walkable");
    app.add_flag("-q,--quiet", o.quiet, "warnings and errors only");
    app.add_flag("-v,--verbose", o.verbose, "say more");

    const std::string input = "Input";
    app.add_option("--up", o.up, "which axis of the file points up: y or z")->check(CLI::IsMember({"y", "z"}))->group(input);
    app.add_option("--scale", o.scale, "factor on every coordinate")->check(CLI::PositiveNumber)->group(input);
    app.add_flag("--flip", o.flip, "turn every triangle over")->group(input);

    const std::string config = "Config (what is not given keeps its default; --explain-config says more)";
    app.add_option("--config", o.config_file, "JSON file like config.example.json; flags override it")->group(config);
    app.add_option("--set", o.sets, "any config key, as agent.max_climb=0.4; may be repeated")
        ->allow_extra_args(false)
        ->group(config);
    app.add_flag("--print-config", o.print_config, "print the config in force as JSON and stop")->group(config);
    app.add_flag("--explain-config", o.explain_config, "print each key's meaning, unit, range and voxels and stop")
        ->group(config);
    o.flags.resize(config_keys().size());
    for (size_t i = 0; i < config_keys().size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        const std::string names = key.alias.empty() ? key.flag() : key.alias + "," + key.flag();
        app.add_option(names, o.flags[i], key.meaning + (key.unit.empty() ? "" : " [" + key.unit + "]"))->group(config);
    }
}

Result<BakeConfig> effective_config(const Options& options) {
    BakeConfig config;
    if (!options.config_file.empty()) {
        Result<BakeConfig> loaded = load_config(options.config_file);
        if (!loaded) return loaded.error();
        config = *std::move(loaded);
    }
    for (size_t i = 0; i < options.flags.size(); ++i) {
        if (options.flags[i].empty()) continue;
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
    if (const Status valid = check_config(config); !valid) return valid.error();
    return config;
}

NavMeshInfo mesh_info(const BakeConfig& config) {
    NavMeshInfo info;
    info.tool_version = std::string("navspan ") + NAVSPAN_VERSION;
    info.config = config_json(config);
    info.agent = {config.agent.radius, config.agent.height, config.agent.max_climb, config.agent.max_slope};
    for (const AreaConfig& area : config.areas)
        info.areas.push_back({area.name, area.id, area.flags, area.cost});
    return info;
}

// what a bake hands from step to step
struct Bake {
    BakeConfig config;
    LoadedScene scene;
    NavMesh mesh;
    std::vector<std::byte> bytes;
    Warnings warnings;
    CheckReport checks;
};

ObjOptions input_options(const Options& options) {
    return {.up = options.up == "z" ? UpAxis::z : UpAxis::y,
            .scale = options.scale,
            .flip = options.flip,
            .hash = !options.report.empty()};
}

int fail(const Error& error) {
    log_error(error.message);
    return exit_code(error);
}

// stops at the first thing that is not as it must be before any work begins
Status validate_options(const Options& options) {
    if (options.inputs.empty()) return Error{ErrorKind::usage, "no scene: give one or more .obj files"};
    if (options.output.empty()) return Error{ErrorKind::usage, "no output: give -o FILE"};
    return Done{};
}

Status load_scene(const Options& options, Bake& bake) {
    Result<LoadedScene> scene = load_obj(options.inputs, input_options(options));
    if (!scene) return scene.error();
    bake.scene = *std::move(scene);
    bake.warnings = bake.scene.warnings;
    return Done{};
}

// runs the stages and links the one tile
Status build_mesh(const Options& options, Bake& bake) {
    ProgressProbe progress(options.verbosity());
    PictureProbe pictures(options.pictures);
    CheckProbe checks;
    ProbeList probes;
    probes.probes = {&progress};
    if (!options.pictures.empty()) probes.probes.push_back(&pictures);
    if (options.check) probes.probes.push_back(&checks);

    Result<NavTile> tile = bake_tile(bake.scene.soup, bake.config, &probes);
    progress.finish();
    if (!tile) return tile.error();
    if (!pictures.status()) return pictures.status();
    Result<NavMesh> mesh = link_tiles({*std::move(tile)}, mesh_info(bake.config));
    if (!mesh) return mesh.error();
    bake.mesh = *std::move(mesh);
    bake.bytes = serialize_nav_mesh(bake.mesh);
    bake.checks = std::move(checks.report);
    if (options.check) check_nav_mesh(bake.mesh, bake.checks);
    return Done{};
}

void tell_warnings(const Warnings& warnings) {
    for (const Warning& warning : warnings)
        log_warning(warning.message + " [" + warning.code + "]");
}

double mesh_area(const NavMesh& mesh) {
    double area = 0;
    for (const Island& island : mesh.islands)
        area += island.area;
    return area;
}

void tell_result(const Options& options, const Bake& bake) {
    char line[160];
    std::snprintf(line, sizeof line, "%s: %u polygons, %.1f square units, %zu islands, %s bytes", options.output.c_str(),
                  bake.mesh.polygon_count(), mesh_area(bake.mesh), bake.mesh.islands.size(),
                  with_thousands(bake.bytes.size()).c_str());
    log_info(line);
}

// the exit code that keeps the mesh from being written, or kDone
ExitCode verdict(const Options& options, const Bake& bake) {
    if (!bake.checks.ok()) {
        for (const std::string& failure : bake.checks.failures)
            log_error("check: " + failure);
        log_error(with_thousands(bake.checks.count) + " invariants are broken: this is a bug in navbake, please report it");
        return kCheckFailed;
    }
    if (bake.mesh.polygon_count() == 0 && !options.allow_empty) {
        log_error("no walkable surface; --allow-empty writes the empty mesh");
        return kFailed;
    }
    if (options.strict && !bake.warnings.empty()) {
        log_error(with_thousands(bake.warnings.size()) + " warnings under --strict: nothing written");
        return kWarned;
    }
    return kDone;
}

int bake_and_write(const Options& options, Bake& bake) {
    if (const Status valid = validate_options(options); !valid) return fail(valid.error());
    if (const Status loaded = load_scene(options, bake); !loaded) return fail(loaded.error());
    if (const Status built = build_mesh(options, bake); !built) return fail(built.error());
    tell_warnings(bake.warnings);
    if (const ExitCode code = verdict(options, bake); code != kDone) return code;
    if (interrupted()) return fail({ErrorKind::interrupted, "interrupted"});
    if (const Status written = write_output(options.output, bake.bytes); !written) return fail(written.error());
    tell_result(options, bake);
    return kDone;
}

int navbake(const Options& options) {
    Bake bake;
    Result<BakeConfig> config = effective_config(options);
    if (!config) return fail(config.error());
    bake.config = *std::move(config);
    if (options.print_config) {
        const Status written = write_output("-", config_json(bake.config));
        return written ? kDone : fail(written.error());
    }
    if (options.explain_config) {
        const Result<std::string> text = explain_config(bake.config);
        if (!text) return fail(text.error());
        const Status written = write_output("-", *text);
        return written ? kDone : fail(written.error());
    }
    return bake_and_write(options, bake);
}

int run(int argc, char** argv) {
    CLI::App app{
        "Bakes a navigation mesh from level geometry.\n"
        "Exit codes: 0 done, 1 bake failed or nothing walkable, 2 usage or config, 3 input unreadable or invalid,\n"
        "4 warnings under --strict, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n"};
    Options options;
    add_options(app, options);
    set_up_logging("navbake", Verbosity::normal);
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    catch_interrupts();
    return navbake(options);
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run(argc, argv);
}
