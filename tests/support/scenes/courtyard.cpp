// Builds the level shown in the README: a walled courtyard with a two-storey house, next to a canal with a bridge.
//
// The level measures 64 by 48 metres, with the ground at height 0. Inner and outer stairs connect rooms above each other.
// Agents can walk on the bridge and under it. The level also has ramps, kerbs, terraces, a gate, narrow doors and obstacles.

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

// Coordinates of the canal and the bridge [wu].
constexpr double kCanalWest = 42, kCanalEast = 50, kCanalBed = -3.2;
constexpr double kBridgeNorth = 19.5, kBridgeSouth = 24.5;
// Coordinates of the courtyard's walls [wu].
constexpr double kWest = 6, kEast = 38, kNorth = 7, kSouth = 42;
// Height of a storey and coordinates of the house [wu].
constexpr double kStorey = 3.2;
constexpr double kHouseWest = 9, kHouseEast = 22, kHouseNorth = 10, kHouseSouth = 21;

void courtyard_ground(ObjBuilder& obj) {
    obj.object("ground");
    obj.material("grass");
    obj.floor({0, 0, 0}, {kWest, 0, 48});
    obj.floor({kWest, 0, 0}, {kEast, 0, kNorth});
    obj.floor({kWest, 0, kSouth}, {kEast, 0, 48});
    obj.floor({kEast, 0, 0}, {kCanalWest, 0, kBridgeNorth});
    obj.floor({kEast, 0, kBridgeSouth}, {kCanalWest, 0, 48});
    obj.floor({kCanalEast, 0, 0}, {64, 0, kBridgeNorth});
    obj.floor({kCanalEast, 0, kBridgeSouth}, {64, 0, 48});
    obj.material("stone");
    obj.floor({kWest, 0, kNorth}, {kEast, 0, kSouth});
    obj.floor({kEast, 0, kBridgeNorth}, {kCanalWest, 0, kBridgeSouth});
    obj.floor({kCanalEast, 0, kBridgeNorth}, {64, 0, kBridgeSouth});
}

void canal(ObjBuilder& obj) {
    obj.object("canal");
    obj.material("water");
    obj.floor({kCanalWest, kCanalBed, 12}, {kCanalEast, kCanalBed, 36});
    obj.material("stone");
    // Add the slopes at both ends of the canal.
    obj.face({{kCanalWest, 0, 0}, {kCanalWest, kCanalBed, 12}, {kCanalEast, kCanalBed, 12}, {kCanalEast, 0, 0}});
    obj.face({{kCanalWest, kCanalBed, 36}, {kCanalWest, 0, 48}, {kCanalEast, 0, 48}, {kCanalEast, kCanalBed, 36}});
    // Add the banks.
    obj.face({{kCanalWest, 0, 0}, {kCanalWest, 0, 48}, {kCanalWest, kCanalBed, 36}, {kCanalWest, kCanalBed, 12}});
    obj.face({{kCanalEast, 0, 48}, {kCanalEast, 0, 0}, {kCanalEast, kCanalBed, 12}, {kCanalEast, kCanalBed, 36}});
}

void bridge(ObjBuilder& obj) {
    obj.object("bridge");
    obj.material("stone");
    constexpr int kPieces = 10;
    const double length = kCanalEast - kCanalWest;
    // The bridge is a flat arch. rise(k) is its height above the banks at joint k.
    const auto rise = [](int k) { return 0.8 * (1 - (2.0 * k / kPieces - 1) * (2.0 * k / kPieces - 1)); };
    for (int k = 0; k < kPieces; ++k) {
        const double a = kCanalWest + length * k / kPieces, b = kCanalWest + length * (k + 1) / kPieces;
        const auto beam = [&](double z0, double z1, double below, double above) {
            obj.frustum({{a, rise(k) - below, z0},
                         {a, rise(k) - below, z1},
                         {b, rise(k + 1) - below, z1},
                         {b, rise(k + 1) - below, z0}},
                        {{a, rise(k) + above, z0},
                         {a, rise(k) + above, z1},
                         {b, rise(k + 1) + above, z1},
                         {b, rise(k + 1) + above, z0}});
        };
        beam(kBridgeNorth, kBridgeSouth, 0.5, 0);
        beam(kBridgeNorth, kBridgeNorth + 0.3, 0, 1.3);
        beam(kBridgeSouth - 0.3, kBridgeSouth, 0, 1.3);
    }
}

void courtyard_walls(ObjBuilder& obj) {
    obj.object("walls");
    obj.material("stone");
    constexpr double kThick = 0.7, kHigh = 3.2;
    obj.wall_x({kWest, 0, kNorth}, {kEast, kHigh, kNorth + kThick});
    obj.wall_x({kWest, 0, kSouth - kThick}, {kEast, kHigh, kSouth}, {{28, 30.4, 0, 2.6}});
    obj.wall_z({kWest, 0, kNorth + kThick}, {kWest + kThick, kHigh, kSouth - kThick});
    obj.wall_z({kEast - kThick, 0, kNorth + kThick}, {kEast, kHigh, kSouth - kThick}, {{20, 24, 0, 3.2}});
    obj.object("gate");
    obj.box({kEast - 1.6, 0, 18.2}, {kEast + 0.6, 5, 20});
    obj.box({kEast - 1.6, 0, 24}, {kEast + 0.6, 5, 25.8});
    obj.box({kEast - 1.2, 3.4, 20}, {kEast + 0.2, 5, 24});
}

void house(ObjBuilder& obj) {
    constexpr double kThick = 0.4;
    const double w = kHouseWest, e = kHouseEast, n = kHouseNorth, s = kHouseSouth;
    obj.object("house");
    obj.material("plaster");
    const Opening north_window{14, 16, 1, 2.2};
    obj.wall_x({w, 0, n}, {e, kStorey, n + kThick}, {north_window});
    obj.wall_x({w, 0, s - kThick}, {e, kStorey, s}, {{10.5, 12, 1, 2.2}, {14.5, 17, 0, 2.4}, {19, 20.5, 1, 2.2}});
    obj.wall_z({w, 0, n + kThick}, {w + kThick, kStorey, s - kThick});
    obj.wall_z({e - kThick, 0, n + kThick}, {e, kStorey, s - kThick});
    obj.wall_z({17.8, 0, n + kThick}, {18.1, kStorey, s - kThick}, {{14.6, 17, 0, 2.4}});  // wall of the eastern room
    const double y = kStorey, top = 2 * kStorey;
    obj.wall_x({w, y, n}, {e, top, n + kThick}, {{12, 13.5, y + 1, y + 2.2}, {16, 17.5, y + 1, y + 2.2}});
    obj.wall_x({w, y, s - kThick}, {e, top, s}, {{12, 13.5, y + 1, y + 2.2}, {16, 17.5, y + 1, y + 2.2}});
    obj.wall_z({w, y, n + kThick}, {w + kThick, top, s - kThick});
    obj.wall_z({e - kThick, y, n + kThick}, {e, top, s - kThick}, {{10.9, 13.5, y, y + 2.4}});

    // The upper floor has a hole above the stairs.
    obj.object("house_floors");
    obj.material("wood");
    constexpr double kStairsEast = 12;
    obj.box({kStairsEast, y - 0.3, n + kThick}, {e - kThick, y, s - kThick});
    obj.box({w + kThick, y - 0.3, n + kThick}, {kStairsEast, y, 12.8});
    obj.box({w + kThick, y - 0.3, 19.2}, {kStairsEast, y, s - kThick});
    obj.stairs_z({w + kThick, 0, 19.2}, {kStairsEast - 0.2, y, 12.8}, 16);
    obj.box({kStairsEast - 0.2, y, 12.8}, {kStairsEast, y + 1.3, 19.2});  // banister
    obj.box({14, 0, 11}, {16.4, 0.8, 12});                                // a bench
    obj.box({19, 0, 15}, {20.4, 0.9, 17});                                // a table
    obj.box({15, y, 17.5}, {17, y + 0.6, 20});                            // a bed

    obj.object("house_roof");
    obj.material("tiles");
    const double ridge = top + 7, middle = (n + s) / 2;
    obj.frustum({{w - 0.4, top, n - 0.4}, {w - 0.4, top, s + 0.4}, {e + 0.4, top, s + 0.4}, {e + 0.4, top, n - 0.4}},
                {{w - 0.4, ridge, middle}, {w - 0.4, ridge, middle}, {e + 0.4, ridge, middle}, {e + 0.4, ridge, middle}});

    // Add a balcony in front of the upper door, and stairs from the balcony down to the courtyard.
    obj.object("outer_stairs");
    obj.material("stone");
    obj.box({e, 0, n}, {e + 2.6, y, 13.8});
    obj.stairs_z({e, 0, 20.2}, {e + 2.6, y, 13.8}, 16);
    obj.box({e + 2.6, 0, n}, {e + 2.9, y + 1.3, 13.8});
    obj.box({e, 0, n - 0.3}, {e + 2.9, y + 1.3, n});
}

void terrace(ObjBuilder& obj) {
    obj.object("terrace");
    obj.material("stone");
    obj.box({7.5, 0, 31}, {16, 1.2, 40});
    for (int k = 0; k < 4; ++k)
        obj.box({16 + 0.4 * k, 0, 34}, {16 + 0.4 * (k + 1), 1.2 - 0.3 * k, 37});
    obj.box({7.5, 1.2, 31}, {16, 2.5, 31.3});  // parapets
    obj.box({15.7, 1.2, 31.3}, {16, 2.5, 33.6});
    obj.box({15.7, 1.2, 37.4}, {16, 2.5, 40});
    obj.material("wood");
    for (double x : {9.0, 14.0}) {
        for (double z : {33.0, 38.5})
            obj.box({x - 0.15, 1.2, z - 0.15}, {x + 0.15, 4, z + 0.15});
    }
    obj.box({8.5, 4, 32.5}, {14.5, 4.2, 39});  // a pergola
}

void well(ObjBuilder& obj) {
    obj.object("well");
    obj.material("stone");
    const DVec3 middle{28, 0, 29};
    const auto outer = ring_around(middle, 1.5, 10), inner = ring_around(middle, 1.1, 10);
    const DVec3 up{0, 1.3, 0};
    for (size_t k = 0; k < outer.size(); ++k) {
        const size_t next = (k + 1) % outer.size();
        obj.frustum({outer[k], outer[next], inner[next], inner[k]},
                    {outer[k] + up, outer[next] + up, inner[next] + up, inner[k] + up});
    }
    obj.material("water");
    obj.face(ring_around(middle + DVec3{0, 0.4, 0}, 1.1, 10));
    obj.material("wood");
    obj.box({26.5, 0, 28.9}, {26.7, 2.8, 29.1});
    obj.box({29.3, 0, 28.9}, {29.5, 2.8, 29.1});
    obj.frustum({{26.2, 2.8, 27.8}, {26.2, 2.8, 30.2}, {29.8, 2.8, 30.2}, {29.8, 2.8, 27.8}},
                {{26.2, 4.2, 29}, {26.2, 4.2, 29}, {29.8, 4.2, 29}, {29.8, 4.2, 29}});
}

void flower_beds(ObjBuilder& obj) {
    obj.object("beds");
    for (const auto& [x, z] : {std::pair{20.5, 31.5}, {20.5, 37.0}, {32.0, 31.5}, {32.0, 37.0}}) {
        obj.material("stone");
        obj.box({x - 2, 0, z - 1.4}, {x + 2, 0.4, z - 1.2});
        obj.box({x - 2, 0, z + 1.2}, {x + 2, 0.4, z + 1.4});
        obj.box({x - 2, 0, z - 1.2}, {x - 1.8, 0.4, z + 1.2});
        obj.box({x + 1.8, 0, z - 1.2}, {x + 2, 0.4, z + 1.2});
        obj.material("grass");
        obj.floor({x - 1.8, 0.3, z - 1.2}, {x + 1.8, 0.3, z + 1.2});
        obj.material("wood");
        obj.column({x, 0.3, z}, {.bottom_radius = 0.25, .top_radius = 0.2, .height = 2, .sides = 7});
        obj.material("leaves");
        obj.column({x, 2.2, z}, {.bottom_radius = 1.4, .top_radius = 0.1, .height = 3, .sides = 8});
    }
}

void crates(ObjBuilder& obj) {
    obj.object("crates");
    obj.material("wood");
    obj.box({33, 0, 9}, {34.4, 1.4, 10.4});
    obj.box({34.6, 0, 8.6}, {36.2, 1.6, 10.2});
    obj.box({33.6, 1.4, 9.2}, {34.4, 2.2, 10});
    obj.turned_box({31.2, 0, 10.2}, {.half_x = 0.6, .half_z = 0.6, .height = 1.2, .yaw = 25});
    obj.turned_box({35.3, 0, 13.6}, {.half_x = 0.7, .half_z = 0.5, .height = 1, .yaw = -18});
    obj.turned_box({30, 0, 15}, {.half_x = 0.9, .half_z = 0.9, .height = 0.7, .yaw = 40});
    // Three boxes form steps up to the wall walk.
    obj.box({33, 0, 39}, {34.4, 0.7, 41.2});
    obj.box({34.4, 0, 39}, {35.8, 1.4, 41.2});
    obj.box({35.8, 0, 39}, {37.2, 2.1, 41.2});
    // Add barrels.
    obj.column({25.8, 0, 9.2}, {.bottom_radius = 0.5, .top_radius = 0.45, .height = 1.4, .sides = 9});
    obj.column({27, 0, 9}, {.bottom_radius = 0.5, .top_radius = 0.45, .height = 1.4, .sides = 9});
    obj.column({26.4, 0, 10.1}, {.bottom_radius = 0.5, .top_radius = 0.45, .height = 1.4, .sides = 9});
}

// Adds a lookout with a ramp on the bank opposite the courtyard.
void lookout(ObjBuilder& obj) {
    obj.object("lookout");
    obj.material("stone");
    obj.box({54, 0, 6}, {61, 2.4, 12});
    obj.ramp_z({56, 0, 19}, {59.5, 2.4, 12}, 0);
    obj.box({54, 2.4, 6}, {54.3, 3.7, 12});
    obj.box({60.7, 2.4, 6}, {61, 3.7, 12});
    obj.box({54.3, 2.4, 6}, {60.7, 3.7, 6.3});
    obj.material("wood");
    obj.column({57.5, 2.4, 8.5}, {.bottom_radius = 0.2, .top_radius = 0.15, .height = 4, .sides = 6});
}

void rocks_and_trees(ObjBuilder& obj) {
    Random random(20);
    obj.object("rocks");
    obj.material("rock");
    for (const auto& [x, z] :
         {std::pair{54.5, 29.0}, {57.0, 33.5}, {61.0, 28.0}, {53.5, 40.5}, {60.0, 42.0}, {2.5, 12.0}, {3.0, 33.0}}) {
        const double size = random.real(0.8, 1.9);
        std::vector<DVec3> low, high;
        for (int k = 0; k < 7; ++k) {
            const DVec3 out = ring_around({x, 0, z}, size * random.real(0.75, 1.1), 7)[size_t(k)];
            low.push_back({out.x, -0.2, out.z});
            high.push_back({x + (out.x - x) * 0.45, size * 1.3, z + (out.z - z) * 0.45});
        }
        obj.frustum(low, high);
    }
    obj.object("trees");
    for (const auto& [x, z] : {std::pair{3.0, 3.0},
                               {2.5, 22.0},
                               {3.2, 44.0},
                               {14.0, 3.2},
                               {25.0, 3.0},
                               {33.5, 3.4},
                               {18.0, 45.2},
                               {56.0, 37.5},
                               {62.0, 36.0},
                               {62.3, 3.0},
                               {52.4, 15.5}}) {
        obj.material("wood");
        obj.column({x, 0, z}, {.bottom_radius = 0.3, .top_radius = 0.22, .height = 2.2, .sides = 7});
        obj.material("leaves");
        const double height = random.real(3, 4.5), radius = random.real(1.3, 1.9);
        obj.column({x, 2.1, z}, {.bottom_radius = radius, .top_radius = 0.1, .height = height, .sides = 8});
    }
}

}  // namespace

std::string courtyard_obj() {
    ObjBuilder obj(
        "courtyard: a walled courtyard with a two-storey house, a canal and a bridge (made by navspan's make_scenes)",
        kOffLattice);
    courtyard_ground(obj);
    canal(obj);
    bridge(obj);
    courtyard_walls(obj);
    house(obj);
    terrace(obj);
    well(obj);
    flower_beds(obj);
    crates(obj);
    lookout(obj);
    rocks_and_trees(obj);
    return obj.text();
}

}  // namespace navspan::support
