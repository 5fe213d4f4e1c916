#pragma once

#include <string>
#include <string_view>

namespace navspan::support {

/// Checks that a text of elements, attributes and character data is well-formed XML. Returns a description of the first error,
/// or an empty string.
std::string xml_error(std::string_view text);

}  // namespace navspan::support
