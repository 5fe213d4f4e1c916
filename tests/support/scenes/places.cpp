#include "support/scenes/places.h"

namespace navspan::support {

std::string source_path(const std::string& name) {
    return NAVSPAN_SOURCE_DIR "/" + name;
}

std::string program_path(const std::string& name) {
    return NAVSPAN_TOOLS_DIR "/" + name;
}

}  // namespace navspan::support
