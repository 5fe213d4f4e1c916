#pragma once

#include <string>
#include <string_view>

namespace navspan::support {

/// What is not well-formed in an XML text of elements, attributes and character data; empty when nothing is.
std::string xml_fault(std::string_view text);

}  // namespace navspan::support
