#include "navbake/output/details.h"

#include <string>

#include "common/cli.h"
#include "core/text.h"

namespace navspan::tools {
namespace {

std::string share_text(uint64_t left, uint64_t all, const std::string& of) {
    return with_thousands(left) + " of " + count_of(all, of);
}

// Describes the result of a stage, or what the stage processed; may be empty.
std::string stage_result(const std::string& stage, const BakeReport& report) {
    const BakeFunnel& f = report.funnel;
    if (stage == stage_name(Stage::mark_walkable))
        return share_text(f.walkable_triangles, f.triangles, "triangle") + " walkable";
    if (stage == stage_name(Stage::rasterize)) return share_text(f.walkable_spans, f.spans, "span") + " walkable";
    if (stage == kFilterPassName) {
        return count_of(f.after_low_hanging, "span") + " after low-hanging obstacles, " + with_thousands(f.after_ledges) +
               " after ledges, " + with_thousands(f.after_low_height) + " after headroom";
    }
    if (stage == stage_name(Stage::erode)) return share_text(f.after_erosion, f.open_spans, "span") + " left";
    if (stage == stage_name(Stage::mark_volumes)) return count_of(f.after_volumes, "span") + " left";
    if (stage == stage_name(Stage::distance_field)) return count_of(f.after_volumes, "span");
    if (stage == stage_name(Stage::generate_links)) return count_of(f.found_links, "link");
    if (stage == stage_name(Stage::regions)) return count_of(f.regions, "region") + " of " + count_of(f.in_regions, "span");
    if (stage == stage_name(Stage::contours)) return count_of(f.contours, "contour");
    if (stage == stage_name(Stage::poly_mesh) || stage == stage_name(Stage::detail_mesh))
        return count_of(f.polygons, "polygon");
    if (stage == stage_name(Stage::nav_tile))
        return count_of(f.polygons, "polygon") + ", ground " + size_text(f.area) + " wu^2";
    if (stage == "link") return count_of(report.islands.size(), "island");
    return {};
}

}  // namespace

void log_details(const BakeReport& report, const std::string& prefix) {
    if (report.funnel.triangles > 0) {
        log_info(prefix + "input: " + count_of(report.funnel.triangles, "triangle") + " from " + point_text(report.facts.min) +
                 " to " + point_text(report.facts.max) + ", " + with_thousands(report.too_steep) + " too steep, " +
                 with_thousands(report.facing_down) + " facing down, " + with_thousands(report.degenerate) + " degenerate");
    }
    for (const auto& [stage, ms] : report.stages_ms) {
        const std::string result = stage_result(stage, report);
        log_info(prefix + format("%9.2f ms  ", ms) + stage + (result.empty() ? "" : ": " + result));
    }
    if (const uint64_t bytes = peak_memory_bytes()) log_info(prefix + format("peak memory %.1f MB", double(bytes) / 1e6));
}

}  // namespace navspan::tools
