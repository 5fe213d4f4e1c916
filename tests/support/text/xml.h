#pragma once

#include <string>
#include <string_view>

namespace navspan::support {

/// Returns the first error in a text that should be well-formed XML of elements, attributes and text; empty if none.
std::string xml_error(std::string_view text);

}  // namespace navspan::support
