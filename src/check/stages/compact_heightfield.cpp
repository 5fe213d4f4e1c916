// Checks the invariants of the compact heightfield.
//
// In: a compact heightfield.
// Out: the violated invariants.
// Idea: Checks array sizes and run ranges first. If a size or a range is wrong, the other checks are skipped, because an index
// could be out of range.
// Source: own method.
// Weak cases: Missing or extra spans are not detected.

#include <algorithm>
#include <cstdlib>
#include <string>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"
#include "core/group_by_count.h"

namespace navspan {
namespace {

std::string span_name(uint32_t i) {
    return "open span " + std::to_string(i);
}

bool arrays_fit(const CompactHeightfield& f, CheckReport& report) {
    const size_t n = f.floor.size();
    if (f.clearance.size() != n || f.area.size() != n || f.links.size() != n || f.up.size() != n || f.down.size() != n) {
        fail(report, "compact heightfield: per-span arrays differ in length");
        return false;
    }
    const size_t rows = size_t(f.grid.depth) + 1;
    if (f.row_run.size() != rows || f.row_span.size() != rows || f.row_run[0] != 0 || f.row_span[0] != 0 ||
        f.row_run.back() != f.runs.size() || f.row_span.back() != n) {
        fail(report, "compact heightfield: row offsets do not span the runs and spans");
        return false;
    }
    return true;
}

// Checks that the runs of a row are sorted and inside the grid. Checks that runs and spans are numbered consecutively. Returns
// false only if an index could be out of range.
bool runs_fit(const CompactHeightfield& f, CheckReport& report) {
    uint32_t next = 0;
    for (size_t z = 0; z + 1 < f.row_run.size(); ++z) {
        if (f.row_span[z] != next || f.row_run[z] > f.row_run[z + 1] || f.row_run[z + 1] > f.runs.size()) {
            fail(report, "compact heightfield: row " + std::to_string(z) + " does not start where the previous row ends");
            return false;
        }
        for (uint32_t r = f.row_run[z]; r < f.row_run[z + 1]; ++r) {
            const Run& run = f.runs[r];
            if (run.first != next || run.length == 0 || run.length > f.span_count() - next || run.x0 < 0 ||
                int64_t{run.x0} + run.length > f.grid.width) {
                fail(report, "compact heightfield: run " + std::to_string(r) + " is out of place");
                return false;
            }
            if (r > f.row_run[z]) {
                const Run& before = f.runs[r - 1];
                if (before.x0 > run.x0 || (before.x0 == run.x0 && f.floor[before.first] >= f.floor[run.first])) {
                    fail(report, "compact heightfield: run " + std::to_string(r) + " is not sorted by x0, then floor");
                }
            }
            next += run.length;
        }
    }
    if (next != f.span_count()) fail(report, "compact heightfield: the runs do not cover all open spans");
    return next == f.span_count();
}

// Maps open spans to cells, and cells to open spans.
struct SpanCells {
    std::vector<uint32_t> of;     // cell of each open span
    std::vector<uint32_t> first;  // start offset of each cell in `spans`, then the end offset
    std::vector<uint32_t> spans;  // the open spans of each cell, sorted by floor
};

SpanCells cells_of(const CompactHeightfield& f) {
    SpanCells cells;
    cells.of.resize(f.span_count());
    for (size_t z = 0; z + 1 < f.row_run.size(); ++z) {
        for (uint32_t r = f.row_run[z]; r < f.row_run[z + 1]; ++r) {
            for (uint32_t k = 0; k < f.runs[r].length; ++k) {
                const uint32_t cell = uint32_t(z * size_t(f.grid.width) + size_t(f.runs[r].x0) + k);
                cells.of[f.runs[r].first + k] = cell;
            }
        }
    }
    const auto for_each_span = [&](auto visit) {
        for (uint32_t i = 0; i < f.span_count(); ++i)
            visit(cells.of[i], i);
    };
    group_by_count(cell_count(f.grid), for_each_span, cells.first, cells.spans);
    for (size_t c = 0; c + 1 < cells.first.size(); ++c) {
        std::sort(cells.spans.begin() + cells.first[c], cells.spans.begin() + cells.first[c + 1],
                  [&](uint32_t a, uint32_t b) { return f.floor[a] < f.floor[b]; });
    }
    return cells;
}

void check_columns(const CompactHeightfield& f, const SpanCells& cells, CheckReport& report) {
    for (uint32_t i = 0; i < f.span_count(); ++i) {
        if (int32_t(f.floor[i]) + f.clearance[i] > kMaxHeight)
            fail(report, "compact heightfield: " + span_name(i) + " exceeds the greatest height");
    }
    for (size_t c = 0; c + 1 < cells.first.size(); ++c) {
        for (uint32_t k = cells.first[c] + 1; k < cells.first[c + 1]; ++k) {
            const uint32_t below = cells.spans[k - 1], above = cells.spans[k];
            if (int32_t(f.floor[below]) + f.clearance[below] >= f.floor[above]) {
                fail(report,
                     "compact heightfield: " + span_name(below) + " and " + span_name(above) + " of a cell are not disjoint");
            }
        }
    }
}

bool can_link(const CompactHeightfield& f, uint32_t a, uint32_t b) {
    const int32_t bottom = std::max(f.floor[a], f.floor[b]);
    const int32_t top = std::min(f.floor[a] + f.clearance[a], f.floor[b] + f.clearance[b]);
    return top - bottom >= f.walkable_height && std::abs(int32_t(f.floor[a]) - f.floor[b]) <= f.walkable_climb;
}

// Returns the fault of the link from span i to span j in direction d, or null if the link is correct.
const char* fault_of_link(const CompactHeightfield& f, const SpanCells& cells, uint32_t i, uint32_t j, int d) {
    const int64_t cell_step[4] = {-1, f.grid.width, 1, -int64_t{f.grid.width}};
    if (j >= f.span_count()) return " leads to a span that does not exist";
    if (neighbour(f, j, (d + 2) & 3) != i) return " is not mutual";
    if (int64_t{cells.of[j]} != cells.of[i] + cell_step[d]) return " does not lead to the neighbour cell";
    return can_link(f, i, j) ? nullptr : " exceeds the climb or lacks clearance";
}

void check_span_links(const CompactHeightfield& f, const SpanCells& cells, CheckReport& report) {
    for (uint32_t i = 0; i < f.span_count(); ++i) {
        if (((f.links[i] >> kUp & 1) != 0) != (f.up[i] != kNoIndex) ||
            ((f.links[i] >> kDown & 1) != 0) != (f.down[i] != kNoIndex)) {
            fail(report, "compact heightfield: link bits of " + span_name(i) + " do not match its links up and down");
            continue;
        }
        for (int d = 0; d < 4; ++d) {
            const uint32_t j = neighbour(f, i, d);
            if (j == kNoIndex) continue;
            if (const char* fault = fault_of_link(f, cells, i, j, d))
                fail(report, "compact heightfield: link " + std::to_string(i) + " -> " + std::to_string(j) + fault);
        }
    }
}

// If span i has no link in direction d, checks the spans of `other`, the adjacent cell in direction d. Each of these spans that
// could be linked to span i must be linked to another span of i's cell.
void check_unlinked(const CompactHeightfield& f, const SpanCells& cells, uint32_t i, Direction d, uint32_t other,
                    CheckReport& report) {
    if (neighbour(f, i, d) != kNoIndex) return;
    for (uint32_t k = cells.first[other]; k < cells.first[other + 1]; ++k) {
        const uint32_t j = cells.spans[k];
        if (can_link(f, i, j) && neighbour(f, j, (d + 2) & 3) == kNoIndex) {
            fail(report, "compact heightfield: " + span_name(i) + " and " + span_name(j) + " could be linked and are not");
        }
    }
}

void check_missing_links(const CompactHeightfield& f, const SpanCells& cells, CheckReport& report) {
    const uint32_t width = uint32_t(f.grid.width), depth = uint32_t(f.grid.depth);
    for (uint32_t i = 0; i < f.span_count(); ++i) {
        const uint32_t cell = cells.of[i];
        if (cell % width + 1 < width) check_unlinked(f, cells, i, kRight, cell + 1, report);
        if (cell / width + 1 < depth) check_unlinked(f, cells, i, kUp, cell + width, report);
    }
}

}  // namespace

void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report) {
    if (!arrays_fit(field, report) || !runs_fit(field, report)) return;
    const SpanCells cells = cells_of(field);
    check_columns(field, cells, report);
    check_span_links(field, cells, report);
    check_missing_links(field, cells, report);
}

}  // namespace navspan
