// Finds where an agent can stand, and whether it can walk instead of using a link.
//
// In: the eroded compact heightfield. For each query: a cell, a link, or a span.
// Out: the walkable spans of the cell; whether a short walk connects the ends of the link; the connected component of the span
// within a rectangle.
// Idea: The walkable spans are listed by cell. Flood fills over linked spans find walks and components. The limits of a fill do
// not depend on the tile.
// Source: own method.
// Weak cases: A walk that leaves the limits of the fill is not found.

#include "bake/jumps/ground.h"

#include <algorithm>

#include "bake/field/open_spans.h"
#include "core/group_by_count.h"

namespace navspan {

LinkGround::LinkGround(const CompactHeightfield& field) : field_(field) {
    cell_.resize(field.span_count());
    mark_.assign(field.span_count(), 0);
    component_.assign(field.span_count(), 0);
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        cell_[i] = uint32_t(size_t(z) * size_t(field.grid.width) + size_t(x));
    });
    const auto for_each_walkable = [&](auto visit) {
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            if (field.area[i] != 0) visit(cell_[i], i);
        }
    };
    group_by_count(cell_count(field.grid), for_each_walkable, first_, spans_);
    for (size_t c = 0; c + 1 < first_.size(); ++c) {
        if (first_[c + 1] - first_[c] > 1) {
            std::sort(spans_.begin() + first_[c], spans_.begin() + first_[c + 1],
                      [&](uint32_t a, uint32_t b) { return field.floor[a] < field.floor[b]; });
        }
    }
}

std::span<const uint32_t> LinkGround::at(int32_t x, int32_t z) const {
    const size_t c = size_t(z) * size_t(field_.grid.width) + size_t(x);
    return {spans_.data() + first_[c], spans_.data() + first_[c + 1]};
}

bool LinkGround::can_walk(uint32_t a, uint32_t b) {
    const int32_t ax = x_of(a), az = z_of(a), bx = x_of(b), bz = z_of(b);
    const auto squared = [](int64_t x, int64_t z) { return x * x + z * z; };
    const int64_t length = squared(bx - ax, bz - az);
    static_assert(kMaxDetourFactor == 1.25);
    const auto too_far = [&](int64_t x, int64_t z) { return 16 * squared(x, z) > 25 * length; };
    queue_.assign(1, a);
    mark_[a] = ++walks_;
    for (size_t k = 0; k < queue_.size(); ++k) {
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field_, queue_[k], d);
            if (n == kNoIndex || field_.area[n] == 0 || mark_[n] == walks_) continue;
            if (n == b) return true;
            const int32_t x = x_of(n), z = z_of(n);
            if (too_far(x - ax, z - az) || too_far(x - bx, z - bz)) continue;
            mark_[n] = walks_;
            queue_.push_back(n);
        }
    }
    return false;
}

uint32_t LinkGround::component_of(uint32_t span, const CellRectangle& rectangle) {
    if (component_[span] > first_valid_component_) return component_[span];
    queue_.assign(1, span);
    component_[span] = ++components_;
    for (size_t k = 0; k < queue_.size(); ++k) {
        for (int d = 0; d < 4; ++d) {
            const uint32_t n = neighbour(field_, queue_[k], d);
            if (n == kNoIndex || field_.area[n] == 0 || component_[n] > first_valid_component_) continue;
            if (!rectangle.contains(x_of(n), z_of(n))) continue;
            component_[n] = components_;
            queue_.push_back(n);
        }
    }
    return components_;
}

void LinkGround::clear_components() {
    first_valid_component_ = components_;
}

}  // namespace navspan
