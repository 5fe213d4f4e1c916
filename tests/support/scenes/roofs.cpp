// Builds two flat roofs with an alley between them, a lower terrace, and a garden with a wall, a stage and a pillar. Some
// surfaces can only be reached by a drop or a jump. Other surfaces cannot be reached at all.

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"

namespace navspan::support {
namespace {

// Used instead of kOffLattice, because the committed file data/scenes/roofs.obj has this shift.
constexpr DVec3 kRoofsShift{0.113, 0, 0.067};

void houses(ObjBuilder& obj) {
    obj.object("house");
    obj.material("plaster");
    obj.box({8, 0, 8}, {18, 3.2, 20});
    obj.object("stairs");
    obj.material("stone");
    obj.stairs_z({8.5, 0, 28.4}, {10.9, 3.2, 20}, 16);
    obj.object("terrace");
    obj.material("wood");
    obj.box({3, 0, 9}, {8, 1.7, 18});
    // The barn roof can be reached by a jump over the alley, and by a drop from the loft.
    obj.object("barn");
    obj.material("plaster");
    obj.box({20.6, 0, 9}, {30, 3.55, 19});
    obj.object("loft");
    obj.material("wood");
    obj.box({26, 3.55, 9}, {30, 4.7, 19});
}

void garden(ObjBuilder& obj) {
    obj.object("garden_wall");
    obj.material("stone");
    obj.wall_x({14, 0, 24.6}, {36, 1.2, 24.9}, {{33.4, 36, 0, 1.2}});
    obj.wall_z({14, 0, 24.9}, {14.3, 1.2, 34});
    obj.object("stage");
    obj.material("wood");
    obj.box({24.5, 0, 26.9}, {29.3, 1.25, 31.7});
    obj.object("crate");
    obj.turned_box({32, 0, 28.5}, {.half_x = 0.9, .half_z = 0.9, .height = 1.6, .yaw = 25});
    // The pillar is low enough to drop from but too high to jump onto.
    obj.object("pillar");
    obj.material("stone");
    obj.column({19.5, 0, 29.6}, {.bottom_radius = 2.7, .top_radius = 2.7, .height = 2.6, .sides = 12});
}

}  // namespace

std::string roofs_obj() {
    ObjBuilder obj("roofs: two roofs with an alley between them (made by navspan's make_scenes)", kRoofsShift);
    obj.object("ground");
    obj.material("grass");
    obj.floor({0, 0, 0}, {36, 0, 34});
    houses(obj);
    garden(obj);
    return obj.text();
}

}  // namespace navspan::support
