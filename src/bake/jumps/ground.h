#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/field/open_spans.h"
#include "bake/jumps/generate_links.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// Returns the largest horizontal length of a drop or jump [cell].
inline double longest_link(const GenerateLinksParams& params) {
    return std::max(params.drop_height > 0 ? params.drop_distance : 0, params.jump_distance);
}

/// The open spans on which an agent's centre can stand, by cell, and the connectivity between them.
class LinkGround {
public:
    explicit LinkGround(const CompactHeightfield& field);

    bool contains(int32_t x, int32_t z) const { return x >= 0 && z >= 0 && x < field_.grid.width && z < field_.grid.depth; }
    /// Spans of a cell, lowest first.
    std::span<const uint32_t> at(int32_t x, int32_t z) const;
    int32_t x_of(uint32_t span) const { return int32_t(cell_[span] % uint32_t(field_.grid.width)); }
    int32_t z_of(uint32_t span) const { return int32_t(cell_[span] / uint32_t(field_.grid.width)); }
    int32_t floor_of(uint32_t span) const { return field_.floor[span]; }

    /// True if a span has no walkable neighbour in Direction d.
    bool ends(uint32_t span, int d) const {
        const uint32_t n = neighbour(field_, span, d);
        return n == kNoIndex || field_.area[n] == 0;
    }

    /// True if a short walk connects a and b (see kMaxDetourFactor).
    bool can_walk(uint32_t a, uint32_t b);

    /// Returns the number of a span's connected component inside the rectangle. Numbers are valid until clear_components is
    /// called; until then, all calls must pass the same rectangle.
    uint32_t component_of(uint32_t span, const CellRectangle& rectangle);
    void clear_components();

private:
    const CompactHeightfield& field_;
    std::vector<uint32_t> first_;      // start offset of each cell in spans_; cells + 1 entries
    std::vector<uint32_t> spans_;      // walkable open spans, grouped by cell
    std::vector<uint32_t> cell_;       // cell of each open span
    std::vector<uint32_t> mark_;       // number of the last call of can_walk that visited each open span
    std::vector<uint32_t> component_;  // connected component of each open span; valid if above first_valid_component_
    std::vector<uint32_t> queue_;
    uint32_t walks_ = 0, components_ = 0, first_valid_component_ = 0;
};

}  // namespace navspan
