#pragma once

/// \file
/// Bakes one tile: the pipeline from triangles to polygons, stage by stage.
///
/// Given `const TriangleSoup& soup`, with navmesh/nav_mesh.h:
/// \code
/// BakeConfig config;
/// config.agent.max_slope = 50;
/// Result<NavTile> tile = bake_tile(soup, config);  // the whole soup as one tile
/// if (!tile) return;
/// NavMeshInfo info;
/// info.areas = {{"ground", 63, 1, 1.0}};
/// std::vector<NavTile> tiles;
/// tiles.push_back(*std::move(tile));
/// const Result<NavMesh> mesh = link_tiles(std::move(tiles), info);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: a tile is a pure function of the config and of the triangles and volumes near it. A probe does not change the
/// result. Tiles can be baked in parallel. Throws no exception of its own; std::bad_alloc may pass through.
///
/// Caveats: a tile without walkable ground is an empty tile, not an error. Most programs use bake_nav_mesh, which plans tiles.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/distance_field.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/tile_window.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct GeneratedLink;
struct TriangleHeights;
struct WalkableTriangles;

/// The stages of a bake in the order in which they run. The three filters and the compact heightfield are computed in one pass
/// (filter_and_compact) during filter_low_hanging; the probe is still called for each of the four.
enum class Stage : uint8_t {
    mark_walkable,        ///< finds triangles that are not too steep
    rasterize,            ///< voxelises triangles into a solid heightfield
    filter_low_hanging,   ///< makes low obstacles walkable
    filter_ledges,        ///< removes spans next to a drop
    filter_low_height,    ///< removes spans without headroom
    compact_heightfield,  ///< links the open spans above walkable spans
    erode,                ///< removes ground closer to walls and drops than the radius
    mark_volumes,         ///< applies area volumes
    generate_links,       ///< finds drops and jumps; runs only if the config requests them
    distance_field,       ///< computes distances to the border, for the watershed
    regions,              ///< partitions the ground into regions
    contours,             ///< traces and simplifies the borders of regions
    poly_mesh,            ///< cuts regions into convex polygons
    detail_mesh,          ///< adds heights inside polygons
    nav_tile,             ///< assembles the tile
};
/// Number of stages.
constexpr int kStageCount = int(Stage::nav_tile) + 1;

/// Name of a stage in reports, pictures and errors: "rasterize".
const char* stage_name(Stage stage);

/// The products of the stages that ran so far. A pointer is null if the stage has not run yet or its product was freed.
struct BakeProducts {
    const VoxelConfig* config = nullptr;                ///< the config in cells and voxels
    const TriangleSoup* soup = nullptr;                 ///< the input
    const Grid* grid = nullptr;                         ///< the cells of the tile with its halo
    CellRectangle own = {};                             ///< the cells of the grid that belong to the tile itself
    const WalkableTriangles* walkable = nullptr;        ///< product of mark_walkable
    const Heightfield* heightfield = nullptr;           ///< product of rasterize, not filtered; see solid_after
    std::span<const SpanFate> fates = {};               ///< per solid span, only during the filters; see needs_fates
    const CompactHeightfield* compact = nullptr;        ///< product of compact_heightfield; later stages modify it
    const std::vector<GeneratedLink>* links = nullptr;  ///< product of generate_links
    const DistanceField* distance = nullptr;            ///< product of distance_field
    const RegionMap* regions = nullptr;                 ///< product of regions
    const ContourSet* contours = nullptr;               ///< product of contours
    const PolyMesh* poly_mesh = nullptr;                ///< product of poly_mesh
    const DetailMesh* detail = nullptr;                 ///< product of detail_mesh
    const TriangleHeights* heights = nullptr;           ///< source triangles of the detail mesh, if it uses triangles
    const NavTile* tile = nullptr;                      ///< product of nav_tile
    uint32_t smoothed = 0;                              ///< number of open spans whose area the median filter changed
    uint32_t changed = 0;  ///< filters and erosion: number of spans that the last stage made walkable or not walkable
};

/// Observes a bake: for timers, pictures, checks and reports. It can also stop the bake.
struct BakeProbe {
    virtual ~BakeProbe() = default;
    virtual void before(Stage) {}                      ///< called before a stage
    virtual void after(Stage, const BakeProducts&) {}  ///< called after a stage
    virtual bool cancelled() { return false; }  ///< called between stages; true ends the bake with ErrorKind::interrupted
    /// True if after() reads the fates or calls solid_after for a filter. Called before the filters run.
    virtual bool needs_fates() const { return false; }
};

/// The parameters that a bake passes to filter_and_compact; checks need the same ones.
FilterParams filter_params(const VoxelConfig& config);
/// The parameters that a bake passes to build_contours.
ContourParams contour_params(const VoxelConfig& config);
/// The parameters that a bake passes to build_poly_mesh.
PolyMeshParams poly_mesh_params(const VoxelConfig& config);

/// Returns the solid heightfield after stage rasterize or after one of the filters, for a probe in that stage. Precondition
/// after a filter: the probe needs the fates (BakeProbe::needs_fates).
Heightfield solid_after(Stage stage, const BakeProducts& products);

/// Returns the solid voxels of a tile if they were computed before, as rasterize_triangles leaves them, or nothing. `grid` is
/// the tile's window with its halo.
using SolidSource = std::function<std::optional<Heightfield>(const Grid& grid)>;

/// Bakes one tile. Precondition: the config has one agent; soup.areas contains the areas of the triangles (apply_area_rules).
///
/// \p window is one tile of a level that will be linked to its neighbours; if null, the whole soup is one tile without
/// neighbours. \p probe may be null. \p solid, if not empty, is called for solid voxels before triangles are voxelised.
///
/// Error (failed): a limit was exceeded. Error (interrupted): the probe cancelled the bake. Error (usage): the config is
/// invalid.
Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe = nullptr,
                          const TileWindow* window = nullptr, const SolidSource& solid = nullptr);

/// Bakes one tile from solid voxels, to rebuild a tile at run time. \p solid are the voxels of the tile's window with its halo,
/// as rasterize_triangles leaves them. The triangles of \p soup are not voxelised; they only supply heights. Errors as
/// bake_tile.
Result<NavTile> bake_voxels(Heightfield solid, const TriangleSoup& soup, const BakeConfig& config, const TileWindow& window,
                            BakeProbe* probe = nullptr);

}  // namespace navspan
