// Converts our compact heightfield to librecast's compact heightfield. Our field stores open spans in runs; librecast's field
// stores them cell by cell.

#include "recast_field.h"

#include <RecastAlloc.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "bake/field/open_spans.h"

namespace navspan::support {
namespace {

struct CellSpan {
    uint32_t cell;
    uint16_t floor;
    uint32_t span;
};

// Returns all open spans sorted by z, x and floor.
std::vector<CellSpan> spans_by_cell(const CompactHeightfield& field) {
    std::vector<CellSpan> out;
    out.reserve(field.span_count());
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        out.push_back({uint32_t(z * field.grid.width + x), field.floor[i], i});
    });
    std::sort(out.begin(), out.end(),
              [](const CellSpan& a, const CellSpan& b) { return a.cell != b.cell ? a.cell < b.cell : a.floor < b.floor; });
    return out;
}

template <class T>
T* zeroed(size_t count) {
    const size_t bytes = std::max<size_t>(count, 1) * sizeof(T);
    void* memory = rcAlloc(bytes, RC_ALLOC_PERM);
    if (!memory) throw std::runtime_error("librecast failed in rcAlloc");
    std::memset(memory, 0, bytes);
    return static_cast<T*>(memory);
}

}  // namespace

std::vector<uint32_t> set_compact(RecastBake& bake, const CompactHeightfield& field) {
    const std::vector<CellSpan> sorted = spans_by_cell(field);
    bake.grid = field.grid;
    bake.compact.reset(rcAllocCompactHeightfield());
    rcCompactHeightfield& compact = *bake.compact;
    compact.width = field.grid.width;
    compact.height = field.grid.depth;
    compact.spanCount = int(field.span_count());
    compact.walkableHeight = field.walkable_height;
    compact.walkableClimb = field.walkable_climb;
    std::copy_n(bake.bmin, 3, compact.bmin);
    std::copy_n(bake.bmax, 3, compact.bmax);
    compact.cs = bake.cs;
    compact.ch = bake.ch;
    compact.cells = zeroed<rcCompactCell>(cell_count(field.grid));
    compact.spans = zeroed<rcCompactSpan>(field.span_count());
    compact.areas = zeroed<unsigned char>(field.span_count());

    std::vector<uint32_t> index(field.span_count());
    for (size_t k = 0; k < sorted.size(); ++k) {
        rcCompactCell& cell = compact.cells[sorted[k].cell];
        if (cell.count == 0) cell.index = unsigned(k) & 0xffffffu;
        if (++cell.count > 62) throw std::runtime_error("too many floors for librecast");
        index[sorted[k].span] = uint32_t(k);
    }
    for (size_t k = 0; k < sorted.size(); ++k) {
        const uint32_t i = sorted[k].span;
        rcCompactSpan& span = compact.spans[k];
        span.y = field.floor[i];
        span.h = unsigned(std::min<int>(field.clearance[i], 255)) & 0xffu;
        compact.areas[k] = field.area[i];
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field, i, d);
            const int to = n == kNoIndex ? 0 : int(sorted[index[n]].cell);
            rcSetCon(span, d, n == kNoIndex ? RC_NOT_CONNECTED : int(index[n] - compact.cells[to].index));
        }
    }
    return index;
}

}  // namespace navspan::support
