// Cuts rings into arcs, which are then simplified one by one (simplify.cpp).
//
// In: raw rings: the borders of regions, with one vertex for each cell edge.
// Out: the fixed vertices, which simplification never removes, and the arcs between them.
// Idea: A vertex is fixed if the region on the other side of the border changes there. If ContourParams::refine is on,
// junctions of more than two borders are fixed too. The arcs on both sides of a border then have the same ends and can be
// paired.
// Source: Mononen, Recast (2009), for the fixed vertices.
// Weak cases: If regions alternate along a border, the arcs are too short to be simplified much.

#include <algorithm>
#include <set>

#include "bake/contours/internal.h"
#include "bake/field/open_spans.h"
#include "core/predicates.h"

namespace navspan::contour {
namespace {

// Marks the vertices of a ring where `neighbour` changes. If shared_corners is true, also marks junctions. Otherwise, also
// marks the vertices where `area_border` changes. Returns true if the ring borders a region or a seam.
bool mark_neighbour_changes(const RawBorders& raw, const RawRing& ring, bool shared_corners, std::vector<uint8_t>& keep) {
    const ContourVertex* v = raw.vertices.data() + ring.first;
    uint32_t touched = 0;
    const ContourVertex* before = v + ring.count - 1;
    for (uint32_t k = 0; k < ring.count; before = v + k++) {
        touched |= v[k].neighbour;
        const bool changes = v[k].neighbour != before->neighbour;
        const bool other = shared_corners ? raw.junction[ring.first + k] != 0 : v[k].area_border != before->area_border;
        keep[ring.first + k] = uint8_t(changes) | uint8_t(other);
    }
    return touched != 0;
}

// Keeps a vertex between two seam edges only if it is a corner of the tile.
void unmark_collinear_seam_vertices(const RawBorders& raw, const RawRing& ring, std::vector<uint8_t>& keep) {
    const ContourVertex* v = raw.vertices.data() + ring.first;
    for (uint32_t k = 0; k < ring.count; ++k) {
        if (v[k].neighbour != kSeamRegion) continue;
        const ContourVertex& before = v[k == 0 ? ring.count - 1 : k - 1];
        const ContourVertex& after = v[k + 1 == ring.count ? 0 : k + 1];
        if (before.neighbour != kSeamRegion) continue;
        keep[ring.first + k] = !is_collinear(point_of(before), point_of(v[k]), point_of(after));
    }
}

// Marks the fixed vertices of a ring. Returns the vertex at which the simplified ring starts, relative to RawRing::first.
uint32_t keep_fixed_vertices(const RawBorders& raw, const RawRing& ring, bool shared_corners, Simplified& simple) {
    std::vector<uint8_t>& keep = simple.keep;
    const uint32_t end = ring.first + ring.count;
    const bool touches_region = mark_neighbour_changes(raw, ring, shared_corners, keep);
    // As in Recast, rings that border no region and no seam ignore changes of area_border.
    if (!touches_region && !shared_corners) std::fill(keep.begin() + ring.first, keep.begin() + end, uint8_t{0});
    if (touches_region) unmark_collinear_seam_vertices(raw, ring, keep);
    const uint32_t begin = next_kept(simple, ring.first, end);
    if (begin != end) return begin - ring.first;

    const ContourVertex* v = raw.vertices.data() + ring.first;
    uint32_t lowest = 0, highest = 0;
    for (uint32_t k = 1; k < ring.count; ++k) {
        if (is_before(point_of(v[k]), point_of(v[lowest]))) lowest = k;
        if (is_before(point_of(v[highest]), point_of(v[k]))) highest = k;
    }
    keep[ring.first + lowest] = keep[ring.first + highest] = 1;
    return lowest;
}

void cut_into_arcs(const RawBorders& raw, uint32_t ring_index, uint32_t begin, Simplified& simple) {
    const RawRing& ring = raw.rings[ring_index];
    const uint32_t first = ring.first, end = ring.first + ring.count;
    for (uint32_t from = first + begin;;) {
        uint32_t to = next_kept(simple, from + 1, end);
        uint32_t count = to - from;
        if (to == end) {
            to = next_kept(simple, first, end);
            count += to - first;
        }
        const ContourVertex& v = raw.vertices[from];
        BorderKind kind = BorderKind::region_border;
        if (v.neighbour == 0) {
            kind = BorderKind::wall;
        } else if (v.area_border) {
            kind = BorderKind::area_border;
        }
        simple.arcs.push_back({ring_index, from - first, count, ring.region, v.neighbour, kNoIndex, kind});
        from = to;
        if (from == first + begin) break;
    }
}

// Pairs each arc between two regions with its twin: the arc of the other region with the same end points. An arc without a twin
// keeps all its vertices, so that both sides of the border still have the same vertices.
void pair_arcs(const CompactHeightfield& field, const RawBorders& raw, Simplified& simple) {
    std::vector<std::pair<uint32_t, uint32_t>> by_first_edge;
    for (uint32_t i = 0; i < simple.arcs.size(); ++i) {
        const BorderArc& s = simple.arcs[i];
        if (s.right != 0 && s.right != kSeamRegion) by_first_edge.push_back({raw.edge[raw_index(raw.rings[s.ring], s, 0)], i});
    }
    std::sort(by_first_edge.begin(), by_first_edge.end());
    for (const auto& [edge, i] : by_first_edge) {
        BorderArc& s = simple.arcs[i];
        if (s.twin != kNoIndex) continue;
        const RawRing& ring = raw.rings[s.ring];
        const uint32_t last = raw.edge[raw_index(ring, s, s.count - 1)];
        const uint32_t across = neighbour(field, last >> 2, int(last & 3)) * 4 + ((last + 2) & 3);
        const auto found = std::lower_bound(by_first_edge.begin(), by_first_edge.end(), std::pair{across, 0u});
        if (found != by_first_edge.end() && found->first == across) {
            BorderArc& other = simple.arcs[found->second];
            const uint32_t other_last = raw.edge[raw_index(raw.rings[other.ring], other, other.count - 1)];
            const bool meets = neighbour(field, edge >> 2, int(edge & 3)) == other_last >> 2;
            if (other.twin == kNoIndex && other.count == s.count && meets) {
                s.twin = found->second;
                other.twin = i;
                continue;
            }
        }
        for (uint32_t k = 0; k <= s.count; ++k)
            simple.keep[raw_index(ring, s, k)] = 1;
    }
}

// Calls visit(first, k, count) for each contiguous range of the arc's vertices, including both ends. `first` is a raw vertex,
// and k is its index within the arc. An arc across the end of its ring has two ranges.
template <class Visit>
void for_each_range(const RawRing& ring, const BorderArc& s, Visit visit) {
    const uint32_t straight = std::min(s.count + 1, ring.count - s.start);
    visit(ring.first + s.start, 0u, straight);
    if (straight <= s.count) visit(ring.first, straight, s.count + 1 - straight);
}

// Marks the arcs that a single edge cannot replace. If shared_corners is true, these are the arcs with equal end points.
// Otherwise, these are the arcs with both end points on one seam: the edge would lie on the seam.
void mark_collapsing(const RawBorders& raw, bool shared_corners, Simplified& simple) {
    std::set<int32_t> seams_x, seams_z;  // x of the seams parallel to z, z of the seams parallel to x [cell]
    for (const RawRing& ring : raw.rings) {
        const ContourVertex* v = raw.vertices.data() + ring.first;
        for (uint32_t k = 0; k < ring.count && !shared_corners; ++k) {
            if (v[k].neighbour != kSeamRegion) continue;
            const bool along_z = v[k].x == v[k + 1 == ring.count ? 0 : k + 1].x;
            (along_z ? seams_x : seams_z).insert(along_z ? v[k].x : v[k].z);
        }
    }
    for (BorderArc& s : simple.arcs) {
        const RawRing& ring = raw.rings[s.ring];
        const LatticePoint a = point_of(raw.vertices[raw_index(ring, s, 0)]);
        const LatticePoint b = point_of(raw.vertices[raw_index(ring, s, s.count)]);
        s.collapses = shared_corners ? a == b : (a.x == b.x && seams_x.contains(a.x)) || (a.z == b.z && seams_z.contains(a.z));
    }
}

}  // namespace

void load_chain(const RawBorders& raw, const Simplified& simple, const BorderArc& s, Chain& chain) {
    const RawRing& ring = raw.rings[s.ring];
    chain.points.resize(s.count + 1);
    chain.keep.resize(s.count + 1);
    for_each_range(ring, s, [&](uint32_t at, uint32_t k, uint32_t count) {
        const ContourVertex* v = raw.vertices.data() + at;
        LatticePoint* points = chain.points.data() + k;
        for (uint32_t i = 0; i < count; ++i)
            points[i] = point_of(v[i]);
        std::copy_n(simple.keep.data() + at, count, chain.keep.data() + k);
    });
    if (!chain.sweeps || s.kind != BorderKind::wall) return;
    chain.swept.resize(s.count + 1);
    chain.swept[0] = 0;
    for (uint32_t k = 0; k < s.count; ++k) {
        const LatticePoint p = chain.points[k], q = chain.points[k + 1];
        chain.swept[k + 1] = chain.swept[k] + int64_t{p.z} * q.x - int64_t{p.x} * q.z;
    }
}

void store_chain(const RawBorders& raw, const BorderArc& s, const Chain& chain, Simplified& simple) {
    const auto first_inner = [](uint32_t k) { return k == 0 ? 1u : 0u; };
    for_each_range(raw.rings[s.ring], s, [&](uint32_t at, uint32_t k, uint32_t count) {
        uint8_t* keep = simple.keep.data() + at;
        const uint8_t* kept = chain.keep.data() + k;
        for (uint32_t i = first_inner(k), end = std::min(count, s.count - k); i < end; ++i)
            keep[i] |= kept[i];
    });
    if (s.twin == kNoIndex) return;
    const BorderArc& twin = simple.arcs[s.twin];
    for_each_range(raw.rings[twin.ring], twin, [&](uint32_t at, uint32_t k, uint32_t count) {
        uint8_t* keep = simple.keep.data() + at;
        const uint8_t* kept = chain.keep.data() + (s.count - k);
        for (uint32_t i = first_inner(k), end = std::min(count, s.count - k); i < end; ++i)
            keep[i] |= *(kept - i);
    });
}

void cut_rings(const CompactHeightfield& field, const RawBorders& raw, bool shared_corners, Simplified& simple) {
    simple.keep.assign(raw.vertices.size(), 0);
    simple.ring_begin.reserve(raw.rings.size() + 1);
    for (uint32_t r = 0; r < raw.rings.size(); ++r) {
        simple.ring_begin.push_back(uint32_t(simple.arcs.size()));
        cut_into_arcs(raw, r, keep_fixed_vertices(raw, raw.rings[r], shared_corners, simple), simple);
    }
    simple.ring_begin.push_back(uint32_t(simple.arcs.size()));
    if (shared_corners) pair_arcs(field, raw, simple);
    mark_collapsing(raw, shared_corners, simple);
}

}  // namespace navspan::contour
