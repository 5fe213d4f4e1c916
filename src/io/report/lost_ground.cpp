// Explains why a mesh has no ground, or almost none.
//
// In: the counts of a bake's report.
// Out: the stage that removed the most ground and, if nothing is left, the stage that removed the rest; each with a setting to
// try.
// Idea: The last stage is often not the cause. Example: erosion leaves 4 of 401 spans, then the minimum region size removes
// these 4. Both settings may be needed to get ground. The advice of a warning about units or orientation replaces them.
// Source: own method.
// Weak cases: If more than two stages remove the ground together, only two are named.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/text.h"
#include "io/report/report.h"

namespace navspan {
namespace {

// A stage that can remove ground, with the amount of ground before and after.
struct GroundLoss {
    Stage stage;
    uint64_t before = 0, after = 0;  // walkable triangles or spans

    uint64_t lost() const { return before > after ? before - after : 0; }
};

// The stages to blame.
struct LostGround {
    GroundLoss largest;              // the stage that removed the most ground
    std::optional<GroundLoss> rest;  // another stage, which removed all that was left; none if ground is left
};

// @param is_empty  true: the finished mesh has no polygon. Even then, `f` may count polygons, because a tiled bake removes
// small islands after the last stage. The ground of these islands counts as a loss of the stage `regions`.
LostGround find_lost_ground(const BakeFunnel& f, bool is_empty) {
    if (f.walkable_triangles == 0) return {.largest = {Stage::mark_walkable, f.triangles, 0}, .rest = {}};
    if (f.walkable_spans == 0 && f.after_low_hanging == 0) return {.largest = {Stage::rasterize, f.spans, 0}, .rest = {}};
    const uint64_t in_regions = is_empty && f.polygons > 0 ? 0 : f.in_regions, in_polygons = is_empty ? 0 : in_regions;
    const std::array<GroundLoss, 7> losses{{{Stage::filter_ledges, f.after_low_hanging, f.after_ledges},
                                            {Stage::filter_low_height, f.after_ledges, f.after_low_height},
                                            {Stage::compact_heightfield, f.after_low_height, f.open_spans},
                                            {Stage::erode, f.open_spans, f.after_erosion},
                                            {Stage::mark_volumes, f.after_erosion, f.after_volumes},
                                            {Stage::regions, f.after_volumes, in_regions},
                                            {f.contours == 0 ? Stage::contours : Stage::poly_mesh, in_regions, in_polygons}}};
    const auto* largest = std::max_element(losses.begin(), losses.end(),
                                           [](const GroundLoss& a, const GroundLoss& b) { return a.lost() < b.lost(); });
    const auto* last =
        std::find_if(losses.begin(), losses.end(), [](const GroundLoss& l) { return l.lost() > 0 && l.after == 0; });
    if (last == losses.end() || last == largest) return {.largest = *largest, .rest = {}};
    return {.largest = *largest, .rest = *last};
}

// Returns a flag that sets a key of the agent, for example "--agent-radius 0.3". A named agent may be one of several, so its
// key is set with "--set agents.NAME.radius=0.3".
std::string agent_flag(const AgentConfig& agent, const char* key, double length) {
    const std::string value = number_text(two_digits_down(length));
    return agent.name.empty() ? "--agent-" + std::string(key) + " " + value
                              : "--set agents." + agent.name + "." + key + "=" + value;
}

// Suggests settings with which an agent fits through a passage. The suggested radius is half of the largest radius that leaves
// ground in the passage. Any radius removes the cells next to walls, so a passage of two cells needs smaller cells instead.
// Returns an empty string if the suggested radius would not be smaller than the agent's.
std::string wider_passages(double width, double cell, const AgentConfig& agent) {
    const double clearance = (width - 2 * cell) / 2;
    if (clearance > cell / 2) return clearance / 2 < agent.radius ? "try " + agent_flag(agent, "radius", clearance / 2) : "";
    return "try --cell-size " + number_text(two_digits_down(width / 8)) + " " + agent_flag(agent, "radius", width / 8);
}

// Returns a setting to try for a stage; empty if there is none.
std::string remedy_for(Stage stage, const Passages& passages, const BakeConfig& config) {
    switch (stage) {
        case Stage::mark_walkable:
            return "check which side of the level is up, or raise agent.max_slope";
        case Stage::filter_ledges:
            return "try --filters-ledges off, or lower voxels.cell_size or raise agent.max_climb";
        case Stage::filter_low_height:
        case Stage::compact_heightfield:
            return passages.height > 0 ? "try " + agent_flag(config.agent, "height", passages.height)
                                       : "check agent.height and the level's units";
        case Stage::erode:
            return passages.width > 0 ? wider_passages(passages.width, config.voxels.cell_size, config.agent)
                                      : "check agent.radius and the level's units";
        case Stage::mark_volumes:
            return "change the volumes without an area";
        case Stage::regions:
            return "try --regions-min-area 0, or check the level's units";
        default:
            return "lower voxels.cell_size";
    }
}

std::string cause_of(const GroundLoss& loss, const BakeReport& report) {
    const std::string count = std::to_string(loss.lost()) + " of " + count_text(loss.before, "span") + " ";
    switch (loss.stage) {
        case Stage::mark_walkable:
            return count_text(report.facing_down, "triangle") + " facing down, " + std::to_string(report.too_steep) +
                   " steeper than agent.max_slope, " + std::to_string(report.excluded_by_rule) + " made holes by a rule, " +
                   std::to_string(report.degenerate) + " without area";
        case Stage::rasterize:
            return "all walkable surfaces are covered by unwalkable ones";
        case Stage::filter_ledges:
            return count + "next to drops";
        case Stage::filter_low_height:
        case Stage::compact_heightfield:
            return count + "without the headroom of agent.height";
        case Stage::erode:
            return count + "closer to walls or drops than agent.radius";
        case Stage::mark_volumes:
            return count + "in volumes without an area";
        case Stage::regions:
            return count + "in islands smaller than regions.min_area";
        default:
            return count + "in regions that are lost in simplification";
    }
}

// Returns a stage with the reason why it removed ground, and a setting to try.
std::string blamed(const GroundLoss& loss, const BakeReport& report, const Passages& passages) {
    const std::string& advice = report.input_advice;
    const std::string remedy = advice.empty() ? remedy_for(loss.stage, passages, report.config) : advice;
    return std::string(stage_name(loss.stage)) + " (" + cause_of(loss, report) + (remedy.empty() ? "" : "; " + remedy) + ")";
}

std::string explained(const LostGround& lost, const BakeReport& report, const Passages& passages) {
    const DVec3 size = report.facts.max - report.facts.min;
    const AgentConfig& agent = report.config.agent;
    std::string text = "removed by " + blamed(lost.largest, report, passages);
    if (lost.rest && report.input_advice.empty()) text += ", then by " + blamed(*lost.rest, report, passages);
    text += "; the level measures " + size_text(size.x) + " x " + size_text(size.y) + " x " + size_text(size.z) +
            ", the agent has radius " + number_text(agent.radius) + " and height " + number_text(agent.height);
    if (passages.width > 0)
        text += ", the widest passage is about " + size_text(passages.width);
    else if (report.funnel.open_spans == 0)
        text += ", no passage is left before erosion";
    return text;
}

}  // namespace

std::string no_walkable_surface(const BakeReport& report, const Passages& passages) {
    return "no walkable surface: " + explained(find_lost_ground(report.funnel, true), report, passages);
}

std::optional<Warning> little_ground_warning(const BakeReport& report) {
    constexpr uint64_t kLeastShare = 100;
    const BakeFunnel& f = report.funnel;
    if (f.polygons == 0 || f.in_regions * kLeastShare >= f.after_low_hanging) return {};
    return Warning{"little_ground", "almost nothing is walkable: " + explained(find_lost_ground(f, false), report, {}), {}};
}

}  // namespace navspan
