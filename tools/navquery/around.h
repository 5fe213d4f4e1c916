#pragma once

// Questions about the surroundings of a place.

#include "navquery/common.h"

namespace navspan::tools {

/// --wall: the wall nearest to --from.
Result<Reply> answer_wall(const Question& question);
/// --walls: all walls around --from.
Result<Reply> answer_walls(const Question& question);
/// --height: the floor above or below --from.
Result<Reply> answer_height(const Question& question);
/// --within: polygons within a walking distance of --from.
Result<Reply> answer_within(const Question& question);
/// --circle: polygons in a circle around --from that can be reached in it.
Result<Reply> answer_circle(const Question& question);
/// --shape: polygons in a convex shape that can be reached from --from in it.
Result<Reply> answer_shape(const Question& question);
/// --box: all polygons in a box.
Result<Reply> answer_box(const Question& question);
/// --random: random points of the part that can be reached from --from.
Result<Reply> answer_random(const Question& question);

}  // namespace navspan::tools
