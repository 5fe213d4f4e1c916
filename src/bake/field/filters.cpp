// Runs the filters and builds the compact heightfield in one pass.
//
// In: the solid field after rasterization.
// Out: the compact heightfield of the spans that stay walkable, the number of spans that each filter changed and, optionally,
// the fates of all spans. The solid field is not modified.
// Idea: the filters only read heights, except filter `low_hanging`, which also reads areas in the same column. So rows can be
// processed one after the other: the gaps of a row are collected with their areas (compact_gaps.cpp), tested against the two
// neighbour rows (compact_ledges.cpp), and added to the compact heightfield (compact_runs.cpp). Only three rows are stored.
// Source: Mikko Mononen, Recast (2009), filters and compact heightfield.
// Weak cases: see the three files.

#include "navspan/bake/filters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <string>
#include <utility>

#include "bake/field/compact_gaps.h"
#include "bake/field/compact_runs.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

struct Walkable {
    size_t spans = 0;
    int32_t tops = 0;  // bitwise or of the tops of all spans: upper bound on the highest top [vx]
};

// Counts walkable spans. A span consists of three 16-bit numbers: bottom, top, and area with fate. So eight spans are read as
// three vectors of eight numbers. One mask per vector selects the tops, another mask selects the areas.
Walkable walkable_of(const Heightfield& field) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    constexpr uint16_t kAll = 0xffff;
    constexpr U16x8 kTops[3] = {
        {0, kAll, 0, 0, kAll, 0, 0, kAll}, {0, 0, kAll, 0, 0, kAll, 0, 0}, {kAll, 0, 0, kAll, 0, 0, kAll, 0}};
    constexpr U16x8 kAreas[3] = {{0, 0, 255, 0, 0, 255, 0, 0}, {255, 0, 0, 255, 0, 0, 255, 0}, {0, 255, 0, 0, 255, 0, 0, 255}};
    constexpr size_t kEight = 8, kMany = kEight * kAll;  // counts of kMany spans do not overflow a lane
    Walkable w;
    const Span *span = field.spans.data(), *const end = span + field.spans.size();
    while (size_t(end - span) >= kEight) {
        U16x8 tops{}, areas{};
        for (const Span* stop = span + std::min(size_t(end - span) / kEight * kEight, kMany); span != stop; span += kEight) {
            std::array<U16x8, 3> values;
            std::memcpy(&values, span, sizeof values);
            for (size_t k = 0; k < values.size(); ++k) {
                tops |= values[k] & kTops[k];
                areas -= U16x8((values[k] & kAreas[k]) != U16x8{});
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

// Runs the filters. Adds the rows to the builder unless it is null.
template <class Height>
void filter_rows(const Heightfield& solid, const FilterParams& params, RunBuilder<Height>* builder, FilterLog& log) {
    const Grid& grid = solid.grid;
    if (cell_count(grid) == 0) return;
    std::array<GapRow<Height>, 3> rows;
    for (GapRow<Height>& row : rows)
        row.open(size_t(grid.width));
    gather_gaps(solid, 0, params, rows[0], log);
    for (int32_t z = 0; z < grid.depth; ++z) {
        GapRow<Height>&down = rows[size_t((z + 2) % 3)], &row = rows[size_t(z % 3)], &up = rows[size_t((z + 1) % 3)];
        if (z + 1 < grid.depth) {
            gather_gaps(solid, z + 1, params, up, log);
        } else {
            up.open(size_t(grid.width));
        }
        find_ledges<Height>(solid, {z, down, row, up}, params, log);
        if (builder) builder->add_row(row, down);
    }
}

template <class Height>
FilteredField filter_field(const Heightfield& solid, const FilterParams& params, size_t walkable, FilterLog log) {
    const auto open_spans = [&](const FilterCounts& n) { return uint64_t{walkable} + n.low_hanging - n.ledges - n.low_height; };
    if (solid.spans.size() > params.max_spans) {
        // Count the open spans first: a compact heightfield above the limit may not fit into memory.
        FilterLog counts{{}, log.fates};
        filter_rows<Height>(solid, params, nullptr, counts);
        if (const uint64_t open = open_spans(counts.changed); open > params.max_spans) {
            return {counts.changed,
                    Error{ErrorKind::failed, "there are " + std::to_string(open) + " walkable spans, and the limit is " +
                                                 std::to_string(params.max_spans) + "; raise voxels.cell_size"}};
        }
    }
    // `walkable` is approximately an upper bound on the number of open spans: filter `low_hanging` adds only a few spans, and
    // the other filters only remove spans.
    RunBuilder<Height> builder(solid.grid, params, walkable);
    filter_rows(solid, params, &builder, log);
    return {log.changed, builder.take()};
}

}  // namespace

FilteredField filter_and_compact(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates) {
    assert(params.agent.walkable_height >= 1 && params.link_climb >= 0);
    assert(solid.first.size() == cell_count(solid.grid) + 1 || (solid.first.empty() && cell_count(solid.grid) == 0));
    if (fates) {
        fates->clear();
        for (const Span& span : solid.spans)
            fates->push_back(span.fate);
    }
    const Walkable walkable = walkable_of(solid);
    const FilterLog log{{}, fates};
    if (std::max(walkable.tops, params.agent.walkable_height) <= kMaxHeightOf<int16_t>)
        return filter_field<int16_t>(solid, params, walkable.spans, log);
    return filter_field<int32_t>(solid, params, walkable.spans, log);
}

Heightfield filtered_heightfield(const Heightfield& solid, std::span<const SpanFate> fates, Filter last) {
    assert(fates.size() == solid.spans.size());
    Heightfield field = solid;
    for (size_t i = 0; i < fates.size(); ++i) {
        Span& span = field.spans[i];
        if (span.area == kNullArea && fates[i] != span.fate) {
            span.area = solid.spans[i - 1].area;
            span.fate = SpanFate::walkable;
        }
        if ((fates[i] == SpanFate::ledge && last >= Filter::ledges) ||
            (fates[i] == SpanFate::low_height && last >= Filter::low_height)) {
            span.area = kNullArea;
            span.fate = fates[i];
        }
    }
    return field;
}

}  // namespace navspan
