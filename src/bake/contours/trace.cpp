// Tracing: converts the borders of regions to rings of raw vertices.
//
// In: the open spans and their regions.
// Out: rings with one raw vertex for each cell edge.
// Idea: A side of a cell is a border if the span linked across it is missing or has another region. A ring has its region on
// its left. Tracing starts at the left side of the first span of a segment (RegionSegment). Slits (rings without area along a
// cliff inside a region) are traced last.
// Source: Mononen, Recast (2009), for following a border around corners.
// Weak cases: Rough borders take much memory until they are simplified.

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "bake/contours/internal.h"
#include "bake/field/open_spans.h"
#include "bake/regions/segments.h"
#include "core/group_by_count.h"
#include "core/simd.h"

namespace navspan::contour {
namespace {

constexpr int opposite(int d) {
    return (d + 2) & 3;
}
constexpr int next_side(int d) {
    return (d + 1) & 3;
}

constexpr int kStepX[4] = {-1, 0, 1, 0};
constexpr int kStepZ[4] = {0, 1, 0, -1};
// Offset of the corner at the end of side d of a cell. The cell is on the left.
constexpr int kCornerX[4] = {0, 1, 1, 0};
constexpr int kCornerZ[4] = {1, 1, 0, 0};

// A span at which a ring may start: at its left side (-x) if it is in Seeds::left, else at its +z side.
struct Seed {
    uint32_t span = 0;
    uint32_t region = 0;
    int32_t x = 0, z = 0;
};

// A position on a ring: side d of span i in cell (x, z), and the span linked across that side.
struct CellSide {
    uint32_t i = kNoIndex;
    int d = 0;
    int32_t x = 0, z = 0;
    uint32_t across = kNoIndex;
};

struct CornerInfo {
    int32_t y = 0;          // [vx]
    bool junction = false;  // see RawBorders::junction
};

class Tracer {
public:
    Tracer(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners, RawBorders& out)
        : field_(field),
          region_(regions.region.data()),
          floor_(field.floor.data()),
          shared_corners_(shared_corners),
          out_(out),
          left_done_(field.span_count()),
          up_done_(field.span_count()) {}

    void trace(const Seed& seed, int direction);
    bool left_done(uint32_t i) const { return left_done_[i]; }
    bool up_done(uint32_t i) const { return up_done_[i]; }
    /// Spans of other regions that are adjacent to a traced ring at one of its -z sides.
    const std::vector<Seed>& spans_below_borders() const { return passed_below_; }

private:
    uint32_t step(uint32_t i, int d) const { return i == kNoIndex ? kNoIndex : neighbour(field_, i, d); }
    template <int d>
    uint32_t step_from(uint32_t i) const {
        if constexpr (d == kUp) return field_.up[i];
        if constexpr (d == kDown) return field_.down[i];
        const bool linked = field_.links[i] >> d & 1;
        return linked ? i + (d == kLeft ? 0xffffffffu : 1u) : kNoIndex;
    }
    bool inside(uint32_t i, uint32_t region) const { return i != kNoIndex && region_[i] == region; }
    uint32_t region_of(uint32_t i) const {
        if (i == kNoIndex) return 0;
        return region_[i] == 0 && !field_.outside.empty() && field_.outside[i] != 0 ? kSeamRegion : region_[i];
    }

    template <int d>
    CellSide pass(const CellSide& side, const RawRing& ring);
    void prefetch_rows_ahead(uint32_t from, uint32_t to) const;
    CornerInfo corner_of_linked_cells(const std::array<uint32_t, 4>& cells) const;
    CornerInfo corner_of_linked_spans(const CellSide& side) const;
    void start_at(uint32_t first, uint32_t vertex);

    const CompactHeightfield& field_;
    const uint32_t* const region_;
    const uint16_t* const floor_;
    const bool shared_corners_;
    RawBorders& out_;
    std::vector<bool> left_done_, up_done_;  // for each span: true if a ring has passed its -x side (left), its +z side (up)
    std::vector<Seed> passed_below_;
};

// Prefetches the spans that a ring may need two rows later. Assumes that all rows have about the same number of spans. `from`
// and `to` are spans in adjacent rows.
void Tracer::prefetch_rows_ahead(uint32_t from, uint32_t to) const {
    const uint32_t there = to + 2 * (to - from);
    if (there >= field_.span_count()) return;
    __builtin_prefetch(region_ + there);
    __builtin_prefetch(floor_ + there);
    __builtin_prefetch(field_.links.data() + there);
    __builtin_prefetch((to > from ? field_.up.data() : field_.down.data()) + there);
}

// Returns the properties of a corner where four cells are linked in a circle.
CornerInfo Tracer::corner_of_linked_cells(const std::array<uint32_t, 4>& cells) const {
    CornerInfo out;
    int borders = 0;
    for (size_t q = 0; q < 4; ++q) {
        out.y = std::max<int32_t>(out.y, floor_[cells[q]]);
        borders += region_of(cells[q]) != region_of(cells[(q + 1) & 3]);
    }
    out.junction = borders != 2;
    return out;
}

// Returns the properties of any corner. Visits all linked spans around the corner, in both directions. Every ring through the
// corner gets the same result. Cell 0 contains side s.d; cells 1 to 3 follow clockwise, seen from above.
CornerInfo Tracer::corner_of_linked_spans(const CellSide& s) const {
    const auto onward = [&](uint32_t i, uint32_t q) { return step(i, int(uint32_t(s.d + 1) - q) & 3); };
    const auto back = [&](uint32_t i, uint32_t q) { return step(i, int(uint32_t(s.d) - q) & 3); };
    std::array<uint32_t, 4> around{0, 0, 0, 0};  // region of each cell
    std::array<bool, 4> linked{};                // true for each cell q that is linked to cell q + 1
    uint32_t count = 0;
    CornerInfo out{.y = field_.floor[s.i]};
    const auto visit = [&](uint32_t i, uint32_t q) {
        around[q] = region_of(i);
        out.y = std::max<int32_t>(out.y, field_.floor[i]);
        ++count;
    };
    visit(s.i, 0);
    uint32_t q = 0, i = onward(s.i, 0);
    for (; i != kNoIndex && i != s.i; i = onward(i, q)) {
        linked[q] = true;
        q = (q + 1) & 3;
        visit(i, q);
    }
    if (i == s.i) {
        linked[3] = true;
    } else {
        q = 0;
        for (i = back(s.i, 0); i != kNoIndex; i = back(i, q)) {
            q = (q + 3) & 3;
            linked[q] = true;
            visit(i, q);
        }
    }

    int borders = 0;
    for (q = 0; q < 4; ++q) {
        const uint32_t a = around[q], b = around[(q + 1) & 3];
        borders += a != b || (a != 0 && !linked[q]);
    }
    // If more than four spans are linked around the corner, a floor winds around it like a spiral stair.
    out.junction = borders != 2 || count > 4;
    return out;
}

// Appends a vertex at the corner at the end of side d. Returns the next side of the ring.
template <int d>
CellSide Tracer::pass(const CellSide& s, const RawRing& ring) {
    constexpr int n = next_side(d);
    const auto own = [&](uint32_t i) { return i == kNoIndex ? s.i : i; };
    const uint32_t ahead = step_from<n>(s.i);
    // own() replaces a missing span by s.i, which does not change the height of the vertex.
    const uint32_t diagonal_across = step_from<n>(own(s.across)), diagonal_ahead = step_from<d>(own(ahead));
    if ((d == kLeft || d == kRight) && ahead != kNoIndex) prefetch_rows_ahead(s.i, ahead);

    CellSide next{s.i, n, s.x, s.z, ahead};
    if (inside(ahead, ring.region)) {
        next = {ahead, d, s.x + kStepX[n], s.z + kStepZ[n], diagonal_ahead};
        if (inside(diagonal_ahead, ring.region)) {
            constexpr int back = opposite(n);
            next = {diagonal_ahead, back, next.x + kStepX[d], next.z + kStepZ[d], step_from<back>(diagonal_ahead)};
            if (inside(next.across, ring.region)) {
                const uint32_t i = next.across;
                next = {i, opposite(d), next.x - kStepX[n], next.z - kStepZ[n], step_from<opposite(d)>(i)};
            }
        }
    }
    const uint32_t neighbour_region = region_of(next.across);
    const bool linked = neighbour_region != kSeamRegion && next.across != kNoIndex;
    const bool area_border = linked && field_.area[next.across] != ring.area;
    const int32_t x = s.x + kCornerX[d], z = s.z + kCornerZ[d];
    if (!shared_corners_) {
        const int32_t y0 = std::max<int32_t>(floor_[own(s.across)], floor_[own(ahead)]);
        const int32_t y1 = std::max<int32_t>(floor_[own(diagonal_across)], floor_[own(diagonal_ahead)]);
        out_.vertices.push_back({x, z, std::max<int32_t>(floor_[s.i], std::max(y0, y1)), neighbour_region, area_border});
        return next;
    }
    const bool circle =
        s.across != kNoIndex && ahead != kNoIndex && diagonal_ahead != kNoIndex && diagonal_across == diagonal_ahead;
    const CornerInfo passing =
        circle ? corner_of_linked_cells({s.i, ahead, diagonal_ahead, s.across}) : corner_of_linked_spans(s);
    out_.vertices.push_back({x, z, passing.y, neighbour_region, area_border});
    out_.edge.push_back(next.i * 4 + uint32_t(next.d));
    out_.junction.push_back(passing.junction);
    return next;
}

// Rotates the last ring, which starts at raw vertex `first`, to start at its vertex with index `vertex`.
void Tracer::start_at(uint32_t first, uint32_t vertex) {
    if (vertex == 0) return;
    const auto rotate = [&](auto& list) { std::rotate(list.begin() + first, list.begin() + first + vertex, list.end()); };
    rotate(out_.vertices);
    if (shared_corners_) rotate(out_.edge), rotate(out_.junction);
}

void Tracer::trace(const Seed& seed, int direction) {
    RawRing ring{.region = seed.region, .area = field_.area[seed.span], .first = uint32_t(out_.vertices.size())};
    const CellSide start{seed.span, direction, seed.x, seed.z, step(seed.span, direction)};

    // Tracing can start anywhere on the ring. The finished ring starts at the end point of its first cell edge in row order.
    uint64_t lowest = ~uint64_t{0};
    uint32_t lowest_at = 0;
    CellSide side = start;
    do {
        const uint64_t key = (uint64_t(uint32_t(side.z)) << 32 | uint32_t(side.x)) << 2 | uint64_t(side.d);
        if (key < lowest) {
            lowest = key;
            lowest_at = uint32_t(out_.vertices.size()) - ring.first;
        }
        // Shoelace formula: the doubled area is twice the signed sum of z over the edges along x.
        switch (side.d) {
            case kLeft:
                left_done_[side.i] = true;
                side = pass<kLeft>(side, ring);
                break;
            case kUp:
                up_done_[side.i] = true;
                ring.doubled_area += 2 * (int64_t{side.z} + 1);
                side = pass<kUp>(side, ring);
                break;
            case kRight:
                side = pass<kRight>(side, ring);
                break;
            default:
                if (side.across != kNoIndex && region_[side.across] != 0)
                    passed_below_.push_back({side.across, region_[side.across], side.x, side.z - 1});
                ring.doubled_area -= 2 * int64_t{side.z};
                side = pass<kDown>(side, ring);
        }
    } while (side.i != start.i || side.d != start.d);
    ring.count = uint32_t(out_.vertices.size()) - ring.first;
    start_at(ring.first, lowest_at);
    out_.rings.push_back(ring);
}

// Candidate start edges of rings.
struct Seeds {
    std::vector<Seed> left;  // first span of each segment, sorted by region, then by row
    std::vector<Seed> up;    // spans that have a region and no link in +z; sorted by row
};

// True if all of the first `count` bytes have this bit set.
bool all_have(const uint8_t* bytes, uint32_t count, uint8_t bit) {
    uint8_t all = bit;
    if (count >= 8) {
        uint64_t words = load<uint64_t>(bytes + count - 8);
        for (uint32_t k = 0; k + 8 <= count; k += 8)
            words &= load<uint64_t>(bytes + k);
        const uint64_t wanted = kByteOnes * bit;
        return (words & wanted) == wanted;
    }
    for (uint32_t k = 0; k < count; ++k)
        all &= bytes[k];
    return all != 0;
}

Seeds find_seeds(const CompactHeightfield& field, const RegionMap& regions) {
    Seeds seeds;
    std::vector<Seed> found;
    found.reserve(2 * field.runs.size());
    constexpr uint8_t kUpBit = 1u << kUp;
    for_each_region_segment(field, regions, [&](int32_t z, const RegionSegment& s) {
        found.push_back({s.first, s.region, s.x, z});
        if (all_have(field.links.data() + s.first, s.length, kUpBit)) return;
        for (uint32_t k = 0; k < s.length; ++k) {
            if ((field.links[s.first + k] & kUpBit) == 0) seeds.up.push_back({s.first + k, s.region, s.x + int32_t(k), z});
        }
    });
    const auto for_each_seed = [&](auto visit) {
        for (const Seed& seed : found)
            visit(seed.region, seed);
    };
    std::vector<uint32_t> first;
    group_by_count(regions.region_count + size_t{1}, for_each_seed, first, seeds.left);
    return seeds;
}

// Tests whether a cell contains a span of a region. Fastest if cells are queried in row order.
class RowSearch {
public:
    RowSearch(const CompactHeightfield& field, const RegionMap& regions) : field_(field), regions_(regions) {}

    bool contains_region(int32_t x, int32_t z, uint32_t region) {
        if (z >= field_.grid.depth) return false;
        if (z != z_) open(z);
        const auto is_before = [](int32_t cell, const Run& run) { return cell < run.x0; };
        size_t r = size_t(std::upper_bound(runs_.begin(), runs_.end(), x, is_before) - runs_.begin());
        while (r-- > 0 && reach_[r] > x) {
            const uint32_t k = uint32_t(x - runs_[r].x0);
            if (k < runs_[r].length && regions_.region[runs_[r].first + k] == region) return true;
        }
        return false;
    }

private:
    void open(int32_t z) {
        z_ = z;
        runs_ = row_runs(field_, z);
        reach_.clear();
        int32_t reach = 0;
        for (const Run& run : runs_)
            reach_.push_back(reach = std::max(reach, run.x0 + int32_t(run.length)));
    }

    const CompactHeightfield& field_;
    const RegionMap& regions_;
    int32_t z_ = -1;
    std::span<const Run> runs_;   // runs of row z_
    std::vector<int32_t> reach_;  // for each run: maximum of x0 + length up to this run [cell]
};

}  // namespace

RawBorders trace_borders(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners) {
    RawBorders out;
    if (field.span_count() == 0) return out;
    assert(field.span_count() <= kMaxOpenSpans);  // RawBorders::edge stores span * 4 + direction in 32 bits
    const Seeds seeds = find_seeds(field, regions);
    Tracer tracer(field, regions, shared_corners, out);
    // An estimate: in a diagonal border, every fourth edge is a seed.
    out.vertices.reserve(4 * seeds.left.size());
    for (const Seed& seed : seeds.left) {
        if (!tracer.left_done(seed.span)) tracer.trace(seed, kLeft);
    }
    const size_t sided = out.rings.size();
    // Slits along rows have no left side. Their rings start at the +z side of a span. The span has no link in +z (seeds.up), or
    // a link to another region (spans_below_borders).
    RowSearch rows(field, regions);
    const auto trace_cliff = [&](const Seed& seed) {
        if (!tracer.up_done(seed.span) && rows.contains_region(seed.x, seed.z + 1, seed.region)) tracer.trace(seed, kUp);
    };
    for (const Seed& seed : seeds.up)
        trace_cliff(seed);
    for (size_t k = 0; k < tracer.spans_below_borders().size(); ++k)  // tracing may append to the list
        trace_cliff(Seed(tracer.spans_below_borders()[k]));
    if (out.rings.size() > sided) {
        std::stable_sort(out.rings.begin(), out.rings.end(),
                         [](const RawRing& a, const RawRing& b) { return a.region < b.region; });
    }
    return out;
}

}  // namespace navspan::contour
