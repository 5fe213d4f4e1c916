#pragma once

#include "navquery/common.h"

namespace navspan::tools {

/// --walk: an agent that walks --from --to step by step, as game code would move one every frame.
Result<Reply> answer_walk(const Question& question);

}  // namespace navspan::tools
