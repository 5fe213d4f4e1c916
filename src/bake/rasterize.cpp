// Voxelisation: triangles in, solid spans of every column out.
//
// Each triangle is cut into rows and cells (rasterize_triangle.cpp); the pieces wait in their row in the order of the triangles
// (rasterize_rows.h). Then every row is finished in one go: its pieces are sorted by column, keeping their order, and each
// column's intervals are merged into spans, which are appended to the product. Nothing is linked, nothing is allocated per
// span.
//
// Merging follows Recast's rule for areas, which depends on the order of the triangles: an interval swallows the spans it
// overlaps or touches one after the other from below; after each, when the old top is at most area_merge_height below the top
// reached so far, the higher area id wins, else the area of the interval stays.
// Source of the rule: Mononen, Recast (2009).
//
// Weak case: a column with thousands of separate spans costs a move of the spans above for each insertion.

#include "navspan/bake/rasterize.h"

#include <algorithm>
#include <limits>
#include <new>
#include <sstream>
#include <utility>

#include "rasterize_rows.h"
#include "rasterize_triangle.h"
#include "rasterize_units.h"

namespace navspan {
namespace {

// one cell's interval with its area, as sorted by column
struct Interval {
    uint16_t bottom = 0, top = 0;
    uint32_t area = 0;
};

Span span_of(const Interval& interval) {
    return {.bottom = interval.bottom,
            .top = interval.top,
            .area = uint8_t(interval.area),
            .fate = interval.area == kNullArea ? SpanFate::steep : SpanFate::walkable};
}

// Merges one interval into the sorted, disjoint spans [begin, end) of a column, not empty; returns the new end. There is room
// for one more.
Span* merge_interval(Span* begin, Span* end, const Interval& add, int32_t area_merge_height) {
    // spans [from, to) overlap or touch it
    Span* to = end;
    while (to != begin && to[-1].bottom > add.top)
        --to;
    Span* from = to;
    while (from != begin && from[-1].top >= add.bottom)
        --from;

    Interval merged = add;
    for (const Span* s = from; s != to; ++s) {
        merged.bottom = std::min(merged.bottom, s->bottom);
        merged.top = std::max(merged.top, s->top);
        if (merged.top - s->top <= area_merge_height) merged.area = std::max<uint32_t>(merged.area, s->area);
    }

    // put it in their place
    if (from == to) {
        // few spans are above it, too few to call a function that moves them
        Span carried = span_of(merged);
        for (Span* s = to; s != end; ++s)
            std::swap(*s, carried);
        *end = carried;
        return end + 1;
    }
    *from = span_of(merged);
    return to == from + 1 ? end : std::move(to, end, from + 1);
}

// Turns the pieces of rows into spans, one row after the other.
class RowMerger {
public:
    RowMerger(const RowPieces& pieces, int32_t width, int32_t area_merge_height)
        : pieces_(pieces), width_(size_t(width)), area_merge_height_(area_merge_height), starts_(width_ + 1) {}

    /// Appends the spans of the row and the offsets at which its columns begin.
    void finish(size_t row, Heightfield& field) {
        sort_by_column(row);
        spans_.resize(intervals_.size() + 1);
        Span* end = spans_.data();
        const size_t before = field.spans.size();
        for (size_t x = 0; x < width_; ++x) {
            field.first[row * width_ + x] = uint32_t(before + size_t(end - spans_.data()));
            end = merge_column(end, starts_[x], starts_[x + 1]);
        }
        for (Span* s = spans_.data(); s != end; ++s)
            s->fate = s->area == kNullArea ? SpanFate::steep : SpanFate::walkable;
        field.spans.insert(field.spans.end(), spans_.data(), end);
    }

private:
    void sort_by_column(size_t row) {
        // how many more intervals each column has than the one before, summed to their number, summed to their place
        std::fill(starts_.begin(), starts_.end(), 0u);
        pieces_.for_each(row, [&](const RowPiece& piece, const uint32_t*) {
            ++starts_[piece.x];
            --starts_[piece.x + piece.count];
        });
        uint32_t count = 0, sum = 0;
        for (uint32_t& start : starts_) {
            count += start;
            start = sum;
            sum += count;
        }
        intervals_.resize(sum);
        pieces_.for_each(row, [&](const RowPiece& piece, const uint32_t* values) {
            uint32_t* place = starts_.data() + piece.x;
            Interval* intervals = intervals_.data();
            const uint32_t step = piece.constant ? 0 : 1;
            for (uint32_t i = 0; i < piece.count; ++i, values += step) {
                intervals[place[i]++] = {uint16_t(*values), uint16_t(*values >> 16), piece.area};
            }
        });
        // each start has become its column's end, which is the next column's start
        std::move_backward(starts_.begin(), starts_.end() - 1, starts_.end());
        starts_[0] = 0;
    }

    // merges an interval with the one span that it touches
    void widen(Span& span, const Interval& add) const {
        const uint16_t top = std::max(span.top, add.top);
        const bool near = top - span.top <= area_merge_height_;
        span.bottom = std::min(span.bottom, add.bottom);
        span.area = near ? std::max(span.area, uint8_t(add.area)) : uint8_t(add.area);
        span.top = top;
    }

    Span* merge_column(Span* begin, uint32_t from, uint32_t to) {
        Span* end = begin;
        for (uint32_t i = from; i < to; ++i) {
            const Interval& add = intervals_[i];
            if (add.bottom >= add.top) continue;
            if (end == begin || add.bottom > end[-1].top) {
                *end++ = span_of(add);
            } else if (add.top >= end[-1].bottom && (end - begin == 1 || add.bottom > end[-2].top)) {
                widen(end[-1], add);
            } else {
                end = merge_interval(begin, end, add, area_merge_height_);
            }
        }
        return end;
    }

    const RowPieces& pieces_;
    size_t width_;
    int32_t area_merge_height_;
    std::vector<uint32_t> starts_;     // per column of the row: where its intervals begin
    std::vector<Interval> intervals_;  // of the row, by column, in triangle order within a column
    std::vector<Span> spans_;          // of the row
};

Error out_of_room(const Grid& grid, const Lattice& lattice, const char* what) {
    std::ostringstream text;
    text << "the solid spans of " << cell_count(grid) << " cells pass " << what << ": raise voxels.cell_size (now "
         << lattice.cell_size << ")";
    return {ErrorKind::failed, text.str()};
}

Result<Heightfield> rasterize(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                              const Grid& grid, const RasterizeParams& params) {
    RowPieces pieces(size_t(grid.depth));
    TriangleCutter cutter(grid, pieces);
    std::vector<DVec3> corners(soup.vertices.size());
    std::transform(soup.vertices.begin(), soup.vertices.end(), corners.begin(), LatticeUnits(lattice));
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto& t = soup.triangles[i];
        cutter.cut(corners[t[0]], corners[t[1]], corners[t[2]], areas[i]);
    }

    Heightfield field{.grid = grid, .first = std::vector<uint32_t>(cell_count(grid) + 1), .spans = {}};
    RowMerger merger(pieces, grid.width, params.area_merge_height);
    for (size_t row = 0; row < size_t(grid.depth); ++row) {
        merger.finish(row, field);
        if (field.spans.size() >= std::numeric_limits<uint32_t>::max()) return out_of_room(grid, lattice, "2^32");
    }
    field.first.back() = uint32_t(field.spans.size());
    return field;
}

}  // namespace

Result<Heightfield> rasterize_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                        const Grid& grid, const RasterizeParams& params) {
    try {
        return rasterize(soup, areas, lattice, grid, params);
    } catch (const std::bad_alloc&) {
        return out_of_room(grid, lattice, "this machine's memory");
    }
}

}  // namespace navspan
