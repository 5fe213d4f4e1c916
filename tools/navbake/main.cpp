// navbake: bakes a navigation mesh from level geometry.

#include <array>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/cli.h"
#include "common/command_line.h"
#include "common/guard.h"
#include "common/heap.h"
#include "navbake/check_options.h"
#include "navbake/commands/commands.h"
#include "navbake/files.h"
#include "navbake/input/input.h"
#include "navbake/level.h"
#include "navbake/options.h"
#include "navbake/output/messages.h"
#include "navbake/presets.h"
#include "navspan/io/config_json.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

// Bakes the level. Writes temporary files, unless the verdict refuses the level.
Verdict bake_and_write(const Options& options, LevelBake& bake) {
    StageTimer laps(bake.report);
    const Status made = make_level(options, bake, laps);
    log_new_warnings(bake);
    if (!made) return to_verdict(made.error());
    if (Verdict refusal = verdict(options, bake); refusal.code != kDone) return refusal;
    laps.restart();
    if (const Status written = write_level(options, bake); !written) return to_verdict(written.error());
    laps.lap("write");
    if (options.shard) bake.report.output_format = "shard";
    return {};
}

// Bakes the level. If a report is requested, writes it even if the bake fails. Writes no report if the options are invalid.
int bake_and_report(const Options& options, const BakeConfig& config, const GsetInput* gset) {
    if (const Status valid = validate_options(options, config); !valid) return report_error(valid.error());
    LevelBake bake;
    bake.report.config = config;
    if (gset) {
        bake.report.files.push_back(gset->file);
        bake.report.warnings = gset->scene.warnings;
    }
    const Verdict refusal = bake_and_write(options, bake);
    if (refusal.code == kInterrupted) {
        report_error({ErrorKind::interrupted, refusal.why});
    } else if (refusal.code != kDone) {
        log_error(refusal.why);
    }
    if (const Status written = write_report(options, bake, refusal); !written) {
        const int code = report_error(written.error());
        return refusal.code != kDone ? refusal.code : code;
    }
    if (refusal.code != kDone) return refusal.code;
    if (const Status kept = commit_level(options, bake); !kept) {
        // The written report says that the bake succeeded, which is wrong. Write the report again, unless it went to standard
        // output.
        const int code = report_error(kept.error());
        if (options.report == "-") return code;
        if (const Status written = write_report(options, bake, to_verdict(kept.error())); !written)
            log_error(options.report + " wrongly says that the bake succeeded: " + written.error().message);
        return code;
    }
    try {
        log_result(options, bake);
    } catch (const std::bad_alloc&) {  // the level is complete: only the message is lost
    }
    return kDone;
}

// Bakes. After Ctrl-C, removes all written files except the report.
int bake(const Options& options, const BakeConfig& config, const GsetInput* gset) {
    const int code = bake_and_report(options, config, gset);
    if (code == kInterrupted) remove_interrupted_files();
    return code;
}

// Prints a suggested config for the level.
int print_suggestion(const Options& options, const BakeConfig& config) {
    if (const Status known = check_inputs(options); !known) return report_error(known.error());
    if (const Status fits = check_combination(options, config); !fits) return report_error(fits.error());
    const Result<LoadedScene> scene = load_scene_files(options.inputs, options.scene);
    if (!scene) return report_error(scene.error());
    report_warnings(scene->warnings);
    const Warnings warnings = warnings_about_input(options, scene->soup, config);
    const std::string text = suggested_config(scene->soup, config, options.scene, warnings);
    const Status written = write_output("-", text);
    return written ? kDone : report_error(written.error());
}

int navbake(Options& options) {
    if (const Status fits = check_flags(options); !fits) return report_error(fits.error());
    const Result<std::optional<GsetInput>> opened = open_gset(options);
    if (!opened) return report_error(opened.error());
    const GsetInput* gset = *opened ? &**opened : nullptr;
    const bool has_settings = gset && gset->scene.settings;
    BakeConfig base = default_config(options);
    if (has_settings) {
        base = *gset->scene.settings;
        apply_preset_config(options, base);
    }
    Result<BakeConfig> config = effective_config(options, std::move(base));
    if (!config) return report_error(config.error());
    if (gset) add_gset_lists(gset->scene, *config);
    if (const Status valid = check_config(*config); !valid) return report_error(valid.error());
    if (options.suggest) return print_suggestion(options, *config);
    if (!options.print_config && !options.explain_config) return bake(options, *config, gset);
    const Result<std::string> text = options.print_config ? Result<std::string>(config_json(*config)) : explain_config(*config);
    if (!text) return report_error(text.error());
    const Status written = write_output("-", *text);
    return written ? kDone : report_error(written.error());
}

CommandLine merge_line(Options& options) {
    CommandLine line(
        "navbake merge",
        "Joins the shards that navbake --shard baked into a level with the same bytes as a single bake.\n"
        "Exit codes: 0 done, 1 disk full or nothing walkable, 2 usage, 3 a shard is missing, damaged or of another level, "
        "4 warnings under --strict or --deny, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n");
    add_merge_options(line, options);
    return line;
}

CommandLine bake_line(Options& options) {
    CommandLine line(
        "navbake",
        "Bakes a navigation mesh from level geometry. `navbake merge` joins shards into a level, "
        "`navbake export` converts a level to formats of other programs, `navbake diff` compares two; see their --help.\n"
        "Exit codes: 0 done, 1 bake failed or nothing walkable, 2 usage or config, 3 input unreadable or invalid, "
        "4 warnings under --strict or --deny, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n");
    add_options(line, options);
    return line;
}

// Writes the man page and the completions.
int write_manual(const std::string& folder) {
    Options baking, merging;
    const std::array pages{bake_line(baking).page(), merge_line(merging).page(), export_page(), diff_page()};
    const Status written = write_generated_files(pages, folder);
    return written ? kDone : report_error(written.error());
}

// Runs navbake merge.
int run_merge(int argc, char** argv) {
    Options options;
    CommandLine line = merge_line(options);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    ignore_write_signals();
    catch_interrupts();
    return bake(options, BakeConfig{}, nullptr);
}

int run(int argc, char** argv) {
    set_up_logging("navbake", Verbosity::normal);
    if (argc > 1 && std::string_view(argv[1]) == "merge") return run_merge(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "export") return run_export(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "diff") return run_diff(argc - 1, argv + 1);
    // --generate is a hidden flag for the build and for packagers.
    if (argc == 3 && std::string_view(argv[1]) == "--generate") return write_manual(argv[2]);
    Options options;
    CommandLine line = bake_line(options);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    if (const Status named = name_standard_input(options); !named) return report_error(named.error());
    if (const Status applied = apply_preset_input(line, options); !applied) return report_error(applied.error());
    ignore_write_signals();
    catch_interrupts();
    return navbake(options);
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    navspan::tools::prepare_heap();
    return navspan::tools::run_guarded("navbake", "to bake with less, set or lower tiles.size, or raise voxels.cell_size",
                                       navspan::tools::run, argc, argv);
}
