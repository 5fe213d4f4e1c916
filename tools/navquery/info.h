#pragma once

#include "navquery/common.h"

namespace navspan::tools {

/// What a .nav file holds: meshes, agents, areas, islands.
Result<Reply> answer_info(const QueryOptions& options);

/// Whether a .nav file keeps every law: those that loading tests and those that checks test besides. Exit code 6 when not; then
/// the text has a line for each broken law. Error (input): the file cannot be read at all.
Result<Reply> answer_validate(const QueryOptions& options);

}  // namespace navspan::tools
