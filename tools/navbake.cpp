// navbake: bakes a navigation mesh from level geometry.

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake_verdict.h"
#include "bake_watch.h"
#include "cli_common.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/config_keys.h"
#include "navspan/bake/nav_tile.h"
#include "navspan/check/landmarks.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "navspan/io/obj.h"
#include "navspan/io/report.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/landmarks.h"
#include "polygon_input.h"

namespace navspan::tools {
namespace {

struct Options {
    std::vector<std::string> inputs;
    std::string output;
    std::string config_file;
    std::vector<std::string> flags;                // per config key: what its flag was given
    std::vector<const CLI::Option*> flag_options;  // and whether it was
    std::vector<std::string> sets;                 // PATH=VALUE
    std::string up = "y";
    double scale = 1;
    bool flip = false;
    std::string report, pictures;
    uint32_t landmarks = 0;
    unsigned threads = 0;
    bool check = false, strict = false, allow_empty = false;
    bool print_config = false, explain_config = false;
    bool quiet = false, verbose = false;

    Verbosity verbosity() const { return quiet ? Verbosity::quiet : verbose ? Verbosity::verbose : Verbosity::normal; }
};

std::string default_text(const ConfigKey& key) {
    const ConfigValue value = key.get(BakeConfig{});
    if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const double* d = std::get_if<double>(&value)) return number_text(*d);
    if (const auto* name = std::get_if<std::string_view>(&value)) return std::string(*name);
    return "null";
}

const char* type_text(const ConfigKey& key) {
    return key.kind == ConfigKind::choice ? "NAME" : key.kind == ConfigKind::boolean ? "BOOL" : "NUMBER";
}

// one flag for every key of the config that has a single value
void add_config_flags(CLI::App& app, Options& o, const std::string& group) {
    o.flags.resize(config_keys().size());
    for (size_t i = 0; i < config_keys().size(); ++i) {
        const ConfigKey& key = config_keys()[i];
        const std::string names = key.alias.empty() ? key.flag() : key.alias + "," + key.flag();
        const std::string help = key.meaning + ":\n" + key.expected() + "; default " + default_text(key);
        o.flag_options.push_back(app.add_option(names, o.flags[i], help)->type_name(type_text(key))->group(group));
    }
}

std::string check_axis(const std::string& text) {
    return text == "y" || text == "z" ? "" : text + " is not an axis that can point up; give y or z";
}

std::string check_threads(const std::string& text) {
    const bool number = !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == std::string::npos;
    return number && std::stoi(text) <= 1024 ? "" : text + " is not a whole number from 0 to 1024";
}

void add_options(CLI::App& app, Options& o) {
    app.set_version_flag("--version",
                         std::string("navbake ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    app.add_option("scene", o.inputs, "level geometry: one or more .obj files; or finished polygons: one .mesh file")
        ->type_name("FILE");
    app.add_option("-o,--output", o.output, "the .nav file to write, - for standard output")->type_name("FILE");
    app.add_option("--report", o.report, "write what happened as JSON to this file, - for standard output")->type_name("FILE");
    app.add_option("--pictures", o.pictures, "draw the product of every stage into this folder")->type_name("DIR");
    app.add_option(
           "--landmarks", o.landmarks,
           "store every vertex' shortest distances from this many far-apart places of its island, so that shortest paths\n"
           "are found faster around large obstacles; takes 4 bytes a vertex and landmark, and a search each; 0 to 64,\n"
           "8 is a good number; default 0")
        ->check(CLI::Range(0u, kMaxLandmarks))
        ->type_name("COUNT");
    app.add_flag("--check", o.check, "test every invariant of every product; exit 6 when one is broken");
    app.add_option("--threads", o.threads, "threads that bake tiles (--tile-size), 0 = all the machine has; default 0")
        ->check(check_threads)
        ->type_name("N");
    app.add_flag("--strict", o.strict, "warnings make the bake fail (exit 4)");
    app.add_flag("--allow-empty", o.allow_empty, "write a mesh even when nothing is walkable");
    app.add_flag("-q,--quiet", o.quiet, "warnings and errors only");
    app.add_flag("-v,--verbose", o.verbose, "say more")->excludes("--quiet");

    const std::string input = "Input";
    app.add_option("--up", o.up, "which axis of the file points up, y or z; default y")
        ->check(check_axis)
        ->type_name("AXIS")
        ->group(input);
    app.add_option("--scale", o.scale, "factor on every coordinate; default 1")
        ->check(check_positive)
        ->type_name("NUMBER")
        ->group(input);
    app.add_flag("--flip", o.flip, "turn every triangle over")->group(input);

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

Result<BakeConfig> effective_config(const Options& options) {
    BakeConfig config;
    if (!options.config_file.empty()) {
        Result<BakeConfig> loaded = load_config(options.config_file);
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
    if (const Status valid = check_config(config); !valid) return valid.error();
    return config;
}

// what a bake hands from step to step
struct Bake {
    TriangleSoup soup;
    NavMesh mesh;
    std::vector<std::byte> bytes;
    CheckReport checks;
    BakeReport report;  // config and warnings included
};

// Milliseconds since the last lap, into the report.
class Laps {
public:
    explicit Laps(BakeReport& report) : report_(report) {}
    void lap(const char* name) {
        const auto now = std::chrono::steady_clock::now();
        report_.stages_ms.emplace_back(name, std::chrono::duration<double, std::milli>(now - start_).count());
        start_ = now;
    }
    void restart() { start_ = std::chrono::steady_clock::now(); }

private:
    BakeReport& report_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
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

bool has_polygons(const Options& options) {
    return std::any_of(options.inputs.begin(), options.inputs.end(), is_polygon_mesh);
}

// flags that are about triangles or about stages
Status validate_polygon_flags(const Options& options, const BakeConfig& config) {
    const char* flag = options.up != "y"           ? "--up"
                       : options.scale != 1        ? "--scale"
                       : options.flip              ? "--flip"
                       : !options.pictures.empty() ? "--pictures"
                                                   : nullptr;
    if (flag) return Error{ErrorKind::usage, std::string(flag) + ": makes no sense with a polygon mesh; leave it out"};
    return check_polygon_input(options.inputs, config);
}

// stops at the first thing that is not as it must be before any work begins
Status validate_options(const Options& options) {
    if (options.inputs.empty()) return Error{ErrorKind::usage, "no scene: give one or more .obj files, or a .mesh file"};
    if (options.output.empty()) return Error{ErrorKind::usage, "no output: give -o FILE"};
    for (const auto& [flag, path] : {std::pair{"-o ", &options.output}, std::pair{"--report ", &options.report}}) {
        if (path->empty()) continue;
        for (const std::string& input : options.inputs) {
            if (is_same_file(*path, input)) {
                return Error{ErrorKind::usage, flag + *path + ": this is an input; give another file"};
            }
        }
        if (const Status writable = check_output_path(*path); !writable) return writable;
    }
    if (is_same_file(options.output, options.report)) {
        return Error{ErrorKind::usage, "--report " + options.report + ": the level goes there; give another file"};
    }
    return Done{};
}

void add_warnings(Warnings& to, Warnings from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

NavMeshInfo mesh_info(const BakeConfig& config) {
    return nav_mesh_info(config, config_json(config), std::string("navspan ") + NAVSPAN_VERSION);
}

// what is alike however the mesh came about
Status finish_mesh(const Options& options, Bake& bake, Laps& laps) {
    if (options.landmarks) {
        Result<NavMesh> steered = with_landmarks(bake.mesh, options.landmarks);
        if (!steered) return steered.error();
        bake.mesh = *std::move(steered);
        laps.lap("landmarks");
    }
    bake.bytes = serialize_nav_mesh(bake.mesh);
    if (options.check) {
        check_nav_mesh(bake.mesh, bake.checks);
        check_landmarks(bake.mesh, bake.checks);
    }
    return Done{};
}

// a level of finished polygons: there is nothing to bake
Status read_polygons(const Options& options, Bake& bake, Laps& laps) {
    if (const Status valid = validate_polygon_flags(options, bake.report.config); !valid) return valid;
    InputFile& file = bake.report.files.emplace_back();
    Result<NavMesh> mesh =
        mesh_from_polygon_file(options.inputs[0], mesh_info(bake.report.config), !options.report.empty(), file);
    if (!mesh) return mesh.error();
    if (mesh->polygon_count() == 0 && !options.allow_empty) {
        return Error{ErrorKind::failed, options.inputs[0] + ": holds no polygons; --allow-empty writes the empty mesh"};
    }
    bake.mesh = *std::move(mesh);
    laps.lap("load");
    return finish_mesh(options, bake, laps);
}

Status load_scene(const Options& options, Bake& bake, Laps& laps) {
    Result<LoadedScene> scene = load_obj(options.inputs, input_options(options));
    if (!scene) return scene.error();
    bake.soup = std::move(scene->soup);
    bake.report.files = std::move(scene->files);
    add_warnings(bake.report.warnings, std::move(scene->warnings));
    Result<Warnings> unmatched = apply_area_rules(bake.soup, bake.report.config);
    if (!unmatched) return unmatched.error();
    add_warnings(bake.report.warnings, *std::move(unmatched));
    add_warnings(bake.report.warnings, config_warnings(bake.report.config));
    laps.lap("load");
    return Done{};
}

// runs the stages, tile by tile where there are tiles, and links what comes out
Status build_mesh(const Options& options, Bake& bake, Laps& laps) {
    const BakeConfig& config = bake.report.config;
    BakeWatch watch({.verbosity = options.verbosity(), .pictures = options.pictures, .check = options.check}, bake.report);
    const BakeOptions run{.threads = options.threads,
                          .probe = [&](const TileWindow* window, size_t tiles) { return watch.probe(window, tiles); },
                          .before_link = [&] { laps.restart(); }};
    Result<NavMesh> mesh = bake_nav_mesh(bake.soup, config, mesh_info(config), run);
    watch.finish(bake.soup);
    if (!mesh) return mesh.error();
    if (!watch.pictures()) return watch.pictures();
    bake.mesh = *std::move(mesh);
    laps.lap("link");
    bake.checks = watch.checks();
    return finish_mesh(options, bake, laps);
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
    char area[32];
    std::snprintf(area, sizeof area, "%.1f", mesh_area(bake.mesh));
    log_info(options.output + ": " + with_thousands(bake.mesh.polygon_count()) + " polygons, " + area + " square units, " +
             with_thousands(bake.mesh.islands.size()) + " islands, " + with_thousands(bake.bytes.size()) + " bytes");
}

Refusal verdict(const Options& options, const Bake& bake) {
    for (const std::string& failure : bake.checks.failures)
        log_error("check: " + failure);
    return judge({.broken_invariants = bake.checks.count,
                  .polygons = bake.mesh.polygon_count(),
                  .warnings = bake.report.warnings.size(),
                  .interrupted = interrupted()},
                 {.strict = options.strict, .allow_empty = options.allow_empty},
                 [&] { return no_walkable_surface(bake.report); });
}

Refusal refuse(const Error& error) {
    return {ExitCode(exit_code(error)), error.message};
}

// bakes and leaves the level beside its place, so that nothing is there when the report cannot be written
Refusal bake_and_write(const Options& options, Bake& bake, std::optional<PendingFile>& level) {
    Laps laps(bake.report);
    if (has_polygons(options)) {
        if (const Status read = read_polygons(options, bake, laps); !read) return refuse(read.error());
    } else {
        if (const Status loaded = load_scene(options, bake, laps); !loaded) return refuse(loaded.error());
        if (const Status built = build_mesh(options, bake, laps); !built) return refuse(built.error());
    }
    tell_warnings(bake.report.warnings);
    if (Refusal refusal = verdict(options, bake); refusal.code != kDone) return refusal;
    laps.restart();
    if (options.output != "-") {
        Result<PendingFile> written = PendingFile::write(options.output, bake.bytes);
        if (!written) return refuse(written.error());
        level.emplace(*std::move(written));
    }
    laps.lap("write");
    add_output(bake.report, bake.mesh, options.output, bake.bytes);
    return {};
}

// bakes, and reports on success and failure alike
int bake_and_report(const Options& options, const BakeConfig& config) {
    if (const Status valid = validate_options(options); !valid) return fail(valid.error());
    Bake bake;
    bake.report.config = config;
    std::optional<PendingFile> level;
    const Refusal refusal = bake_and_write(options, bake, level);
    if (refusal.code != kDone) {
        log_error(refusal.why);
        bake.report.status = "failed";
        bake.report.error = refusal.why;
    }
    if (!options.report.empty()) {
        bake.report.peak_memory_bytes = peak_memory_bytes();
        const Status written = write_output(options.report, report_json(bake.report));
        if (!written) {
            const int code = fail(written.error());
            return refusal.code != kDone ? refusal.code : code;
        }
    }
    if (refusal.code != kDone) return refusal.code;
    if (!stop_interrupts()) return fail(Error{ErrorKind::interrupted, "interrupted"});
    const Status in_place = level ? level->put_in_place() : write_output(options.output, bake.bytes);
    if (!in_place) return fail(in_place.error());
    tell_result(options, bake);
    return kDone;
}

int navbake(const Options& options) {
    const Result<BakeConfig> config = effective_config(options);
    if (!config) return fail(config.error());
    if (!options.print_config && !options.explain_config) return bake_and_report(options, *config);
    const Result<std::string> text = options.print_config ? Result<std::string>(config_json(*config)) : explain_config(*config);
    if (!text) return fail(text.error());
    const Status written = write_output("-", *text);
    return written ? kDone : fail(written.error());
}

int run(int argc, char** argv) {
    CLI::App app{
        "Bakes a navigation mesh from level geometry.\n"
        "Exit codes: 0 done, 1 bake failed or nothing walkable, 2 usage or config, 3 input unreadable or invalid,\n"
        "4 warnings under --strict, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n"};
    app.name("navbake");
    Options options;
    add_options(app, options);
    set_up_logging("navbake", Verbosity::normal);
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    ignore_write_signals();
    catch_interrupts();
    return navbake(options);
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded(navspan::tools::run, argc, argv);
}
