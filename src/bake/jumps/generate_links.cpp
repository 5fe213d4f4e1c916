// Generates links for drops and jumps.
//
// In: the solid heightfield and the eroded compact heightfield of a tile and its surroundings.
// Out: the links that start in the tile's own cells.
// Idea: From each border cell of the ground, scan.cpp searches for landings in sixteen directions. sweep.cpp moves the agent's
// body along the trajectory to find obstacles. ground.cpp discards a link if a short walk leads to its landing. thin.cpp keeps
// one of many similar links.
// Source: Mononen, Automatic annotations in Killzone 3 and beyond (2011).
// Weak cases: see scan.cpp.

#include "bake/jumps/generate_links.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bake/jumps/ground.h"
#include "bake/jumps/scan.h"
#include "core/angle.h"

namespace navspan {
namespace {

bool finds_any(const GenerateLinksParams& params) {
    return params.drop_height > 0 || params.jump_distance > 0;
}

std::vector<LinkCandidate> find_candidates(const Heightfield& solid, LinkGround& ground, const GenerateLinksParams& params,
                                           const CellRectangle& cells) {
    LinkScan scan(solid, ground, params);
    std::vector<LinkCandidate> candidates;
    for (int32_t z = std::max(cells.z0, 0); z < std::min(cells.z1, solid.grid.depth); ++z) {
        for (int32_t x = std::max(cells.x0, 0); x < std::min(cells.x1, solid.grid.width); ++x) {
            for (const uint32_t span : ground.at(x, z)) {
                if (ground.ends(span, kLeft) || ground.ends(span, kRight) || ground.ends(span, kUp) || ground.ends(span, kDown))
                    scan.scan(span, candidates);
            }
        }
    }
    return candidates;
}

std::vector<GeneratedLink> to_links(const std::vector<LinkCandidate>& candidates, const LinkGround& ground,
                                    const CellRectangle& own) {
    std::vector<GeneratedLink> links;
    for (const LinkCandidate& c : candidates) {
        if (c.mirrored) continue;
        if (!own.contains(ground.x_of(c.start), ground.z_of(c.start))) continue;
        links.push_back({ground.x_of(c.start), ground.z_of(c.start), ground.floor_of(c.start), ground.x_of(c.end),
                         ground.z_of(c.end), ground.floor_of(c.end), c.two_way, c.drop});
    }
    std::sort(links.begin(), links.end());
    return links;
}

}  // namespace

GenerateLinksParams generate_links_params(const VoxelConfig& config) {
    constexpr double kLedgeMargin = 4;  // for rounding at both ends of a drop, and for the ledge filter [cell]
    GenerateLinksParams params;
    params.radius = config.radius;
    params.height = config.walkable_height;
    // On a slope, the ground is higher under the uphill side of the body than under its centre.
    const double slope = tan_degrees(config.max_slope) * config.radius * config.lattice.cell_size / config.lattice.cell_height;
    params.foot = std::min(std::max(config.max_climb, slope), double(config.walkable_height - 1));
    params.climb = config.walkable_climb;
    params.drop_height = config.drop_height;
    params.drop_distance = std::ceil(2 * config.radius) + kLedgeMargin;
    params.jump_distance = config.jump_distance;
    params.jump_height = config.jump_height;
    params.spacing = config.link_spacing;
    return params;
}

int32_t generate_links_reach(const GenerateLinksParams& params) {
    if (!finds_any(params)) return 0;
    // First term: thin.cpp may prefer a link that starts up to 2 * spacing away. Second term: reach of the agent's body, and of
    // a walk to the landing.
    const double longest = longest_link(params);
    return 2 * params.spacing + int32_t(std::ceil(std::max(longest + params.radius, kMaxDetourFactor * longest))) + 1;
}

// Works on cells instead of contours, because the links must not depend on the division into tiles.
std::vector<GeneratedLink> generate_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params) {
    assert(solid.grid == field.grid && params.spacing >= 1 && field.outside.empty());
    if (!finds_any(params) || field.span_count() == 0) return {};
    LinkGround ground(field);
    std::vector<LinkCandidate> candidates = find_candidates(solid, ground, params, cells_to_scan(field.grid, params));
    return to_links(thin_links(std::move(candidates), field.grid, ground, params), ground, params.own);
}

}  // namespace navspan
