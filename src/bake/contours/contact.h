#pragma once

// How two simplified edges, or two corners of rings, meet. Exact.

#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan::contour {

enum class ContactKind : uint8_t { none, cross, overlap, touch };

struct Contact {
    ContactKind kind = ContactKind::none;
    LatticePoint where;  ///< the vertex, for a touch
};

/// A ring's passage through one of its kept vertices.
struct RingCorner {
    LatticePoint at, from, to;
    uint32_t in = 0, out = 0;  ///< edges
    uint32_t region = 0;
    int32_t y = 0;
};

/// How two segments meet; in a common end is no contact.
Contact contact_of(const Segment& e, const Segment& f);

/// True when the corners of two passages through one point, each on the left of its ring, share ground.
bool corners_overlap(const RingCorner& p, const RingCorner& q);

}  // namespace navspan::contour
