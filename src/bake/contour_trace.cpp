// Tracing: from spans with regions to rings of raw vertices.
//
// A cell edge is a border when the span on its left has a region and nothing of that region is linked across. Every ring but a
// horizontal slit runs along the left side of some cell, and left sides are where a region's stretch of a run begins: those
// are the only places looked for, in one scan over the region ids. From each the ring is followed by turning around corners,
// keeping the region on the left (as a maze is left with a hand on the wall), and heights and neighbours are looked up at
// corners only, so the work beyond the scan grows with the borders, not with the ground.
//
// Regions are 4-connected: where two cells of a region meet only at a corner the ring turns there and passes again later.
//
// A slit is a ring around nothing: a cliff inside a region, between cells that lie side by side without a link. Slits along a
// row have no left side; they are looked for among the spans without a link upwards.
//
// Source: the corner walk of Mononen, Recast (2009).

#include <algorithm>
#include <array>
#include <cassert>

#include "contour_internal.h"
#include "region_stretches.h"

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
// the corner at the end of side d of a cell, when the cell is on the left
constexpr int kCornerX[4] = {0, 1, 1, 0};
constexpr int kCornerZ[4] = {1, 1, 0, 0};

// A place where a ring may begin: the left side of a span, and its cell.
struct Seed {
    uint32_t span = 0;
    int32_t x = 0, z = 0;
};

// One bit per span.
class SpanSet {
public:
    explicit SpanSet(size_t count) : words_((count + 63) / 64) {}
    bool has(uint32_t i) const { return words_[i >> 6] >> (i & 63) & 1; }
    void add(uint32_t i) { words_[i >> 6] |= uint64_t{1} << (i & 63); }

private:
    std::vector<uint64_t> words_;
};

// Where walking stands: side d of span i in cell (x, z), and the span linked across that side.
struct Side {
    uint32_t i = kNoSpan;
    int d = 0;
    int32_t x = 0, z = 0;
    uint32_t across = kNoSpan;
};

// The spans that meet at the end of a side: the side's own, one step across it, ahead of it, and from both of these in the
// cell diagonally opposite.
struct Corner {
    uint32_t across = kNoSpan, ahead = kNoSpan;
    uint32_t diagonal_across = kNoSpan, diagonal_ahead = kNoSpan;
};

// What a ring makes of a corner.
struct Passing {
    int32_t y = 0;          // [vx]
    bool junction = false;  // other than two borders meet there
};

class Tracer {
public:
    Tracer(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners, RawBorders& out)
        : field_(field),
          regions_(regions),
          shared_corners_(shared_corners),
          out_(out),
          left_done_(field.span_count()),
          cliff_done_(field.span_count()) {}

    void trace(const Seed& seed, int direction);
    bool left_done(uint32_t i) const { return left_done_.has(i); }
    bool cliff_done(uint32_t i) const { return cliff_done_.has(i); }

private:
    uint32_t step(uint32_t i, int d) const { return i == kNoSpan ? kNoSpan : neighbour(field_, i, d); }
    bool inside(uint32_t i, uint32_t region) const { return i != kNoSpan && regions_.region[i] == region; }
    uint32_t region_of(uint32_t i) const {
        if (i == kNoSpan) return 0;
        return regions_.region[i] == 0 && !field_.outside.empty() && field_.outside[i] != 0 ? kSeamRegion : regions_.region[i];
    }

    Corner corner_of(const Side& side) const;
    Side turn(const Side& side, const Corner& corner, uint32_t region) const;
    int32_t height(const Side& side, const Corner& corner) const;
    Passing pass_shared(const Side& side) const;
    void add_vertex(const Side& side, const Corner& corner, const Side& next, uint8_t area);
    void start_at(uint32_t first, uint32_t vertex);

    const CompactHeightfield& field_;
    const RegionMap& regions_;
    const bool shared_corners_;
    RawBorders& out_;
    SpanSet left_done_;
    SpanSet cliff_done_;
};

// the side that follows at the corner: around the own cell, straight on, around the diagonal cell, or back
Side Tracer::turn(const Side& s, const Corner& c, uint32_t region) const {
    const int n = next_side(s.d);
    Side next{s.i, n, s.x, s.z, c.ahead};
    if (!inside(next.across, region)) return next;
    next = {c.ahead, s.d, next.x + kStepX[n], next.z + kStepZ[n], c.diagonal_ahead};
    if (!inside(next.across, region)) return next;
    next = {c.diagonal_ahead, opposite(n), next.x + kStepX[s.d], next.z + kStepZ[s.d], step(c.diagonal_ahead, opposite(n))};
    if (!inside(next.across, region)) return next;
    return {next.across, opposite(s.d), next.x - kStepX[n], next.z - kStepZ[n], step(next.across, opposite(s.d))};
}

int32_t Tracer::height(const Side& s, const Corner& c) const {
    int32_t y = field_.floor[s.i];
    for (const uint32_t i : {c.across, c.ahead, c.diagonal_across, c.diagonal_ahead}) {
        if (i != kNoSpan) y = std::max<int32_t>(y, field_.floor[i]);
    }
    return y;
}

// The highest floor and the borders among all spans linked around the corner, however long the way: every ring that passes
// there sees the same. Cell q + 1 is the one that follows cell q counter-clockwise around the corner, cell 0 the side's own.
Passing Tracer::pass_shared(const Side& s) const {
    const auto onward = [&](uint32_t i, uint32_t q) { return step(i, int(uint32_t(s.d + 1) - q) & 3); };
    const auto back = [&](uint32_t i, uint32_t q) { return step(i, int(uint32_t(s.d) - q) & 3); };
    std::array<uint32_t, 4> around{0, 0, 0, 0};  // regions
    std::array<bool, 4> linked{};                // cell q to cell q + 1
    uint32_t count = 0;
    Passing out{.y = field_.floor[s.i]};
    const auto visit = [&](uint32_t i, uint32_t q) {
        around[q] = region_of(i);
        out.y = std::max<int32_t>(out.y, field_.floor[i]);
        ++count;
    };
    visit(s.i, 0);
    uint32_t q = 0, i = onward(s.i, 0);
    for (; i != kNoSpan && i != s.i; i = onward(i, q)) {
        linked[q] = true;
        q = (q + 1) & 3;
        visit(i, q);
    }
    if (i == s.i) {
        linked[3] = true;
    } else {
        q = 0;
        for (i = back(s.i, 0); i != kNoSpan; i = back(i, q)) {
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
    // floors that wind around the corner have more spans than cells
    out.junction = borders != 2 || count > 4;
    return out;
}

Corner Tracer::corner_of(const Side& s) const {
    Corner c{s.across, step(s.i, next_side(s.d)), kNoSpan, kNoSpan};
    c.diagonal_across = step(c.across, next_side(s.d));
    c.diagonal_ahead = step(c.ahead, s.d);
    return c;
}

void Tracer::add_vertex(const Side& s, const Corner& corner, const Side& next, uint8_t area) {
    const uint32_t neighbour_region = region_of(next.across);
    const bool area_border = neighbour_region != kSeamRegion && next.across != kNoSpan && field_.area[next.across] != area;
    const Passing passing = shared_corners_ ? pass_shared(s) : Passing{.y = height(s, corner)};
    out_.vertices.push_back({s.x + kCornerX[s.d], s.z + kCornerZ[s.d], passing.y, neighbour_region, area_border});
    if (!shared_corners_) return;
    out_.edge.push_back(next.i * 4 + uint32_t(next.d));
    out_.junction.push_back(passing.junction);
}

// turns the newest ring, which begins at `first`, so that it starts at its given vertex
void Tracer::start_at(uint32_t first, uint32_t vertex) {
    if (vertex == 0) return;
    const auto rotate = [&](auto& list) { std::rotate(list.begin() + first, list.begin() + first + vertex, list.end()); };
    rotate(out_.vertices);
    if (shared_corners_) rotate(out_.edge), rotate(out_.junction);
}

void Tracer::trace(const Seed& seed, int direction) {
    const uint32_t region = regions_.region[seed.span];
    const uint8_t area = field_.area[seed.span];
    RawRing ring{.region = region, .area = area, .first = uint32_t(out_.vertices.size())};
    const Side start{seed.span, direction, seed.x, seed.z, step(seed.span, direction)};

    // the ring's first cell edge in row order names its start, wherever the walk began
    uint64_t lowest = ~uint64_t{0};
    uint32_t lowest_at = 0;
    LatticePoint last{seed.x + kCornerX[(direction + 3) & 3], seed.z + kCornerZ[(direction + 3) & 3]};
    Side side = start;
    do {
        if (side.d == kLeft) left_done_.add(side.i);
        if (side.d == kUp && side.across == kNoSpan) cliff_done_.add(side.i);
        const uint64_t key = (uint64_t(uint32_t(side.z)) << 32 | uint32_t(side.x)) << 2 | uint64_t(side.d);
        if (key < lowest) {
            lowest = key;
            lowest_at = uint32_t(out_.vertices.size()) - ring.first;
        }
        const Corner corner = corner_of(side);
        const Side next = turn(side, corner, region);
        add_vertex(side, corner, next, area);
        const ContourVertex& v = out_.vertices.back();
        ring.doubled_area += int64_t{last.z} * v.x - int64_t{last.x} * v.z;
        last = {v.x, v.z};
        side = next;
    } while (side.i != start.i || side.d != start.d);
    ring.count = uint32_t(out_.vertices.size()) - ring.first;
    start_at(ring.first, lowest_at);
    out_.rings.push_back(ring);
}

// Calls visit(span, x, z) for every span with a region and without a link upwards while another span lies in the cell above
// with the same region: with erosion by a cell or more there is none.
template <class Visit>
void for_each_cliff_below(const CompactHeightfield& field, const RegionMap& regions, Visit visit) {
    const uint32_t* region = regions.region.data();
    const uint8_t* links = field.links.data();
    constexpr uint8_t kUpBit = 1u << kUp;
    const auto is_cliff = [&](uint32_t i) { return (region[i] != 0) & ((links[i] & kUpBit) == 0); };
    for (int32_t z = 0; z + 1 < field.grid.depth; ++z) {
        uint32_t r = field.row_run[size_t(z)];
        const uint32_t end = field.row_span[size_t(z) + 1];
        for (uint32_t i = field.row_span[size_t(z)]; i < end; ++i) {
            // nearly always none of the next sixteen is one: all have the link, or those without it have no region
            while (end - i > 16) {
                uint8_t all = kUpBit;
                for (uint32_t k = 0; k < 16; ++k)
                    all &= links[i + k];
                if (all == 0) {
                    uint32_t any = 0;
                    for (uint32_t k = 0; k < 16; ++k)
                        any |= uint32_t(is_cliff(i + k));
                    if (any != 0) break;
                }
                i += 16;
            }
            if (!is_cliff(i)) continue;
            while (field.runs[r].first + field.runs[r].length <= i)
                ++r;
            const int32_t x = field.runs[r].x0 + int32_t(i - field.runs[r].first);
            for (uint32_t above = field.row_run[size_t(z) + 1]; above < field.row_run[size_t(z) + 2]; ++above) {
                const Run& run = field.runs[above];
                if (run.x0 > x) break;
                const uint32_t k = uint32_t(x - run.x0);
                if (k < run.length && regions.region[run.first + k] == regions.region[i]) visit(i, x, z);
            }
        }
    }
}

// Region starts sorted by region, inside a region by row.
std::vector<Seed> find_seeds(const CompactHeightfield& field, const RegionMap& regions) {
    std::vector<Seed> found;
    std::vector<uint32_t> first(regions.region_count + 2, 0);
    found.reserve(2 * field.runs.size());
    for_each_region_stretch(field, regions, [&](uint32_t region, int32_t z, int32_t x, uint32_t i, uint32_t) {
        found.push_back({i, x, z});
        ++first[region + 1];
    });
    for (size_t r = 1; r < first.size(); ++r)
        first[r] += first[r - 1];
    std::vector<Seed> sorted(found.size());
    for (const Seed& seed : found)
        sorted[first[regions.region[seed.span]]++] = seed;
    return sorted;
}

}  // namespace

RawBorders trace_borders(const CompactHeightfield& field, const RegionMap& regions, bool shared_corners) {
    RawBorders out;
    if (field.span_count() == 0) return out;
    assert(field.span_count() <= kMostOpenSpans);  // cell edges are span * 4 + direction
    Tracer tracer(field, regions, shared_corners, out);
    for (const Seed& seed : find_seeds(field, regions)) {
        if (!tracer.left_done(seed.span)) tracer.trace(seed, kLeft);
    }
    const size_t sided = out.rings.size();
    for_each_cliff_below(field, regions, [&](uint32_t i, int32_t x, int32_t z) {
        if (!tracer.cliff_done(i)) tracer.trace({i, x, z}, kUp);
    });
    if (out.rings.size() > sided) {
        std::stable_sort(out.rings.begin(), out.rings.end(),
                         [](const RawRing& a, const RawRing& b) { return a.region < b.region; });
    }
    return out;
}

}  // namespace navspan::contour
