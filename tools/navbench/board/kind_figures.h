#pragma once

#include <string>

#include "navbench/bake_figures.h"

namespace navspan::bench {

/// Quality of one mesh, see comparison.h; NaN: unknown.
struct QualityFigures {
    double polygons = 0;
    double area = 0;          ///< area of the ground [wu^2]
    double height_error = 0;  ///< mean absolute height difference to the level's triangles [wu]
    double near_walls = 0;    ///< fraction of boundary samples too close to a wall (ClearanceFigures::below), 0..1
};

/// Results of the measurements on one level.
struct KindFigures {
    tools::BakeFigures bake;      ///< untiled bakes with the profile and partition of the options
    tools::BakeFigures defaults;  ///< untiled bakes with our default config and the voxel sizes of the options
    tools::Times our_tiles;       ///< bake in tiles of 128 cells on one thread, up to a linked mesh
    tools::Times their_tiles;     ///< the same bake by librecast and Detour
    double our_tiles_megabytes = 0, their_tiles_megabytes = 0;
    QualityFigures ours, theirs;  ///< `ours`: our mesh in `defaults`; `theirs`: librecast's mesh in `bake`
};

/// Measures all bakes of a level. Our bakes and librecast's bakes alternate. Error: a bake failed, or two rounds gave different
/// meshes.
/// @param name  name of the level in messages
Result<KindFigures> measure_kind(const tools::BakeInput& input, const std::string& name, int rounds);

}  // namespace navspan::bench
