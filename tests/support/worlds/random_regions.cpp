#include "support/worlds/random_regions.h"

#include <set>
#include <utility>
#include <vector>

#include "bake/field/open_spans.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

std::vector<uint32_t> cells_of_spans(const CompactHeightfield& field) {
    std::vector<uint32_t> cell(field.span_count());
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) { cell[i] = uint32_t(z * field.grid.width + x); });
    return cell;
}

}  // namespace

RegionMap random_regions(const CompactHeightfield& field, uint64_t seed, const RandomRegionsParams& params) {
    Random random(seed);
    const std::vector<uint32_t> cell = cells_of_spans(field);
    std::vector<uint32_t> order(field.span_count());
    for (uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    for (size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[size_t(random.between(0, int32_t(i) - 1))]);

    RegionMap map;
    map.region.assign(field.span_count(), 0);
    map.area.assign(1, 0);
    map.cells.assign(1, 0);
    std::vector<uint8_t> taken(field.span_count(), 0);
    std::vector<uint32_t> front, members;
    for (const uint32_t start : order) {
        if (taken[start] || field.area[start] == 0) continue;
        const size_t most = size_t(random.between(1, int32_t(params.max_cells)));
        std::set<uint32_t> used_cells;
        front.assign(1, start);
        members.clear();
        while (!front.empty() && members.size() < most) {
            const size_t at = size_t(random.between(0, int32_t(front.size()) - 1));
            const uint32_t i = front[at];
            front[at] = front.back();
            front.pop_back();
            if (taken[i] || !used_cells.insert(cell[i]).second) continue;
            taken[i] = 1;
            members.push_back(i);
            for (int d = 0; d < 4; ++d) {
                const uint32_t n = neighbour(field, i, d);
                if (n != kNoIndex && !taken[n] && field.area[n] == field.area[start]) front.push_back(n);
            }
        }
        if (random.chance(params.left_out)) {
            ++map.small_regions;
            map.small_spans += uint32_t(members.size());
            continue;
        }
        ++map.region_count;
        map.area.push_back(field.area[start]);
        map.cells.push_back(uint32_t(members.size()));
        for (const uint32_t i : members)
            map.region[i] = map.region_count;
    }
    return map;
}

}  // namespace navspan::support
