#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/result.h"

namespace navspan {

/// The filters of the solid field, in the order in which they act.
enum class Filter : uint8_t {
    low_hanging,  ///< makes low obstacles walkable: kerbs, steps, low walls
    ledges,       ///< removes walkable spans next to a drop
    low_height,   ///< removes walkable spans without headroom
};

/// The agent as the filters use it.
struct LedgeParams {
    int32_t walkable_height = 0;  ///< clearance an agent needs [vx], >= 1
    int32_t walkable_climb = 0;   ///< highest step [vx], rounded down
    double max_climb = 0;         ///< highest step [vx], not rounded (slope-aware test)
    double max_slope_rise = 0;    ///< rise over one cell at the steepest walkable slope [vx] (slope-aware test)
};

/// Largest height difference between neighbours that the slope-aware test keeps walkable [vx]: the larger one of max_climb and
/// the rise of the steepest walkable slope over one cell, rounded up. The compact heightfield must link neighbours up to this
/// difference; otherwise the ramps and stairs that the test keeps would be split into rows.
int32_t slope_aware_climb(const LedgeParams& params);

/// Which filters run, and for which agent.
struct FilterParams {
    bool low_hanging = true;                  ///< run filter low_hanging
    LedgeTest ledge_test = LedgeTest::plain;  ///< test of filter ledges
    bool low_height = true;                   ///< run filter low_height
    LedgeParams agent;                        ///< the agent; all filters use its height and climb
    int32_t link_climb = 0;                   ///< highest step between linked open spans [vx], >= 0
    uint64_t max_spans = kMaxOpenSpans;       ///< limit on open spans; more are an error
};

/// Number of spans that each filter changed.
struct FilterCounts {
    uint32_t low_hanging = 0,  ///< made walkable
        ledges = 0,            ///< removed
        low_height = 0;        ///< removed
    /// Memberwise comparison.
    friend bool operator==(const FilterCounts&, const FilterCounts&) = default;
};

/// Result of filter_and_compact.
struct FilteredField {
    FilterCounts changed;              ///< number of spans that each filter changed
    Result<CompactHeightfield> field;  ///< error (failed) if there are more than max_spans open spans
};

/// Filters the solid field and builds the compact heightfield of the spans that stay walkable, in one pass. Handles every
/// setting of the filters. Without filter `low_height`, a walkable span with too little clearance becomes an open span without
/// links. If a span could be linked to several spans of one cell (only if link_climb > walkable_height), spans are paired from
/// the bottom up; the relation is always symmetric.
///
/// \p solid is the product of rasterization. If \p fates is not null, it receives the fate of each span. A span that was not
/// walkable and has a fate other than SpanFate::steep was made walkable by filter `low_hanging`.
/// Source: Mononen, Recast (2009).
FilteredField filter_and_compact(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates = nullptr);

/// Returns the solid field after the filters up to \p last, derived from the fates that filter_and_compact returned for it.
Heightfield filtered_heightfield(const Heightfield& solid, std::span<const SpanFate> fates, Filter last);

}  // namespace navspan
