#pragma once

#include <vector>

#include "bake/jumps/ground.h"
#include "bake/jumps/scan.h"

namespace navspan {

/// Of many candidates those worth having: where several lead from one block of cells to one piece of ground, the best.
/// @param candidates  all that start in the blocks that touch `own` grown by the spacing
/// @return those of them to keep, mirrored ones and such that start beyond `own` included
std::vector<LinkCandidate> thin_links(std::vector<LinkCandidate> candidates, const Grid& grid, LinkGround& ground,
                                      const GenerateLinksParams& params);

/// The cells whose candidates decide about the links that start in params.own.
CellRectangle cells_to_scan(const Grid& grid, const GenerateLinksParams& params);

}  // namespace navspan
