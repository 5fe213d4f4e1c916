// Low obstacles that one walks over: kerbs, steps, low walls.
//
// In and out: the solid field. A span that is not walkable, but whose top is at most a climb above the walkable span below it,
// takes that span's area. Only spans that were walkable before count as "below", so one floor cannot carry a whole stack: the
// spans are visited from the last to the first, so that the one below still has its old area. Candidates are few; only they
// are asked whether the span before is in the same column.
// Source: Mononen, Recast (2009).

#include <algorithm>

#include "bake/field/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

uint32_t filter_low_hanging_obstacles(Heightfield& field, int32_t walkable_climb) {
    uint32_t changed = 0;
    Span* spans = field.spans.data();
    for (size_t i = field.spans.size(); i-- > 1;) {
        Span& span = spans[i];
        const Span below = spans[i - 1];
        // within a column tops increase
        const int32_t rise = int32_t{span.top} - below.top;
        if (!((span.area == kNullArea) & (below.area != kNullArea) & (rise > 0) & (rise <= walkable_climb))) continue;
        if (std::binary_search(field.first.begin(), field.first.end(), uint32_t(i))) continue;
        span.area = below.area;
        span.fate = SpanFate::walkable;
        ++changed;
    }
    return changed;
}

}  // namespace navspan
