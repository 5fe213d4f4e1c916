#pragma once

/// \file
/// Filters a solid heightfield and builds the compact heightfield.
///
/// Given `const Heightfield& solid`, `const BakeConfig& config`, with bake/bake_tile.h:
/// \code
/// const Result<VoxelConfig> voxels = to_voxels(config);
/// if (!voxels) return;
/// std::vector<SpanFate> fates;
/// const FilteredField filtered = filter_and_compact(solid, filter_params(*voxels), &fates);
/// if (!filtered.field) return;  // too many open spans
/// const Heightfield without_ledges = filtered_heightfield(solid, fates, Filter::ledges);
/// \endcode
///
/// Guarantees: the solid heightfield is not modified. The result does not depend on the number of threads. The library throws
/// no exceptions itself; std::bad_alloc can propagate to the caller.
///
/// Caveats: bake_tile and bake_nav_mesh run the filters themselves. To get the parameters of a bake, use filter_params
/// (bake/bake_tile.h). For the slope-aware ledge test, filter_params raises link_climb to the highest step that the test
/// accepts.

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/result.h"

namespace navspan {

class Workers;

/// The filters of the solid heightfield, in the order in which they run.
enum class Filter : uint8_t {
    low_hanging,  ///< makes low obstacles walkable: kerbs, steps, low walls
    ledges,       ///< removes walkable spans next to a drop
    low_height,   ///< removes walkable spans without headroom
};

/// The properties of the agent that the filters need.
struct LedgeParams {
    int32_t walkable_height = 0;  ///< clearance that the agent needs [vx], >= 1
    int32_t walkable_climb = 0;   ///< highest step that the agent climbs [vx], rounded down
    double max_climb = 0;         ///< highest step that the agent climbs [vx], not rounded; for the slope-aware test
    double max_slope_rise = 0;    ///< rise over one cell at the steepest walkable slope [vx]; for the slope-aware test
};

/// Parameters of filter_and_compact: the filters to run, and the agent.
struct FilterParams {
    bool low_hanging = true;                  ///< true: runs filter low_hanging
    LedgeTest ledge_test = LedgeTest::plain;  ///< test that the ledge filter uses
    bool low_height = true;                   ///< true: runs filter low_height
    LedgeParams agent;                        ///< properties of the agent
    int32_t link_climb = 0;                   ///< highest step between linked open spans [vx], >= 0
    uint64_t max_spans = kMaxOpenSpans;       ///< largest allowed number of open spans
};

/// Number of spans that each filter changed.
struct FilterCounts {
    uint32_t low_hanging = 0,  ///< number of spans made walkable
        ledges = 0,            ///< number of spans removed
        low_height = 0;        ///< number of spans removed
    /// Memberwise comparison.
    friend bool operator==(const FilterCounts&, const FilterCounts&) = default;
};

/// Result of filter_and_compact.
struct FilteredField {
    FilterCounts changed;              ///< number of spans that each filter changed
    Result<CompactHeightfield> field;  ///< error: see filter_and_compact
};

/// Filters the solid field and builds the compact heightfield of the spans that stay walkable. If filter `low_height` is off, a
/// walkable span without headroom becomes an open span without links.
///
/// Links are symmetric, and a span has at most one neighbour in each direction. If link_climb > walkable_height, several spans
/// of a neighbouring cell can be within reach. The two columns are then paired from the bottom up.
///
/// \p solid is the product of rasterization. If \p fates is not null, it receives the SpanFate of each span. An unwalkable span
/// of \p solid gets SpanFate::steep if filter `low_hanging` does not make it walkable. The threads of \p workers share the
/// work. If \p workers is null, one thread is used. The result does not depend on the number of threads.
/// Error (usage): walkable_height < 1, a climb or max_slope_rise is negative or NaN, or \p solid is not a heightfield that
/// a bake can make.
/// Error (failed): there would be more than max_spans open spans.
/// Source: Mononen, Recast (2009).
FilteredField filter_and_compact(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates = nullptr,
                                 Workers* workers = nullptr);

/// Returns a copy of \p solid after all filters up to and including \p last. \p fates is the result of filter_and_compact for
/// \p solid; if it has another number of spans, no filter is applied.
Heightfield filtered_heightfield(const Heightfield& solid, std::span<const SpanFate> fates, Filter last);

}  // namespace navspan
