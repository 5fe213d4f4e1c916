// Checks the invariants of triangle soups and solid heightfields.

#include <string>

#include "bake/config/check_soup.h"
#include "check/stages/checks.h"

namespace navspan {
namespace {

std::string place(const Grid& grid, size_t column) {
    return " at cell " + lattice_text({int32_t(column % size_t(grid.width)), int32_t(column / size_t(grid.width))});
}

std::string text(const Span& span) {
    return std::to_string(span.bottom) + ".." + std::to_string(span.top) + " area " + std::to_string(span.area);
}

bool offsets_hold(const Heightfield& field, CheckReport& report) {
    const size_t columns = cell_count(field.grid);
    if (field.grid.width < 0 || field.grid.depth < 0 || field.first.size() != columns + 1) {
        fail(report,
             "heightfield: " + std::to_string(field.first.size()) + " offsets for " + std::to_string(columns) + " columns");
        return false;
    }
    if (field.first.front() != 0 || field.first.back() != field.spans.size()) {
        fail(report, "heightfield: the offsets do not cover the spans");
        return false;
    }
    for (size_t c = 0; c < columns; ++c) {
        if (field.first[c] <= field.first[c + 1]) continue;
        fail(report, "heightfield: offsets decrease" + place(field.grid, c));
        return false;
    }
    return true;
}

}  // namespace

void check_triangle_soup(const TriangleSoup& soup, CheckReport& report) {
    if (const Status s = check_soup(soup); !s) {
        fail(report, "triangle soup: " + s.error().message);
    } else if (soup.areas.size() != soup.triangles.size()) {
        fail(report, "triangle soup: the areas of the triangles are missing");
    }
}

void check_heightfield(const Heightfield& field, CheckReport& report) {
    if (!offsets_hold(field, report)) return;
    for (size_t c = 0; c < cell_count(field.grid); ++c) {
        const std::span<const Span> spans = column_spans(field, c);
        for (size_t i = 0; i < spans.size(); ++i) {
            const Span& span = spans[i];
            if (span.bottom >= span.top) fail(report, "heightfield: empty span " + text(span) + place(field.grid, c));
            if ((span.area != 0) != (span.fate == SpanFate::walkable)) {
                fail(report, "heightfield: area and fate disagree, span " + text(span) + place(field.grid, c));
            }
            if (i > 0 && spans[i - 1].top >= span.bottom) {
                fail(report, "heightfield: spans " + text(spans[i - 1]) + " and " + text(span) + " touch or overlap" +
                                 place(field.grid, c));
            }
        }
    }
}

}  // namespace navspan
