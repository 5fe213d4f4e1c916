#pragma once

#include <nlohmann/json_fwd.hpp>

namespace navspan {

/// A JSON value whose objects keep the order of their keys. This header only declares the type, for fast compilation. Start
/// objects with Json::object(), lists with Json::array(), and nested objects with object_in. Do not call operator[] or
/// push_back on a null value. Both convert the null to an object or a list, and nlohmann::json crashes if memory runs out
/// during this conversion.
using Json = nlohmann::ordered_json;

}  // namespace navspan
