#pragma once

#include <Recast.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "navspan/bake/bake_tile.h"
#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"

namespace navspan::support {

struct RecastDeleter {
    void operator()(rcHeightfield* p) const { rcFreeHeightField(p); }
    void operator()(rcCompactHeightfield* p) const { rcFreeCompactHeightfield(p); }
    void operator()(rcContourSet* p) const { rcFreeContourSet(p); }
    void operator()(rcPolyMesh* p) const { rcFreePolyMesh(p); }
    void operator()(rcPolyMeshDetail* p) const { rcFreePolyMeshDetail(p); }
};
template <class T>
using RecastPtr = std::unique_ptr<T, RecastDeleter>;

/// librecast run stage by stage on our grid with our settings. Call the recast_* functions below in order. Each makes or
/// changes one of the objects, which can be read and changed in between. If librecast fails in a stage, the function throws
/// std::runtime_error.
struct RecastBake {
    rcContext context{false};
    VoxelConfig config;
    Grid grid;
    std::span<const float> vertices;  ///< x y z, relative to the grid's corner [wu]
    std::span<const int> triangles;   ///< three indices each
    std::span<const uint8_t> wanted_areas;
    std::vector<float> own_vertices;  ///< the input, if the bake owns a copy of it
    std::vector<int> own_triangles;
    std::vector<uint8_t> own_areas;
    std::vector<uint8_t> areas;  ///< per triangle, after recast_mark_walkable
    int border = 0;              ///< cells around a tile without a region
    float cs = 0, ch = 0;
    float bmin[3] = {0, 0, 0}, bmax[3] = {0, 0, 0};
    RecastPtr<rcHeightfield> solid;
    RecastPtr<rcCompactHeightfield> compact;
    RecastPtr<rcContourSet> contours;
    RecastPtr<rcPolyMesh> mesh;
    RecastPtr<rcPolyMeshDetail> detail;
};

/// Copies the input. The grid need not fit the soup.
RecastBake recast_input(const TriangleSoup& soup, const VoxelConfig& config, const Grid& grid);

void recast_mark_walkable(RecastBake& bake);       ///< areas: the soup's if the slope is walkable, else 0
void recast_create_solid(RecastBake& bake);        ///< an empty heightfield
void recast_rasterize(RecastBake& bake);           ///< recast_create_solid, then all triangles
void recast_filter_low_hanging(RecastBake& bake);  // filters run even if the config disables them
void recast_filter_ledges(RecastBake& bake);
void recast_filter_low_height(RecastBake& bake);
void recast_compact(RecastBake& bake);
void recast_erode(RecastBake& bake);
void recast_median(RecastBake& bake);
void recast_distance(RecastBake& bake);
void recast_regions(RecastBake& bake);  ///< by config.region_method
void recast_contours(RecastBake& bake);
void recast_poly_mesh(RecastBake& bake);
void recast_detail(RecastBake& bake);

/// One of the functions above, and whether the config enables it.
struct RecastStage {
    Stage stage;  ///< our corresponding stage
    void (*run)(RecastBake&);
    bool on;
};
/// Returns all stages in order. The distance field is only built for watershed regions.
std::array<RecastStage, 13> recast_stages(const VoxelConfig& config);

/// Runs the enabled stages up to `last`.
void recast_run(RecastBake& bake, void (*last)(RecastBake&) = recast_detail);

/// Converts the solid field to ours; fates are walkable or steep.
Heightfield heightfield_of(const rcHeightfield& solid, const Grid& grid);

}  // namespace navspan::support
