#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A corner of a ring and the edge that starts there, as an element of a doubly linked list.
struct RingSlot {
    uint32_t corner = 0;  ///< index of the input point
    uint32_t next = 0, prev = 0;
    uint32_t bridge = kNoIndex;  ///< slot of the same bridge in the opposite direction; kNoIndex if the edge is not a bridge
};

struct LinkedRings {
    std::span<const LatticePoint> points;
    std::vector<RingSlot> slots;
    std::vector<uint32_t> starts;  ///< for each ring: any one of its slots

    LatticePoint at(uint32_t slot) const { return points[slots[slot].corner]; }
    void join(uint32_t a, uint32_t b) {
        slots[a].next = b;
        slots[b].prev = a;
    }
};

/// Relinks the rings at points that several corners share. Afterwards, each ring bounds one connected component of the inside.
void relink_touching_corners(LinkedRings& rings);

}  // namespace navspan
