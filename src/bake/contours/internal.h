#pragma once

// What the steps of build_contours hand to each other. Not public.

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/predicates.h"
#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan::contour {

class WallClearance;

/// A ring as traced.
struct RawRing {
    uint32_t region = 0;
    uint8_t area = 0;
    uint32_t first = 0, count = 0;  ///< entries of RawBorders::vertices
    int64_t doubled_area = 0;       ///< > 0: outline, < 0: hole, 0: a slit
};

/// All raw rings, by region and in a region by first cell edge, so that an outline comes before its holes.
struct RawBorders {
    std::vector<RawRing> rings;
    std::vector<ContourVertex> vertices;
    std::vector<uint32_t> edge;     ///< per raw vertex: span * 4 + direction of the cell edge that starts there
    std::vector<uint8_t> junction;  ///< per raw vertex, only with shared corners: other than two borders meet there
};

/// @param shared_corners  every cell linked to another around a corner sees the same height and the same borders there, so that
///                        both sides of a border agree; otherwise heights reach as far as Recast's
RawBorders trace_borders(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners);

enum class BorderKind : uint8_t { wall, area_border, region_border };

/// An arc: the part of a ring between two vertices that stay whatever happens.
struct BorderArc {
    uint32_t ring = 0;
    uint32_t start = 0;        ///< raw vertex, counted from the ring's first
    uint32_t count = 0;        ///< cell edges, >= 1
    uint32_t left = 0;         ///< the ring's region
    uint32_t right = 0;        ///< region across, 0 = wall or drop
    uint32_t twin = kNoIndex;  ///< the same border seen from the other side
    BorderKind kind = BorderKind::wall;
    bool collapses = false;  ///< as a straight line it would be a point, or become part of a seam
};

/// Rings cut into arcs, and which raw vertices have been kept so far.
struct Simplified {
    std::vector<BorderArc> arcs;       ///< in the order of rings
    std::vector<uint32_t> ring_begin;  ///< per ring and one more: its first arc, which starts where the ring begins
    std::vector<uint8_t> keep;         ///< per raw vertex
};

/// The first kept raw vertex in begin .. end, or end.
inline uint32_t next_kept(const Simplified& simple, uint32_t begin, uint32_t end) {
    const void* found = begin < end ? std::memchr(simple.keep.data() + begin, 1, end - begin) : nullptr;
    return found ? uint32_t(static_cast<const uint8_t*>(found) - simple.keep.data()) : end;
}

/// The points of one arc in a row: entry k is raw vertex start + k of its ring, around its end.
struct Chain {
    std::vector<LatticePoint> points;
    std::vector<uint8_t> keep;
    std::vector<std::pair<size_t, size_t>> stack;  ///< pieces yet to look at
    bool sweeps = false;                           ///< whether `swept` is wanted
    uint32_t ground = 0;                           ///< of walls with a clearance, see WallClearance
    std::vector<int64_t> swept;                    ///< of walls: twice the area swept as seen from the grid's corner

    /// The first kept entry after k. The last entry is kept.
    size_t next_kept(size_t k) const {
        do {
            ++k;
        } while (!keep[k]);
        return k;
    }
};

/// Finds the vertices that stay whatever happens, and cuts rings there; with shared corners arcs are paired with their
/// twins, and those that have none though they should keep every vertex. Marks the arcs that would collapse.
void cut_rings(const CompactHeightfield& field, const RawBorders& raw, bool shared_corners, Simplified& simple);

/// The raw vertex that is k cell edges from the start of an arc.
inline uint32_t raw_index(const RawRing& ring, const BorderArc& s, uint32_t k) {
    const uint32_t at = s.start + k;
    return ring.first + (at < ring.count ? at : at - ring.count);
}

void load_chain(const RawBorders& raw, const Simplified& simple, const BorderArc& arc, Chain& chain);
/// Writes the chain's kept vertices back, for the arc and its twin.
void store_chain(const RawBorders& raw, const BorderArc& arc, const Chain& chain, Simplified& simple);

/// Keeps what the error bound and the clearance ask for between the kept entries `low` and `high` of the chain.
void simplify_chain(const ContourParams& params, const WallClearance& clearance, BorderKind kind, size_t low, size_t high,
                    Chain& chain);

/// Cuts rings into arcs, simplifies each and splits long edges.
Simplified simplify_borders(const CompactHeightfield& field, const RawBorders& raw, const ContourParams& params,
                            const WallClearance& clearance);

/// Keeps more vertices, the worst first, until simplified rings neither cross nor touch nor collapse.
/// @return per ring: 1 where vertices were put back
std::vector<uint8_t> refine_borders(const CompactHeightfield& field, const RegionMap& regions, const RawBorders& raw,
                                    const ContourParams& params, const WallClearance& clearance, Simplified& simple);

/// Squared distance of c from the segment a b [cell^2].
inline double deviation_squared(LatticePoint a, LatticePoint b, LatticePoint c) {
    const int64_t abx = int64_t{b.x} - a.x, abz = int64_t{b.z} - a.z;
    const int64_t acx = int64_t{c.x} - a.x, acz = int64_t{c.z} - a.z;
    const int64_t along = abx * acx + abz * acz, length_squared = abx * abx + abz * abz;
    if (along <= 0) return double(acx * acx + acz * acz);
    if (along >= length_squared) return double(distance_squared(b, c));
    const double cross = double(abz * acx - abx * acz);
    return cross * cross / double(length_squared);
}

}  // namespace navspan::contour
