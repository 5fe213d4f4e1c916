#pragma once

#include <string>

#include "navbench/bake_rounds.h"
#include "navbench/common.h"

namespace navspan::tools {

/// The input of our bake and of librecast's bake.
struct BakeInput {
    TriangleSoup soup;
    BakeConfig config;
    VoxelConfig voxels;  ///< settings for librecast
    Grid grid;
};

/// Results of all rounds on one level.
struct BakeFigures {
    bench::StageTimes ours, theirs;  ///< `theirs`: times of librecast
    size_t solid_spans = 0;
    std::string hash;                               ///< hash of our output
    double our_megabytes = 0, their_megabytes = 0;  ///< peak memory of one bake
    NavMesh our_mesh;
    support::RecastBake their_bake;  ///< librecast's last bake, with its products
};

/// Makes the input of our bake and of librecast's bake. Error: the options give no valid config, or the level is too large for
/// one grid.
Result<BakeInput> make_bake_input(TriangleSoup soup, const BenchOptions& options);

/// Runs our bake and librecast's bake alternately for `rounds` rounds, then once more to measure memory. Error: a bake failed,
/// or two rounds gave different meshes.
/// @param name  name of the level in messages
Result<BakeFigures> measure_bakes(const BakeInput& input, const std::string& name, int rounds);

}  // namespace navspan::tools
