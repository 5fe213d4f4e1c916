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
/// Guarantees: a tile depends only on the config and on the triangles and volumes near the tile. Tiles can be baked in
/// parallel. The library itself throws nothing but std::bad_alloc.
///
/// Caveats: a tile without walkable ground is an empty tile, not an error. Most programs call bake_nav_mesh instead.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
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
struct GroundTriangles;
struct WalkableTriangles;
class Workers;

/// The stages of a bake, in order. One pass computes the filters and the compact heightfield; the probe is called for each of
/// these stages.
enum class Stage : uint8_t {
    mark_walkable,        ///< finds triangles that are not too steep
    rasterize,            ///< voxelizes triangles into a solid heightfield
    filter_low_hanging,   ///< makes low obstacles walkable
    filter_ledges,        ///< removes spans next to a drop
    filter_low_height,    ///< removes spans without headroom
    compact_heightfield,  ///< links the open spans above walkable spans
    erode,                ///< removes ground that is closer to a wall or ledge than the radius
    mark_volumes,         ///< applies area volumes
    generate_links,       ///< finds drops and jumps; runs only if the config requests them
    distance_field,       ///< if the partition is the watershed, computes distances to area borders
    regions,              ///< partitions the ground into regions
    contours,             ///< traces and simplifies the borders of regions
    poly_mesh,            ///< cuts regions into convex polygons
    detail_mesh,          ///< adds height samples inside polygons
    nav_tile,             ///< assembles the tile
};
/// Number of stages.
constexpr int kStageCount = int(Stage::nav_tile) + 1;

/// Returns the name of a stage for reports, pictures and errors, for example "rasterize"; "unknown" for any other number.
const char* stage_name(Stage stage);

/// The products of the stages. A pointer is null if its stage has not run yet or its product was freed.
struct BakeProducts {
    const VoxelConfig* config = nullptr;          ///< the config in cells and voxels
    const TriangleSoup* soup = nullptr;           ///< the input; see BakeProbe::needs_soup
    const Grid* grid = nullptr;                   ///< the cells of the tile with its halo
    CellRectangle own = {};                       ///< the cells of the tile itself, without its halo
    const WalkableTriangles* walkable = nullptr;  ///< product of mark_walkable
    const Heightfield* heightfield = nullptr;     ///< product of rasterize, not filtered; solid_after applies filters
    /// Fate of each solid span after all filters. Filled only during the filter stages, and only if needs_fates returns true.
    std::span<const SpanFate> fates = {};
    const CompactHeightfield* compact = nullptr;        ///< product of compact_heightfield; later stages modify it
    const std::vector<GeneratedLink>* links = nullptr;  ///< product of generate_links
    const DistanceField* distance = nullptr;            ///< product of distance_field
    const RegionMap* regions = nullptr;                 ///< product of regions
    const ContourSet* contours = nullptr;               ///< product of contours
    const PolyMesh* poly_mesh = nullptr;                ///< product of poly_mesh
    const DetailMesh* detail = nullptr;                 ///< product of detail_mesh
    const GroundTriangles* ground = nullptr;            ///< triangles that supply the heights of the detail mesh, or null
    const NavTile* tile = nullptr;                      ///< product of nav_tile
    uint32_t smoothed = 0;                              ///< number of open spans whose area the median filter changed
    /// After a filter or erosion: number of spans whose walkability changed. After mark_volumes: number of open spans whose
    /// area changed.
    uint32_t changed = 0;
};

/// Interface for observing a bake: timers, pictures, checks and reports. A probe can also cancel the bake.
struct BakeProbe {
    virtual ~BakeProbe() = default;
    virtual void before(Stage) {}                      ///< called before a stage
    virtual void after(Stage, const BakeProducts&) {}  ///< called after a stage that succeeded
    /// Called before each stage. Return true to end the bake with ErrorKind::interrupted.
    virtual bool cancelled() { return false; }
    /// Return true if after() reads the fates or calls solid_after for a filter. Called before the filters run.
    virtual bool needs_fates() const { return false; }
    /// Return false if after() does not read BakeProducts::soup. In a tiled bake, BakeProducts::soup is then null. Called
    /// before the first stage.
    virtual bool needs_soup() const { return true; }
};

/// Returns the parameters that a bake passes to filter_and_compact.
FilterParams filter_params(const VoxelConfig& config);

/// Returns the solid heightfield after \p stage, which is rasterize or a filter. Call this function from BakeProbe::after of
/// that stage. If the stage is another one, or if BakeProbe::needs_fates returns false, returns the product of rasterize
/// without filters. If there is no such product, the result is empty.
Heightfield solid_after(Stage stage, const BakeProducts& products);

/// Returns the solid voxels of a tile if they are known, otherwise nothing. The voxels must be those that a bake makes on this
/// grid (BakeProducts::heightfield). `grid` has the cells of the tile and its halo.
using SolidSource = std::function<std::optional<Heightfield>(const Grid& grid)>;

/// Bakes one tile. soup.areas are the areas of the triangles (see apply_area_rules).
///
/// \p window selects one tile of a level; null: the whole soup becomes one tile without neighbours. \p probe may be null; the
/// calling thread calls the probe. \p solid supplies the solid voxels. If \p solid is empty or returns nothing, the triangles
/// are voxelized. \p workers (core/parallel.h): threads that share the work of a large tile; null: one thread.
///
/// Error (input): the soup is invalid (see TriangleSoup). Error (usage): the config is invalid or has several agents, the
/// window is invalid, or the voxels of \p solid have another grid or malformed columns. Error (failed): a limit was exceeded.
/// Error (interrupted): the probe cancelled the bake.
Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe = nullptr,
                          const TileWindow* window = nullptr, const SolidSource& solid = nullptr, Workers* workers = nullptr);

/// Bakes one tile from solid voxels, to rebuild a tile at run time. \p solid has the voxels of the tile and its halo, as
/// in BakeProducts::heightfield. The triangles of \p soup only supply heights. Same errors as bake_tile. Error (usage): the
/// voxels do not cover the window, or their columns are malformed.
Result<NavTile> bake_voxels(Heightfield solid, const TriangleSoup& soup, const BakeConfig& config, const TileWindow& window,
                            BakeProbe* probe = nullptr);

}  // namespace navspan
