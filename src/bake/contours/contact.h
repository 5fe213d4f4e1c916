#pragma once

// Exact tests: contact of two simplified edges, and overlap of two corners of rings.

#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan::contour {

enum class ContactKind : uint8_t { none, cross, overlap, touch };

struct Contact {
    ContactKind kind = ContactKind::none;
    LatticePoint where;  ///< the vertex, if kind is touch
};

/// A corner of a ring: the kept vertex `at` between the kept vertices `from` and `to`.
struct RingCorner {
    LatticePoint at, from, to;
    uint32_t in = 0, out = 0;  ///< indices of the edges before and after the vertex
    uint32_t region = 0;
    int32_t y = 0;
};

/// Returns how two segments touch or intersect. A common end point does not count as contact.
Contact contact_of(const Segment& e, const Segment& f);

/// True if the angles of two corners at the same point overlap. The angle of a corner is on the left side of its ring.
bool corners_overlap(const RingCorner& p, const RingCorner& q);

}  // namespace navspan::contour
