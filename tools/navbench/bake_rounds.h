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

/// Times of every stage, per round [ms].
using StageTimes = std::array<Times, kStageCount>;

/// Runs one untiled bake by librecast. Times go to the corresponding stages of ours. First frees earlier products, untimed.
void run_recast(support::RecastBake& bake, StageTimes& times);
/// Frees the products of a bake but not its input.
void free_products(support::RecastBake& bake);

/// The same for our bake. Sets `solid_spans`, if given, to the number of spans of the solid field.
Result<NavTile> run_ours(const TriangleSoup& soup, const BakeConfig& config, StageTimes& times, size_t* solid_spans = nullptr);

/// Makes the next work start with cold memory: fills the caches with other data and returns freed blocks to the system.
void flush_caches();

/// Sums the times of some stages per round. total_of sums all stages that both sides have, i.e. all but nav_tile.
Times sum_of(const StageTimes& times, std::span<const Stage> stages);
Times total_of(const StageTimes& times);

/// A row of a table of times: one stage, or several that are only comparable together.
struct TimeRow {
    std::string name;
    std::vector<Stage> stages;
    Times times(const StageTimes& all) const { return sum_of(all, stages); }
};
/// One row per stage, with the filters and the compact heightfield in one row, then "total".
const std::vector<TimeRow>& stage_rows();
/// The coarser rows that the marks use.
const std::vector<TimeRow>& mark_rows();

/// The region method of librecast to compare with: the same if librecast has it, else watershed.
RegionMethod recast_counterpart(RegionMethod method);

/// partition_of converts the name of a partition, as in the config; partition_names lists all names.
RegionMethod partition_of(std::string_view name);
std::span<const std::string_view> partition_names();

}  // namespace navspan::bench
