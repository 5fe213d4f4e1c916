// Builds a ramp that winds four times around a round tower up to a platform. Up to five floors lie above each other.

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"

namespace navspan::support {
namespace {

constexpr int kTurns = 4, kPieces = 24;  // kPieces: segments per turn
// Radius of the core, outer radius of the ramp, and rise of the ramp per turn [wu].
constexpr double kCore = 4, kOuter = 8.5, kRise = 4;
constexpr double kTop = kTurns * kRise;

DVec3 on_ramp(double radius, int piece, double above) {
    const DVec3 p = ring_around({0, 0, 0}, radius, kPieces)[size_t(piece % kPieces)];
    return {p.x, kRise * piece / kPieces + above, p.z};
}

// Adds one segment of a ring around the tower, between the radii `inner` and `outer`. Its bottom is `below` [wu] lower than the
// surface of the ramp, and its top is `above` [wu] higher than this surface.
void ramp_piece(ObjBuilder& obj, int piece, double inner, double outer, double below, double above) {
    const auto ring = [&](double offset) {
        return std::vector<DVec3>{on_ramp(inner, piece, offset), on_ramp(outer, piece, offset),
                                  on_ramp(outer, piece + 1, offset), on_ramp(inner, piece + 1, offset)};
    };
    obj.frustum(ring(-below), ring(above));
}

}  // namespace

std::string tower_obj() {
    ObjBuilder obj("tower: a ramp winding four times around a tower (made by navspan's make_scenes)", kOffLattice);
    obj.object("ground");
    obj.material("grass");
    obj.floor({-22, 0, -22}, {22, 0, 22});

    obj.object("core");
    obj.material("stone");
    obj.column({0, 0, 0}, {.bottom_radius = kCore, .top_radius = kCore, .height = kTop, .sides = kPieces});

    obj.object("ramp");
    for (int k = 0; k < kTurns * kPieces; ++k) {
        // Add a segment of the ramp, 0.4 wu thick. The first segments lie on the ground.
        ramp_piece(obj, k, kCore - 0.1, kOuter, 0.4, 0);
        // Add a parapet, except on the first segments, where agents enter the ramp from the ground.
        if (k > 2) ramp_piece(obj, k, kOuter - 0.3, kOuter, 0, 1.4);
    }

    obj.object("platform");
    obj.material("wood");
    // Add the top of the core, and a quarter of a ring at the end of the ramp.
    obj.column({0, kTop - 0.3, 0}, {.bottom_radius = kCore, .top_radius = kCore, .height = 0.3, .sides = kPieces});
    for (int k = 0; k < kPieces / 4; ++k) {
        const auto level = [&](double radius, int piece) {
            const DVec3 p = on_ramp(radius, piece, 0);
            return DVec3{p.x, kTop, p.z};
        };
        std::vector<DVec3> top{level(kCore - 0.1, k), level(kOuter, k), level(kOuter, k + 1), level(kCore - 0.1, k + 1)};
        std::vector<DVec3> bottom = top;
        for (DVec3& p : bottom)
            p.y -= 0.4;
        obj.frustum(bottom, top);
    }
    obj.material("stone");
    obj.column({0, kTop, 0}, {.bottom_radius = 0.6, .top_radius = 0.4, .height = 3, .sides = 8});

    obj.object("stones");
    obj.material("rock");
    for (const DVec3& p : ring_around({0, 0, 0}, 15, 11, 8))
        obj.column({p.x, 0, p.z}, {.bottom_radius = 0.9, .top_radius = 0.6, .height = 2.4, .sides = 7});
    return obj.text();
}

}  // namespace navspan::support
