// Builds an open field with scattered boxes, sheds and hay bales: large free areas and many small obstacles.

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan::support {

std::string field_obj() {
    ObjBuilder obj("field: an open field with scattered boxes (made by navspan's make_scenes)", kOffLattice);
    constexpr double kSide = 120;
    obj.object("ground");
    obj.material("grass");
    obj.floor({0, 0, 0}, {kSide, 0, 54});
    obj.floor({0, 0, 60}, {kSide, 0, kSide});
    obj.material("dirt");
    obj.floor({0, 0, 54}, {kSide, 0, 60});  // a track across the field

    Random random(53);
    obj.object("boxes");
    obj.material("wood");
    for (int k = 0; k < 170; ++k) {
        const double x = random.real(3, kSide - 3), z = random.real(3, kSide - 3);
        const double half_x = random.real(0.4, 1.6), half_z = random.real(0.4, 1.6), height = random.real(1.3, 2.6);
        const double yaw = random.real(0, 90);
        if (z > 52 && z < 62) continue;
        obj.turned_box({x, 0, z}, {.half_x = half_x, .half_z = half_z, .height = height, .yaw = yaw});
    }
    obj.object("bales");
    obj.material("hay");
    for (int k = 0; k < 40; ++k) {
        const double x = random.real(4, kSide - 4), z = random.real(4, kSide - 4);
        if (z > 52 && z < 62) continue;
        obj.column({x, 0, z}, {.bottom_radius = 0.9, .top_radius = 0.9, .height = 1.4, .sides = 10});
    }
    obj.object("sheds");
    obj.material("plaster");
    for (int k = 0; k < 8; ++k) {
        const double x = random.real(12, kSide - 12), z = k < 4 ? random.real(8, 42) : random.real(70, kSide - 10);
        const double yaw = random.real(0, 180), half_z = random.real(2, 4), half_x = random.real(3, 5);
        obj.turned_box({x, 0, z}, {.half_x = half_x, .half_z = half_z, .height = 3.5, .yaw = yaw});
    }
    obj.object("fences");
    obj.material("wood");
    obj.wall_x({8, 0, 53}, {112, 1.5, 53.2}, {{30, 34, 0, 1.5}, {58, 62, 0, 1.5}, {94, 98, 0, 1.5}});
    obj.wall_x({8, 0, 61}, {112, 1.5, 61.2}, {{18, 22, 0, 1.5}, {70, 74, 0, 1.5}});
    return obj.text();
}

}  // namespace navspan::support
