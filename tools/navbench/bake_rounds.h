#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "navbench/common.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"

namespace navspan::bench {

using tools::Times;

/// Processor times of every stage in every round [ms], indexed by Stage.
using StageTimes = std::array<Times, kStageCount>;

/// Runs an untiled bake by librecast, after freeing the products of the previous bake. Adds the time of each librecast call to
/// our corresponding stage.
void run_recast(support::RecastBake& bake, StageTimes& times);
/// Frees the products of a bake, but not its input.
void free_products(support::RecastBake& bake);

/// Runs our bake and adds the time of every stage. Stores the number of solid spans if `solid_spans` is not null.
Result<NavTile> run_ours(const TriangleSoup& soup, const BakeConfig& config, StageTimes& times, size_t* solid_spans = nullptr);

/// Makes the next bake start cold: overwrites the processor's caches and returns freed memory to the system.
void flush_caches();

/// Sums the times of `stages` in each round. total_of sums all stages except nav_tile, which librecast lacks.
Times sum_of(const StageTimes& times, std::span<const Stage> stages);
Times total_of(const StageTimes& times);

/// A row of a table of times: one stage, or several stages summed.
struct TimeRow {
    std::string name;
    std::vector<Stage> stages;
    Times times(const StageTimes& all) const { return sum_of(all, stages); }
};
/// Returns a row for each stage and a last row "total". The filters and the compact heightfield share a row.
const std::vector<TimeRow>& stage_rows();
/// Like stage_rows, but most rows combine several stages, such as contours and polygon mesh.
const std::vector<TimeRow>& mark_rows();

/// Returns the librecast method to compare with `method`: the same method, or watershed if librecast lacks it.
RegionMethod recast_counterpart(RegionMethod method);

/// Returns the region method with the given name. partition_names() lists the names: the values of the config key
/// regions.method.
RegionMethod partition_of(std::string_view name);
std::span<const std::string_view> partition_names();

}  // namespace navspan::bench
