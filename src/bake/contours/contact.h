#pragma once

// Exact tests of how two simplified edges meet, and of whether two corners of rings overlap.

#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan::contour {

enum class ContactKind : uint8_t { none, cross, overlap, touch };

struct Contact {
    ContactKind kind = ContactKind::none;
    LatticePoint where;  ///< the vertex, if kind is touch
};

/// The part of a ring around one of its kept vertices.
struct RingCorner {
    LatticePoint at, from, to;
    uint32_t in = 0, out = 0;  ///< edges before and after the vertex
    uint32_t region = 0;
    int32_t y = 0;
};

/// Returns how two segments meet. A common end is no contact.
Contact contact_of(const Segment& e, const Segment& f);

/// True if the corners of two passages through the same point overlap. A corner is the angle on the left of its ring.
bool corners_overlap(const RingCorner& p, const RingCorner& q);

}  // namespace navspan::contour
