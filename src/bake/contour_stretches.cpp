// Stretches: rings cut where simplification starts anew.
//
// In: raw rings. Out: the vertices that stay whatever happens, and the stretches of each ring between two of them, which are
// simplified one by one (contour_simplify). What stays are the vertices where the region across changes, with
// ContourParams::refine also those where other than two borders meet, so that both sides of a border are cut into the same
// stretches, which are then paired; a ring without any keeps its lower left and upper right ones.

#include <algorithm>

#include "contour_internal.h"
#include "navspan/core/predicates.h"

namespace navspan::contour {
namespace {

LatticePoint point_of(const ContourVertex& v) {
    return {v.x, v.z};
}

// marks the vertices that stay whatever happens; returns the one the simplified ring begins with
uint32_t keep_fixed_vertices(const RawBorders& raw, const RawRing& ring, bool shared_corners, std::vector<uint8_t>& keep) {
    const ContourVertex* v = raw.vertices.data() + ring.first;
    uint32_t begin = kNone;
    bool touches_region = false;
    for (uint32_t k = 0; k < ring.count; ++k)
        touches_region = touches_region || v[k].neighbour != 0;
    for (uint32_t k = 0; k < ring.count; ++k) {
        const ContourVertex& before = v[k == 0 ? ring.count - 1 : k - 1];
        const ContourVertex& after = v[k + 1 == ring.count ? 0 : k + 1];
        bool fixed = false;
        if (v[k].neighbour == kSeamRegion && before.neighbour == kSeamRegion) {
            // seams are straight: a corner of the tile stays
            fixed = !is_collinear(point_of(before), point_of(v[k]), point_of(after));
        } else if (shared_corners) {
            fixed = v[k].neighbour != before.neighbour || raw.junction[ring.first + k];
        } else if (touches_region) {
            fixed = v[k].neighbour != before.neighbour || v[k].area_border != before.area_border;
        }
        keep[ring.first + k] = fixed;
        if (fixed && begin == kNone) begin = k;
    }
    if (begin != kNone) return begin;
    uint32_t lowest = 0, highest = 0;
    for (uint32_t k = 1; k < ring.count; ++k) {
        if (lexicographically_less(point_of(v[k]), point_of(v[lowest]))) lowest = k;
        if (lexicographically_less(point_of(v[highest]), point_of(v[k]))) highest = k;
    }
    keep[ring.first + lowest] = keep[ring.first + highest] = 1;
    return lowest;
}

void cut_into_stretches(const RawBorders& raw, uint32_t ring_index, uint32_t begin, Simplified& simple) {
    const RawRing& ring = raw.rings[ring_index];
    const ContourVertex* v = raw.vertices.data() + ring.first;
    const uint8_t* keep = simple.keep.data() + ring.first;
    for (uint32_t from = begin, done = 0; done < ring.count;) {
        uint32_t count = 1;
        while (!keep[(from + count) % ring.count])
            ++count;
        const ContourVertex& first = v[from];
        StretchKind kind = StretchKind::region_border;
        if (first.neighbour == 0) {
            kind = StretchKind::wall;
        } else if (first.area_border) {
            kind = StretchKind::area_border;
        }
        simple.stretches.push_back({ring_index, from, count, ring.region, first.neighbour, kNone, kind});
        done += count;
        from = (from + count) % ring.count;
    }
}

// Finds for each stretch between regions the same stretch on the other side. Where the other side is cut differently (floors
// that wind around one corner), both sides keep every vertex.
void pair_stretches(const CompactHeightfield& field, const RawBorders& raw, Simplified& simple) {
    std::vector<std::pair<uint32_t, uint32_t>> by_first_edge;
    for (uint32_t i = 0; i < simple.stretches.size(); ++i) {
        const Stretch& s = simple.stretches[i];
        if (s.right != 0 && s.right != kSeamRegion) by_first_edge.push_back({raw.edge[raw_index(raw.rings[s.ring], s, 0)], i});
    }
    std::sort(by_first_edge.begin(), by_first_edge.end());
    for (const auto& [edge, i] : by_first_edge) {
        Stretch& s = simple.stretches[i];
        if (s.twin != kNone) continue;
        const RawRing& ring = raw.rings[s.ring];
        const uint32_t last = raw.edge[raw_index(ring, s, s.count - 1)];
        const uint32_t across = neighbour(field, last >> 2, int(last & 3)) * 4 + ((last + 2) & 3);
        const auto found = std::lower_bound(by_first_edge.begin(), by_first_edge.end(), std::pair{across, 0u});
        if (found != by_first_edge.end() && found->first == across) {
            Stretch& other = simple.stretches[found->second];
            const uint32_t other_last = raw.edge[raw_index(raw.rings[other.ring], other, other.count - 1)];
            const bool meets = neighbour(field, edge >> 2, int(edge & 3)) == other_last >> 2;
            if (other.twin == kNone && other.count == s.count && meets) {
                s.twin = found->second;
                other.twin = i;
                continue;
            }
        }
        for (uint32_t k = 0; k <= s.count; ++k)
            simple.keep[raw_index(ring, s, k)] = 1;
    }
}

}  // namespace

void load_chain(const RawBorders& raw, const Simplified& simple, const Stretch& s, Chain& chain) {
    const RawRing& ring = raw.rings[s.ring];
    chain.points.resize(s.count + 1);
    chain.keep.resize(s.count + 1);
    for (uint32_t k = 0; k <= s.count; ++k) {
        const uint32_t at = raw_index(ring, s, k);
        chain.points[k] = point_of(raw.vertices[at]);
        chain.keep[k] = simple.keep[at];
    }
}

void store_chain(const RawBorders& raw, const Stretch& s, const Chain& chain, Simplified& simple) {
    for (uint32_t k = 0; k <= s.count; ++k)
        simple.keep[raw_index(raw.rings[s.ring], s, k)] |= chain.keep[k];
    if (s.twin == kNone) return;
    const Stretch& twin = simple.stretches[s.twin];
    for (uint32_t k = 0; k <= s.count; ++k)
        simple.keep[raw_index(raw.rings[twin.ring], twin, s.count - k)] |= chain.keep[k];
}

void cut_rings(const CompactHeightfield& field, const RawBorders& raw, bool shared_corners, Simplified& simple) {
    simple.keep.assign(raw.vertices.size(), 0);
    simple.ring_begin.reserve(raw.rings.size() + 1);
    for (uint32_t r = 0; r < raw.rings.size(); ++r) {
        simple.ring_begin.push_back(uint32_t(simple.stretches.size()));
        cut_into_stretches(raw, r, keep_fixed_vertices(raw, raw.rings[r], shared_corners, simple.keep), simple);
    }
    simple.ring_begin.push_back(uint32_t(simple.stretches.size()));
    if (shared_corners) pair_stretches(field, raw, simple);
}

}  // namespace navspan::contour
