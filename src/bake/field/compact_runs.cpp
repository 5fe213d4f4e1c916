// Rows of gaps become a compact heightfield.
//
// In: rows of gaps whose walkable floors are known, and for each of those which gap can be stepped into to the right and in the
// row before. Out: the runs of their open spans. A link holds only where both floors are walkable; with that, runs start at the
// walkable gaps without a link from the left and go on as links to the right lead. Mostly these stay at the same rank, so a run
// is a few stretches that lie side by side already and are copied as a whole. Every gap remembers where its span was put, which
// is all that the next row needs to be linked to it.
//
// Source: Mikko Mononen, Recast (2009), compact heightfield. The runs are our own.

#include "bake/field/compact_runs.h"

#include <algorithm>
#include <bit>

#include "bake/field/compact_rows.h"
#include "bake/voxelize/lanes.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr uint8_t kLinkedLeft = 1u << kLeft, kLinkedUp = 1u << kUp, kLinkedRight = 1u << kRight, kLinkedDown = 1u << kDown;

ByteLanes to_bytes(Lanes v) {
    return __builtin_convertvector(v, ByteLanes);
}

// of the gaps of one rank those that lead to another one
[[gnu::noinline]] void link_to_other_ranks(GapRow& row, size_t rank, size_t x, Lanes others, Lanes to) {
    for (size_t lane = 0; lane < kGapLanes; ++lane) {
        if (others[lane] == 0 || row.areas(size_t(to[lane]))[x + lane + 1] == kNullArea) continue;
        row.right(rank)[x + lane] = to[lane];
        row.links(size_t(to[lane]))[x + lane + 1] = GapRow::kToOtherRank;
    }
}

// Decides the links of a block to the right, and tells the gaps that they lead to.
void link_to_the_right(GapRow& row, size_t x, size_t ranks) {
    for (size_t rank = 0; rank < ranks; ++rank) {
        const int16_t* const areas = row.areas(rank) + x;
        const Lanes walkable = load<Lanes>(areas) != Lanes{};
        if (!any(walkable)) continue;
        int16_t* const right = row.right(rank) + x;
        const auto to = load<Lanes>(right);
        const Lanes same = to == all_lanes(int32_t(rank));
        const Lanes linked = walkable & same & (load<Lanes>(areas + 1) != Lanes{});
        store(right, to | ~linked);
        uint8_t* const next = row.links(rank) + x + 1;
        store(next, load<ByteLanes>(next) | (to_bytes(linked) & GapRow::kToSameRank));
        const Lanes others = walkable & ~same & (to >= Lanes{});
        if (any(others)) link_to_other_ranks(row, rank, x, others, to);
    }
}

// how many gaps after the first one of a stretch go on with it
size_t count_linked(const uint8_t* links) {
    for (size_t n = 0;; n += kGapLanes) {
        if (const uint64_t others = load<uint64_t>(links + n) ^ kOnes; others != 0)
            return n + size_t(std::countr_zero(others)) / 8;
    }
}

constexpr FourWords kCount{0, 1, 2, 3};

}  // namespace

RunBuilder::RunBuilder(const Grid& grid, const CompactParams& params, size_t most_spans)
    : out_(empty_compact_heightfield(grid, params, most_spans)) {}

// The spans of a stretch of gaps of one rank, eight at a time; what is written too much, the next stretches replace.
void RunBuilder::add_stretch(GapRow& row, size_t rank, size_t x, size_t count) {
    const int16_t *ceilings = row.ceilings(rank) + x, *floors = row.floors(rank) + x, *areas = row.areas(rank) + x;
    uint16_t *floor = spans_.floor.data() + count_, *clearance = spans_.clearance.data() + count_;
    uint8_t *area = spans_.area.data() + count_, *links = spans_.links.data() + count_;
    uint32_t* places = row.places(rank) + x;
    FourWords place = kCount + (placed_ + count_);
    for (size_t k = 0; k < count; k += kGapLanes, place += 8) {
        const auto top = load<Lanes>(ceilings + k), bottom = load<Lanes>(floors + k);
        store(floor + k, bottom);
        // the sky is as high as heights of 16 bits without a sign can be
        store(clearance + k, Lanes((top | ((top == all_lanes(GapRow::kSky)) & all_lanes(-32768))) - bottom));
        store(area + k, to_bytes(load<Lanes>(areas + k)));
        store(links + k, uint64_t{kLinkedLeft | kLinkedRight} * kOnes);
        if (k + kGapLanes <= count) {
            store(places + k, place);
            store(places + k + 4, place + 4);
        } else {
            for (size_t n = k; n < count; ++n)
                places[n] = uint32_t(placed_ + count_ + n);
        }
    }
}

// Links such a stretch to the row before.
void RunBuilder::link_down(const GapRow& row, const GapRow& before, size_t rank, size_t x, size_t count) {
    const int16_t* to = row.down(rank) + x;
    uint32_t *down = spans_.down.data() + count_, *up = out_.up.data();
    uint8_t *links = spans_.links.data() + count_, *links_before = out_.links.data();
    const uint32_t place = placed_ + count_;
    for (size_t k = 0; k < count; k += kGapLanes) {
        const int16_t first = to[k];
        if (k + kGapLanes <= count && first >= 0 && !any(load<Lanes>(to + k) ^ all_lanes(first))) {
            const uint32_t* others = before.places(size_t(first)) + x + k;
            const auto low = load<FourWords>(others), high = load<FourWords>(others + 4);
            const uint32_t j = others[0];
            if (j != kNoSpan && !any((low ^ (kCount + j)) | (high ^ (kCount + (j + 4))))) {
                store(down + k, low);
                store(down + k + 4, high);
                const FourWords own = kCount + uint32_t(place + k);
                store(up + j, own);
                store(up + j + 4, own + 4);
                store(links + k, load<uint64_t>(links + k) | kLinkedDown * kOnes);
                store(links_before + j, load<uint64_t>(links_before + j) | kLinkedUp * kOnes);
                continue;
            }
        }
        for (size_t n = k; n < std::min(k + kGapLanes, count); ++n) {
            const uint32_t j = to[n] < 0 ? kNoSpan : before.places(size_t(to[n]))[x + n];
            down[n] = j;
            if (j == kNoSpan) continue;
            links[n] |= kLinkedDown;
            up[j] = uint32_t(place + n);
            links_before[j] |= kLinkedUp;
        }
    }
}

void RunBuilder::add_run(GapRow& row, const GapRow& before, size_t rank, size_t x) {
    const uint32_t first = count_;
    const size_t x0 = x;
    for (int16_t next = int16_t(rank); next >= 0;) {
        rank = size_t(next);
        const size_t count = 1 + count_linked(row.links(rank) + x + 1);
        add_stretch(row, rank, x, count);
        link_down(row, before, rank, x, count);
        count_ += uint32_t(count);
        x += count;
        next = row.right(rank)[x - 1];
    }
    spans_.links[first] = uint8_t(spans_.links[first] & ~kLinkedLeft);
    spans_.links[count_ - 1] = uint8_t(spans_.links[count_ - 1] & ~kLinkedRight);
    out_.runs.push_back({.x0 = int32_t(x0), .length = count_ - first, .first = placed_ + first});
}

// Links a row to the right and lists where its runs start: column by column, from the lowest gap up.
void RunBuilder::list_starts(GapRow& row) {
    starts_.clear();
    for (size_t block = 1; block + 1 < row.ranks.size(); ++block) {
        const size_t ranks = row.ranks[block], x = (block - 1) * kGapLanes;
        if (ranks == 0) continue;
        link_to_the_right(row, x, ranks);
        const auto first = [&row, x](size_t rank) {
            const ByteLanes walkable = to_bytes(load<Lanes>(row.areas(rank) + x) != Lanes{});
            return walkable & ByteLanes(load<ByteLanes>(row.links(rank) + x) == ByteLanes{});
        };
        ByteLanes any_first{};
        for (size_t rank = 0; rank < ranks; ++rank)
            any_first |= first(rank);
        for (uint64_t lanes = load<uint64_t>(&any_first); lanes != 0;) {
            const size_t lane = size_t(std::countr_zero(lanes)) / 8;
            lanes &= ~(uint64_t{0xff} << 8 * lane);
            for (size_t rank = 0; rank < ranks; ++rank)
                if (row.areas(rank)[x + lane] != kNullArea && row.links(rank)[x + lane] == 0)
                    starts_.push_back({x + lane, rank});
        }
    }
}

void RunBuilder::add_row(GapRow& row, const GapRow& before) {
    size_t most = kGapLanes;
    for (const uint16_t ranks : row.ranks)
        most += ranks * kGapLanes;
    if (spans_.floor.size() < most) {
        spans_.floor.resize(most);
        spans_.clearance.resize(most);
        spans_.area.resize(most);
        spans_.links.resize(most);
        spans_.down.resize(most);
    }
    list_starts(row);
    for (const Start& start : starts_)
        add_run(row, before, start.rank, start.x);
    end_row();
}

void RunBuilder::add_empty_row() {
    end_row();
}

void RunBuilder::end_row() {
    const auto append = [this](const auto& from, auto& to) {
        to.insert(to.end(), from.begin(), from.begin() + ptrdiff_t(count_));
    };
    append(spans_.floor, out_.floor);
    append(spans_.clearance, out_.clearance);
    append(spans_.area, out_.area);
    append(spans_.links, out_.links);
    append(spans_.down, out_.down);
    placed_ += count_;
    count_ = 0;
    out_.up.resize(placed_, kNoSpan);
    ++z_;
    out_.row_run[z_] = uint32_t(out_.runs.size());
    out_.row_span[z_] = placed_;
}

}  // namespace navspan
