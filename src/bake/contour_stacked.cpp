// Which regions lie above one another: those that share a column.
//
// Row by row, only where runs overlap: the row's intervals of one region are sorted by start and swept, and every two that are
// open at the same time make a pair. Rows of a building repeat each other's pairs, so the list is made unique now and then.

#include <algorithm>
#include <limits>

#include "contour_internal.h"

namespace navspan::contour {

std::vector<uint64_t> find_stacked_regions(const CompactHeightfield& field, const RegionMap& regions) {
    struct Piece {
        int32_t x0 = 0, x1 = 0;
        uint32_t region = 0;
    };
    std::vector<uint64_t> pairs;
    std::vector<Piece> row, open;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        row.clear();
        int32_t end = std::numeric_limits<int32_t>::min();
        bool stacked = false;
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            stacked = stacked || run.x0 < end;
            end = std::max(end, run.x0 + int32_t(run.length));
        }
        if (!stacked) continue;
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                const uint32_t region = regions.region[run.first + k];
                const int32_t x = run.x0 + int32_t(k);
                if (region == 0) continue;
                if (k > 0 && regions.region[run.first + k - 1] == region) {
                    row.back().x1 = x + 1;
                } else {
                    row.push_back({x, x + 1, region});
                }
            }
        }
        std::sort(row.begin(), row.end(),
                  [](const Piece& a, const Piece& b) { return a.x0 != b.x0 ? a.x0 < b.x0 : a.region < b.region; });
        open.clear();
        for (const Piece& piece : row) {
            std::erase_if(open, [&](const Piece& p) { return p.x1 <= piece.x0; });
            for (const Piece& p : open) {
                if (p.region == piece.region) continue;
                pairs.push_back(uint64_t{std::min(p.region, piece.region)} << 32 | std::max(p.region, piece.region));
            }
            open.push_back(piece);
        }
        // a row repeats the pairs of the row before
        if (pairs.size() > 4096) {
            std::sort(pairs.begin(), pairs.end());
            pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

}  // namespace navspan::contour
