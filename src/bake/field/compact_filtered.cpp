// The filters and the compact heightfield in one pass.
//
// In: the solid field as rasterisation leaves it. Out: the compact heightfield of what the filters leave, and how much each of
// them changed. The filters read heights only, but for the low hanging one, which reads areas of the same column. So a row of
// gaps can be gathered with its areas, judged between its neighbours, and given to the compact heightfield, and three rows are
// all that is ever looked at.
//
// This is what a bake does unless somebody wants to see what each filter leaves of the solid field. Equal to the stages one by
// one, which tests hold it to.

#include "bake/field/compact_filtered.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bake/field/compact_gaps.h"
#include "bake/field/compact_runs.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

struct Walkable {
    size_t spans = 0;
    uint32_t tops = 0;  // all tops, or-ed
};

// Eight spans are 24 numbers of 16 bits, bottom, top and area with fate in turn, or three vectors: which of the three a number
// is depends on its lane.
Walkable walkable_of(const Heightfield& field) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    typedef uint16_t Lanes __attribute__((vector_size(16)));
    constexpr uint16_t kAll = 0xffff;
    constexpr Lanes kTops[3] = {
        {0, kAll, 0, 0, kAll, 0, 0, kAll}, {0, 0, kAll, 0, 0, kAll, 0, 0}, {kAll, 0, 0, kAll, 0, 0, kAll, 0}};
    constexpr Lanes kAreas[3] = {{0, 0, 255, 0, 0, 255, 0, 0}, {255, 0, 0, 255, 0, 0, 255, 0}, {0, 255, 0, 0, 255, 0, 0, 255}};
    constexpr size_t kEight = 8, kMany = kEight * kAll;  // so many that the counts fit their lanes
    Walkable w;
    const Span *span = field.spans.data(), *const end = span + field.spans.size();
    while (size_t(end - span) >= kEight) {
        Lanes tops{}, areas{};
        for (const Span* stop = span + std::min(size_t(end - span) / kEight * kEight, kMany); span != stop; span += kEight) {
            std::array<Lanes, 3> values;
            std::memcpy(&values, span, sizeof values);
            for (size_t k = 0; k < values.size(); ++k) {
                tops |= values[k] & kTops[k];
                areas -= Lanes((values[k] & kAreas[k]) != Lanes{});
            }
        }
        for (size_t lane = 0; lane < kEight; ++lane) {
            w.tops |= tops[lane];
            w.spans += areas[lane];
        }
    }
    for (; span != end; ++span) {
        w.spans += span->area != kNullArea;
        w.tops |= span->top;
    }
    return w;
}

}  // namespace

std::optional<FilteredCompactHeightfield> build_filtered_compact_heightfield(const Heightfield& field,
                                                                             const FilterParams& filters,
                                                                             const CompactParams& params) {
    const LedgeParams& agent = filters.ledges;
    if (agent.walkable_height > kHighestGap) return std::nullopt;
    if (!filters.slope_aware && agent.walkable_climb >= agent.walkable_height) return std::nullopt;
    if (params.walkable_height != agent.walkable_height || params.walkable_climb > agent.walkable_height) return std::nullopt;
    const Walkable walkable = walkable_of(field);
    if (walkable.tops > kHighestGap || field.spans.size() > kMostOpenSpans) return std::nullopt;

    // the low hanging filter adds a few at most, the others take many
    const Grid& grid = field.grid;
    RunBuilder builder(grid, params, walkable.spans);
    FilterCounts changed;
    std::array<GapRow, 3> rows;
    const int32_t depth = grid.width > 0 ? grid.depth : 0;
    for (int32_t z = 0; z < depth; ++z) {
        GapRow &down = rows[size_t((z + 2) % 3)], &row = rows[size_t(z % 3)], &up = rows[size_t((z + 1) % 3)];
        if (z == 0 && !gather_gaps(field, z, filters, row, changed)) return std::nullopt;
        if (z + 1 < depth && !gather_gaps(field, z + 1, filters, up, changed)) return std::nullopt;
        if (z == 0 || z + 1 == depth) {
            remove_border_row(row, changed);
            builder.add_empty_row();
        } else {
            remove_ledges(field, z, down, row, up, filters, params.walkable_climb, changed);
            builder.add_row(row, down);
        }
    }
    return FilteredCompactHeightfield{builder.take(), changed};
}

}  // namespace navspan
