// Checks the invariants of contours.
//
// In: contours, and the regions that they bound.
// Out: the violated invariants.
// Idea: Lists the region intervals of each row, to find the regions on both sides of a cell edge. A sweep over all edges finds
// crossings. Invariant numbers refer to check_contours in checks.h.
// Source: own method.
// Weak cases: none known.

#include "bake/contours/contours.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check/stages/checks.h"
#include "check/stages/region_rows.h"
#include "check/stages/wall_clearance.h"
#include "core/predicates.h"
#include "core/ring_turns.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

std::string contour_name(const Contour& c) {
    return std::string(c.hole ? "hole" : "outline") + " of region " + std::to_string(c.region);
}

void broken(CheckReport& report, const Contour& c, LatticePoint where, const std::string& invariant) {
    fail(report, "contours: " + contour_name(c) + ": " + invariant + " at " + lattice_text(where));
}

int64_t doubled_ring_area(std::span<const ContourVertex> ring) {
    RingArea<int64_t> area;
    for (const ContourVertex& v : ring)
        area.add(v.x, v.z);
    return area.doubled();
}

// Returns the region's span in a cell, or kNoIndex if there is none.
uint32_t span_of_region(const IntervalRows& rows, LatticePoint cell, uint32_t region) {
    if (cell.z < 0 || size_t(cell.z) >= rows.size()) return kNoIndex;
    for (const RegionInterval& i : rows[size_t(cell.z)]) {
        if (i.x0 > cell.x) break;
        if (i.region == region && cell.x < i.x1) return i.first + uint32_t(cell.x - i.x0);
    }
    return kNoIndex;
}

bool contains_region(const IntervalRows& rows, LatticePoint cell, uint32_t region) {
    return span_of_region(rows, cell, region) != kNoIndex;
}

// Returns the cell to the left of the cell edge from a to b. If b - a is (dx, dz), left is the direction (dz, -dx).
LatticePoint left_cell(LatticePoint a, LatticePoint b) {
    return {std::min(a.x, b.x) - (b.z - a.z < 0), std::min(a.z, b.z) - (b.x - a.x > 0)};
}

// Checks invariant 1: raw edges are cell edges, with the correct region on each side.
void check_raw_ring(const IntervalRows& rows, const ContourSet& set, const Contour& c, CheckReport& report) {
    const auto ring = raw_ring(set, c);
    for (size_t k = 0; k < ring.size(); ++k) {
        const LatticePoint a = point_of(ring[k]), b = point_of(ring[k + 1 == ring.size() ? 0 : k + 1]);
        const int32_t dx = b.x - a.x, dz = b.z - a.z;
        if (std::abs(dx) + std::abs(dz) != 1) {
            broken(report, c, a, "raw edge is not a cell edge");
            continue;
        }
        const LatticePoint left = left_cell(a, b), right = left_cell(b, a);
        if (!contains_region(rows, left, c.region)) broken(report, c, a, "the region is not on the left");
        if (ring[k].neighbour != 0 && !contains_region(rows, right, ring[k].neighbour)) {
            broken(report, c, a, "region " + std::to_string(ring[k].neighbour) + " is not on the right");
        }
    }
}

// Follows the raw ring from index `start` and returns the raw index of every simplified vertex. Returns an empty list if a
// simplified vertex is missing or out of order.
std::vector<size_t> match_raw_ring(std::span<const ContourVertex> raw, std::span<const ContourVertex> ring, size_t start) {
    std::vector<size_t> raw_indices{start};
    for (size_t k = start + 1; k < start + raw.size() && raw_indices.size() < ring.size(); ++k) {
        if (raw[k % raw.size()] == ring[raw_indices.size()]) raw_indices.push_back(k);
    }
    if (raw[start] != ring[0] || raw_indices.size() < ring.size()) raw_indices.clear();
    return raw_indices;
}

// Data for checking invariant 5, the limits of wall edges.
struct WallCheck {
    const IntervalRows& rows;
    const ContourParams& params;
    WallClearanceCheck clearance;
    bool allows_outside = false;    // true: wall edges may leave the region
    std::vector<SpanCell> seeds{};  // spans of the region next to the edge
};

// Checks invariant 5 for the wall edge from raw vertex `low` to raw vertex `high`.
void check_wall_edge(const ContourSet& set, const Contour& c, size_t low, size_t high, WallCheck& wall_check,
                     CheckReport& report) {
    const auto raw = raw_ring(set, c);
    const auto at = [&](size_t k) { return point_of(raw[k % raw.size()]); };
    const LatticePoint a = at(low), b = at(high);
    bool outside = false;
    int64_t lost = int64_t{b.z} * a.x - int64_t{b.x} * a.z;
    wall_check.seeds.clear();
    for (size_t k = low; k < high; ++k) {
        const LatticePoint p = at(k), q = at(k + 1);
        lost += int64_t{p.z} * q.x - int64_t{p.x} * q.z;
        const LatticePoint cell = left_cell(p, q);
        const uint32_t span = span_of_region(wall_check.rows, cell, c.region);
        if (span != kNoIndex) wall_check.seeds.push_back({span, cell});
        if (orient2d(a, b, p) <= 0) continue;
        outside = true;
        if (!wall_check.allows_outside) broken(report, c, p, "wall edge leaves the region");
        if (squared_distance_to_line(a, b, p.x, p.z) > 2 + 1e-5)
            broken(report, c, p, "wall edge is farther outside the region than a cell's diagonal");
    }
    if (!wall_check.allows_outside) return;
    const double most = std::max(0.5, 0.375 * wall_check.params.max_error) * std::sqrt(double(distance_squared(a, b)));
    if (double(lost) / 2 > most + 1e-5) broken(report, c, a, "wall edge loses too much ground");
    const std::string fault = outside ? wall_check.clearance.fault(a, b, wall_check.seeds) : "";
    if (!fault.empty()) broken(report, c, a, "wall edge to " + lattice_text(b) + " " + fault);
}

// Checks invariants 5 and 6: distances between simplified edges and raw vertices.
// @param raw_indices  raw index of each simplified vertex
void check_distances(const ContourSet& set, const Contour& c, const std::vector<size_t>& raw_indices, WallCheck& wall_check,
                     CheckReport& report) {
    const auto raw = raw_ring(set, c);
    const auto ring = simplified_ring(set, c);
    const double max_error = wall_check.params.max_error, bound = max_error * max_error * (1 + 1e-5) + 1e-5;
    for (size_t k = 0; k < ring.size(); ++k) {
        const LatticePoint a = point_of(ring[k]), b = point_of(ring[k + 1 == ring.size() ? 0 : k + 1]);
        const bool wall = ring[k].neighbour == 0;
        const size_t end = k + 1 == ring.size() ? raw_indices[0] + raw.size() : raw_indices[k + 1];
        if (wall && wall_check.params.walls == WallSimplification::one_sided)
            check_wall_edge(set, c, raw_indices[k], end, wall_check, report);
        if (!wall && !ring[k].area_border) continue;
        for (size_t at = raw_indices[k] + 1; at < end; ++at) {
            const LatticePoint p = point_of(raw[at % raw.size()]);
            if (squared_distance_to_line(a, b, p.x, p.z) > bound) broken(report, c, p, "farther than max_error");
        }
    }
}

// Checks invariants 3, 5 and 6 of a simplified ring.
void check_simplified_ring(const ContourSet& set, const Contour& c, WallCheck& wall_check, CheckReport& report) {
    const auto raw = raw_ring(set, c);
    const auto ring = simplified_ring(set, c);
    if (ring.size() < 3) return broken(report, c, point_of(raw[0]), "fewer than three vertices");
    for (size_t k = 0; k < ring.size(); ++k) {
        const ContourVertex& next = ring[k + 1 == ring.size() ? 0 : k + 1];
        if (point_of(ring[k]) == point_of(next)) broken(report, c, point_of(next), "degenerate edge");
    }
    // The raw ring may visit the first simplified vertex several times. Try each visit as the start, and report the attempt
    // with the fewest failures.
    CheckReport best;
    bool found = false;
    for (size_t start = 0; start < raw.size(); ++start) {
        if (raw[start] != ring[0]) continue;
        const std::vector<size_t> raw_indices = match_raw_ring(raw, ring, start);
        if (raw_indices.empty()) continue;
        CheckReport reading;
        if (wall_check.params.refine) check_distances(set, c, raw_indices, wall_check, reading);
        if (!found || reading.count < best.count) best = std::move(reading);
        found = true;
    }
    if (!found) broken(report, c, point_of(ring[0]), "not a subsequence of its raw ring");
    for (std::string& line : best.failures)
        fail(report, std::move(line));
}

// Checks invariants 2 (enclosed cells) and 4 (order and orientation of the contours).
void check_order_and_area(const RegionMap& regions, const ContourSet& set, const ContourParams& params,
                          const std::set<uint32_t>& with_issues, CheckReport& report) {
    std::vector<int64_t> cells(regions.region_count + 1, 0), enclosed(regions.region_count + 1, 0);
    for (const uint32_t r : regions.region)
        ++cells[r];
    for (size_t i = 0; i < set.contours.size(); ++i) {
        const Contour& c = set.contours[i];
        const LatticePoint where = point_of(set.raw_vertices[c.raw_first]);
        const int64_t area = doubled_ring_area(raw_ring(set, c));
        enclosed[c.region] += area;
        if (c.hole ? area >= 0 : area <= 0) broken(report, c, where, "runs the wrong way around");
        if (i > 0 && set.contours[i - 1].region > c.region) broken(report, c, where, "not sorted by region");
        if (c.hole && (i == 0 || set.contours[i - 1].region != c.region))
            broken(report, c, where, "the hole has no outline before it");
        const int64_t simple = doubled_ring_area(simplified_ring(set, c));
        if (params.refine && (c.hole ? simple >= 0 : simple <= 0)) broken(report, c, where, "encloses no area when simplified");
    }
    for (uint32_t r = 1; r <= regions.region_count; ++r) {
        if (enclosed[r] == 2 * cells[r] || with_issues.count(r)) continue;
        fail(report, "contours: region " + std::to_string(r) + " has " + std::to_string(cells[r]) +
                         " cells, its rings enclose " + std::to_string(double(enclosed[r]) / 2));
    }
}

// Returns -1 if p is outside the ring, 0 if p is on the ring, and 1 if p is inside.
int position_in_ring(std::span<const ContourVertex> ring, LatticePoint p) {
    bool odd = false;
    for (size_t k = 0; k < ring.size(); ++k) {
        const LatticePoint a = point_of(ring[k]), b = point_of(ring[k + 1 == ring.size() ? 0 : k + 1]);
        if (is_on_segment(a, b, p)) return 0;
        if ((a.z > p.z) != (b.z > p.z) && is_left(a, b, p) == (b.z > a.z)) odd = !odd;
    }
    return odd ? 1 : -1;
}

// Checks invariant 7: holes lie inside their outline and outside each other.
void check_holes(const ContourSet& set, CheckReport& report) {
    for (size_t first = 0, end = 0; first < set.contours.size(); first = end) {
        end = first + 1;
        while (end < set.contours.size() && set.contours[end].hole)
            ++end;
        for (size_t h = first + 1; h < end; ++h) {
            for (size_t o = first; o < end; ++o) {
                if (o == h) continue;
                const int wrong = o == first ? -1 : 1;
                for (const ContourVertex& v : simplified_ring(set, set.contours[h])) {
                    if (position_in_ring(simplified_ring(set, set.contours[o]), point_of(v)) != wrong) continue;
                    broken(report, set.contours[h], point_of(v), o == first ? "outside of its outline" : "inside another hole");
                    break;
                }
            }
        }
    }
}

struct CheckedEdge {
    LatticePoint a, b;
    int32_t ya = 0, yb = 0;
    uint32_t left = 0, right = 0;
};

std::vector<CheckedEdge> simplified_edges(const ContourSet& set) {
    std::vector<CheckedEdge> edges;
    for (const Contour& c : set.contours) {
        const auto ring = simplified_ring(set, c);
        for (size_t k = 0; k < ring.size(); ++k) {
            const ContourVertex& a = ring[k];
            const ContourVertex& b = ring[k + 1 == ring.size() ? 0 : k + 1];
            // `right` is 0 for walls and seams: neither has a region of this tile on the right.
            const uint32_t right = a.neighbour == kSeamRegion ? 0 : a.neighbour;
            edges.push_back({point_of(a), point_of(b), a.y, b.y, c.region, right});
        }
    }
    return edges;
}

// Checks invariant 8: an edge between two regions occurs in both regions, in opposite directions and with the same heights.
void check_both_sides(const std::vector<CheckedEdge>& edges, const std::set<uint32_t>& with_issues, CheckReport& report) {
    using Key = std::tuple<int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, uint32_t, uint32_t>;
    std::vector<Key> keys;
    for (const CheckedEdge& e : edges)
        keys.push_back({e.a.x, e.a.z, e.b.x, e.b.z, e.ya, e.yb, e.left, e.right});
    std::sort(keys.begin(), keys.end());
    for (const CheckedEdge& e : edges) {
        if (e.right == 0 || with_issues.count(e.left) || with_issues.count(e.right)) continue;
        if (std::binary_search(keys.begin(), keys.end(), Key{e.b.x, e.b.z, e.a.x, e.a.z, e.yb, e.ya, e.right, e.left}))
            continue;
        fail(report, "contours: edge " + lattice_text(e.a) + " to " + lattice_text(e.b) + " of region " +
                         std::to_string(e.left) + " has no counterpart in region " + std::to_string(e.right));
    }
}

bool inside_edge(const CheckedEdge& e, LatticePoint p) {
    return p != e.a && p != e.b && is_on_segment(e.a, e.b, p);
}

// Checks invariant 9 for two edges. Returns "cross", "overlap" or "touch", or an empty string if the invariant holds.
std::string conflict(const CheckedEdge& e, const CheckedEdge& f, const std::set<uint32_t>& cliffs) {
    const bool reverse = e.a == f.b && e.b == f.a;
    if (reverse && e.right == f.left && f.right == e.left && e.right != 0) return {};
    if (lines_cross(e.a, e.b, f.a, f.b)) return "cross";
    const bool same_region = e.left == f.left;
    if (same_region && cliffs.count(e.left)) return {};
    if (same_region && (reverse || (e.a == f.a && e.b == f.b))) return "overlap";
    if (!same_region && e.right == 0 && f.right == 0) return {};
    const bool on_e = (same_region || e.right != 0) && (inside_edge(e, f.a) || inside_edge(e, f.b));
    const bool on_f = (same_region || f.right != 0) && (inside_edge(f, e.a) || inside_edge(f, e.b));
    return on_e || on_f ? "touch" : "";
}

bool may_be_stacked(const CheckedEdge& e, const CheckedEdge& f, const RegionPairs& stacked) {
    if (e.left == f.left) return false;
    for (const uint32_t a : {e.left, e.right}) {
        for (const uint32_t b : {f.left, f.right}) {
            if (stacked.count(std::minmax(a, b))) return true;
        }
    }
    return false;
}

// Checks invariant 9 (no crossing or overlapping edges) by a sweep over x.
void check_crossings(std::vector<CheckedEdge> edges, const RegionPairs& stacked, const std::set<uint32_t>& cliffs,
                     CheckReport& report) {
    const auto low = [](const CheckedEdge& e) { return std::min(e.a.x, e.b.x); };
    const auto high = [](const CheckedEdge& e) { return std::max(e.a.x, e.b.x); };
    std::stable_sort(edges.begin(), edges.end(), [&](const CheckedEdge& e, const CheckedEdge& f) { return low(e) < low(f); });
    std::vector<const CheckedEdge*> open;
    for (const CheckedEdge& e : edges) {
        std::erase_if(open, [&](const CheckedEdge* o) { return high(*o) < low(e); });
        for (const CheckedEdge* o : open) {
            if (std::max(o->a.z, o->b.z) < std::min(e.a.z, e.b.z) || std::max(e.a.z, e.b.z) < std::min(o->a.z, o->b.z))
                continue;
            if (may_be_stacked(e, *o, stacked)) continue;
            const std::string what = conflict(e, *o, cliffs);
            if (what.empty()) continue;
            fail(report, "contours: edges " + lattice_text(e.a) + " " + lattice_text(e.b) + " of region " +
                             std::to_string(e.left) + " and " + lattice_text(o->a) + " " + lattice_text(o->b) + " of region " +
                             std::to_string(o->left) + " " + what);
        }
        open.push_back(&e);
    }
}

}  // namespace

std::set<uint32_t> regions_with_cliffs(const ContourSet& set) {
    using Key = std::tuple<uint32_t, int32_t, int32_t, int32_t, int32_t>;
    std::vector<Key> keys;
    for (const Contour& c : set.contours) {
        const auto ring = raw_ring(set, c);
        for (size_t k = 0; k < ring.size(); ++k) {
            const ContourVertex& b = ring[k + 1 == ring.size() ? 0 : k + 1];
            keys.push_back({c.region, ring[k].x, ring[k].z, b.x, b.z});
        }
    }
    std::sort(keys.begin(), keys.end());
    std::set<uint32_t> found;
    for (const auto& [region, ax, az, bx, bz] : keys) {
        if (std::binary_search(keys.begin(), keys.end(), Key{region, bx, bz, ax, az})) found.insert(region);
    }
    return found;
}

void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report) {
    const auto rows = intervals_by_row(field, regions);
    WallCheck wall_check{rows, params, {field, params.clearance}, params.clearance > 0.5};
    std::set<uint32_t> with_issues;
    for (const ContourIssue& t : set.issues)
        with_issues.insert(t.region);
    for (const Contour& c : set.contours) {
        check_raw_ring(rows, set, c, report);
        check_simplified_ring(set, c, wall_check, report);
    }
    check_order_and_area(regions, set, params, with_issues, report);
    if (!params.refine) return;
    check_holes(set, report);
    const std::vector<CheckedEdge> edges = simplified_edges(set);
    check_both_sides(edges, with_issues, report);
    check_crossings(edges, stacked_pairs(rows), regions_with_cliffs(set), report);
}

}  // namespace navspan
