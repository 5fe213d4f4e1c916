#include "support/own_scenes.h"

namespace navspan::support {

std::vector<OwnScene> own_scenes() {
    return {{"courtyard", courtyard_obj()}, {"field", field_obj()},     {"maze", maze_obj()},
            {"roofs", roofs_obj()},         {"terrain", terrain_obj()}, {"tower", tower_obj()}};
}

}  // namespace navspan::support
