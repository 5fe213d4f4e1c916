#pragma once

/// \file
/// Includes all public headers, for programs that link navspan::navspan.

/// \namespace navspan
/// Navigation meshes: bakes them from level geometry, stores them, and answers path queries.
///
/// Units in comments: [wu] world units (metres by convention), [deg] degrees, [cell] cells of the lattice, [vx] height steps
/// of the lattice (voxels), [lattice] units of a tile's lattice, [px] pixels, [byte] bytes. "Seen from above" means projected
/// onto the xz plane; y is up.

#include "navspan/io.h"
