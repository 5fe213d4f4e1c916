// Slow reference implementation of the compact heightfield. Converts a filtered solid heightfield cell by cell.

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

struct OpenSpan {
    int32_t x, floor, ceiling;
    uint8_t area;
    uint32_t right = kNoIndex, up = kNoIndex;  // linked spans: indices in cell order
    bool has_left = false;
    uint32_t index = 0;  // index in the compact heightfield
};

// Links the spans `a` and `b` of two adjacent cells. Calls visit(a[i], b[j]) for each pair of spans between which an agent can
// step. Visits the pairs from the lowest to the highest. Each span is in at most one pair.
template <class Visit>
void link_cells(std::span<OpenSpan> a, std::span<OpenSpan> b, int32_t height, int32_t climb, Visit visit) {
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const bool fits = std::min(a[i].ceiling, b[j].ceiling) - std::max(a[i].floor, b[j].floor) >= height;
        if (fits && std::abs(a[i].floor - b[j].floor) <= climb) {
            visit(a[i++], b[j++]);
        } else if (a[i].ceiling <= b[j].ceiling) {
            ++i;
        } else {
            ++j;
        }
    }
}

void add_span(CompactHeightfield& out, OpenSpan& span) {
    span.index = out.span_count();
    out.floor.push_back(uint16_t(span.floor));
    out.clearance.push_back(uint16_t(span.ceiling - span.floor));
    out.area.push_back(span.area);
    out.links.push_back(uint8_t((span.has_left ? 1u << kLeft : 0) | (span.right != kNoIndex ? 1u << kRight : 0)));
    out.up.push_back(kNoIndex);
    out.down.push_back(kNoIndex);
}

// Returns the name of the first difference between two fields, or null if they are equal.
const char* find_difference(const CompactHeightfield& f, const CompactHeightfield& g) {
    if (f.grid != g.grid || f.row_span != g.row_span || f.row_run != g.row_run) return "rows";
    if (f.walkable_height != g.walkable_height || f.walkable_climb != g.walkable_climb) return "limits of the agent";
    if (f.floor != g.floor || f.clearance != g.clearance || f.area != g.area) return "spans";
    if (f.links != g.links || f.up != g.up || f.down != g.down) return "links";
    const auto equal = [](const Run& a, const Run& b) { return a.x0 == b.x0 && a.length == b.length && a.first == b.first; };
    return std::equal(f.runs.begin(), f.runs.end(), g.runs.begin(), g.runs.end(), equal) ? nullptr : "runs";
}

}  // namespace

CompactHeightfield reference_compact(const Heightfield& field, int32_t walkable_height, int32_t link_climb) {
    std::vector<OpenSpan> spans;
    std::vector<uint32_t> first{0};  // start offset of each cell in `spans`, then the end offset
    for (size_t column = 0; column < cell_count(field.grid); ++column) {
        const std::span<const Span> solid = column_spans(field, column);
        for (size_t i = 0; i < solid.size(); ++i) {
            if (solid[i].area == kNullArea) continue;
            spans.push_back({.x = int32_t(column % size_t(field.grid.width)),
                             .floor = solid[i].top,
                             .ceiling = i + 1 < solid.size() ? int32_t{solid[i + 1].bottom} : kMaxHeight,
                             .area = solid[i].area});
        }
        first.push_back(uint32_t(spans.size()));
    }
    const auto width = size_t(field.grid.width);
    const auto spans_of = [&](size_t cell) { return std::span(spans).subspan(first[cell], first[cell + 1] - first[cell]); };
    const auto index_of = [&](const OpenSpan& span) { return uint32_t(&span - spans.data()); };
    for (size_t cell = 0; cell + 1 < first.size(); ++cell) {
        if (cell % width + 1 < width) {
            link_cells(spans_of(cell), spans_of(cell + 1), walkable_height, link_climb, [&](OpenSpan& left, OpenSpan& right) {
                left.right = index_of(right);
                right.has_left = true;
            });
        }
        if (cell + width + 1 < first.size()) {
            link_cells(spans_of(cell), spans_of(cell + width), walkable_height, link_climb,
                       [&](OpenSpan& span, const OpenSpan& above) { span.up = index_of(above); });
        }
    }
    CompactHeightfield out;
    out.grid = field.grid;
    out.walkable_height = walkable_height;
    out.walkable_climb = link_climb;
    out.row_run.push_back(0);
    out.row_span.push_back(0);
    for (size_t z = 0; z < size_t(field.grid.depth); ++z) {
        const uint32_t row_end = width == 0 ? 0 : first[(z + 1) * width];
        for (uint32_t start = width == 0 ? 0 : first[z * width]; start < row_end; ++start) {
            if (spans[start].has_left) continue;
            Run run{.x0 = spans[start].x, .length = 0, .first = out.span_count()};
            for (uint32_t i = start; i != kNoIndex; i = spans[i].right, ++run.length)
                add_span(out, spans[i]);
            out.runs.push_back(run);
        }
        out.row_run.push_back(uint32_t(out.runs.size()));
        out.row_span.push_back(out.span_count());
    }
    for (const OpenSpan& span : spans) {
        if (span.up == kNoIndex) continue;
        const uint32_t above = spans[span.up].index;
        out.up[span.index] = above;
        out.down[above] = span.index;
        out.links[span.index] |= uint8_t(1u << kUp);
        out.links[above] |= uint8_t(1u << kDown);
    }
    return out;
}

void check_compact_against_reference(const Heightfield& filtered, const CompactHeightfield& field, CheckReport& report) {
    const CompactHeightfield expected = reference_compact(filtered, field.walkable_height, field.walkable_climb);
    if (const char* const part = find_difference(field, expected))
        fail(report, std::string("compact heightfield: its ") + part + " differ from those of the reference");
}

}  // namespace navspan
