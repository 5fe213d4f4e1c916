#pragma once

#include <string>

#include "navbench/bake_figures.h"

namespace navspan::bench {

/// Quality of one mesh, see comparison.h. A value is NaN if it is unknown.
struct QualityFigures {
    double polygons = 0;
    double area = 0;          ///< area of the ground [wu^2]
    double height_error = 0;  ///< mean absolute height difference from the level's triangles [wu]
    double near_walls = 0;    ///< fraction of too small clearances: ClearanceFigures::below, 0..1
};

/// Results of the measurements on one level.
struct KindFigures {
    tools::BakeFigures bake;      ///< untiled bakes with the profile and the partition of the options
    tools::BakeFigures defaults;  ///< untiled bakes with our default config, but with the voxel sizes of the options
    tools::Times our_tiles;       ///< bake in tiles of 128 cells on one thread, from triangles to a linked mesh
    tools::Times their_tiles;     ///< the same bake by librecast and Detour
    double our_tiles_megabytes = 0, their_tiles_megabytes = 0;
    QualityFigures ours, theirs;  ///< `ours`: our mesh in `defaults`; `theirs`: librecast's mesh in `bake`
};

/// Measures all bakes of a level. Our bakes alternate with librecast's. Error: a bake failed, or two rounds made different
/// meshes.
/// @param name  name of the level in messages
Result<KindFigures> measure_kind(const tools::BakeInput& input, const std::string& name, int rounds);

}  // namespace navspan::bench
