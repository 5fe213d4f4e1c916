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

/// Returns the object under a key; adds an empty object if the key is missing.
Json& object_in(Json& json, const std::string& key);

/// Parses JSON text. `//` comments are allowed. Error (usage): the text is empty or not valid JSON; an object has the same
/// key twice, or more than 4096 keys; or values are nested more than 64 levels deep. Messages about syntax start with
/// name:line:column.
Result<Json> parse_json(std::string_view text, const std::string& name);

/// True if a text is valid UTF-8.
bool is_utf8(std::string_view text);

/// Upper bound on the memory of the parsed text [byte].
double json_bytes(std::string_view text);

/// Maximum nesting of parsed JSON. The library recurses to print, copy and compare JSON; deeper nesting could overflow the
/// stack.
constexpr size_t kMaxJsonDepth = 64;

/// Thrown if JSON is nested too deep.
struct JsonTooDeep {};

/// Parses JSON text. Throws Json::parse_error if the text is invalid, Json::out_of_range if a number is too large, JsonTooDeep
/// if values are nested more than kMaxJsonDepth levels deep.
Json json_or_exception(std::string_view text);

/// Parses JSON text. Returns a discarded value (is_discarded()) if the text is invalid or nested more than 64 levels deep.
Json json_or_discarded(std::string_view text);

/// Converts a number to JSON. Whole numbers have no decimal point.
Json json_number(double value);

Json value_json(const ConfigValue& value);

/// True if the value is a list of `count` numbers.
bool is_number_list(const Json& value, size_t count);

/// Converts a list [x, y, z] to a point; nullopt if the value is not a list of three numbers.
std::optional<DVec3> json_point(const Json& value);

/// Returns the JSON text of a value on one line. Bytes that are not UTF-8 become U+FFFD.
std::string json_line(const Json& value);

/// Returns the JSON text of a value for error messages: one line, at most 60 characters.
std::string shown(const Json& value);

/// Returns a name for error messages. If the name is long, returns its first 100 bytes and "...".
std::string shown_name(std::string_view name);

/// Returns the candidate with the smallest edit distance to the name, or an empty string if there are no candidates. The
/// distance is the minimum of two distances: between the whole names, and between the parts after their last dots. At equal
/// distance, whole names win over parts, then the first candidate wins.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace navspan
