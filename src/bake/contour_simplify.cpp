// Simplification: from raw rings to the raw vertices worth keeping.
//
// Vertices where the region across changes stay whatever happens (with ContourParams::refine also those where other than two
// borders meet, so that both sides of a border are cut into the same stretches); a ring without any keeps its lower left and
// upper right ones. Each stretch between two of them is then simplified alone:
//   - a border between regions of one area becomes a straight line;
//   - an area border, and a wall of the two-sided kind, keeps within max_error of its raw vertices: the farthest vertex from
//   the
//     line stays, and both halves are looked at again;
//   - a one-sided wall must not leave the region: a raw vertex on the inner side of the line stays, the farthest first; then,
//     as above, the farthest on the outer side if it is more than max_error away. That keeps more than it must, so vertices
//     that longer lines can do without are dropped again.
// Stretches are walked from the lexicographically smaller end, so both sides of a border choose the same vertices. Edges longer
// than max_edge_length are then halved at a raw vertex near the middle. A stretch that begins and ends on a seam's line keeps
// its farthest vertex (with refine, refinement sees to that), so that a strip of ground along a border of the tile is not lost.
//
// Recursion is a stack of index pairs over one array of points and one of flags; nothing is inserted anywhere.
// Deviations of the two-sided kind are measured in single precision in the order of operations of Recast, because on a lattice
// ties are common and the last bit decides them; the others are exact to the last bit of a double.
//
// Sources: Douglas, Peucker, Algorithms for the reduction of the number of points required to represent a digitized line or its
// caricature (1973); Mononen, Recast (2009), for what is kept and for halving long edges.
// Weak case: quadratic in the length of a spiral wall.

#include <algorithm>
#include <cassert>
#include <utility>

#include "contour_internal.h"
#include "navspan/core/predicates.h"

namespace navspan::contour {
namespace {

bool lexicographically_less(LatticePoint a, LatticePoint b) {
    return a.x != b.x ? a.x < b.x : a.z < b.z;
}

LatticePoint point_of(const ContourVertex& v) {
    return {v.x, v.z};
}

uint32_t raw_index(const RawRing& ring, const Stretch& s, uint32_t k) {
    const uint32_t at = s.start + k;
    return ring.first + (at < ring.count ? at : at - ring.count);
}

float deviation_squared_single(LatticePoint a, LatticePoint b, LatticePoint c) {
    const float abx = float(b.x - a.x), abz = float(b.z - a.z);
    float dx = float(c.x - a.x), dz = float(c.z - a.z);
    const float length_squared = abx * abx + abz * abz;
    float t = abx * dx + abz * dz;
    if (length_squared > 0) t /= length_squared;
    t = std::clamp(t, 0.0f, 1.0f);
    dx = float(a.x) + t * abx - float(c.x);
    dz = float(a.z) + t * abz - float(c.z);
    return dx * dx + dz * dz;
}

// Calls visit(k) for low < k < high, from the end that is lexicographically smaller.
template <class Visit>
void walk_inner(const std::vector<LatticePoint>& points, size_t low, size_t high, Visit visit) {
    if (lexicographically_less(points[low], points[high])) {
        for (size_t k = low + 1; k < high; ++k)
            visit(k);
    } else {
        for (size_t k = high - 1; k > low; --k)
            visit(k);
    }
}

// the farthest inner point if it is farther than the bound, else low
template <class Deviation, class Real>
size_t farthest_point(const std::vector<LatticePoint>& points, size_t low, size_t high, Real bound, Deviation deviation) {
    LatticePoint a = points[low], b = points[high];
    if (!lexicographically_less(a, b)) std::swap(a, b);
    Real most = 0;
    size_t at = low;
    walk_inner(points, low, high, [&](size_t k) {
        const Real d = deviation(a, b, points[k]);
        if (d > most) {
            most = d;
            at = k;
        }
    });
    return most > bound ? at : low;
}

// for one-sided walls: the worst point the line leaves on its left, that is inside the region, or failing that the farthest
size_t farthest_one_sided(const std::vector<LatticePoint>& points, size_t low, size_t high, double bound) {
    const LatticePoint a = points[low], b = points[high];
    if (a == b) return farthest_point(points, low, high, 0.0, deviation_squared);
    int64_t most = 0;
    size_t at = low;
    for (size_t k = low + 1; k < high; ++k) {
        const int64_t side = orient2d(a, b, points[k]);
        if (side > most) {
            most = side;
            at = k;
        }
    }
    return at != low ? at : farthest_point(points, low, high, bound, deviation_squared);
}

// true when the line from low to high leaves no point on its left and none farther than the bound
bool stands_for_wall(const std::vector<LatticePoint>& points, size_t low, size_t high, double bound) {
    const LatticePoint a = points[low], b = points[high];
    if (a == b) return false;
    for (size_t k = low + 1; k < high; ++k) {
        if (orient2d(a, b, points[k]) > 0 || deviation_squared(a, b, points[k]) > bound) return false;
    }
    return true;
}

// Drops kept points of a one-sided wall that the lines can do without: from each the farthest that still serves is next.
void thin_out(double bound, size_t low, size_t high, Chain& chain) {
    constexpr int kPatience = 4;  // points tried beyond one that does not serve
    for (size_t from = low; from < high;) {
        size_t next = from + 1;
        while (!chain.keep[next])
            ++next;
        size_t farthest = next;
        for (int failed = 0; failed < kPatience && next < high;) {
            ++next;
            while (!chain.keep[next])
                ++next;
            const bool serves = stands_for_wall(chain.points, from, next, bound);
            if (serves) farthest = next;
            failed = serves ? 0 : failed + 1;
        }
        std::fill(chain.keep.begin() + std::ptrdiff_t(from) + 1, chain.keep.begin() + std::ptrdiff_t(farthest), uint8_t{0});
        from = farthest;
    }
}

size_t split_point(const ContourParams& params, StretchKind kind, const Chain& chain, size_t low, size_t high) {
    const double bound = params.max_error * params.max_error;
    if (kind == StretchKind::region_border) return low;
    if (kind == StretchKind::wall && params.walls == WallSimplification::one_sided) {
        return farthest_one_sided(chain.points, low, high, bound);
    }
    const float single = float(params.max_error) * float(params.max_error);
    return farthest_point(chain.points, low, high, single, deviation_squared_single);
}

// the raw vertex at which a long edge is halved
size_t middle_of(const ContourParams& params, StretchKind kind, const Chain& chain, size_t low, size_t high) {
    const size_t n = high - low;
    const bool forward = lexicographically_less(chain.points[low], chain.points[high]);
    const size_t middle = low + (forward ? n / 2 : (n + 1) / 2);
    if (kind != StretchKind::wall || params.walls == WallSimplification::two_sided) return middle;

    // a one-sided edge touches its wall here and there: near the middle take the vertex closest to the edge
    size_t best = middle;
    double least = deviation_squared(chain.points[low], chain.points[high], chain.points[middle]);
    for (size_t step = 1; step <= n / 6; ++step) {
        for (const size_t k : {middle - step, middle + step}) {
            const double d = deviation_squared(chain.points[low], chain.points[high], chain.points[k]);
            if (d < least) {
                least = d;
                best = k;
            }
        }
    }
    return best;
}

bool may_split_long_edges(const ContourParams& params, StretchKind kind) {
    if (params.max_edge_length <= 0) return false;
    return kind == StretchKind::wall ? params.split_wall_edges || params.split_area_edges
                                     : params.split_area_edges && kind == StretchKind::area_border;
}

void split_long_edges(const ContourParams& params, const RawBorders& raw, const Stretch& stretch, Chain& chain) {
    const StretchKind kind = stretch.kind;
    const int64_t most = int64_t{params.max_edge_length} * params.max_edge_length;
    const auto splits = [&](size_t low) {
        if (kind == StretchKind::wall && params.split_wall_edges) return true;
        return params.split_area_edges && raw.vertices[raw_index(raw.rings[stretch.ring], stretch, uint32_t(low))].area_border;
    };
    const size_t last = chain.points.size() - 1;
    for (size_t low = 0; low < last;) {
        size_t high = low + 1;
        while (!chain.keep[high])
            ++high;
        if (high - low > 1 && splits(low) && distance_squared(chain.points[low], chain.points[high]) > most) {
            const size_t middle = middle_of(params, kind, chain, low, high);
            chain.keep[middle] = 1;
            if (params.refine || params.walls == WallSimplification::one_sided) {
                // the halves have to keep the bound as well; Recast lets them be
                simplify_chain(params, kind, low, middle, chain);
                simplify_chain(params, kind, middle, high, chain);
            }
        } else {
            low = high;
        }
    }
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

// The lattice lines that seams lie on.
struct SeamLines {
    std::vector<int32_t> x, z;
};

SeamLines find_seam_lines(const RawBorders& raw) {
    SeamLines lines;
    const auto add = [](std::vector<int32_t>& to, int32_t line) {
        if (std::find(to.begin(), to.end(), line) == to.end()) to.push_back(line);
    };
    for (const RawRing& ring : raw.rings) {
        const ContourVertex* v = raw.vertices.data() + ring.first;
        for (uint32_t k = 0; k < ring.count; ++k) {
            if (v[k].neighbour != kSeamRegion) continue;
            const ContourVertex& end = v[k + 1 == ring.count ? 0 : k + 1];
            if (v[k].x == end.x) {
                add(lines.x, v[k].x);
            } else {
                add(lines.z, v[k].z);
            }
        }
    }
    return lines;
}

// true when a straight line would make the stretch part of a seam, and a strip of ground beside that seam vanish
bool falls_on_seam(const RawBorders& raw, const Stretch& s, const SeamLines& seams) {
    const RawRing& ring = raw.rings[s.ring];
    const LatticePoint a = point_of(raw.vertices[raw_index(ring, s, 0)]);
    const LatticePoint b = point_of(raw.vertices[raw_index(ring, s, s.count)]);
    const auto among = [](const std::vector<int32_t>& lines, int32_t line) {
        return std::find(lines.begin(), lines.end(), line) != lines.end();
    };
    return (a.x == b.x && among(seams.x, a.x)) || (a.z == b.z && among(seams.z, a.z));
}

bool is_closed(const RawBorders& raw, const Stretch& s) {
    const RawRing& ring = raw.rings[s.ring];
    return point_of(raw.vertices[raw_index(ring, s, 0)]) == point_of(raw.vertices[raw_index(ring, s, s.count)]);
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

double deviation_squared(LatticePoint a, LatticePoint b, LatticePoint c) {
    const int64_t abx = int64_t{b.x} - a.x, abz = int64_t{b.z} - a.z;
    const int64_t acx = int64_t{c.x} - a.x, acz = int64_t{c.z} - a.z;
    const int64_t along = abx * acx + abz * acz, length_squared = abx * abx + abz * abz;
    if (along <= 0) return double(acx * acx + acz * acz);
    if (along >= length_squared) return double(distance_squared(b, c));
    const double cross = double(abz * acx - abx * acz);
    return cross * cross / double(length_squared);
}

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

void simplify_chain(const ContourParams& params, StretchKind kind, size_t low, size_t high, Chain& chain) {
    chain.stack.assign(1, {low, high});
    while (!chain.stack.empty()) {
        const auto [from, to] = chain.stack.back();
        chain.stack.pop_back();
        if (to - from < 2) continue;
        const size_t at = split_point(params, kind, chain, from, to);
        if (at == from) continue;
        chain.keep[at] = 1;
        chain.stack.push_back({from, at});
        chain.stack.push_back({at, to});
    }
    if (kind == StretchKind::wall && params.walls == WallSimplification::one_sided) {
        thin_out(params.max_error * params.max_error, low, high, chain);
    }
}

Simplified simplify_borders(const CompactHeightfield& field, const RawBorders& raw, const ContourParams& params) {
    Simplified simple;
    simple.keep.assign(raw.vertices.size(), 0);
    simple.ring_begin.reserve(raw.rings.size() + 1);
    for (uint32_t r = 0; r < raw.rings.size(); ++r) {
        simple.ring_begin.push_back(uint32_t(simple.stretches.size()));
        cut_into_stretches(raw, r, keep_fixed_vertices(raw, raw.rings[r], params.refine, simple.keep), simple);
    }
    simple.ring_begin.push_back(uint32_t(simple.stretches.size()));
    if (params.refine) pair_stretches(field, raw, simple);

    const SeamLines seams = params.refine ? SeamLines{} : find_seam_lines(raw);
    Chain chain;
    for (uint32_t i = 0; i < simple.stretches.size(); ++i) {
        const Stretch& s = simple.stretches[i];
        if (s.twin < i || s.count < 2) continue;
        if (s.right == kSeamRegion) continue;
        const bool straight = s.kind == StretchKind::region_border;
        const bool collapses = params.refine ? is_closed(raw, s) : falls_on_seam(raw, s, seams);
        if (straight && !collapses) continue;
        load_chain(raw, simple, s, chain);
        if (collapses) chain.keep[farthest_point(chain.points, 0, s.count, 0.0, deviation_squared)] = 1;
        for (uint32_t low = 0; low < s.count && !straight;) {
            uint32_t high = low + 1;
            while (!chain.keep[high])
                ++high;
            simplify_chain(params, s.kind, low, high, chain);
            low = high;
        }
        if (may_split_long_edges(params, s.kind)) split_long_edges(params, raw, s, chain);
        store_chain(raw, s, chain, simple);
    }
    return simple;
}

}  // namespace navspan::contour
