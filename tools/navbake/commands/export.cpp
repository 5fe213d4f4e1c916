// navbake export: writes a level in the format given by the output's suffix.

#include <optional>
#include <string>
#include <utility>

#include "common/agent_choice.h"
#include "common/cli.h"
#include "common/command_line.h"
#include "common/strictness.h"
#include "io/detour/level_file.h"
#include "navbake/commands/commands.h"
#include "navbake/output/export_formats.h"

namespace navspan::tools {
namespace {

struct ExportOptions {
    std::string level, output, agent;
    Strictness strictness;
    bool quiet = false;
};

Status validate_export(const ExportOptions& options) {
    if (options.level.empty()) return Error{ErrorKind::usage, "no level; give a .nav file"};
    if (options.output.empty()) return Error{ErrorKind::usage, "no output; give -o FILE"};
    if (const Status fits = check_exclusions(strictness_facts(options.strictness)); !fits) return fits;
    if (const Status known = check_export_path("-o", options.output); !known) return known;
    const Status apart = check_not_input("-o", options.output, {&options.level, 1}, "the input");
    return apart ? check_output_path(options.output) : apart;
}

// Reads the requested agent's mesh, or the only mesh of the file.
Result<NavMesh> read_mesh(const ExportOptions& options) {
    Result<LevelFile> level = read_level(options.level);
    if (!level) return level.error();
    report_warnings(level->warnings, options.level + ": ");
    const Result<size_t> mesh = choose_mesh(level->meshes, options.agent, options.level);
    if (!mesh) return mesh.error();
    return std::move(level->meshes[*mesh]);
}

int export_level(const ExportOptions& options) {
    if (const Status valid = validate_export(options); !valid) return report_error(valid.error());
    const Result<NavMesh> mesh = read_mesh(options);
    if (!mesh) return report_error(mesh.error());
    const Result<ExportedFile> file = export_mesh(*mesh, options.output);
    if (!file) return report_error({file.error().kind, options.level + ": " + file.error().message});
    report_warnings(file->warnings);
    if (const std::string why = refusal(options.strictness, file->warnings); !why.empty()) {
        log_error(why + "; nothing was written");
        return kWarned;
    }
    if (const Status written = write_output(options.output, file->bytes); !written) return report_error(written.error());
    log_info(options.output + ": " + file->summary);
    return kDone;
}

CommandLine export_line(ExportOptions& options) {
    CommandLine line("navbake export",
                     "Converts a level to a format of another program, chosen by the suffix of the output:\n" +
                         export_formats_help() +
                         "For Detour, polygons with more than six corners are cut. Equal levels give equal bytes.\n"
                         "Exit codes: 0 done, 1 a limit of the format is exceeded or disk full, 2 usage, 3 the level is "
                         "unreadable or invalid, "
                         "4 warnings under --strict or --deny. Only 0 writes the output file.\n");
    line.add("level", options.level, "the .nav file, or a Detour tile set").type("FILE");
    line.add("-o,--output", options.output, "the file to write").type("FILE");
    add_agent_option(line, options.agent);
    add_strictness_flags(line, options.strictness);
    line.add_switch("-q,--quiet", options.quiet, "print only warnings and errors");
    return line;
}

}  // namespace

HelpPage export_page() {
    ExportOptions options;
    return export_line(options).page();
}

int run_export(int argc, char** argv) {
    ExportOptions options;
    CommandLine line = export_line(options);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    set_up_logging("navbake", options.quiet ? Verbosity::quiet : Verbosity::normal);
    ignore_write_signals();
    return export_level(options);
}

}  // namespace navspan::tools
