#include "support/oracles/field_oracles.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <queue>
#include <set>
#include <tuple>

#include "bake/field/open_spans.h"

namespace navspan::support {

std::vector<uint32_t> chamfer_by_dijkstra(const CompactHeightfield& field, bool by_area) {
    using Entry = std::pair<uint32_t, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<uint32_t> d(field.span_count(), std::numeric_limits<uint32_t>::max());
    const auto reach = [&](uint32_t i, uint32_t cost) {
        if (i == kNoIndex || d[i] <= cost) return;
        d[i] = cost;
        open.push({cost, i});
    };
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        for (int dir = 0; dir < 4; ++dir) {
            const uint32_t j = neighbour(field, i, dir);
            const bool border = j == kNoIndex || (by_area ? field.area[j] != field.area[i] : !field.area[i] || !field.area[j]);
            if (border) reach(i, 0);
        }
    }
    while (!open.empty()) {
        const auto [cost, i] = open.top();
        open.pop();
        if (cost != d[i]) continue;
        for (int dir = 0; dir < 4; ++dir) {
            const uint32_t j = neighbour(field, i, dir);
            reach(j, cost + 2);
            if (j == kNoIndex) continue;
            reach(neighbour(field, j, (dir + 1) & 3), cost + 3);
            reach(neighbour(field, j, (dir + 3) & 3), cost + 3);
        }
    }
    return d;
}

int64_t blocked_distance_squared(const CompactHeightfield& field, uint32_t i) {
    const auto gap = [](int64_t low, int64_t high) {  // distance between [0, 1] and [low, high]
        return std::max<int64_t>({0, low - 1, -high});
    };
    const auto squared = [&](int64_t x0, int64_t x1, int64_t z0, int64_t z1) {
        return gap(x0, x1) * gap(x0, x1) + gap(z0, z1) * gap(z0, z1);
    };
    // An entry has the squared distance from cell (0, 0) to cell (x, z) [cell^2], x, z, and an open span of that cell.
    using Entry = std::tuple<int64_t, int64_t, int64_t, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::set<std::tuple<int64_t, int64_t, uint32_t>> seen;
    int64_t best = std::numeric_limits<int64_t>::max();
    open.push({0, 0, 0, i});
    seen.insert({0, 0, i});
    while (!open.empty()) {
        const auto [distance, x, z, s] = open.top();
        open.pop();
        if (distance >= best) break;
        for (int d = 0; d < 4; ++d) {
            const int64_t dx = d == kLeft ? -1 : d == kRight ? 1 : 0, dz = d == kDown ? -1 : d == kUp ? 1 : 0;
            const uint32_t j = neighbour(field, s, d);
            if (j == kNoIndex || !field.area[j] || !field.area[s]) {
                const int64_t x0 = x + (d == kRight), x1 = x + (d != kLeft), z0 = z + (d == kUp), z1 = z + (d != kDown);
                best = std::min(best, squared(x0, x1, z0, z1));
            } else if (seen.insert({x + dx, z + dz, j}).second) {
                open.push({squared(x + dx, x + dx + 1, z + dz, z + dz + 1), x + dx, z + dz, j});
            }
        }
    }
    return best;
}

}  // namespace navspan::support
