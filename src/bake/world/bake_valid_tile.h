#pragma once

#include "bake/contours/contours.h"
#include "bake/polygons/poly_mesh.h"
#include "bake/voxelize/soup_view.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/result.h"

namespace navspan {

/// Like bake_tile, without validation. Precondition: the soup is a CheckedSoup. BakeProducts::soup is null if the view is only
/// a part of the soup.
Result<NavTile> bake_valid_tile(const SoupView& soup, const BakeConfig& config, BakeProbe* probe, const TileWindow* window,
                                const SolidSource& solid = nullptr, Workers* workers = nullptr);

/// Like bake_voxels, without validation. Preconditions: those of bake_valid_tile; the voxels were rasterized for the window.
Result<NavTile> bake_valid_voxels(Heightfield solid, const SoupView& soup, const BakeConfig& config, const TileWindow& window,
                                  BakeProbe* probe);

/// Returns the parameters that a bake passes to build_contours.
ContourParams contour_params(const VoxelConfig& config);
/// Returns the parameters that a bake passes to build_poly_mesh.
PolyMeshParams poly_mesh_params(const VoxelConfig& config);

}  // namespace navspan
