#include "navbake/output/messages.h"

#include <algorithm>

#include "core/text.h"
#include "navbake/output/details.h"
#include "navbake/passages.h"
#include "navbake/verify.h"
#include "navbake/watch.h"
#include "navmesh/mesh/agent_name.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

// Names the setting that removes all islands. islands.keep_largest is never the reason, because it keeps at least one.
std::string why_all_islands_are_pruned(const Options& options, const BakeReport& report) {
    const BakeConfig& config = report.config;
    double largest = 0;
    for (const PrunedIsland& island : report.pruned_islands)
        largest = std::max(largest, island.area);
    const std::string islands = count_of(report.pruned_islands.size(), "island"),
                      facts = "; the largest has " + size_text(largest) + " square units; ";
    const auto lost = std::count_if(report.warnings.begin(), report.warnings.end(),
                                    [](const Warning& warning) { return warning.code == "seed_lost"; });
    if (!config.island_seeds.empty() && size_t(lost) == config.island_seeds.size()) {
        return "island_seeds keeps none of " + islands + ", because no ground is near its points" + facts +
               (options.merge ? "bake the shards again with other points"
                              : "move a point onto an island, or try --set island_seeds=[]");
    }
    // If the largest island is large enough, the islands of the seeds are too small.
    const double least = largest < config.islands.min_area ? two_digits_down(largest) : 0;
    const std::string flag = "--islands-min-area " + number_text(least);
    return "islands.min_area " + number_text(config.islands.min_area) + " keeps none of " + islands +
           (config.island_seeds.empty() ? "" : ", and its islands with a point of island_seeds are smaller") + facts +
           (options.merge ? "bake the shards again with " : "try ") + flag;
}

// Explains why a mesh is empty.
// @param report  report of the mesh's agent
std::string why_nothing_is_walkable(const Options& options, const TriangleSoup& soup, const BakeReport& report) {
    if (!report.pruned_islands.empty()) return "no walkable surface: " + why_all_islands_are_pruned(options, report);
    if (options.merge) return "no walkable surface in any shard";
    BakeConfig config = report.config;
    config.agents.clear();
    return no_walkable_surface(report, measure_passages(soup, config, options.threads));
}

bool is_empty(const NavFileSummary& mesh) {
    return mesh.polygons == 0;
}

// Explains why a mesh is empty, for the first agent with an empty mesh.
std::string why_a_mesh_is_empty(const Options& options, const LevelBake& bake) {
    if (bake.report.agents.empty()) return why_nothing_is_walkable(options, bake.soup, bake.report);
    const auto first = std::find_if(bake.facts.begin(), bake.facts.end(), is_empty);
    const BakeReport& agent = bake.report.agents[size_t(first - bake.facts.begin())];
    return agent_prefix(agent.config.agent.name) + why_nothing_is_walkable(options, bake.soup, agent);
}

// Returns "12 polygons, 30.5 square units, 1 island". Appends the nonzero counts of pruned islands, off-mesh links, and
// generated links without ground.
std::string mesh_text(const BakeReport& report, const NavFileSummary& facts) {
    return count_of(facts.polygons, "polygon") + format(", %.1f square units, ", total_area(facts.islands)) +
           count_of(facts.islands.size(), "island") +
           (report.pruned_islands.empty() ? std::string()
                                          : ", " + with_thousands(report.pruned_islands.size()) + " more pruned") +
           (facts.links ? ", " + count_of(facts.links, "off-mesh link") : std::string()) +
           (report.unplaced_links.no_ground
                ? ", " + count_of(report.unplaced_links.no_ground, "generated link") + " without ground left out"
                : std::string());
}

}  // namespace

void log_result(const Options& options, const LevelBake& bake) {
    if (options.verbose && bake.report.agents.empty()) log_details(bake.report, "");
    if (options.verbose) {
        for (const BakeReport& agent : bake.report.agents)
            log_details(agent, agent_prefix(agent.config.agent.name));
    }
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

Verdict verdict(const Options& options, const LevelBake& bake) {
    for (const std::string& failure : bake.checks.failures)
        log_error("check: " + failure);
    if (bake.report.verified) log_verify_result(*bake.report.verified);
    if (bake.checks.count > 0) {
        return {kCheckFailed, count_of(bake.checks.count, "broken invariant") + "; this is a bug in navbake, please report it"};
    }
    if (const uint64_t faults = bake.report.verified ? bake.report.verified->faults() : 0) {
        return {kCheckFailed,
                "the mesh and its voxels differ in " + count_of(faults, "place") + " (--verify); nothing was written"};
    }
    const bool any_empty = std::any_of(bake.facts.begin(), bake.facts.end(), is_empty);
    if (any_empty && !options.allow_empty && !options.shard) {
        return {kFailed, why_a_mesh_is_empty(options, bake) + "; use --allow-empty to write the empty mesh"};
    }
    if (const std::string why = refusal(options.strictness, bake.report.warnings); !why.empty()) {
        return {kWarned, why + "; nothing was written"};
    }
    if (interrupted()) return {kInterrupted, "interrupted"};
    return {};
}

Verdict to_verdict(const Error& error) {
    return {ExitCode(exit_code(error)), error.message};
}

Status write_report(const Options& options, LevelBake& bake, const Verdict& refusal) {
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
