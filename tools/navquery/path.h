#pragma once

#include "navquery/common.h"
#include "navspan/query/path.h"

namespace navspan::tools {

/// The way from --from to --to.
Result<Reply> answer_path(const Question& question);

/// A path as JSON: status, reason, points, lengths, cost, gaps, polygons, nodes.
Json path_json(const NavMesh& mesh, const Path& path);

}  // namespace navspan::tools
