#pragma once

#include "navquery/common.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// The level as a page to look at. Error (input, failed).
Result<Reply> answer_html(const QueryOptions& options, const NavMesh& mesh);

}  // namespace navspan::tools
