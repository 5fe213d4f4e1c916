// Headroom: a span with less free height above it than the agent needs is not walkable.
//
// In and out: the solid field. Exactly enough is enough; nothing is above the highest span of a column.
// Source: Mononen, Recast (2009).

#include "bake/field/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

uint32_t filter_low_height(Heightfield& field, int32_t walkable_height) {
    uint32_t changed = 0;
    for (size_t column = 0; column < cell_count(field.grid); ++column) {
        const std::span<Span> spans = column_spans(field, column);
        for (size_t i = 0; i + 1 < spans.size(); ++i) {
            if (spans[i].area == kNullArea || spans[i + 1].bottom - spans[i].top >= walkable_height) continue;
            spans[i].area = kNullArea;
            spans[i].fate = SpanFate::low_height;
            ++changed;
        }
    }
    return changed;
}

}  // namespace navspan
