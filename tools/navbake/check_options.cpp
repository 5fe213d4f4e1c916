#include "navbake/check_options.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/exclusions.h"
#include "core/append.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "navbake/input/input.h"
#include "navbake/output/depfile.h"
#include "navbake/output/export_formats.h"
#include "navspan/core/file.h"

namespace navspan::tools {
namespace {

// Returns the facts that check_exclusions needs about the flags on the command line.
std::vector<Fact> option_facts(const NavbakeOptions& o) {
    std::vector<Fact> facts = strictness_facts(o.strictness);
    const auto add = [&facts](bool holds, std::string_view name) {
        if (holds) facts.push_back({name});
    };
    add(o.verbose, "--verbose");
    add(o.quiet, "--quiet");
    add(o.verify > 0, "--verify");
    add(o.landmarks > 0, "--landmarks");
    add(o.hubs, "--hubs");
    add(o.hub_memory > 0, "--hub-memory");
    add(!o.hubs, facts::kNoHubs);
    add(o.keep_tiles, "--keep-tiles");
    add(o.live, "--live");
    add(!o.exports.empty(), "--export");
    add(!o.html.empty(), "--html");
    add(!o.viewer_wasm.empty(), "--viewer-wasm");
    add(!o.pictures.empty(), "--pictures");
    add(!o.cache.empty(), "--cache");
    add(!o.depfile.empty(), "--depfile");
    add(o.cache_max_bytes > 0, "--cache-max-size");
    add(o.verify_seed.has_value(), "--verify-seed");
    add(o.shard.has_value(), "--shard");
    add(o.suggest, "--suggest");
    add(o.print_config, "--print-config");
    add(o.explain_config, "--explain-config");
    add(!o.input_format.empty(), "--input-format");
    const bool reads_input = std::any_of(o.inputs.begin(), o.inputs.end(), is_standard_input);
    add(reads_input, facts::kStandardInput);
    add(reads_input && has_cells(o.inputs), facts::kCellsOnInput);
    add(o.html == "-", facts::kPageOnOutput);
    add(o.output == "-", facts::kStandardOutput);
    return facts;
}

}  // namespace

bool writes_file(const NavbakeOptions& o) {
    return o.output != "-" && !is_device(o.output);
}

bool streams(const NavbakeOptions& o) {
    const bool reads_mesh = o.check || o.verify > 0 || o.landmarks > 0 || o.hubs || !o.exports.empty() || !o.html.empty();
    const bool adds_section = o.keep_tiles || o.live;
    return !reads_mesh && !adds_section && writes_file(o);
}

Status check_flags(const NavbakeOptions& options) {
    return check_exclusions(option_facts(options));
}

Status check_combination(const NavbakeOptions& o, const BakeConfig& config) {
    std::vector<Fact> facts = option_facts(o);
    if (!config.agents.empty()) facts.push_back({facts::kAgents, count_of(config.agents.size(), "agent")});
    if (config.tiles.size == 0) facts.push_back({facts::kUntiled});
    facts.push_back({facts::kBake});
    if (!o.output.empty() && o.output != "-") facts.push_back({facts::kLevelFile, o.output});
    if (!o.merge) {
        append_moved(facts, polygon_facts(o.inputs, config));
        append_moved(facts, scene_facts(o.scene, o.inputs));
    }
    return check_exclusions(facts);
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
        if (const Status apart = check_not_input(flag, path, inputs); !apart) return apart;
        if (const Status writable = check_output_path(path); !writable) return writable;
        for (size_t k = 0; k < i; ++k) {
            if (!is_same_file(path, outputs[k].second)) continue;
            return Error{ErrorKind::usage, flag + " " + path + ": " + (k == 0 ? "the level" : outputs[k].first) +
                                               " is written to the same file; give another file"};
        }
    }
    return Done{};
}

Status check_inputs(const NavbakeOptions& options) {
    if (options.inputs.empty()) {
        return Error{ErrorKind::usage, options.merge ? "no shards; give all files that navbake --shard wrote"
                                                     : "no scene; give one or more " + triangle_suffixes() + " files, or one " +
                                                           level_suffixes() + " file"};
    }
    if (options.merge) return Done{};
    for (const std::string& path : options.inputs) {
        if (const auto format = input_format(path); !format) return format.error();
    }
    return check_single_level(options.inputs);
}

Status validate_options(const NavbakeOptions& options, const BakeConfig& config) {
    if (const Status known = check_inputs(options); !known) return known;
    if (options.output.empty()) return Error{ErrorKind::usage, "no output; give -o FILE"};
    if (options.output == "-" && isatty(STDOUT_FILENO)) {
        return Error{ErrorKind::usage,
                     "-o -: standard output is a terminal, and a level is binary; give -o FILE, or redirect the output"};
    }
    if (const Status fits = check_combination(options, config); !fits) return fits;
    if (const Status valid = check_outputs(options); !valid) return valid;
    if (has_export_suffix(options.output)) {
        return Error{ErrorKind::usage, "-o " + options.output + ": -o writes only .nav files; give -o FILE.nav, and --export " +
                                           options.output + " for this format"};
    }
    if (find_input_format(options.output)) {
        return Error{ErrorKind::usage, "-o " + options.output +
                                           ": this is the suffix of an input, and -o writes only .nav files; give -o FILE.nav"};
    }
    return check_depfile(options);
}

}  // namespace navspan::tools
