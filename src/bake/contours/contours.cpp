// Builds contours: the borders of all regions as rings of lattice points.
//
// In: the open spans and their regions.
// Out: for each region, outlines and holes, raw and simplified; a list of the dropped rings.
// Idea: trace.cpp follows the borders of regions along cell edges. simplify.cpp selects the vertices to keep. With `refine`,
// refine.cpp puts vertices back until rings no longer cross. This file drops degenerate rings and puts each outline before its
// holes.
// Source: Mononen, Recast (2009). The other files name their own sources.
// Weak cases: see trace.cpp, simplify.cpp, clearance.cpp and refine.cpp.

#include "navspan/bake/contours.h"

#include <algorithm>

#include "bake/contours/clearance.h"
#include "bake/contours/contours.h"
#include "bake/contours/internal.h"
#include "core/group_by_count.h"
#include "core/parallel.h"

namespace navspan {
namespace {

using contour::next_kept;
using contour::RawBorders;
using contour::RawRing;
using contour::Simplified;

// True if the ring surrounds a single cell, which Recast drops. False at a seam, because the region may continue in the
// adjacent tile.
bool is_lone_cell(const RawBorders& raw, const RawRing& ring) {
    if (ring.count != 4 || ring.doubled_area != 2) return false;
    const ContourVertex* v = raw.vertices.data() + ring.first;
    return std::none_of(v, v + ring.count, [](const ContourVertex& c) { return c.neighbour == kSeamRegion; });
}

// Appends the kept vertices of a ring. If consecutive vertices are equal, appends only the last.
void append_simplified(const RawBorders& raw, const Simplified& simple, uint32_t ring_index, std::vector<ContourVertex>& out) {
    const RawRing& ring = raw.rings[ring_index];
    const size_t first = out.size();
    const auto append = [&](uint32_t begin, uint32_t end) {
        for (uint32_t at = next_kept(simple, begin, end); at < end; at = next_kept(simple, at + 1, end)) {
            const ContourVertex& v = raw.vertices[at];
            if (out.size() > first && point_of(out.back()) == point_of(v)) out.pop_back();
            out.push_back(v);
        }
    };
    const uint32_t start = ring.first + simple.arcs[simple.ring_begin[ring_index]].start;
    append(start, ring.first + ring.count);
    append(ring.first, start);
    while (out.size() > first + 1 && point_of(out.back()) == point_of(out[first]))
        out.pop_back();
}

// True if `ring` encloses the middle of the first cell edge of `inner` (even-odd rule). Coordinates are in half cells.
bool encloses(const RawBorders& raw, const RawRing& ring, const RawRing& inner) {
    const ContourVertex& a = raw.vertices[inner.first];
    const ContourVertex& b = raw.vertices[inner.first + 1];
    const int64_t x = int64_t{a.x} + b.x, z = int64_t{a.z} + b.z;
    bool odd = false;
    for (uint32_t k = 0, j = ring.count - 1; k < ring.count; j = k++) {
        const ContourVertex& p = raw.vertices[ring.first + j];
        const ContourVertex& q = raw.vertices[ring.first + k];
        // Cell edges are parallel to an axis, so a ray along x only crosses edges along z.
        if ((int64_t{p.z} * 2 > z) != (int64_t{q.z} * 2 > z) && int64_t{p.x} * 2 > x) odd = !odd;
    }
    return odd;
}

// Orders the rings of one region: each outline precedes the holes inside it.
void order_rings(const RawBorders& raw, uint32_t begin, uint32_t end, std::vector<uint32_t>& order) {
    order.clear();
    for (uint32_t r = begin; r < end; ++r) {
        if (raw.rings[r].doubled_area > 0) order.push_back(r);
    }
    const std::vector<uint32_t> outlines = order;
    order.clear();
    for (size_t o = 0; o < outlines.size(); ++o) {
        order.push_back(outlines[o]);
        for (uint32_t r = begin; r < end; ++r) {
            if (raw.rings[r].doubled_area >= 0) continue;
            size_t owner = 0;
            // Nearly all regions have one outline, which owns all holes.
            for (size_t k = 0; outlines.size() > 1 && k < outlines.size(); ++k) {
                if (encloses(raw, raw.rings[outlines[k]], raw.rings[r])) owner = k;
            }
            if (owner == o) order.push_back(r);
        }
    }
}

// Collects the rings of all regions. Drops slits, rings with fewer than three simplified vertices, and the holes of dropped
// outlines. Without `refine`, also drops outlines around a single cell.
class ContourCollector {
public:
    ContourCollector(const RawBorders& raw, const Simplified& simple, const ContourParams& params, ContourSet& out)
        : raw_(raw), simple_(simple), params_(params), out_(out) {}

    void add_region(uint32_t begin, uint32_t end) {
        for (uint32_t r = begin; r < end; ++r) {
            if (raw_.rings[r].doubled_area == 0) drop(raw_.rings[r], "a cliff inside is left out");
        }
        order_rings(raw_, begin, end, order_);
        bool outline_dropped = false;
        for (const uint32_t r : order_) {
            const bool hole = raw_.rings[r].doubled_area < 0;
            const bool added = (!hole || !outline_dropped) && add_ring(r);
            if (!added) drop(raw_.rings[r], "dropped");
            if (!hole) outline_dropped = !added;
        }
    }

private:
    bool add_ring(uint32_t r) {
        const RawRing& ring = raw_.rings[r];
        if (!params_.refine && is_lone_cell(raw_, ring)) return false;
        const uint32_t first = uint32_t(out_.vertices.size());
        append_simplified(raw_, simple_, r, out_.vertices);
        const uint32_t count = uint32_t(out_.vertices.size()) - first;
        if (count < 3) {
            out_.vertices.resize(first);
            return false;
        }
        out_.contours.push_back({ring.region, ring.area, ring.doubled_area < 0, first, count, ring.first, ring.count});
        return true;
    }
    void drop(const RawRing& ring, const char* what) {
        out_.issues.push_back({ring.region, point_of(raw_.vertices[ring.first]), what});
    }

    const RawBorders& raw_;
    const Simplified& simple_;
    const ContourParams& params_;
    ContourSet& out_;
    std::vector<uint32_t> order_;
};

}  // namespace

ContourSet build_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourParams& params,
                          Workers* workers) {
    ContourSet set;
    set.grid = field.grid;
    RawBorders raw;
    contour::WallClearance clearance(params);
    // Tracing borders and finding walls are independent, so two threads can run them.
    for_each_part(workers, 2, [&](size_t part, unsigned) {
        if (part == 0) {
            raw = contour::trace_borders(field, regions, params.refine);
        } else {
            clearance.find_walls(field);
        }
    });
    Simplified simple = contour::simplify_borders(field, raw, params, clearance, workers);
    if (params.refine) {
        const std::vector<uint8_t> refined = contour::refine_borders(field, regions, raw, params, clearance, simple);
        set.refined = uint32_t(std::count(refined.begin(), refined.end(), uint8_t{1}));
    }
    ContourCollector collect(raw, simple, params, set);
    for (uint32_t begin = 0, end = 0; begin < raw.rings.size(); begin = end) {
        end = uint32_t(end_of_group(raw.rings, begin, &contour::RawRing::region));
        collect.add_region(begin, end);
    }
    set.raw_vertices = std::move(raw.vertices);
    return set;
}

}  // namespace navspan
