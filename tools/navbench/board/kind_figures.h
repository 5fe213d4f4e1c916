#pragma once

#include <string>

#include "navbench/bake_figures.h"

namespace navspan::bench {

/// Quality of one mesh, see comparison.h. A value is NaN if it is unknown.
struct QualityFigures {
    double polygons = 0;
    double area = 0;          ///< of the ground [wu^2]
    double height_error = 0;  ///< mean difference between the mesh and the level's triangles [wu]
    double near_walls = 0;    ///< fraction of the samples at walls that are closer to the wall than the radius, 0..1
};

/// What was measured on one level.
struct KindFigures {
    tools::BakeFigures bake;      ///< with the profile and the partition of the options, untiled
    tools::BakeFigures defaults;  ///< with our default settings, untiled
    tools::Times our_tiles;       ///< in tiles of 128 cells on one thread, from triangles to a linked mesh
    tools::Times their_tiles;     ///< librecast's time for the same, with Detour
    double our_tiles_megabytes = 0, their_tiles_megabytes = 0;
    QualityFigures ours, theirs;  ///< ours: with our default settings, untiled
};

/// Measures a level with all bakes interleaved with librecast's. Error: a bake failed, or two rounds made different meshes.
/// @param name  name of the level in messages
Result<KindFigures> measure_kind(const tools::BakeInput& input, const std::string& name, int rounds);

}  // namespace navspan::bench
