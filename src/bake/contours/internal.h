#pragma once

// Data and functions shared by the steps of build_contours.

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "bake/contours/contours.h"
#include "core/predicates.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/regions.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan {

class Workers;

}  // namespace navspan

namespace navspan::contour {

class WallClearance;

struct RawRing {
    uint32_t region = 0;
    uint8_t area = 0;
    uint32_t first = 0, count = 0;  ///< entries of RawBorders::vertices
    int64_t doubled_area = 0;       ///< twice the signed area [cell^2]; > 0: outline, < 0: hole, 0: slit
};

/// All raw rings, ordered by region. Within a region, an outline precedes its holes.
struct RawBorders {
    std::vector<RawRing> rings;
    std::vector<ContourVertex> vertices;
    /// For each raw vertex, the cell edge that starts there: 4 * span + side of the cell. Empty if shared_corners is false.
    std::vector<uint32_t> edge;
    /// For each raw vertex: 1 if the vertex is a junction, otherwise 0. A vertex is a junction in two cases: the number of
    /// borders that meet at it is not two, or floors overlap, so that more than four spans are linked around it. Empty if
    /// shared_corners is false.
    std::vector<uint8_t> junction;
};

/// @param shared_corners  true: at a corner of linked cells, the vertices of all rings get the same height and `junction` flag;
/// false: heights as in Recast
RawBorders trace_borders(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners);

enum class BorderKind : uint8_t { wall, area_border, region_border };

/// Part of a ring between two consecutive fixed vertices (vertices that simplification never removes).
struct BorderArc {
    uint32_t ring = 0;
    uint32_t start = 0;        ///< first raw vertex of the arc, relative to RawRing::first
    uint32_t count = 0;        ///< number of cell edges, >= 1
    uint32_t left = 0;         ///< region of the ring
    uint32_t right = 0;        ///< region on the other side; 0: wall or drop; kSeamRegion: seam
    uint32_t twin = kNoIndex;  ///< arc on the other side of the same border, or kNoIndex
    BorderKind kind = BorderKind::wall;
    bool collapses = false;  ///< true: the arc cannot become a single edge (see mark_collapsing)
};

/// Rings cut into arcs, and the state of their simplification.
struct Simplified {
    std::vector<BorderArc> arcs;       ///< in the order of rings
    std::vector<uint32_t> ring_begin;  ///< first arc of each ring, rings + 1 entries; the simplified ring starts there
    std::vector<uint8_t> keep;         ///< 1 for each raw vertex that is kept
};

/// Returns the first kept raw vertex in [begin, end), or end.
inline uint32_t next_kept(const Simplified& simple, uint32_t begin, uint32_t end) {
    const void* found = begin < end ? std::memchr(simple.keep.data() + begin, 1, end - begin) : nullptr;
    return found ? uint32_t(static_cast<const uint8_t*>(found) - simple.keep.data()) : end;
}

/// Vertices of one arc as arrays. Entry k is raw vertex start + k of the ring, modulo the ring's length.
struct Chain {
    std::vector<LatticePoint> points;
    std::vector<uint8_t> keep;
    std::vector<std::pair<size_t, size_t>> stack;  ///< intervals still to be simplified
    bool sweeps = false;                           ///< true if `swept` is needed
    uint32_t component = 0;                        ///< connected component of the ground; set for walls if `sweeps` is true
    /// For walls: prefix sums of twice the signed areas of the triangles (origin, points[k], points[k + 1]) [cell^2]; > 0:
    /// counter-clockwise, seen from above.
    std::vector<int64_t> swept;

    /// Returns the first kept entry after k. k must not be the last entry, which is always kept.
    size_t next_kept(size_t k) const {
        do {
            ++k;
        } while (!keep[k]);
        return k;
    }
};

/// Finds the fixed vertices and cuts all rings there. If shared_corners is true, pairs each arc between two regions with its
/// twin. An arc without a twin keeps all its vertices. Marks the arcs that would collapse.
void cut_rings(const CompactHeightfield& field, const RawBorders& raw, bool shared_corners, Simplified& simple);

/// Returns the index of the raw vertex that is k cell edges after the start of the arc.
inline uint32_t raw_index(const RawRing& ring, const BorderArc& s, uint32_t k) {
    const uint32_t at = s.start + k;
    return ring.first + (at < ring.count ? at : at - ring.count);
}

void load_chain(const RawBorders& raw, const Simplified& simple, const BorderArc& arc, Chain& chain);
/// Marks the kept vertices of the chain as kept in the arc and in its twin. Does not write the ends of the arc, so threads can
/// store adjacent arcs at the same time.
void store_chain(const RawBorders& raw, const BorderArc& arc, const Chain& chain, Simplified& simple);

/// Selects the vertices to keep between the kept entries `low` and `high` of the chain.
void simplify_chain(const ContourParams& params, const WallClearance& clearance, BorderKind kind, size_t low, size_t high,
                    Chain& chain);

/// Cuts rings into arcs, simplifies each arc and splits long edges. @param workers  null: one thread
Simplified simplify_borders(const CompactHeightfield& field, const RawBorders& raw, const ContourParams& params,
                            const WallClearance& clearance, Workers* workers);

/// Puts raw vertices back until simplified rings no longer cross, touch or collapse.
/// @return 1 for each ring in which vertices were put back
std::vector<uint8_t> refine_borders(const CompactHeightfield& field, const RegionMap& regions, const RawBorders& raw,
                                    const ContourParams& params, const WallClearance& clearance, Simplified& simple);

/// Squared distance of c from the segment ab [cell^2].
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
