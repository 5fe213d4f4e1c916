#pragma once

#include <cstdint>
#include <functional>
#include <optional>

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

/// The stages of a bake in the order in which they run. The three filters and the compact heightfield are one pass
/// (filter_and_compact), which takes place in filter_low_hanging; the probe is still called for each of the four.
enum class Stage : uint8_t {
    mark_walkable,
    rasterize,
    filter_low_hanging,
    filter_ledges,
    filter_low_height,
    compact_heightfield,
    erode,
    mark_volumes,
    generate_links,  ///< only where the config asks for drops or jumps
    distance_field,
    regions,
    contours,
    poly_mesh,
    detail_mesh,
    nav_tile,
};
constexpr int kStageCount = int(Stage::nav_tile) + 1;

/// The stage's name as reports, pictures and errors spell it: "rasterize".
const char* stage_name(Stage stage);

/// The products made so far; null where a stage has not run yet or its product was freed again.
struct BakeProducts {
    const VoxelConfig* config = nullptr;
    const TriangleSoup* soup = nullptr;
    const Grid* grid = nullptr;
    CellRectangle own = {};  ///< cells of the grid that are the tile's own
    const WalkableTriangles* walkable = nullptr;
    const Heightfield* heightfield = nullptr;  ///< as rasterisation left it; see solid_after
    const CompactHeightfield* compact = nullptr;
    const std::vector<GeneratedLink>* links = nullptr;
    const DistanceField* distance = nullptr;
    const RegionMap* regions = nullptr;
    const ContourSet* contours = nullptr;
    const PolyMesh* poly_mesh = nullptr;
    const DetailMesh* detail = nullptr;
    const TriangleHeights* heights = nullptr;
    const NavTile* tile = nullptr;
    uint32_t smoothed = 0;  ///< open spans to which the median filter gave another area
    uint32_t changed = 0;   ///< spans the stage just run added to or took from the walkable ones, for filters and erosion
};

/// Watches a bake from outside: timers, pictures, checks, reports, and the way to stop it.
struct BakeProbe {
    virtual ~BakeProbe() = default;
    virtual void before(Stage) {}
    virtual void after(Stage, const BakeProducts&) {}
    virtual bool cancelled() { return false; }  ///< asked between stages; true ends the bake with ErrorKind::interrupted
};

/// What filter_and_compact, build_contours and build_poly_mesh are given by a bake with this config; their checks need the
/// same.
FilterParams filter_params(const VoxelConfig& config);
ContourParams contour_params(const VoxelConfig& config);
PolyMeshParams poly_mesh_params(const VoxelConfig& config);

/// The solid field after stage rasterize or one of the filters, for a probe in that stage: derived from the fate that the
/// filters give each span. Runs the pass of the filters once more, since a bake that nobody watches does not keep the fates.
Heightfield solid_after(Stage stage, const BakeProducts& products);

/// Gives the solid voxels of a tile where somebody made them before, as rasterize_triangles leaves them; or nothing.
/// @param grid  the tile's window with its halo
using SolidSource = std::function<std::optional<Heightfield>(const Grid& grid)>;

/// Bakes one tile: the one pipeline, one line per stage.
/// @param areas  the config's areas and rules are already in soup.areas; volumes name theirs
/// Error: a limit was passed (failed) or the probe said stop (interrupted). Nothing walkable is an empty tile, not an error.
/// @param window  one tile of a world, to be linked to its neighbours; null: all of the soup is one tile without neighbours
/// @param solid   if any, asked for the solid voxels before triangles are voxelised
Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe = nullptr,
                          const TileWindow* window = nullptr, const SolidSource& solid = nullptr);

/// The same from solid voxels made before: for tiles that are baked again at run time.
/// @param solid  of the tile's window with its halo, as rasterize_triangles leaves it
/// @param soup   triangles that heights come from; not voxelised
Result<NavTile> bake_voxels(Heightfield solid, const TriangleSoup& soup, const BakeConfig& config, const TileWindow& window,
                            BakeProbe* probe = nullptr);

}  // namespace navspan
