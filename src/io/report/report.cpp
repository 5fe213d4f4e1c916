// Gathers the report of a bake. A probe counts the contents of each product, without changing the product.

#include "io/report/report.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

#include "bake/jumps/generate_links.h"
#include "core/text.h"
#include "io/report/tile_notes.h"
#include "navmesh/mesh/agent_name.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#endif

namespace navspan {
namespace {

uint64_t count_walkable(std::span<const uint8_t> areas) {
    return areas.size() - uint64_t(std::count(areas.begin(), areas.end(), kNullArea));
}

void count_spans(BakeReport& report, const BakeProducts& products) {
    if (!products.heightfield) return;
    const auto& spans = products.heightfield->spans;
    report.funnel.spans = spans.size();
    report.funnel.walkable_spans =
        uint64_t(std::count_if(spans.begin(), spans.end(), [](const Span& s) { return s.area != kNullArea; }));
}

// Adds a warning for each kind of contour issue, with the number of issues and the position of the first issue.
void add_contour_warnings(BakeReport& report, const BakeProducts& products, std::span<const ContourIssue> issues,
                          const char* product) {
    std::vector<std::pair<std::string, uint64_t>> kinds;
    for (const ContourIssue& t : issues) {
        const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == t.what; });
        if (same == kinds.end()) {
            kinds.emplace_back(t.what, 1);
        } else {
            ++same->second;
        }
    }
    for (const auto& kind : kinds) {
        const std::string& what = kind.first;
        const auto first = std::find_if(issues.begin(), issues.end(), [&](const ContourIssue& t) { return t.what == what; });
        const double cell = products.config->lattice.cell_size;
        DVec3 place = grid_corner(products.config->lattice, *products.grid);
        place.x += first->where.x * cell;
        place.z += first->where.z * cell;
        const std::string remedy = products.config->refine_contours
                                       ? "inspect this position or lower voxels.cell_size"
                                       : "set contours.refine to true, or lower contours.max_error or voxels.cell_size";
        report.warnings.push_back({std::string(product) + "_trouble",
                                   count_text(kind.second, "region") + " in the " + product + ": " + what +
                                       ", the first is region " + std::to_string(first->region) + "; " + remedy,
                                   place});
    }
}

// Adds the time of a stage. The filters and the compact heightfield share one entry, because a single pass computes them.
void add_time(BakeReport& report, Stage stage, double ms) {
    const bool in_pass = stage >= Stage::filter_low_hanging && stage <= Stage::compact_heightfield;
    if (!in_pass || stage == Stage::filter_low_hanging) {
        report.stages_ms.emplace_back(in_pass ? kFilterPassName : stage_name(stage), ms);
    } else {
        report.stages_ms.back().second += ms;
    }
}

void count_tile(BakeReport& report, const BakeProducts& products) {
    if (!products.tile) return;
    const NavTile& tile = *products.tile;
    int64_t doubled = 0;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p)
        doubled += doubled_area(tile, p);
    report.funnel.polygons = tile.polygons.size();
    report.funnel.area = double(doubled) / 2 * tile.frame.quantum * tile.frame.quantum;
}

}  // namespace

void add_input_facts(BakeReport& report, const TriangleSoup& soup, const WalkableTriangles& walkable) {
    report.facts = soup_stats(soup);
    report.funnel.triangles = soup.triangles.size();
    report.funnel.walkable_triangles = walkable.walkable;
    report.degenerate = walkable.degenerate;
    report.too_steep = walkable.too_steep;
    report.facing_down = walkable.facing_down;
    report.excluded_by_rule = walkable.excluded_by_rule;
    for (Warning& warning : soup_warnings(soup, walkable))
        report.warnings.push_back(std::move(warning));
}

void ReportProbe::before(Stage stage) {
    report_.failed_stage = stage;
    start_ = std::chrono::steady_clock::now();
}

void ReportProbe::after(Stage stage, const BakeProducts& products) {
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start_;
    add_time(report_, stage, took.count());

    BakeFunnel& funnel = report_.funnel;
    switch (stage) {
        case Stage::mark_walkable:
            if (scope_ == ReportScope::all) add_input_facts(report_, *products.soup, *products.walkable);
            break;
        case Stage::rasterize:
            count_spans(report_, products);
            break;
        case Stage::filter_low_hanging:
            funnel.after_low_hanging = funnel.walkable_spans + products.changed;
            break;
        case Stage::filter_ledges:
            funnel.after_ledges = funnel.after_low_hanging - products.changed;
            break;
        case Stage::filter_low_height:
            funnel.after_low_height = funnel.after_ledges - products.changed;
            break;
        case Stage::compact_heightfield:
            funnel.open_spans = count_walkable(products.compact->area);
            break;
        case Stage::erode:
            funnel.after_erosion = count_walkable(products.compact->area);
            funnel.smoothed = products.smoothed;
            break;
        case Stage::mark_volumes:
            funnel.after_volumes = count_walkable(products.compact->area);
            break;
        case Stage::generate_links:
            funnel.found_links = products.links->size();
            break;
        case Stage::distance_field:
            break;
        case Stage::regions:
            funnel.regions = products.regions->region_count;
            for (const uint32_t cells : products.regions->cells)
                funnel.in_regions += cells;
            break;
        case Stage::contours:
            funnel.contours = products.contours->contours.size();
            add_contour_warnings(report_, products, products.contours->issues, "contours");
            break;
        case Stage::poly_mesh:
            funnel.polygons = products.poly_mesh->polygons.size();
            add_contour_warnings(report_, products, products.poly_mesh->issues, "poly_mesh");
            add_contour_warnings(report_, products, products.poly_mesh->unlinked, "poly_mesh");
            break;
        case Stage::detail_mesh:
            break;
        case Stage::nav_tile:
            count_tile(report_, products);
            break;
    }
}

void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles) {
    for (const BakeReport& tile : tiles) {
        for (const auto count : kTileCounts)
            report.funnel.*count += tile.funnel.*count;
        report.funnel.area += tile.funnel.area;
        for (const auto& [stage, ms] : tile.stages_ms) {
            const auto same = std::find_if(report.stages_ms.begin(), report.stages_ms.end(),
                                           [&, name = &stage](const auto& entry) { return entry.first == *name; });
            if (same == report.stages_ms.end()) {
                report.stages_ms.emplace_back(stage, ms);
            } else {
                same->second += ms;
            }
        }
        report.warnings.insert(report.warnings.end(), tile.warnings.begin(), tile.warnings.end());
        if (!report.failed_stage || *report.failed_stage == Stage::nav_tile) report.failed_stage = tile.failed_stage;
        report.built_tiles += tile.reused_tiles == 0;
        report.reused_tiles += tile.reused_tiles;
        report.empty_tiles += tile.funnel.polygons == 0;
    }
}

namespace {

void add_mesh_output(BakeReport& report, const NavFileSummary& facts) {
    report.output_polygons = facts.polygons;
    report.output_vertices = facts.vertices;
    report.output_links = facts.links;
    report.output_area = total_area(facts.islands);
    report.islands.clear();
    const DVec3 corner = to_world(facts.frame, {});
    for (const Island& island : facts.islands)
        report.islands.push_back({island.polygon_count, island.area, corner + island.min, corner + island.max});
}

}  // namespace

void add_output(BakeReport& report, std::span<const NavFileSummary> facts, const std::string& file, const std::string& sha256) {
    report.output_file = file;
    report.output_bytes = facts.front().bytes;
    report.output_sha256 = sha256;
    if (report.agents.empty()) return add_mesh_output(report, facts.front());
    for (size_t a = 0; a < report.agents.size(); ++a) {
        BakeReport& agent = report.agents[a];
        add_mesh_output(agent, facts[a]);
        report.output_polygons += agent.output_polygons;
        report.output_vertices += agent.output_vertices;
        report.output_links += agent.output_links;
        report.output_area += agent.output_area;
    }
}

void create_agent_reports(BakeReport& report) {
    if (report.config.agents.empty()) return;
    for (BakeConfig& config : configs_of_agents(report.config))
        report.agents.emplace_back().config = std::move(config);
}

namespace {

struct SharedWarning {
    size_t agents = 0;  // number of agents with the warning
    const BakeReport* last = nullptr;
    bool reported = false;  // true once the warning is in the report
};

using WarningKey = std::tuple<std::string_view, std::string_view, bool, double, double, double>;

WarningKey key_of(const Warning& warning) {
    const DVec3 place = warning.place.value_or(DVec3{});
    return {warning.code, warning.message, warning.place.has_value(), place.x, place.y, place.z};
}

// Adds the agents' warnings to the report. A warning common to all agents is added once; other warnings get the agent's name as
// prefix.
void join_warnings(BakeReport& report) {
    std::map<WarningKey, SharedWarning> shared;
    for (const BakeReport& agent : report.agents) {
        for (const Warning& warning : agent.warnings) {
            SharedWarning& seen = shared[key_of(warning)];
            if (seen.last != &agent) ++seen.agents;
            seen.last = &agent;
        }
    }
    for (const BakeReport& agent : report.agents) {
        for (const Warning& warning : agent.warnings) {
            SharedWarning& seen = shared[key_of(warning)];
            if (seen.agents < report.agents.size()) {
                report.warnings.push_back(
                    {warning.code, agent_prefix(agent.config.agent.name) + warning.message, warning.place, warning.advice});
            } else if (!seen.reported) {
                report.warnings.push_back(warning);
            }
            seen.reported = true;
        }
    }
}

}  // namespace

void merge_agent_reports(BakeReport& report) {
    if (report.agents.empty()) return;
    const BakeReport& first = report.agents.front();
    report.facts = first.facts;
    report.funnel.triangles = first.funnel.triangles;
    report.degenerate = first.degenerate;
    report.facing_down = first.facing_down;
    report.excluded_by_rule = first.excluded_by_rule;
    for (const BakeReport& agent : report.agents) {
        report.built_tiles += agent.built_tiles;
        report.reused_tiles += agent.reused_tiles;
        report.empty_tiles += agent.empty_tiles;
    }
    join_warnings(report);
}

uint64_t peak_memory_bytes() {
    // On Linux, read /proc first: the result of getrusage may include the memory that the parent process had before exec.
    if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
        unsigned long long kilobytes = 0;
        bool found = false;
        for (char line[256]; !found && std::fgets(line, sizeof line, status);)
            found = std::sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1;
        std::fclose(status);
        if (found) return uint64_t(kilobytes) * 1024;
    }
#if defined(__unix__) || defined(__APPLE__)
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
    return uint64_t(usage.ru_maxrss);
#else
    return uint64_t(usage.ru_maxrss) * 1024;
#endif
#else
    return 0;
#endif
}

}  // namespace navspan
