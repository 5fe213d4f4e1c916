#pragma once

// Who answers which question of navquery.

#include "navquery/common.h"

namespace navspan::tools {

/// The way from --from to --to.
Result<Reply> answer_path(const Question& question);
/// A path as JSON: status, reason, points, lengths, cost, gaps, polygons, nodes.
Json path_json(const NavMesh& mesh, const Path& path);
/// --walk: an agent that walks --from --to step by step, as game code would move one every frame.
Result<Reply> answer_walk(const Question& question);

/// --raycast: how far the straight way --from --to is free.
Result<Reply> answer_raycast(const Question& question);
/// --move: where one ends who walks from --from towards --to and slides along walls.
Result<Reply> answer_move(const Question& question);
/// --reachable: whether there is any way --from --to.
Result<Reply> answer_reachable(const Question& question);

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

/// --info: what a .nav file holds: meshes, agents, areas, islands.
Result<Reply> answer_info(const QueryOptions& options);
/// --validate: whether a .nav file keeps every law: those that loading tests and those that checks test besides. Exit code 6
/// when not; then the text has a line for each broken law. Error (input): the file cannot be read at all.
Result<Reply> answer_validate(const QueryOptions& options);
/// --html: the level as a page to look at. Error (input, failed).
Result<Reply> answer_html(const QueryOptions& options, const NavMesh& mesh);
/// --routes: tests a level against a list of routes (io/report/routes.h): required ways that are there and short enough,
/// forbidden ones that are not, points that stand on the ground, enough ground. The text has one line for each failure; exit
/// code 6 when there are any.
Result<Reply> answer_routes(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);
/// --batch: answers a file of questions, one JSON object {"from": [x, y, z], "to": [x, y, z]} a line, and writes each back with
/// "result" added, in order, as it goes: memory does not grow with the number of lines. Blank lines are left out. A broken line
/// is told on stderr with its number and written as {"line": n, "error": "..."}.
/// @returns the exit code: 0, or 3 when some line was broken. Error: the questions cannot be read, the answers not be written,
/// or somebody interrupted.
Result<int> run_batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::tools
