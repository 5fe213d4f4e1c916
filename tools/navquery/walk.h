#pragma once

// Questions about ways that are not searched for: straight along the surface, sliding along walls, or whether there is one.

#include "navquery/common.h"

namespace navspan::tools {

/// --raycast: how far the straight way --from --to is free.
Result<Reply> answer_raycast(const Question& question);
/// --move: where one ends who walks --from towards --to and slides along walls.
Result<Reply> answer_move(const Question& question);
/// --reachable: whether there is any way --from --to.
Result<Reply> answer_reachable(const Question& question);

}  // namespace navspan::tools
