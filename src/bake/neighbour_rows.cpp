// Lists the stretches of neighbouring rows.
//
// In: the links of a compact heightfield. Out: its rows, each as stretches of spans whose neighbours in the next row lie side
// by side, too. Links upwards are read; what leads down from a row is what leads up from the row before, seen from its other
// end.

#include "navspan/bake/neighbour_rows.h"

#include "stretches.h"

namespace navspan {

NeighbourRows list_neighbour_rows(const CompactHeightfield& field) {
    NeighbourRows result;
    Stretches &up = result.up, &down = result.down;
    up.list.reserve(field.runs.size() * 2);
    up.first.assign(field.row_span.size(), 0);
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        for_each_stretch(field.up, field.row_span[z], field.row_span[z + 1], [&](uint32_t i, uint32_t j, uint32_t n) {
            up.list.push_back({i, j, n});
        });
        up.first[z + 1] = uint32_t(up.list.size());
    }

    down.list.resize(up.list.size());
    down.first.assign(field.row_span.size(), 0);
    for (size_t z = 1; z < down.first.size(); ++z) {
        // few are out of order, and not by far
        const uint32_t first = up.first[z - 1];
        down.first[z] = first;
        for (uint32_t s = first; s < up.first[z]; ++s) {
            const Stretch turned{up.list[s].other, up.list[s].own, up.list[s].length};
            uint32_t place = s;
            for (; place > first && down.list[place - 1].own > turned.own; --place)
                down.list[place] = down.list[place - 1];
            down.list[place] = turned;
        }
    }
    return result;
}

}  // namespace navspan
