#pragma once

#include <string>
#include <string_view>

namespace navspan::support {

/// Returns the first violation of well-formedness in an XML text of elements, attributes and character data. Empty if there is
/// none.
std::string xml_error(std::string_view text);

}  // namespace navspan::support
