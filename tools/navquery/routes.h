#pragma once

#include "navquery/common.h"

namespace navspan::tools {

/// Tests a level against a list of routes (io/routes.h): required ways that are there and short enough, forbidden ones that are
/// not, points that stand on the ground, enough ground. The text has one line for each failure; exit code 6 when there are any.
Result<Reply> answer_routes(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter);

}  // namespace navspan::tools
