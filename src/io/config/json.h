#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"

namespace navspan {

using Json = nlohmann::ordered_json;

/// Parses JSON text with `//` comments. Error (usage): "name:line:column: what"; a key that is there twice is an error too,
/// and lists in lists more than 64 deep.
Result<Json> parse_json(std::string_view text, const std::string& name);

/// The value of JSON text; discarded where it is none, or has lists in lists more than 64 deep.
Json json_or_discarded(std::string_view text);

/// A number without a decimal point where it is whole.
Json json_number(double value);

/// A value as a message shows it: one line, cut after 60 characters.
std::string shown(const Json& value);

/// The candidate closest to a name, the first of equals; empty when there is none.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace navspan
