#pragma once

#include <nlohmann/json_fwd.hpp>

namespace navspan {

/// A JSON value. Its objects keep the order of their keys. This header only declares the type, which is faster to compile.
/// Begin an object with `Json json = Json::object()`, a list with Json::array(), and a nested object with object_in. Do not let
/// operator[] or push_back convert a null value: if memory runs out during the conversion, the destructor of the value crashes.
using Json = nlohmann::ordered_json;

}  // namespace navspan
