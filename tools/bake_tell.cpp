#include "bake_tell.h"

#include <cstdio>

#include "bake_verify.h"
#include "bake_watch.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

std::string why_nothing_is_walkable(const Options& options, const LevelBake& bake) {
    if (const size_t pruned = bake.report.pruned_islands.size()) {
        return "no walkable surface: islands.min_area, islands.keep_largest and island_seeds keep none of " +
               count_of(pruned, "island");
    }
    if (options.merge) return "no walkable surface in any shard";
    const std::string reason = no_walkable_surface(bake.report);
    if (!reason.empty()) return reason;
    return "no walkable surface: all islands, over all tiles, are smaller than regions.min_area; lower it or check --scale";
}

}  // namespace

void tell_warnings(const Warnings& warnings) {
    for (const Warning& warning : warnings)
        log_warning(warning.message + " [" + warning.code + "]");
}

void tell_result(const Options& options, const LevelBake& bake) {
    if (options.shard) {
        log_info(options.output + ": shard " + std::to_string(options.shard->shard) + "/" +
                 std::to_string(options.shard->shards) + ", " + with_thousands(bake.facts.bytes) + " bytes" +
                 tiles_text(bake.report));
        return;
    }
    char area[32];
    std::snprintf(area, sizeof area, "%.1f", total_area(bake.facts.islands));
    log_info(options.output + ": " + count_of(bake.facts.polygons, "polygon") + ", " + area + " square units, " +
             count_of(bake.facts.islands.size(), "island") + ", " +
             (bake.report.pruned_islands.empty() ? std::string()
                                                 : with_thousands(bake.report.pruned_islands.size()) + " more pruned, ") +
             (bake.facts.links ? count_of(bake.facts.links, "off-mesh link") + ", " : std::string()) +
             count_of(bake.facts.bytes, "byte") + tiles_text(bake.report));
    for (const ExportedFile& file : bake.exports)
        log_info(file.path + ": " + file.summary);
}

Refusal verdict(const Options& options, const LevelBake& bake) {
    for (const std::string& failure : bake.checks.failures)
        log_error("check: " + failure);
    if (bake.report.verified) tell_verified(*bake.report.verified);
    return judge({.broken_invariants = bake.checks.count,
                  .verify_faults = bake.report.verified ? bake.report.verified->faults() : 0,
                  .polygons = bake.facts.polygons,
                  .warnings = bake.report.warnings.size(),
                  .interrupted = interrupted()},
                 {.strict = options.strict, .allow_empty = options.allow_empty || options.shard.has_value()},
                 [&] { return why_nothing_is_walkable(options, bake); });
}

Refusal refuse(const Error& error) {
    return {ExitCode(exit_code(error)), error.message};
}

Status write_report(const Options& options, LevelBake& bake, const Refusal& refusal) {
    if (options.report.empty()) return Done{};
    if (refusal.code != kDone) {
        bake.report.status = "failed";
        bake.report.error = refusal.why;
        bake.report.output_file.clear();
    }
    bake.report.peak_memory_bytes = peak_memory_bytes();
    return write_output(options.report, report_json(bake.report));
}

}  // namespace navspan::tools
