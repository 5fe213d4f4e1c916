#include "navbake/output/tell.h"

#include <algorithm>
#include <cstdio>

#include "navbake/verify.h"
#include "navbake/watch.h"
#include "navmesh/mesh/agent_name.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

// @param report  of one agent's mesh
std::string why_nothing_is_walkable(const Options& options, const BakeReport& report) {
    if (const size_t pruned = report.pruned_islands.size()) {
        return "no walkable surface: islands.min_area, islands.keep_largest and island_seeds keep none of " +
               count_of(pruned, "island");
    }
    if (options.merge) return "no walkable surface in any shard";
    const std::string reason = no_walkable_surface(report);
    if (!reason.empty()) return reason;
    return "no walkable surface: all islands, over all tiles, are smaller than regions.min_area; lower it or check --scale";
}

// of the first agent that has none
std::string why_a_mesh_is_empty(const Options& options, const LevelBake& bake) {
    if (bake.report.agents.empty()) return why_nothing_is_walkable(options, bake.report);
    size_t a = 0;
    while (bake.facts[a].polygons > 0)
        ++a;
    const BakeReport& agent = bake.report.agents[a];
    return agent_prefix(agent.config.agent.name) + why_nothing_is_walkable(options, agent);
}

uint64_t fewest_polygons(const std::vector<NavFileFacts>& facts) {
    uint64_t fewest = facts.front().polygons;
    for (const NavFileFacts& mesh : facts)
        fewest = std::min(fewest, mesh.polygons);
    return fewest;
}

// "12 polygons, 30.5 square units, 1 island", and what went and what links
std::string mesh_text(const BakeReport& report, const NavFileFacts& facts) {
    char area[32];
    std::snprintf(area, sizeof area, "%.1f", total_area(facts.islands));
    return count_of(facts.polygons, "polygon") + ", " + area + " square units, " + count_of(facts.islands.size(), "island") +
           (report.pruned_islands.empty() ? std::string()
                                          : ", " + with_thousands(report.pruned_islands.size()) + " more pruned") +
           (facts.links ? ", " + count_of(facts.links, "off-mesh link") : std::string()) +
           (report.unplaced_links.no_ground
                ? ", " + with_thousands(report.unplaced_links.no_ground) + " found ones without ground left out"
                : std::string());
}

}  // namespace

void tell_warnings(const Warnings& warnings) {
    for (const Warning& warning : warnings)
        log_warning(warning.message + " [" + warning.code + "]");
}

void tell_result(const Options& options, const LevelBake& bake) {
    const std::string size = count_of(bake.facts[0].bytes, "byte") + tiles_text(bake.report);
    const std::vector<BakeReport>& agents = bake.report.agents;
    if (options.shard) {
        log_info(options.output + ": shard " + std::to_string(options.shard->shard) + "/" +
                 std::to_string(options.shard->shards) + ", " + size);
        return;
    }
    for (size_t a = 0; a < agents.size(); ++a)
        log_info(options.output + ": agent " + agents[a].config.agent.name + ": " + mesh_text(agents[a], bake.facts[a]));
    log_info(options.output + ": " +
             (agents.empty() ? mesh_text(bake.report, bake.facts[0]) : count_of(agents.size(), "agent")) + ", " + size);
    for (const ExportedFile& file : bake.exports)
        log_info(file.path + ": " + file.summary);
}

Refusal verdict(const Options& options, const LevelBake& bake) {
    for (const std::string& failure : bake.checks.failures)
        log_error("check: " + failure);
    if (bake.report.verified) tell_verified(*bake.report.verified);
    return judge({.broken_invariants = bake.checks.count,
                  .verify_faults = bake.report.verified ? bake.report.verified->faults() : 0,
                  .polygons = fewest_polygons(bake.facts),
                  .warnings = bake.report.warnings.size(),
                  .interrupted = interrupted()},
                 {.strict = options.strict, .allow_empty = options.allow_empty || options.shard.has_value()},
                 [&] { return why_a_mesh_is_empty(options, bake); });
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
