// Low obstacles that one walks over: kerbs, steps, low walls.
//
// In and out: the solid field. A span that is not walkable, but whose top is at most a climb above the walkable span below it,
// takes that span's area. Only spans that were walkable before count as "below", so one floor cannot carry a whole stack.
// Source: Mononen, Recast (2009).

#include <cstdlib>

#include "navspan/bake/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

uint32_t filter_low_hanging_obstacles(Heightfield& field, int32_t walkable_climb) {
    uint32_t changed = 0;
    for (size_t column = 0; column < cell_count(field.grid); ++column) {
        uint8_t area_below = kNullArea;
        int32_t top_below = 0;
        for (Span& span : column_spans(field, column)) {
            const uint8_t area = span.area;
            if (area == kNullArea && area_below != kNullArea && span.top - top_below <= walkable_climb) {
                span.area = area_below;
                span.fate = SpanFate::walkable;
                ++changed;
            }
            area_below = area;
            top_below = span.top;
        }
    }
    return changed;
}

}  // namespace navspan
