#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bake/config/keys.h"
#include "io/config/json_fwd.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Returns the object under a key of an object. Adds an empty object if the key is missing.
Json& object_in(Json& json, const std::string& key);

/// Parses JSON text, which may contain `//` comments. Error (usage): the text is empty or not valid JSON, an object has the
/// same key twice or more than 4096 keys, or the nesting is deeper than 64 levels. The message for a syntax error starts with
/// name:line:column.
Result<Json> parse_json(std::string_view text, const std::string& name);

/// Returns an upper bound on the memory of parsed JSON text [byte], computed from the length of the text and its numbers of
/// brackets, commas and colons.
double json_bytes(std::string_view text);

/// Parses JSON text. If the text is invalid or nested more than 64 levels deep, returns a discarded value (is_discarded()).
Json json_or_discarded(std::string_view text);

/// Converts a number to JSON. A whole number is written without a decimal point.
Json json_number(double value);

/// Converts the value of a config key to JSON.
Json value_json(const ConfigValue& value);

/// True if the value is a list of `count` numbers.
bool is_number_list(const Json& value, size_t count);

/// Returns the point of a list [x, y, z]; nullopt if the value is not a list of three numbers.
std::optional<DVec3> json_point(const Json& value);

/// Returns the JSON text of a value for an error message, on one line and truncated to 60 characters.
std::string shown(const Json& value);

/// Returns the candidate with the smallest edit distance to the name. Compares the name and each candidate twice: whole, and
/// only the parts after their last dots. If several candidates tie, returns the first of them. Returns an empty string if there
/// are no candidates.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace navspan
