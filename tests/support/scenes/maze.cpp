// Builds a maze of 19 by 19 cells of three metres with a few loops and a plaza in the middle.

#include <algorithm>
#include <array>

#include "support/builders/obj_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

constexpr int kCells = 19;
constexpr double kCell = 3, kHalfWall = 0.2, kHigh = 2.6;

// The walls between adjacent cells. right[z][x] is true if cell (x, z) has a wall on its +x side. below[z][x] is true if the
// cell has a wall on its +z side.
struct Walls {
    std::array<std::array<bool, kCells>, kCells> right, below;
};

Walls carve(Random& random) {
    Walls walls;
    for (auto& row : walls.right)
        row.fill(true);
    for (auto& row : walls.below)
        row.fill(true);
    const auto open = [&](int x, int z, int dx, int dz) {
        if (dx != 0) walls.right[size_t(z)][size_t(std::min(x, x + dx))] = false;
        if (dz != 0) walls.below[size_t(std::min(z, z + dz))][size_t(x)] = false;
    };
    // A depth-first search in random order opens walls until all cells are connected.
    std::array<std::array<bool, kCells>, kCells> seen{};
    std::vector<std::array<int, 2>> trail{{0, 0}};
    seen[0][0] = true;
    while (!trail.empty()) {
        const auto [x, z] = trail.back();
        std::vector<std::array<int, 2>> ways;
        for (const auto& [dx, dz] : {std::array{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            const int nx = x + dx, nz = z + dz;
            if (nx >= 0 && nz >= 0 && nx < kCells && nz < kCells && !seen[size_t(nz)][size_t(nx)]) ways.push_back({dx, dz});
        }
        if (ways.empty()) {
            trail.pop_back();
            continue;
        }
        const auto [dx, dz] = ways[size_t(random.between(0, int32_t(ways.size()) - 1))];
        open(x, z, dx, dz);
        seen[size_t(z + dz)][size_t(x + dx)] = true;
        trail.push_back({x + dx, z + dz});
    }
    // Open 24 more walls to make loops, then all walls inside a plaza of five by five cells.
    for (int k = 0; k < 24; ++k) {
        const int32_t z = random.between(0, kCells - 1), x = random.between(0, kCells - 2);
        open(x, z, 1, 0);
    }
    constexpr int kMiddle = kCells / 2;
    for (int z = kMiddle - 2; z <= kMiddle + 2; ++z) {
        for (int x = kMiddle - 2; x <= kMiddle + 2; ++x) {
            if (x < kMiddle + 2) open(x, z, 1, 0);
            if (z < kMiddle + 2) open(x, z, 0, 1);
        }
    }
    return walls;
}

// Writes one box for each run of consecutive walls.
void hedges(ObjBuilder& obj, const Walls& walls) {
    for (int line = 0; line + 1 < kCells; ++line) {
        for (const bool along_x : {true, false}) {
            const auto wall = [&](int k) {
                return along_x ? walls.below[size_t(line)][size_t(k)] : walls.right[size_t(k)][size_t(line)];
            };
            for (int k = 0; k < kCells; ++k) {
                if (!wall(k)) continue;
                const int from = k;
                while (k + 1 < kCells && wall(k + 1))
                    ++k;
                const double a = from * kCell - kHalfWall, b = (k + 1) * kCell + kHalfWall, at = (line + 1) * kCell;
                if (along_x) {
                    obj.box({a, 0, at - kHalfWall}, {b, kHigh, at + kHalfWall});
                } else {
                    obj.box({at - kHalfWall, 0, a}, {at + kHalfWall, kHigh, b});
                }
            }
        }
    }
}

}  // namespace

std::string maze_obj() {
    ObjBuilder obj("maze: a maze with a plaza in the middle (made by navspan's make_scenes)", kOffLattice);
    constexpr double kSide = kCells * kCell, kMiddle = kSide / 2;
    constexpr double kPlaza = 2.5 * kCell - kHalfWall;
    obj.object("floor");
    obj.material("gravel");
    obj.floor({0, 0, 0}, {kSide, 0, kMiddle - kPlaza});
    obj.floor({0, 0, kMiddle + kPlaza}, {kSide, 0, kSide});
    obj.floor({0, 0, kMiddle - kPlaza}, {kMiddle - kPlaza, 0, kMiddle + kPlaza});
    obj.floor({kMiddle + kPlaza, 0, kMiddle - kPlaza}, {kSide, 0, kMiddle + kPlaza});
    obj.material("stone");
    obj.floor({kMiddle - kPlaza, 0, kMiddle - kPlaza}, {kMiddle + kPlaza, 0, kMiddle + kPlaza});

    Random random(41);
    const Walls walls = carve(random);
    obj.object("hedges");
    obj.material("hedge");
    hedges(obj, walls);
    obj.object("outer_wall");
    obj.material("stone");
    obj.box({-0.4, 0, -0.4}, {kSide + 0.4, 3, 0});
    obj.box({-0.4, 0, kSide}, {kSide + 0.4, 3, kSide + 0.4});
    obj.box({-0.4, 0, 0}, {0, 3, kSide});
    obj.box({kSide, 0, 0}, {kSide + 0.4, 3, kSide});
    obj.object("fountain");
    obj.column({kMiddle, 0, kMiddle}, {.bottom_radius = 2, .top_radius = 2, .height = 1.2, .sides = 12});
    obj.column({kMiddle, 1.2, kMiddle}, {.bottom_radius = 0.5, .top_radius = 0.3, .height = 1.8, .sides = 8});
    return obj.text();
}

}  // namespace navspan::support
