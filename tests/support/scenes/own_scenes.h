#pragma once

#include <string>
#include <vector>

#include "navspan/bake/triangle_soup.h"

namespace navspan::support {

/// One of the project's own levels, as stored in data/scenes.
struct OwnScene {
    std::string name;  ///< for example "courtyard"
    std::string text;  ///< contents of the OBJ file
};

std::string courtyard_obj();  ///< a walled courtyard with a two-storey house, a canal and a bridge
std::string roofs_obj();      ///< two roofs with an alley, a terrace and a garden, for drops and jumps
std::string terrain_obj();    ///< rolling hills with rocks
std::string maze_obj();       ///< a maze with a plaza in the middle
std::string tower_obj();      ///< a ramp winding four times around a tower
std::string field_obj();      ///< an open field with scattered boxes

/// Returns all levels, sorted by name.
std::vector<OwnScene> own_scenes();

/// Returns the triangles of a scene with the areas that the default config gives them.
TriangleSoup soup_of(const OwnScene& scene);

}  // namespace navspan::support
