// Checks the invariants of a region map. A flood fill from the first span of each region tests connectivity.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"
#include "check/stages/region_rows.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

std::string place(const CompactHeightfield& field, const Run& run, uint32_t i) {
    int32_t z = 0;
    while (z + 1 < field.grid.depth && field.row_span[size_t(z) + 1] <= i)
        ++z;
    return "cell " + std::to_string(run.x0 + int32_t(i - run.first)) + "," + std::to_string(z) + " height " +
           std::to_string(field.floor[i]);
}

std::string region_name(uint32_t region) {
    return "region map: region " + std::to_string(region);
}

bool check_shape(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    if (map.region.size() != field.span_count()) {
        fail(report, "region map: " + std::to_string(map.region.size()) + " entries for " + std::to_string(field.span_count()) +
                         " open spans");
        return false;
    }
    if (map.area.size() != size_t(map.region_count) + 1 || map.cells.size() != size_t(map.region_count) + 1) {
        fail(report, "region map: areas or cell counts do not match " + std::to_string(map.region_count) + " regions");
        return false;
    }
    bool in_range = true;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (map.region[i] <= map.region_count) continue;
        fail(report, "region map: span " + std::to_string(i) + " has region " + std::to_string(map.region[i]) + " of " +
                         std::to_string(map.region_count));
        in_range = false;
    }
    return in_range;
}

void check_cells(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    std::vector<uint32_t> cells(map.cells.size(), 0);
    uint32_t without = 0;
    for (const Run& run : field.runs) {
        for (uint32_t i = run.first; i < run.first + run.length; ++i) {
            const uint32_t region = map.region[i];
            ++cells[region];
            if (region == 0) {
                without += field.area[i] != kNullArea;
            } else if (field.area[i] == kNullArea) {
                fail(report, region_name(region) + " has an unwalkable span at " + place(field, run, i));
            } else if (field.area[i] != map.area[region]) {
                fail(report, region_name(region) + " of area " + std::to_string(map.area[region]) + " has a span of area " +
                                 std::to_string(field.area[i]) + " at " + place(field, run, i));
            }
        }
    }
    for (uint32_t r = 1; r <= map.region_count; ++r) {
        if (cells[r] == 0) fail(report, region_name(r) + " has no span");
        if (cells[r] != map.cells[r]) {
            fail(report,
                 region_name(r) + " counts " + std::to_string(map.cells[r]) + " cells and has " + std::to_string(cells[r]));
        }
    }
    if (without != map.small_spans) {
        fail(report, "region map: " + std::to_string(without) + " walkable spans without a region, " +
                         std::to_string(map.small_spans) + " counted as removed");
    }
}

void check_connected(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    std::vector<uint8_t> seen(field.span_count(), 0);
    std::vector<uint8_t> started(size_t(map.region_count) + 1, 0);
    std::vector<uint32_t> stack;
    for (const Run& run : field.runs) {
        for (uint32_t i = run.first; i < run.first + run.length; ++i) {
            const uint32_t region = map.region[i];
            if (region == 0 || seen[i]) continue;
            if (started[region])
                fail(report, region_name(region) + " is not connected: another part at " + place(field, run, i));
            started[region] = 1;
            seen[i] = 1;
            stack.assign(1, i);
            while (!stack.empty()) {
                const uint32_t at = stack.back();
                stack.pop_back();
                for (int d = 0; d < 4; ++d) {
                    const uint32_t n = neighbour(field, at, d);
                    if (n == kNoIndex || seen[n] || map.region[n] != region) continue;
                    seen[n] = 1;
                    stack.push_back(n);
                }
            }
        }
    }
}

void check_no_vertical_overlap(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    std::vector<int64_t> last_cell(size_t(map.region_count) + 1, -1);
    std::vector<std::pair<int32_t, uint32_t>> row;  // x of the cell and index of the run, for all spans of a row
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        row.clear();
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < field.runs[r].length; ++k)
                row.push_back({field.runs[r].x0 + int32_t(k), r});
        }
        std::sort(row.begin(), row.end());
        for (const auto& [x, r] : row) {
            const Run& run = field.runs[r];
            const uint32_t i = run.first + uint32_t(x - run.x0);
            const uint32_t region = map.region[i];
            if (region == 0) continue;
            const int64_t cell = int64_t(z) * field.grid.width + x;
            if (last_cell[region] == cell)
                fail(report, region_name(region) + " overlaps itself vertically at " + place(field, run, i));
            last_cell[region] = cell;
        }
    }
}

// Returns the region of span i, or kSeamRegion for walkable ground of an adjacent tile.
uint32_t region_or_seam(const CompactHeightfield& field, const RegionMap& regions, uint32_t i) {
    return !field.outside.empty() && field.outside[i] != kNullArea ? kSeamRegion : regions.region[i];
}

}  // namespace

IntervalRows intervals_by_row(const CompactHeightfield& field, const RegionMap& regions) {
    IntervalRows rows(size_t(field.grid.depth));
    for (size_t z = 0; z < rows.size(); ++z) {
        for (uint32_t r = field.row_run[z]; r < field.row_run[z + 1]; ++r) {
            const Run& run = field.runs[r];
            uint32_t before = 0;
            for (uint32_t k = 0; k < run.length; ++k) {
                const uint32_t region = region_or_seam(field, regions, run.first + k);
                const int32_t x = run.x0 + int32_t(k);
                if (region != 0 && region == before) {
                    rows[z].back().x1 = x + 1;
                } else if (region != 0) {
                    rows[z].push_back({x, x + 1, region, run.first + k});
                }
                before = region;
            }
        }
        std::sort(rows[z].begin(), rows[z].end(), [](const RegionInterval& a, const RegionInterval& b) { return a.x0 < b.x0; });
    }
    return rows;
}

RegionPairs stacked_pairs(const IntervalRows& rows) {
    RegionPairs pairs;
    std::vector<RegionInterval> open;
    for (const std::vector<RegionInterval>& row : rows) {
        open.clear();
        for (const RegionInterval& i : row) {
            std::erase_if(open, [&](const RegionInterval& o) { return o.x1 <= i.x0; });
            for (const RegionInterval& o : open)
                pairs.insert(std::minmax(o.region, i.region));
            open.push_back(i);
        }
    }
    return pairs;
}

void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    if (map.region.size() != field.span_count()) return;
    const RegionPairs apart = stacked_pairs(intervals_by_row(field, map));
    RegionPairs reported;
    for (const Run& run : field.runs) {
        for (uint32_t i = run.first; i < run.first + run.length; ++i) {
            for (int d = 0; d < 4; ++d) {
                const uint32_t n = neighbour(field, i, d);
                if (n == kNoIndex || map.region[i] >= map.region[n] || map.region[i] == 0) continue;
                const std::pair<uint32_t, uint32_t> pair{map.region[i], map.region[n]};
                if (field.area[i] != field.area[n] || apart.count(pair) > 0 || !reported.insert(pair).second) continue;
                fail(report, region_name(pair.first) + " and " + std::to_string(pair.second) +
                                 " could be one sheet: they meet at " + place(field, run, i) +
                                 " and do not overlap vertically");
            }
        }
    }
}

void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report) {
    if (!check_shape(field, map, report)) return;
    check_cells(field, map, report);
    check_connected(field, map, report);
    check_no_vertical_overlap(field, map, report);
}

}  // namespace navspan
