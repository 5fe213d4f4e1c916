#pragma once

#include "navquery/common.h"

namespace navspan::tools {

/// Answers a file of questions, one JSON object {"from": [x, y, z], "to": [x, y, z]} a line, and writes each back with
/// "result" added, in order, as it goes: memory does not grow with the number of lines. Blank lines are left out. A broken line
/// is told on stderr with its number and written as {"line": n, "error": "..."}.
/// @returns the exit code: 0, or 3 when some line was broken. Error: the questions cannot be read, the answers not be written,
/// or somebody interrupted.
Result<int> run_batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::tools
