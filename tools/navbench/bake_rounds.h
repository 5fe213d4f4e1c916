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

/// The times of every stage, round by round [ms].
using StageTimes = std::array<Times, kStageCount>;

/// One untiled bake by librecast, its stages in the places of ours. What an earlier bake left is freed first, free of charge.
void run_recast(support::RecastBake& bake, StageTimes& times);
/// Frees what a bake made; its input stays.
void free_products(support::RecastBake& bake);

/// The same by us. `solid_spans`, where given, becomes the number of spans of the solid field.
Result<NavTile> run_ours(const TriangleSoup& soup, const BakeConfig& config, StageTimes& times, size_t* solid_spans = nullptr);

/// Makes the next work start from cold memory: caches hold other data, freed blocks went back to the system.
void flush_caches();

/// The sum of each round over some stages, and over all that both sides have (without the last, nav_tile).
Times sum_of(const StageTimes& times, std::span<const Stage> stages);
Times total_of(const StageTimes& times);

/// One line of a table of times: a stage, or several that only compare together.
struct TimeRow {
    std::string name;
    std::vector<Stage> stages;
    Times times(const StageTimes& all) const { return sum_of(all, stages); }
};
/// The rows, each stage once, our fused filters and the compact heightfield as one; then "total".
const std::vector<TimeRow>& stage_rows();
/// The coarser rows that marks are set for.
const std::vector<TimeRow>& mark_rows();

/// librecast's way to make regions that stands beside ours: the same where it has it, else watershed.
RegionMethod recast_counterpart(RegionMethod method);

/// The partition of this name, as the config spells it; every name there is.
RegionMethod partition_of(std::string_view name);
std::span<const std::string_view> partition_names();

}  // namespace navspan::bench
