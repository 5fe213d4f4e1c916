#include "support/worlds/random_fields.h"

#include <algorithm>
#include <vector>

#include "support/worlds/open_field.h"

namespace navspan::support {
namespace {

// The height function of a storey: a tilted plane with a bump.
struct RandomFloor {
    int32_t base, x_rise, z_rise, roll;

    int32_t at(int32_t x, int32_t z, int32_t width, int32_t depth) const {
        const int32_t slope = x_rise * roll * x / std::max(1, width) + z_rise * roll * z / std::max(1, depth);
        const int32_t bump = roll * (x * (width - x) + z * (depth - z)) / std::max(1, width * width + depth * depth);
        return base + roll * 2 + slope + bump;
    }
};

}  // namespace

Heightfield random_heightfield(Random& random, const RandomFieldParams& p) {
    std::vector<RandomFloor> ground;
    for (int32_t s = 0; s < p.storeys; ++s) {
        ground.push_back({2 + s * p.storey_height, random.between(-1, 1), random.between(-1, 1), p.roll});
    }
    // Areas are assigned to patches of 5 x 5 cells.
    const int32_t patches_x = p.width / 5 + 1, patches_z = p.depth / 5 + 1;
    std::vector<uint8_t> patch;
    for (int32_t k = 0; k < patches_x * patches_z; ++k)
        patch.push_back(uint8_t(63 - random.between(0, p.areas - 1)));

    Heightfield field;
    field.grid = {.x0 = random.between(-50, 50),
                  .z0 = random.between(-50, 50),
                  .y0 = random.between(-9, 9),
                  .width = p.width,
                  .depth = p.depth};
    for (int32_t z = 0; z < p.depth; ++z) {
        for (int32_t x = 0; x < p.width; ++x) {
            field.first.push_back(uint32_t(field.spans.size()));
            int32_t filled = 0;  // top of the last span of the column [vx]
            for (const RandomFloor& g : ground) {
                if (random.chance(p.holes)) continue;
                const int32_t top = g.at(x, z, p.width, p.depth) + random.between(0, p.jitter);
                const int32_t bottom = std::max(top - random.between(1, 3), filled);
                const bool wall = random.chance(p.walls);
                const bool steep = random.chance(p.null_area) || wall;
                if (bottom >= top) continue;
                const int32_t reach = wall ? top + p.storey_height - 4 : top;
                const uint8_t area = steep ? uint8_t(0) : patch[size_t(z / 5 * patches_x + x / 5)];
                field.spans.push_back({.bottom = uint16_t(bottom),
                                       .top = uint16_t(reach),
                                       .area = area,
                                       .fate = area ? SpanFate::walkable : SpanFate::steep});
                filled = reach + 1;
            }
        }
    }
    field.first.push_back(uint32_t(field.spans.size()));
    return field;
}

RandomFieldParams flat_storeys(int32_t width, int32_t depth, int32_t storeys) {
    return {.width = width,
            .depth = depth,
            .storeys = storeys,
            .storey_height = 20,
            .roll = 0,
            .jitter = 0,
            .holes = 0,
            .walls = 0,
            .null_area = 0,
            .areas = 1};
}

CompactHeightfield flat_field(int32_t width, int32_t depth, const OpenParams& agent) {
    Random random(1);
    return open_field(random_heightfield(random, flat_storeys(width, depth)), agent);
}

}  // namespace navspan::support
