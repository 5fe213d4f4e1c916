#pragma once

#include <string>

namespace navspan {

/// Returns the JSON schema (draft 2020-12) of configs: keys, types, ranges, defaults and meanings.
std::string config_schema();

}  // namespace navspan
