// Compression of solid heightfields.
//
// In: a solid heightfield from voxelization.
// Out: bytes from which the same heightfield can be restored.
// Idea: Columns are visited row by row. For consecutive columns that equal the previous column, only their count is stored. Any
// other column is stored as differences from the previous column, span by span. Numbers have variable length: seven bits per
// byte, zigzag-coded if signed. The reader validates every number, because the bytes may come from a file.
// Source: common practice (delta coding with variable-length numbers).
// Weak cases: If neighbouring columns differ at random, a span costs up to seven bytes, one more than in memory.

#include "bake/live/compressed_voxels.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <span>

#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

class ByteWriter {
public:
    explicit ByteWriter(std::vector<uint8_t>& bytes) : bytes_(bytes) {}
    void number(uint64_t v) {
        for (; v >= 0x80; v >>= 7)
            bytes_.push_back(uint8_t(v | 0x80));
        bytes_.push_back(uint8_t(v));
    }
    void byte(uint8_t v) { bytes_.push_back(v); }

private:
    std::vector<uint8_t>& bytes_;
};

// Reads numbers. After an error (the end of the bytes, or a number that is too long), every number is 0.
class ByteReader {
public:
    explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}
    uint64_t number() {
        uint64_t v = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const uint8_t b = byte();
            v |= uint64_t{b & 0x7fu} << shift;
            if (!(b & 0x80)) return v;
        }
        fail();
        return 0;
    }
    uint8_t byte() {
        if (at_ < bytes_.size()) return bytes_[at_++];
        fail();
        return 0;
    }
    void fail() {
        failed_ = true;
        at_ = bytes_.size();
    }
    bool at_end() const { return at_ == bytes_.size(); }
    bool failed() const { return failed_; }

private:
    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
    bool failed_ = false;
};

// Zigzag code: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
uint64_t to_zigzag(int32_t v) {
    return v < 0 ? 2 * uint64_t(-int64_t{v}) - 1 : 2 * uint64_t(v);
}
// Inverse of to_zigzag. If the code is too large, returns a value outside the range of heights.
int32_t from_zigzag(uint64_t v) {
    const auto half = int32_t(std::min<uint64_t>(v / 2, 4 * kMaxHeight));
    return v & 1 ? -half - 1 : half;
}

// Returns the span of the previous column with this rank. If there is none, returns an empty span at `top_below`.
Span predicted_span(std::span<const Span> before, size_t rank, int32_t top_below) {
    if (rank < before.size()) return before[rank];
    return {
        .bottom = uint16_t(top_below), .top = uint16_t(top_below), .area = before.empty() ? uint8_t{0} : before.back().area};
}

// Writes the number of spans. For each span, writes two numbers: the differences of its bottom and its thickness from
// predicted_span. If the lowest bit of the second number is 1, the area follows.
void write_column(ByteWriter& out, std::span<const Span> before, std::span<const Span> column) {
    out.number(column.size());
    int32_t top_below = 0;
    for (size_t rank = 0; rank < column.size(); ++rank) {
        const Span &span = column[rank], like = predicted_span(before, rank, top_below);
        assert((span.fate == SpanFate::walkable) == (span.area != 0) && (span.area != 0 || span.fate == SpanFate::steep));
        out.number(to_zigzag(int32_t{span.bottom} - like.bottom));
        const int32_t thicker = (int32_t{span.top} - span.bottom) - (int32_t{like.top} - like.bottom);
        out.number(to_zigzag(thicker) << 1 | uint64_t{span.area != like.area});
        if (span.area != like.area) out.byte(span.area);
        top_below = span.top;
    }
}

void read_column(ByteReader& in, std::span<const Span> before, std::vector<Span>& column) {
    column.clear();
    const uint64_t count = in.number();
    int32_t top_below = -1;
    for (size_t rank = 0; rank < count && !in.failed(); ++rank) {
        const Span like = predicted_span(before, rank, std::max(top_below, 0));
        const int32_t bottom = like.bottom + from_zigzag(in.number());
        const uint64_t thickness = in.number();
        const int32_t top = bottom + (int32_t{like.top} - like.bottom) + from_zigzag(thickness >> 1);
        const uint8_t area = thickness & 1 ? in.byte() : like.area;
        if (bottom <= top_below || top <= bottom || top > kMaxHeight || area > kMaxArea) return in.fail();
        column.push_back({.bottom = uint16_t(bottom),
                          .top = uint16_t(top),
                          .area = area,
                          .fate = area == 0 ? SpanFate::steep : SpanFate::walkable});
        top_below = top;
    }
}

// Calls emit(column, n) for each sequence of n equal columns; n may be 0. Returns false if the bytes are malformed or emit
// returns false.
template <class Emit>
bool read_columns(std::span<const uint8_t> bytes, Emit emit) {
    ByteReader in(bytes);
    std::vector<Span> before, column;
    while (true) {
        const uint64_t repeat_count = in.number();
        if (in.failed() || !emit(std::span<const Span>(before), repeat_count)) return false;
        if (in.at_end()) return true;
        read_column(in, before, column);
        if (in.failed() || !emit(std::span<const Span>(column), uint64_t{1})) return false;
        before.swap(column);
    }
}

}  // namespace

CompressedVoxels compress_voxels(const Heightfield& field) {
    CompressedVoxels voxels{.grid = field.grid, .spans = uint32_t(field.spans.size()), .bytes = {}};
    ByteWriter out(voxels.bytes);
    std::span<const Span> before;
    uint64_t repeat_count = 0;
    for (size_t c = 0; c < cell_count(field.grid); ++c) {
        const std::span<const Span> column = column_spans(field, c);
        if (std::equal(column.begin(), column.end(), before.begin(), before.end())) {
            ++repeat_count;
        } else {
            out.number(repeat_count);
            write_column(out, before, column);
            repeat_count = 0;
        }
        before = column;
    }
    out.number(repeat_count);
    voxels.bytes.shrink_to_fit();
    return voxels;
}

Heightfield decompress_voxels(const CompressedVoxels& voxels) {
    Heightfield field{.grid = voxels.grid, .first = {}, .spans = {}};
    const size_t columns = cell_count(field.grid);
    field.first.reserve(columns + 1);
    field.spans.reserve(voxels.spans);
    [[maybe_unused]] const bool sound = read_columns(voxels.bytes, [&field](std::span<const Span> column, uint64_t count) {
        for (; count > 0; --count) {
            field.first.push_back(uint32_t(field.spans.size()));
            field.spans.insert(field.spans.end(), column.begin(), column.end());
        }
        return true;
    });
    assert(sound);
    assert(field.first.size() == columns && field.spans.size() == voxels.spans);
    field.first.push_back(uint32_t(field.spans.size()));
    return field;
}

std::optional<VoxelSummary> summarize_voxels(const CompressedVoxels& voxels) {
    if (std::abs(int64_t{voxels.grid.y0}) > kMaxLattice) return std::nullopt;
    VoxelSummary summary;
    uint64_t columns = 0, spans = 0;
    const uint64_t wanted = cell_count(voxels.grid);
    const bool sound = read_columns(voxels.bytes, [&](std::span<const Span> column, uint64_t count) {
        if (count > wanted - columns) return false;
        columns += count;
        if (count == 0 || column.empty()) return true;
        if (count > (voxels.spans - spans) / column.size()) return false;
        spans += count * column.size();
        for (const Span& span : column)
            summary.areas |= uint64_t{1} << span.area;
        summary.highest = std::max(summary.highest, int32_t{column.back().top});
        return true;
    });
    if (!sound || columns != wanted || spans != voxels.spans) return std::nullopt;
    return summary;
}

}  // namespace navspan
