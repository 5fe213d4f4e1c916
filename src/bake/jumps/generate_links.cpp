// Drops and jumps, found in the voxels.
//
// Links start at the border cells of the ground: at ledges, but also on the two sides of a gap, a fence or a low wall. Landings
// are searched along sixteen directions (scan.cpp), the body is swept along the arc (sweep.cpp), landings that can as well be
// walked to are left out (ground.cpp), and of many similar links one stays (thin.cpp).
//
// Everything is decided on cells, before contours are drawn: contours depend on how the world is cut into tiles, cells do not.
// So tiles give the links of the whole world, a tile those that start in it. The ends are put on the polygons when tiles are
// linked.
//
// Source of the idea: Mikko Mononen, Automatic annotations in Killzone 3 and beyond (2011).

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

// The candidates that start in a rectangle.
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
                                    const CellRectangle& own, bool mirrored) {
    std::vector<GeneratedLink> links;
    for (const LinkCandidate& c : candidates) {
        if (c.mirrored && !mirrored) continue;
        if (!own.contains(ground.x_of(c.start), ground.z_of(c.start))) continue;
        links.push_back({ground.x_of(c.start), ground.z_of(c.start), ground.floor_of(c.start), ground.x_of(c.end),
                         ground.z_of(c.end), ground.floor_of(c.end), c.two_way, c.drop});
    }
    std::sort(links.begin(), links.end());
    return links;
}

}  // namespace

GenerateLinksParams generate_links_params(const VoxelConfig& config) {
    constexpr double kLedgeMargin = 4;  // [cell] lost to rounding on both sides of a ledge, and to the ledge filter
    GenerateLinksParams params;
    params.radius = config.radius;
    params.height = config.walkable_height;
    // on a slope the ground at a body's rim is higher than under its middle
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
    // blocks beyond the border decide with those at it; from a start there one looks as far as links go, and the body is wide
    const double longest = longest_link(params);
    return 2 * params.spacing + int32_t(std::ceil(std::max(longest + params.radius, kMaxDetourFactor * longest))) + 1;
}

std::vector<GeneratedLink> generate_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params) {
    assert(solid.grid == field.grid && params.spacing >= 1 && field.outside.empty());
    if (!finds_any(params) || field.span_count() == 0) return {};
    LinkGround ground(field);
    std::vector<LinkCandidate> candidates = find_candidates(solid, ground, params, cells_to_scan(field.grid, params));
    return to_links(thin_links(std::move(candidates), field.grid, ground, params), ground, params.own, false);
}

std::vector<GeneratedLink> find_all_links(const Heightfield& solid, const CompactHeightfield& field,
                                          const GenerateLinksParams& params) {
    if (!finds_any(params) || field.span_count() == 0) return {};
    LinkGround ground(field);
    return to_links(find_candidates(solid, ground, params, params.own), ground, params.own, true);
}

}  // namespace navspan
