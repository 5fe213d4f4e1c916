// Finds the drops and jumps that start at a border cell of the ground.
//
// In: the ground, the solid voxels, the agent.
// Out: at most two links in each direction. One leads to the nearest landing within jump height, one to the nearest landing
// that is lower by more than the maximum climb.
// Idea: In each of sixteen directions, landings are tried from near to far. A jump is tried with up to three parabolas, the
// flattest first. A drop goes level, then straight down. The first landing that the body can reach is taken. If a short walk
// leads there, there is no link.
// Source: Mononen, Automatic annotations in Killzone 3 and beyond (2011).
// Weak cases: Agents do not slide down steep ground.

#include "bake/jumps/scan.h"

#include <algorithm>
#include <cmath>

namespace navspan {

LinkScan::LinkScan(const Heightfield& solid, LinkGround& ground, const GenerateLinksParams& params)
    : solid_(solid), ground_(ground), params_(params) {
    const double longest = longest_link(params);
    for (int direction = 0; direction < 16; ++direction)
        swept_[size_t(direction)] = sweep_disc(direction, params.radius, longest);
}

// Sixteen directions are sufficient: a jump in the nearest of them is at most 3 % longer than the shortest jump.
void LinkScan::scan(uint32_t start, std::vector<LinkCandidate>& found) {
    for (int direction = 0; direction < 16; ++direction) {
        if (!leaves(start, direction)) continue;
        const Landing far = across(start, direction), low = down(start, direction);
        if (far.span != kNoIndex) found.push_back(candidate(start, direction, far));
        if (low.span != kNoIndex && low.span != far.span) found.push_back(candidate(start, direction, low));
    }
}

// True if the ground ends at a side of the cell that faces the direction, within 45 degrees.
bool LinkScan::leaves(uint32_t start, int direction) const {
    const LinkDirection d = kLinkDirections[size_t(direction)];
    if (std::abs(d.x) >= std::abs(d.z) && ground_.ends(start, d.x > 0 ? kRight : kLeft)) return true;
    return std::abs(d.z) >= std::abs(d.x) && ground_.ends(start, d.z > 0 ? kUp : kDown);
}

// Finds the nearest landing for which lands(end, steps) is true. If an agent can walk to this landing, returns no landing.
template <class Lands>
LinkScan::Landing LinkScan::nearest_landing(uint32_t start, int direction, double farthest, Lands lands) {
    const LinkDirection d = kLinkDirections[size_t(direction)];
    const double step = step_length(direction);
    for (int32_t k = 1; k * step <= farthest; ++k) {
        const int32_t x = ground_.x_of(start) + k * d.x, z = ground_.z_of(start) + k * d.z;
        if (!ground_.contains(x, z)) break;
        const std::span<const uint32_t> ends = ground_.at(x, z);
        const auto end = std::find_if(ends.rbegin(), ends.rend(), [&](uint32_t span) { return lands(span, k); });
        if (end != ends.rend()) return ground_.can_walk(start, *end) ? Landing{} : Landing{*end, k};
    }
    return {};
}

LinkScan::Landing LinkScan::across(uint32_t start, int direction) {
    const double floor = ground_.floor_of(start), highest = floor + params_.jump_height;
    const double lowest = floor - std::max(params_.jump_height, double(params_.climb));
    return nearest_landing(start, direction, params_.jump_distance, [&](uint32_t end, int32_t k) {
        const double y = ground_.floor_of(end);
        return y <= highest && y >= lowest && can_jump(start, end, direction, k);
    });
}

LinkScan::Landing LinkScan::down(uint32_t start, int direction) {
    if (!(params_.drop_height > 0)) return {};
    const double farthest = std::max(params_.drop_distance, params_.jump_distance);
    return nearest_landing(start, direction, farthest, [&](uint32_t end, int32_t k) {
        const double drop = ground_.floor_of(start) - ground_.floor_of(end);
        return drop > params_.climb && drop <= params_.drop_height &&
               (can_drop(start, end, direction, k) || can_jump(start, end, direction, k));
    });
}

bool LinkScan::can_jump(uint32_t start, uint32_t end, int direction, int32_t steps) const {
    const double length = steps * step_length(direction);
    const double y = ground_.floor_of(start), up = ground_.floor_of(end) - y;
    if (length > params_.jump_distance || up > params_.jump_height) return false;
    const double lowest = std::max(up, 0.0);
    // A low ceiling may require the flattest trajectory, a fence the highest.
    double before = -1;
    for (const double part : {0.0, 0.5, 1.0}) {
        const double peak = lowest + part * (params_.jump_height - lowest);
        if (peak == before) break;
        before = peak;
        if (is_path_free(solid_, swept_[size_t(direction)], {ground_.x_of(start), ground_.z_of(start), y},
                         jump_trajectory(length, up, peak), {double(params_.height), params_.foot})) {
            return true;
        }
    }
    // If the end is higher, also try a drop in reverse: straight up, then over the edge.
    return up > params_.climb && can_drop(end, start, opposite_direction(direction), steps);
}

bool LinkScan::can_drop(uint32_t start, uint32_t end, int direction, int32_t steps) const {
    const double length = steps * step_length(direction);
    if (length > params_.drop_distance) return false;
    const double y = ground_.floor_of(start), drop = y - ground_.floor_of(end);
    return is_path_free(solid_, swept_[size_t(direction)], {ground_.x_of(start), ground_.z_of(start), y},
                        {.length = length, .drop = drop}, {double(params_.height), params_.foot});
}

LinkCandidate LinkScan::candidate(uint32_t start, int direction, Landing landing) {
    const LinkDirection d = kLinkDirections[size_t(direction)];
    const int back = opposite_direction(direction);
    const uint32_t end = landing.span;
    LinkCandidate c{.start = start, .end = end, .squared_length = landing.steps * landing.steps * (d.x * d.x + d.z * d.z)};
    c.drop = ground_.floor_of(start) - ground_.floor_of(end) > params_.climb;
    c.two_way = can_jump(end, start, back, landing.steps);
    c.forward = d.x > 0 || (d.x == 0 && d.z > 0);
    // Tests whether the scan from `end` also finds this link as two-way. In that scan, the jump back leads from `start` to
    // `end`.
    c.mirrored = c.two_way && !c.forward && leaves(end, back) && across(end, back).span == start &&
                 can_jump(start, end, direction, landing.steps);
    return c;
}

}  // namespace navspan
