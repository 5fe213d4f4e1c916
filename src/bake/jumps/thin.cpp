// Removes links that are nearly duplicates.
//
// In: all links from all border cells, about five from each cell.
// Out: the links to keep.
// Idea: The lattice is divided into square blocks that are fixed in the world. Links that start in one block and connect the
// same two components form a group. Each group keeps its best link: two-way before one-way, then the shortest. Finally, a link
// is removed if a better link starts and ends close to it, unless an even better link is close to that one.
// Source: own method.
// Weak cases: In a long chain of links, each close only to the next better and the next worse one, only the second best link is
// removed.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "bake/jumps/scan.h"
#include "core/floor_div.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

struct RankedLink {
    LinkCandidate link;
    int32_t block_x = 0, block_z = 0;  // index of the block in which the link starts
    int64_t center_distance2 = 0;      // squared distance from the start to the centre of the block [(half cell)^2]
    int32_t x = 0, z = 0, y = 0, end_x = 0, end_z = 0, end_y = 0;
    uint32_t start_component = 0, end_component = 0;

    auto block() const { return std::pair{block_z, block_x}; }
    // 0: two-way links that are forward or mirrored; 1: other two-way links; 2: one-way links.
    int kind() const { return !link.two_way ? 2 : link.forward || link.mirrored ? 0 : 1; }
    // Rank of a link; lower is better. The coordinates of start and landing are the last tie-breakers, so no two links have the
    // same rank.
    auto rank() const {
        return std::tuple(kind(), link.squared_length, link.mirrored, center_distance2, z, x, y, end_z, end_x, end_y);
    }
};

RankedLink ranked(const LinkCandidate& link, const Grid& grid, const LinkGround& ground, int32_t spacing) {
    RankedLink r{.link = link};
    r.x = ground.x_of(link.start), r.z = ground.z_of(link.start), r.y = ground.floor_of(link.start);
    r.end_x = ground.x_of(link.end), r.end_z = ground.z_of(link.end), r.end_y = ground.floor_of(link.end);
    r.block_x = floor_div(grid.x0 + r.x, spacing), r.block_z = floor_div(grid.z0 + r.z, spacing);
    const int64_t dx = 2 * int64_t{grid.x0 + r.x - r.block_x * spacing} + 1 - spacing;
    const int64_t dz = 2 * int64_t{grid.z0 + r.z - r.block_z * spacing} + 1 - spacing;
    r.center_distance2 = dx * dx + dz * dz;
    return r;
}

void find_components(std::vector<RankedLink>& all, size_t begin, size_t end, const Grid& grid, LinkGround& ground,
                     const GenerateLinksParams& params) {
    const int32_t reach = int32_t(std::ceil(longest_link(params)));
    const int32_t x0 = all[begin].block_x * params.spacing - grid.x0, z0 = all[begin].block_z * params.spacing - grid.z0;
    const CellRectangle around{x0 - reach, z0 - reach, x0 + params.spacing + reach, z0 + params.spacing + reach};
    ground.clear_components();
    for (size_t k = begin; k < end; ++k) {
        all[k].start_component = ground.component_of(all[k].link.start, around);
        all[k].end_component = ground.component_of(all[k].link.end, around);
    }
}

// Appends the best link of each pair of connected components (start and landing) to `winners`.
void select_best(std::vector<RankedLink>& all, size_t begin, size_t end, std::vector<RankedLink>& winners) {
    std::sort(all.begin() + std::ptrdiff_t(begin), all.begin() + std::ptrdiff_t(end),
              [](const RankedLink& a, const RankedLink& b) {
                  return std::tuple(a.start_component, a.end_component, a.rank()) <
                         std::tuple(b.start_component, b.end_component, b.rank());
              });
    for (size_t k = begin; k < end; ++k) {
        const bool first = k == begin || all[k].start_component != all[k - 1].start_component ||
                           all[k].end_component != all[k - 1].end_component;
        if (first) winners.push_back(all[k]);
    }
}

bool are_close(const RankedLink& a, const RankedLink& b, const GenerateLinksParams& params) {
    const auto near = [&](int32_t p, int32_t q) { return 2 * std::abs(p - q) < params.spacing; };
    return near(a.x, b.x) && near(a.z, b.z) && near(a.end_x, b.end_x) && near(a.end_z, b.end_z) &&
           std::abs(a.y - b.y) <= params.climb && std::abs(a.end_y - b.end_y) <= params.climb;
}

// Calls see(winner, index) for the winners in the block of `at` and in its eight neighbours.
template <class See>
void near_winners(const std::vector<RankedLink>& winners, const RankedLink& at, See see) {
    for (int32_t block_z = at.block_z - 1; block_z <= at.block_z + 1; ++block_z) {
        const std::pair low{block_z, at.block_x - 1}, high{block_z, at.block_x + 1};
        auto k = std::lower_bound(winners.begin(), winners.end(), low,
                                  [](const RankedLink& r, const std::pair<int32_t, int32_t>& b) { return r.block() < b; });
        for (; k != winners.end() && k->block() <= high; ++k)
            see(*k, size_t(k - winners.begin()));
    }
}

// Link a beats link b if a has the better rank and both links are close to each other. Removes each link that is beaten by an
// unbeaten link. The result depends only on nearby links, so adjacent tiles agree.
std::vector<LinkCandidate> drop_dominated(const std::vector<RankedLink>& winners, const GenerateLinksParams& params) {
    std::vector<uint8_t> beaten(winners.size(), 0);
    const auto beats = [&](const RankedLink& a, const RankedLink& b) { return a.rank() < b.rank() && are_close(a, b, params); };
    for (size_t i = 0; i < winners.size(); ++i)
        near_winners(winners, winners[i], [&](const RankedLink& other, size_t) { beaten[i] |= beats(other, winners[i]); });
    std::vector<LinkCandidate> kept;
    for (const RankedLink& winner : winners) {
        bool dropped = false;
        near_winners(winners, winner,
                     [&](const RankedLink& other, size_t k) { dropped |= !beaten[k] && beats(other, winner); });
        if (!dropped) kept.push_back(winner.link);
    }
    return kept;
}

}  // namespace

CellRectangle cells_to_scan(const Grid& grid, const GenerateLinksParams& params) {
    const int32_t s = params.spacing;
    const auto low = [s](int32_t corner, int32_t at) { return floor_div(corner + at - s, s) * s - corner; };
    const auto high = [s](int32_t corner, int32_t at) { return (floor_div(corner + at - 1 + s, s) + 1) * s - corner; };
    return {low(grid.x0, params.own.x0), low(grid.z0, params.own.z0), high(grid.x0, params.own.x1),
            high(grid.z0, params.own.z1)};
}

std::vector<LinkCandidate> thin_links(std::vector<LinkCandidate> candidates, const Grid& grid, LinkGround& ground,
                                      const GenerateLinksParams& params) {
    std::vector<RankedLink> all;
    all.reserve(candidates.size());
    for (const LinkCandidate& link : candidates)
        all.push_back(ranked(link, grid, ground, params.spacing));
    std::sort(all.begin(), all.end(), [](const RankedLink& a, const RankedLink& b) {
        return std::tuple(a.block_z, a.block_x, a.rank()) < std::tuple(b.block_z, b.block_x, b.rank());
    });
    std::vector<RankedLink> winners;
    for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        end = end_of_group(all, begin, &RankedLink::block);
        find_components(all, begin, end, grid, ground, params);
        select_best(all, begin, end, winners);
    }
    return drop_dominated(winners, params);
}

}  // namespace navspan
