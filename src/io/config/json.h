#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"

namespace navspan {

using Json = nlohmann::ordered_json;

/// Parses JSON text with `//` comments. Error (usage): "name:line:column: what" if the text is invalid, has a key twice in one
/// object, or is nested more than 64 levels deep.
Result<Json> parse_json(std::string_view text, const std::string& name);

/// Parses JSON text; returns a discarded value if it is invalid or nested more than 64 levels deep.
Json json_or_discarded(std::string_view text);

/// Returns a number that is written without a decimal point if it is whole.
Json json_number(double value);

/// Returns a value as one line for a message, cut after 60 characters.
std::string shown(const Json& value);

/// Returns the candidate with the smallest edit distance to a name, the first one if several tie; empty if there are none.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace navspan
