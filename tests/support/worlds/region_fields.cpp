#include "support/worlds/region_fields.h"

#include <algorithm>
#include <vector>

#include "bake/field/open_spans.h"
#include "support/text/random.h"
#include "support/worlds/ascii_field.h"

namespace navspan::support {

CompactHeightfield random_region_field(uint64_t seed, const RegionFieldParams& params) {
    Random random(seed);
    const auto cell = [&](int32_t x, int32_t z) { return size_t(z) * size_t(params.width) + size_t(x); };
    std::vector<uint8_t> area(size_t(params.width) * size_t(params.depth), 63);
    const double patches = params.other * double(area.size()) / 12;
    for (int k = 0; k < int(patches); ++k) {
        const int32_t x0 = random.between(0, params.width - 1), z0 = random.between(0, params.depth - 1);
        const uint8_t id = random.chance(0.2) ? uint8_t(0) : random.chance(0.5) ? uint8_t(5) : uint8_t(1);
        for (int32_t z = z0; z < std::min(z0 + 3, params.depth); ++z) {
            for (int32_t x = x0; x < std::min(x0 + 4, params.width); ++x)
                area[cell(x, z)] = id;
        }
    }
    // The floors of a column are 12 vx apart. At random columns of a row, all floors rise by 3 vx. After three rises, the next
    // change lowers all floors by 9 vx to their initial heights. At this column, each floor is only 3 vx below the next higher
    // floor of the adjacent column, so the two floors are linked.
    std::vector<DrawnSpan> spans;
    for (int32_t z = 0; z < params.depth; ++z) {
        int32_t lift = 0;
        for (int32_t x = 0; x < params.width; ++x) {
            if (random.chance(params.ramps)) lift = (lift + 3) % 12;
            for (int32_t floor = 0; floor < params.floors; ++floor) {
                if (random.chance(params.gap)) continue;
                spans.push_back({.x = x, .z = z, .floor = 5 + floor * 12 + lift, .area = area[cell(x, z)]});
            }
        }
    }
    return field_of_spans(params.width, params.depth, spans);
}

CompactHeightfield spiral_field(int32_t turns, int32_t lane) {
    const int32_t side = 2 * lane + 5;
    std::vector<DrawnSpan> spans;
    // One turn goes around the square of side `side` and rises by 1 vx per cell.
    const int32_t quarter = side - lane;
    for (int32_t turn = 0; turn < turns; ++turn) {
        for (int32_t z = 0; z < side; ++z) {
            for (int32_t x = 0; x < side; ++x) {
                const bool left = x < lane, right = x >= side - lane, low = z < lane, high = z >= side - lane;
                if (!left && !right && !low && !high) continue;
                int32_t along = 0;
                if (low && !right) {
                    along = x;
                } else if (right && !high) {
                    along = quarter + z;
                } else if (high && !left) {
                    along = 2 * quarter + (side - 1 - x);
                } else {
                    along = 3 * quarter + (side - 1 - z);
                }
                spans.push_back({.x = x, .z = z, .floor = 5 + turn * 4 * quarter + along});
            }
        }
    }
    return field_of_spans(side, side, spans);
}

DistanceField steps_to_border(const CompactHeightfield& field) {
    DistanceField out;
    out.distance.assign(field.span_count(), 0xffff);
    std::vector<uint32_t> queue;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field, i, d);
            if (n != kNoIndex && field.area[n] == field.area[i]) continue;
            out.distance[i] = 0;
            queue.push_back(i);
            break;
        }
    }
    for (size_t head = 0; head < queue.size(); ++head) {
        const uint32_t i = queue[head];
        out.max_distance = std::max(out.max_distance, out.distance[i]);
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field, i, d);
            if (n == kNoIndex || out.distance[n] != 0xffff) continue;
            out.distance[n] = uint16_t(out.distance[i] + 2);
            queue.push_back(n);
        }
    }
    return out;
}

}  // namespace navspan::support
