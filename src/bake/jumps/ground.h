#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/jumps/generate_links.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// The longest way of a drop or jump that is looked for, seen from above [cell].
inline double longest_link(const GenerateLinksParams& params) {
    return std::max(params.drop_height > 0 ? params.drop_distance : 0, params.jump_distance);
}

/// The open spans on which an agent's centre may stand, by cell, and which of them one can walk between.
class LinkGround {
public:
    explicit LinkGround(const CompactHeightfield& field);

    bool contains(int32_t x, int32_t z) const { return x >= 0 && z >= 0 && x < field_.grid.width && z < field_.grid.depth; }
    /// Spans of a cell, lowest first.
    std::span<const uint32_t> at(int32_t x, int32_t z) const;
    int32_t x_of(uint32_t span) const { return int32_t(cell_[span] % uint32_t(field_.grid.width)); }
    int32_t z_of(uint32_t span) const { return int32_t(cell_[span] / uint32_t(field_.grid.width)); }
    int32_t floor_of(uint32_t span) const { return field_.floor[span]; }

    /// True when the ground ends beside a span: nothing to stand on in Direction d that one could walk to.
    bool ends(uint32_t span, int d) const {
        const uint32_t n = neighbour(field_, span, d);
        return n == kNoIndex || field_.area[n] == 0;
    }

    /// True when one can walk from a to b and stay within kMaxDetourFactor times their distance, seen from above, of both.
    bool can_walk(uint32_t a, uint32_t b);

    /// A number for the ground around a span: equal for two spans exactly when one can walk between them inside the
    /// rectangle. Numbers hold until the next call of clear_components.
    uint32_t piece_of(uint32_t span, const CellRectangle& rectangle);
    void clear_components();

private:
    const CompactHeightfield& field_;
    std::vector<uint32_t> first_;  // cells + 1
    std::vector<uint32_t> spans_;  // by cell
    std::vector<uint32_t> cell_;   // per open span
    std::vector<uint32_t> mark_;   // per open span: the last walk that came by
    std::vector<uint32_t> piece_;  // per open span: its piece, when above first_valid_component_
    std::vector<uint32_t> queue_;
    uint32_t walks_ = 0, pieces_ = 0, first_valid_component_ = 0;
};

}  // namespace navspan
