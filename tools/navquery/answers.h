#pragma once

// The answers of navquery, one function per kind of input.

#include "navquery/common.h"

namespace navspan::tools {

/// The path --from --to.
Result<Reply> answer_path(const QueryInput& input);
/// A path as JSON: status, reason, points, lengths, cost, gaps, polygons, nodes.
Json path_json(const NavMesh& mesh, const Path& path);
/// --walk: an agent that walks --from --to step by step, like a game moves an agent every frame.
Result<Reply> answer_walk(const QueryInput& input);

/// --raycast: the free length of the straight line --from --to.
Result<Reply> answer_raycast(const QueryInput& input);
/// --move: the end of a walk from --from towards --to that slides along walls.
Result<Reply> answer_move(const QueryInput& input);
/// --reachable: whether a path --from --to exists.
Result<Reply> answer_reachable(const QueryInput& input);

/// --wall: the wall nearest to --from.
Result<Reply> answer_wall(const QueryInput& input);
/// --walls: all walls around --from.
Result<Reply> answer_walls(const QueryInput& input);
/// --height: the floor above or below --from.
Result<Reply> answer_height(const QueryInput& input);
/// --within: polygons within a walking distance of --from.
Result<Reply> answer_within(const QueryInput& input);
/// --circle: polygons in a circle around --from that can be reached in it.
Result<Reply> answer_circle(const QueryInput& input);
/// --shape: polygons in a convex shape that can be reached from --from in it.
Result<Reply> answer_shape(const QueryInput& input);
/// --box: all polygons in a box.
Result<Reply> answer_box(const QueryInput& input);
/// --random: random points on the ground that can be reached from --from.
Result<Reply> answer_random(const QueryInput& input);

/// --info: the contents of a .nav file: meshes, agents, areas, islands.
Result<Reply> answer_info(const QueryOptions& options);
/// --validate: tests every invariant of a .nav file, those of loading and those of the checks. If any is broken, the exit code
/// is 6 and the text has one line per failure. Error (input): the file cannot be read.
Result<Reply> answer_validate(const QueryOptions& options);
/// --html: the level as a page for a browser. Error (input, failed).
Result<Reply> answer_html(const QueryOptions& options, const NavMesh& mesh);
/// --routes: tests a level against a list of routes (io/report/routes.h): required routes exist and are short enough, forbidden
/// ones do not exist, points are on the ground, and the ground is large enough. The text has one line per failure; exit code 6
/// if there are any.
Result<Reply> answer_routes(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);
/// --batch: answers a file of questions, one JSON object {"from": [x, y, z], "to": [x, y, z]} per line. Writes each line back
/// with "result" added, in order, in memory independent of the number of lines. Skips blank lines. Reports an invalid line on
/// stderr with its number and writes {"line": n, "error": "..."}.
/// @returns the exit code: 0, or 3 if any line was invalid. Error: questions cannot be read, answers cannot be written, or
/// interrupted.
Result<int> run_batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::tools
