#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace navspan {

/// One piece of a row as a triangle leaves it: neighbouring cells with the triangle's area and each cell's interval of heights.
struct RowPiece {
    uint32_t x = 0;      ///< first cell [cell]
    uint16_t count = 0;  ///< cells, 1..RowPieces::kLongest
    uint8_t area = 0;
    uint8_t constant = 0;  ///< 1: all cells have the same interval, stored once
};

/// The pieces of every row of a grid, in the order in which they were added. Kept in 1 KiB chunks so that rows grow without
/// copying; a chunk's first word is the number of the row's next chunk.
class RowPieces {
public:
    static constexpr uint32_t kLongest = 64;

    explicit RowPieces(size_t rows) : rows_(rows) {}

    /// Room for a piece at the end of the row: write the intervals to the returned place, bottom | top << 16.
    uint32_t* add(size_t row, RowPiece piece) {
        const uint32_t words = kHeaderWords + (piece.constant ? 1 : piece.count);
        Row& r = rows_[row];
        if (r.room < words) grow(r);
        uint32_t* at = r.end;
        at[0] = piece.x;
        at[1] = uint32_t{piece.count} | uint32_t{piece.area} << 16 | uint32_t{piece.constant} << 24;
        r.end += words;
        r.room -= words;
        r.cells += piece.count;
        return at + kHeaderWords;
    }

    /// Cells that all pieces of the row cover together, counted as often as they are covered.
    size_t cells(size_t row) const { return rows_[row].cells; }

    /// Calls visit(piece, intervals) for every piece of the row in the order of adding.
    template <class Visit>
    void for_each(size_t row, Visit visit) const {
        const Row& r = rows_[row];
        for (uint32_t chunk = r.first; chunk != kNone;) {
            const uint32_t* at = words(chunk);
            const uint32_t next = at[0];
            const uint32_t* end = next == kNone ? r.end : at + at[1];
            at += kChunkHead;
            while (at < end) {
                const RowPiece piece{at[0], uint16_t(at[1]), uint8_t(at[1] >> 16), uint8_t(at[1] >> 24)};
                visit(piece, at + kHeaderWords);
                at += kHeaderWords + (piece.constant ? 1 : piece.count);
            }
            chunk = next;
        }
    }

private:
    static constexpr uint32_t kNone = 0xffffffffu;
    static constexpr uint32_t kHeaderWords = 2;
    static constexpr uint32_t kChunkHead = 2;  // number of the next chunk, words used
    static constexpr uint32_t kChunkWords = 256;
    static constexpr uint32_t kBlockChunks = 256;

    struct Row {
        uint32_t* end = nullptr;
        uint32_t room = 0;
        uint32_t first = kNone, last = kNone;
        size_t cells = 0;
    };

    uint32_t* words(uint32_t chunk) const {
        return blocks_[chunk / kBlockChunks].get() + size_t{chunk % kBlockChunks} * kChunkWords;
    }

    void grow(Row& row) {
        if (chunks_ % kBlockChunks == 0) {
            blocks_.push_back(std::make_unique_for_overwrite<uint32_t[]>(size_t{kBlockChunks} * kChunkWords));
        }
        const uint32_t chunk = chunks_++;
        if (row.last == kNone) {
            row.first = chunk;
        } else {
            uint32_t* last = words(row.last);
            last[0] = chunk;
            last[1] = uint32_t(row.end - last);
        }
        row.last = chunk;
        uint32_t* at = words(chunk);
        at[0] = kNone;
        row.end = at + kChunkHead;
        row.room = kChunkWords - kChunkHead;
    }

    std::vector<Row> rows_;
    std::vector<std::unique_ptr<uint32_t[]>> blocks_;
    uint32_t chunks_ = 0;
};

}  // namespace navspan
