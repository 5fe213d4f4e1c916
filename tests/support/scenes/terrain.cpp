// Builds rolling hills with rocks. Almost all of the ground is walkable; some slopes are too steep.

#include <algorithm>
#include <cmath>

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

constexpr int kQuads = 60;
constexpr double kQuad = 1.6;  // side of a quad [wu]
constexpr double kTerrainSide = kQuads * kQuad;

// Smooth noise: random values on a grid of cells, interpolated between the grid points.
class Noise {
public:
    Noise(uint64_t seed, int cells) : cells_(cells) {
        Random random(seed);
        for (int k = 0; k < (cells + 1) * (cells + 1); ++k)
            values_.push_back(random.real(-1, 1));
    }
    double at(double u, double v) const {  // u, v in [0, 1]
        const double x = u * cells_, z = v * cells_;
        const int i = std::min(int(x), cells_ - 1), j = std::min(int(z), cells_ - 1);
        const double s = smooth(x - i), t = smooth(z - j);
        const auto value = [&](int a, int b) { return values_[size_t(b * (cells_ + 1) + a)]; };
        const double low = value(i, j) * (1 - s) + value(i + 1, j) * s;
        const double high = value(i, j + 1) * (1 - s) + value(i + 1, j + 1) * s;
        return low * (1 - t) + high * t;
    }

private:
    static double smooth(double t) { return t * t * (3 - 2 * t); }
    int cells_;
    std::vector<double> values_;
};

struct Hills {
    Noise coarse{31, 4}, middle{32, 9}, fine{33, 24};
    double at(double x, double z) const {
        const double u = std::clamp(x / kTerrainSide, 0.0, 1.0), v = std::clamp(z / kTerrainSide, 0.0, 1.0);
        return 9 * coarse.at(u, v) + 3.2 * middle.at(u, v) + 0.5 * fine.at(u, v);
    }
};

void rolling_ground(ObjBuilder& obj, const Hills& hills) {
    obj.object("ground");
    const auto corner = [&](int i, int j) { return DVec3{i * kQuad, hills.at(i * kQuad, j * kQuad), j * kQuad}; };
    // Group the faces by material, so that the file names each material only once.
    for (const char* material : {"sand", "grass", "moss"}) {
        obj.material(material);
        for (int j = 0; j < kQuads; ++j) {
            for (int i = 0; i < kQuads; ++i) {
                const double y = hills.at((i + 0.5) * kQuad, (j + 0.5) * kQuad);
                if (material != std::string(y < -3.5 ? "sand" : y < 4 ? "grass" : "moss")) continue;
                // Add two triangles instead of a quad, because the four corners are not coplanar.
                obj.face({corner(i, j), corner(i, j + 1), corner(i + 1, j + 1)});
                obj.face({corner(i, j), corner(i + 1, j + 1), corner(i + 1, j)});
            }
        }
    }
}

void rocks(ObjBuilder& obj, const Hills& hills) {
    Random random(34);
    obj.object("rocks");
    obj.material("rock");
    for (int k = 0; k < 90; ++k) {
        const double x = random.real(3, kTerrainSide - 3), z = random.real(3, kTerrainSide - 3), y = hills.at(x, z);
        const double size = random.chance(0.15) ? random.real(2, 3.4) : random.real(0.5, 1.5);
        const double height = size * random.real(0.8, 1.6);
        std::vector<DVec3> low, high;
        for (const DVec3& p : ring_around({x, 0, z}, 1, 7, random.real(0, 50))) {
            const double r = size * random.real(0.75, 1.15);
            low.push_back({x + (p.x - x) * r, y - 1.5, z + (p.z - z) * r});
            high.push_back({x + (p.x - x) * r * 0.5, y + height, z + (p.z - z) * r * 0.5});
        }
        obj.frustum(low, high);
    }
}

}  // namespace

std::string terrain_obj() {
    ObjBuilder obj("terrain: rolling hills with rocks (made by navspan's make_scenes)");
    const Hills hills;
    rolling_ground(obj, hills);
    rocks(obj, hills);
    return obj.text();
}

}  // namespace navspan::support
