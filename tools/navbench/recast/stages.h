#pragma once

#include <Recast.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navbench/recast/owned_objects.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"

namespace navspan::support {

/// A librecast bake on our grid with our settings. Call the recast_* functions below in order. Each function creates or changes
/// an object. Callers may change the objects between stages. The functions throw std::runtime_error if librecast fails.
struct RecastBake {
    rcContext context{false};
    VoxelConfig config;
    Grid grid;
    std::span<const float> vertices;        ///< x y z in the coordinates of bmin and bmax [wu]
    std::span<const int> triangles;         ///< three vertex indices per triangle
    std::span<const uint8_t> wanted_areas;  ///< area that each triangle gets if its slope is walkable
    std::vector<float> own_vertices;        ///< owned copy of the input, if needed
    std::vector<int> own_triangles;
    std::vector<uint8_t> own_areas;
    std::vector<uint8_t> areas;  ///< area of each triangle after recast_mark_walkable
    int border = 0;              ///< width of the border around a tile [cell]; border cells get no region
    float cs = 0, ch = 0;        ///< cell size and cell height [wu]
    /// Bounds of the heightfield [wu], relative to the grid's corner: recast_input sets bmin to 0.
    float bmin[3] = {0, 0, 0}, bmax[3] = {0, 0, 0};
    RecastPtr<rcHeightfield> solid;
    RecastPtr<rcCompactHeightfield> compact;
    RecastPtr<rcContourSet> contours;
    RecastPtr<rcPolyMesh> mesh;
    RecastPtr<rcPolyMeshDetail> detail;
};

/// Throws std::runtime_error if a call of librecast or Detour failed.
void require_recast(bool succeeded, const char* call);

/// Copies the input into a new bake. The grid may differ from the bounds of the soup.
RecastBake recast_input(const TriangleSoup& soup, const VoxelConfig& config, const Grid& grid);

void recast_mark_walkable(RecastBake& bake);       ///< sets `areas`; 0: too steep
void recast_create_solid(RecastBake& bake);        ///< creates an empty heightfield
void recast_rasterize(RecastBake& bake);           ///< calls recast_create_solid, then adds all triangles
void recast_filter_low_hanging(RecastBake& bake);  // filters run even if the config disables them
void recast_filter_ledges(RecastBake& bake);
void recast_filter_low_height(RecastBake& bake);
void recast_compact(RecastBake& bake);
void recast_erode(RecastBake& bake);
void recast_median(RecastBake& bake);
void recast_distance(RecastBake& bake);
void recast_regions(RecastBake& bake);  ///< uses config.region_method
void recast_contours(RecastBake& bake);
void recast_poly_mesh(RecastBake& bake);
void recast_detail(RecastBake& bake);

/// One of the recast_* functions, and whether the config enables it.
struct RecastStage {
    Stage stage;  ///< our corresponding stage
    void (*run)(RecastBake&);
    bool on;
};
/// Returns all stages in order. The distance field is enabled only for watershed regions.
std::array<RecastStage, 13> recast_stages(const VoxelConfig& config);

/// Runs the enabled stages up to and including `last`.
void recast_run(RecastBake& bake, void (*last)(RecastBake&) = recast_detail);

/// Converts librecast's solid field. Spans with an area get SpanFate::walkable, all others SpanFate::steep.
Heightfield heightfield_of(const rcHeightfield& solid, const Grid& grid);

}  // namespace navspan::support
