// Both passes of a seam plan over tiles that are all in memory.

#include "navmesh/seams/conform_seams.h"

#include "core/parallel.h"
#include "navmesh/seams/plan.h"

namespace navspan {

Result<std::vector<std::pair<EdgeRef, EdgeRef>>> conform_seams(std::vector<NavTile>& tiles, const LinkParams& params) {
    SeamPlan plan;
    plan.min_cells = params.min_island_cells;
    for (const NavTile& tile : tiles) {
        if (Status s = add_to_plan(plan, tile); !s) return s.error();
    }
    decide_seams(plan);
    // a tile writes into the plan what became of its own pieces, and reads nothing of others'
    parallel_for(tiles.size(), {.threads = params.threads},
                 [&](size_t slot, unsigned) { tiles[slot] = conform_tile(plan, uint32_t(slot), tiles[slot]).tile; });
    std::vector<std::pair<EdgeRef, EdgeRef>> twins;
    for (uint32_t i = 0; i < plan.pieces.size(); ++i) {
        const SeamPiece& a = plan.pieces[i];
        if (a.partner == kNoIndex || a.partner < i || a.new_edge == kNoIndex) continue;
        const SeamPiece& b = plan.pieces[a.partner];
        twins.push_back({{plan.edges[a.edge].tile, a.new_edge}, {plan.edges[b.edge].tile, b.new_edge}});
    }
    return twins;
}

}  // namespace navspan
