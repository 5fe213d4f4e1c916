#pragma once

// The answers of navquery, a function for each kind of query.

#include "navquery/common.h"

namespace navspan::tools {

/// Finds a path from --from to --to.
Result<Reply> answer_path(const QueryInput& input);
/// Returns a path as JSON: status, reason, points, lengths, cost, gaps, polygons, nodes. If there is no path because a point is
/// too far from the ground, the gap is the distance of this point from the nearest ground.
Json path_json(const NavMesh& mesh, const PathRequest& request, const Path& path);
/// Answers --walk: moves an agent step by step from --from to --to, like a game in every frame.
Result<Reply> answer_walk(const QueryInput& input);

/// Answers --raycast: finds the first wall on the straight line from --from to --to.
Result<Reply> answer_raycast(const QueryInput& input);
/// Answers --move: moves from --from towards --to, slides along walls, and returns the end point.
Result<Reply> answer_move(const QueryInput& input);
/// Answers --reachable: tests whether a path from --from to --to exists.
Result<Reply> answer_reachable(const QueryInput& input);

/// Answers --wall: finds the wall nearest to --from.
Result<Reply> answer_wall(const QueryInput& input);
/// Answers --walls: lists all walls around --from.
Result<Reply> answer_walls(const QueryInput& input);
/// Answers --height: finds the floor above or below --from.
Result<Reply> answer_height(const QueryInput& input);
/// Answers --within: lists the polygons within a walking distance of --from.
Result<Reply> answer_within(const QueryInput& input);
/// Answers --circle: lists the polygons that overlap a circle around --from and can be reached without leaving the circle.
Result<Reply> answer_circle(const QueryInput& input);
/// Answers --shape: lists the polygons that overlap a convex shape and can be reached from --from without leaving the shape.
Result<Reply> answer_shape(const QueryInput& input);
/// Answers --box: lists all polygons that overlap a box.
Result<Reply> answer_box(const QueryInput& input);
/// Answers --random: picks random points on the ground that can be reached from --from.
Result<Reply> answer_random(const QueryInput& input);

/// Answers --info: describes a level file: meshes, agents, areas, islands.
Result<Reply> answer_info(const QueryOptions& options);
/// Answers --validate: loads a level and runs check_nav_mesh. For an invalid level or a broken invariant, lists the failures
/// and sets exit code 6. Error (input): the file cannot be read.
Result<Reply> answer_validate(const QueryOptions& options);
/// Answers --html: makes a browser page that shows the level. Error (input): the page's WebAssembly module cannot be read.
/// Error (failed): the page is too large.
Result<Reply> answer_html(const QueryOptions& options, const NavMesh& mesh);
/// Answers --routes: tests a level against a list of routes (io/report/routes.h). Required routes must exist and be short
/// enough; forbidden routes must not exist. Points must be close to the ground, and the ground must be large enough. Prints a
/// line for each failure and sets exit code 6.
Result<Reply> answer_routes(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);
/// Answers --batch. Reads a file with one query per line: {"from": [x, y, z], "to": [x, y, z]}. Writes each line with "result"
/// added, in order. Skips blank lines. For an invalid line, logs an error and writes {"line": n, "error": "..."}. Uses bounded
/// memory.
/// @returns the exit code: 0, or 3 if a line was invalid. Error: the file cannot be read, the answers cannot be written, or the
/// run was interrupted.
Result<int> run_batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::tools
