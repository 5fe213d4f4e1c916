#include "support/scenes/own_scenes.h"

#include <gtest/gtest.h>

#include "navspan/bake/area_rules.h"
#include "navspan/io/obj.h"

namespace navspan::support {

std::vector<OwnScene> own_scenes() {
    return {{"courtyard", courtyard_obj()}, {"field", field_obj()},     {"maze", maze_obj()},
            {"roofs", roofs_obj()},         {"terrain", terrain_obj()}, {"tower", tower_obj()}};
}

TriangleSoup soup_of(const OwnScene& scene) {
    const std::vector<ObjText> texts{{scene.name, scene.text}};
    TriangleSoup soup = parse_obj(texts).value().soup;
    EXPECT_TRUE(apply_area_rules(soup, BakeConfig{}).ok());
    return soup;
}

}  // namespace navspan::support
