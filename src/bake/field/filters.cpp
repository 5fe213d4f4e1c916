// Runs the filters and builds the compact heightfield in one pass.
//
// In: the solid heightfield.
// Out: the compact heightfield of the spans that stay walkable, and the number of spans that each filter changed. Optionally,
// the SpanFate of each span.
// Idea: For each row, compact_gaps.cpp collects the gaps (free intervals above solid spans). compact_ledges.cpp compares the
// gaps with the two rows on each side and removes ledges. compact_runs.cpp adds the remaining gaps to the compact heightfield.
// Threads process separate ranges of rows; compact_join.cpp joins the results.
// Source: Mononen, Recast (2009).
// Weak cases: see compact_gaps.cpp, compact_ledges.cpp and compact_runs.cpp.

#include "navspan/bake/filters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <string>
#include <utility>

#include "bake/field/compact_gaps.h"
#include "bake/field/compact_join.h"
#include "bake/field/compact_runs.h"
#include "bake/voxelize/columns.h"
#include "core/parallel.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

struct Walkable {
    size_t spans = 0;
    int32_t tops = 0;  // bitwise OR of all tops: upper bound on the highest top [vx]
};

// A span is three 16-bit numbers: bottom, top, and a number with the area id in its low byte. Eight spans are read as three
// vectors. Masks select the tops and the areas.
Walkable walkable_of(std::span<const Span> spans) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    constexpr uint16_t kAll = 0xffff;
    constexpr U16x8 kTops[3] = {
        {0, kAll, 0, 0, kAll, 0, 0, kAll}, {0, 0, kAll, 0, 0, kAll, 0, 0}, {kAll, 0, 0, kAll, 0, 0, kAll, 0}};
    constexpr U16x8 kAreas[3] = {{0, 0, 255, 0, 0, 255, 0, 0}, {255, 0, 0, 255, 0, 0, 255, 0}, {0, 255, 0, 0, 255, 0, 0, 255}};
    constexpr size_t kEight = 8, kMany = kEight * kAll;  // with kMany spans, no 16-bit count overflows
    Walkable w;
    const Span *span = spans.data(), *const end = span + spans.size();
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

Walkable walkable_of(const Heightfield& field, Workers* workers) {
    constexpr size_t kMinSpans = 1 << 16;  // minimum number of spans per part
    const std::span<const Span> spans = field.spans;
    std::vector<Walkable> parts(part_count(workers, spans.size(), kMinSpans));
    for_each_part(workers, parts.size(), [&](size_t p, unsigned) {
        const ItemRange range = part_range(spans.size(), parts.size(), p);
        parts[p] = walkable_of(spans.subspan(range.begin, range.size()));
    });
    Walkable all;
    for (const Walkable& part : parts)
        all = {all.spans + part.spans, all.tops | part.tops};
    return all;
}

constexpr size_t kMinRows = 16;  // minimum number of rows per part

// The rows of a part of the field.
struct FilterRows {
    int32_t begin = 0, end = 0;
    // Returns the row before the part, or the first row of the field if the part starts there.
    int32_t before() const { return std::max(begin - 1, 0); }
};

// Filters the rows of one part. If `builder` is not null, adds these rows and the previous row to the builder. `log` receives
// only the changes in the part.
template <class Height>
void filter_rows(const Heightfield& solid, const FilterParams& params, FilterRows part, RunBuilder<Height>* builder,
                 FilterLog& log) {
    const Grid& grid = solid.grid;
    if (cell_count(grid) == 0) return;
    FilterLog others;  // receives the changes in rows of other parts
    const auto log_of = [&](int32_t z) -> FilterLog& { return z >= part.begin && z < part.end ? log : others; };
    std::array<GapRow<Height>, 5> rows;
    for (GapRow<Height>& row : rows)
        row.open(size_t(grid.width));
    const auto row_at = [&rows](int32_t z) -> GapRow<Height>& { return rows[size_t(z + 5) % 5]; };
    const auto gather = [&](int32_t z) {
        if (z < grid.depth) {
            gather_gaps(solid, z, params, row_at(z), log_of(z));
        } else {
            row_at(z).open(size_t(grid.width));
        }
    };
    for (int32_t z = std::max(part.before() - 2, 0); z < part.before() + 2; ++z)
        gather(z);
    for (int32_t z = part.before(); z < part.end; ++z) {
        gather(z + 2);
        find_ledges<Height>(solid, {z, {&row_at(z - 2), &row_at(z - 1), &row_at(z), &row_at(z + 1), &row_at(z + 2)}}, params,
                            log_of(z));
        if (builder) builder->add_row(row_at(z), row_at(z - 1));
    }
}

// @param walkable  number of spans to reserve memory for
template <class Height>
FilteredField filter_parts(const Heightfield& solid, const FilterParams& params, size_t walkable, FilterLog log,
                           Workers* workers) {
    constexpr size_t kPartsPerThread = 4;  // more parts than threads, because spans are unevenly distributed
    const size_t depth = size_t(solid.grid.depth), parts = part_count(workers, depth, kMinRows, kPartsPerThread);
    std::vector<CompactHeightfield> fields(parts);
    std::vector<FilterLog> logs(parts, log);
    for_each_part(workers, parts, [&](size_t p, unsigned) {
        const ItemRange range = part_range(depth, parts, p);
        const FilterRows rows{int32_t(range.begin), int32_t(range.end)};
        Grid grid = solid.grid;
        grid.depth = rows.end - rows.before();
        // The other parts are appended to the first part, which reserves memory for all spans.
        RunBuilder<Height> builder(grid, params, p == 0 ? walkable : 2 * walkable / parts);
        filter_rows(solid, params, rows, &builder, logs[p]);
        fields[p] = builder.take();
    });
    for (const FilterLog& part : logs) {
        log.changed.low_hanging += part.changed.low_hanging;
        log.changed.ledges += part.changed.ledges;
        log.changed.low_height += part.changed.low_height;
    }
    return {log.changed, join_rows(solid.grid, fields, workers)};
}

template <class Height>
FilteredField filter_field(const Heightfield& solid, const FilterParams& params, size_t walkable, FilterLog log,
                           Workers* workers) {
    const auto open_spans = [&](const FilterCounts& n) { return uint64_t{walkable} + n.low_hanging - n.ledges - n.low_height; };
    if (solid.spans.size() > params.max_spans) {
        // Count the open spans first: the compact heightfield may not fit into memory.
        FilterLog counts{{}, log.fates};
        filter_rows<Height>(solid, params, {0, solid.grid.depth}, nullptr, counts);
        if (const uint64_t open = open_spans(counts.changed); open > params.max_spans) {
            return {counts.changed,
                    Error{ErrorKind::failed, "there are " + std::to_string(open) + " walkable spans, and the limit is " +
                                                 std::to_string(params.max_spans) + "; raise voxels.cell_size"}};
        }
    }
    // `walkable` is nearly an upper bound: only the filter `low_hanging` adds walkable spans, and only a few.
    return filter_parts<Height>(solid, params, walkable, log, workers);
}

bool has_valid_spans(const Heightfield& field) {
    for (size_t c = 0; c < cell_count(field.grid); ++c) {
        if (!is_column(column_spans(field, c))) return false;
    }
    return true;
}

}  // namespace

FilteredField filter_columns(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates,
                             Workers* workers) {
    if (fates) {
        fates->clear();
        for (const Span& span : solid.spans)
            fates->push_back(span.fate);
    }
    const Walkable walkable = walkable_of(solid, workers);
    const FilterLog log{{}, fates};
    if (std::max(walkable.tops, params.agent.walkable_height) <= kMaxHeightOf<int16_t>)
        return filter_field<int16_t>(solid, params, walkable.spans, log, workers);
    return filter_field<int32_t>(solid, params, walkable.spans, log, workers);
}

FilteredField filter_and_compact(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates,
                                 Workers* workers) {
    const LedgeParams& agent = params.agent;
    const bool valid = agent.walkable_height >= 1 && agent.walkable_climb >= 0 && agent.max_climb >= 0 &&
                       agent.max_slope_rise >= 0 && params.link_climb >= 0;
    if (valid && has_columns(solid) && has_valid_spans(solid)) return filter_columns(solid, params, fates, workers);
    return {{},
            Error{ErrorKind::usage,
                  "walkable_height must be at least 1, climbs and max_slope_rise at least 0, and the "
                  "voxels those of BakeProducts::heightfield"}};
}

Heightfield filtered_heightfield(const Heightfield& solid, std::span<const SpanFate> fates, Filter last) {
    Heightfield field = solid;
    if (fates.size() != solid.spans.size()) return field;
    for (size_t i = 0; i < fates.size(); ++i) {
        Span& span = field.spans[i];
        if (i > 0 && span.area == kNullArea && fates[i] != span.fate) {
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
