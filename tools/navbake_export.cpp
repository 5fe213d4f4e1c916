// navbake export: reads a level and writes it for another runtime. The suffix of the output says which.

#include "navbake_export.h"

#include <string>
#include <string_view>

#include "cli_common.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {
namespace {

struct ExportOptions {
    std::string level, output;
    bool strict = false, quiet = false;
};

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

int fail(const Error& error) {
    log_error(error.message);
    return exit_code(error);
}

Status validate(const ExportOptions& options) {
    if (options.level.empty()) return Error{ErrorKind::usage, "no level: give a .nav file"};
    if (options.output.empty()) return Error{ErrorKind::usage, "no output: give -o FILE.bin or FILE.bin64"};
    if (is_same_file(options.level, options.output)) {
        return Error{ErrorKind::usage, "-o " + options.output + ": this is the input; give another file"};
    }
    return check_output_path(options.output);
}

Result<DetourRefs> refs_of(const std::string& output) {
    if (ends_with(output, ".bin")) return DetourRefs::bits32;
    if (ends_with(output, ".bin64")) return DetourRefs::bits64;
    return Error{ErrorKind::usage, "-o " + output +
                                       ": no format has this suffix; give .bin for Detour, or .bin64 for Detour built with "
                                       "64-bit references"};
}

int export_level(const ExportOptions& options) {
    if (const Status valid = validate(options); !valid) return fail(valid.error());
    const Result<DetourRefs> refs = refs_of(options.output);
    if (!refs) return fail(refs.error());
    const Result<NavMesh> mesh = read_nav_mesh(options.level);
    if (!mesh) return fail(mesh.error());
    const Result<DetourFile> file = detour_file(*mesh, *refs);
    if (!file) return fail({file.error().kind, options.level + ": " + file.error().message});
    for (const Warning& warning : file->warnings)
        log_warning(warning.message + " [" + warning.code + "]");
    if (options.strict && !file->warnings.empty()) {
        log_error(count_of(file->warnings.size(), "warning") + ", and --strict was given: nothing was written");
        return kWarned;
    }
    if (const Status written = write_output(options.output, file->bytes); !written) return fail(written.error());
    log_info(options.output + ": " + count_of(file->tiles, "tile") + " for Detour, " + count_of(file->polygons, "polygon") +
             (file->cut ? " (" + with_thousands(file->cut) + " of the level's were cut)" : "") + ", " +
             with_thousands(file->bytes.size()) + " bytes");
    return kDone;
}

}  // namespace

int run_export(int argc, char** argv) {
    CLI::App app{
        "Writes a level for another runtime; the suffix of the output says for which:\n"
        "  .bin    Detour: a set of tiles as RecastDemo saves and loads them, 32-bit references\n"
        "  .bin64  the same for Detour built with DT_POLYREF64\n"
        "Polygons with more than six corners are cut. Equal levels give equal bytes.\n"
        "Exit codes: 0 done, 1 beyond a limit of the format or disk full, 2 usage, 3 the level is unreadable or invalid,\n"
        "4 warnings under --strict. Only 0 writes the output file.\n"};
    app.name("navbake export");
    ExportOptions options;
    app.add_option("level", options.level, "the .nav file")->type_name("FILE");
    app.add_option("-o,--output", options.output, "the file to write: .bin or .bin64")->type_name("FILE");
    app.add_flag("--strict", options.strict, "warnings make it fail (exit 4)");
    app.add_flag("-q,--quiet", options.quiet, "warnings and errors only");
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    set_up_logging("navbake", options.quiet ? Verbosity::quiet : Verbosity::normal);
    ignore_write_signals();
    return export_level(options);
}

}  // namespace navspan::tools
