// The open spans of a row: the gaps above walkable floors, column by column.
//
// In: a row of gaps, rank by rank, with the areas that the filters left. Out: their floors, ceilings and areas, column after
// column, bottom to top, and how many there are up to each column.
//
// Three kinds of blocks of eight columns: nothing walkable; one walkable gap each, which is copied as a whole; and the rest,
// gap by gap without branches.

#include <algorithm>

#include "compact_gaps.h"
#include "lanes.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

typedef uint8_t Bytes __attribute__((vector_size(8)));

constexpr size_t kLanes = GapRow::kLanes;

// Where the open spans of a row are put, and how many there are so far.
struct OpenEnd {
    uint16_t *floors, *ceilings;
    uint8_t* areas;
    uint32_t count = 0;
};

// The open spans of a block's columns, one after the other. Every gap is written, the next one overwrites it where it was not
// walkable. Most blocks have few ranks, and their number is then known when this is compiled.
template <size_t kKnownRanks>
void list_block(const int16_t* block, size_t stride, size_t ranks, uint32_t* cell_end, OpenEnd& end) {
    if (kKnownRanks > 0) ranks = kKnownRanks;
    uint32_t n = end.count;
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const int16_t* gap = block + lane;
        for (size_t rank = 0; rank < ranks; ++rank, gap += 3 * stride) {
            const int16_t area = gap[2 * stride];
            end.floors[n] = uint16_t(gap[stride]);
            end.ceilings[n] = uint16_t(gap[0] == GapRow::kSky ? kMaxHeight : gap[0]);
            end.areas[n] = uint8_t(area);
            n += area != kNullArea;
        }
        cell_end[lane] = n;
    }
    end.count = n;
}

}  // namespace

void list_open_spans(const GapRow& row, size_t width, OpenRow& out) {
    const size_t padded = row.stride - 2 * kLanes;
    size_t most = 0;
    for (const uint16_t ranks : row.ranks)
        most += ranks * kLanes;
    out.cell.resize(padded + 1);
    out.floor.resize(most);
    out.ceiling.resize(most);
    out.area.resize(most);
    uint32_t* cell = out.cell.data();
    OpenEnd end{out.floor.data(), out.ceiling.data(), out.area.data()};
    cell[0] = 0;
    for (size_t x = 0; x < padded; x += kLanes) {
        const size_t ranks = row.ranks_of(x);
        Lanes walkable{};
        for (size_t rank = 0; rank < ranks; ++rank)
            walkable |= load<Lanes>(row.areas(rank) + x);
        const uint32_t n = end.count;
        if (!any(walkable)) {
            std::fill_n(cell + x + 1, kLanes, n);
            continue;
        }
        const int16_t* block = row.ceilings(0) + x;
        if (ranks == 1 && !any(Lanes(walkable == Lanes{}))) {
            // open ground
            const auto ceiling = load<Lanes>(block);
            store(end.floors + n, load<Lanes>(block + row.stride));
            store(end.ceilings + n, Lanes(ceiling | (Lanes(ceiling == all_lanes(GapRow::kSky)) & all_lanes(-32768))));
            store(end.areas + n, Bytes(__builtin_convertvector(walkable, Bytes)));
            for (uint32_t lane = 1; lane <= kLanes; ++lane)
                cell[x + lane] = n + lane;
            end.count += kLanes;
            continue;
        }
        switch (ranks) {
            case 1:
                list_block<1>(block, row.stride, ranks, cell + x + 1, end);
                break;
            case 2:
                list_block<2>(block, row.stride, ranks, cell + x + 1, end);
                break;
            default:
                list_block<0>(block, row.stride, ranks, cell + x + 1, end);
        }
    }
    out.cell.resize(width + 1);
}

}  // namespace navspan
