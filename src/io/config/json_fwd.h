#pragma once

#include <nlohmann/json_fwd.hpp>

namespace navspan {

/// A JSON value whose objects keep the order of their keys. Only declared, not defined, for fast compilation. Start objects
/// with Json::object(), lists with Json::array(), and nested objects with object_in. Do not call operator[] or push_back on a
/// null value: nlohmann::json crashes if memory runs out while it converts the null to an object or a list.
using Json = nlohmann::ordered_json;

}  // namespace navspan
