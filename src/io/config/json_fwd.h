#pragma once

#include <nlohmann/json_fwd.hpp>

namespace navspan {

/// A JSON value. Its objects keep the order of their keys. This header only declares the type, so that it compiles fast. Begin
/// an object with `Json json = Json::object()`, a list with Json::array(), and a nested object with object_in. Do not call
/// operator[] or push_back on a null value: they convert it to an object or a list. If memory runs out during this conversion,
/// the destructor of the value crashes.
using Json = nlohmann::ordered_json;

}  // namespace navspan
