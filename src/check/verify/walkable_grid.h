#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "bake/world/tile_plan.h"
#include "check/verify/grid_search.h"
#include "check/verify/grid_world.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// Returns the walkable floors of a field as a graph. Each floor of an admitted area is a cell. The field's links connect the
/// cells.
/// @param field     the field after the stages erode and mark_volumes
/// @param window    cells of the tile; steps that leave the window become exits. Null: the whole field is one tile
/// @param admitted  mask of area ids: floors of these areas are walkable
GridGraph walkable_grid(const CompactHeightfield& field, const TileWindow* window, uint64_t admitted);

/// Mask of the areas that the default filter admits: areas with at least one flag.
uint64_t admitted_areas(const BakeConfig& config);

/// The walkable floors of a level. Each call of graph() bakes the floors of one tile from the triangles. The soup and the
/// config must outlive this object.
class WalkableTiles : public GridSource {
public:
    /// @param cancelled  called between stages of a bake; true makes graph() fail with ErrorKind::interrupted
    /// Error: errors of plan_tiles and to_voxels.
    static Result<WalkableTiles> of(const TriangleSoup& soup, const BakeConfig& config,
                                    std::function<bool()> cancelled = nullptr);

    size_t tile_count() const override { return plan_ ? plan_->tiles.size() : 1; }
    int32_t row(size_t tile) const override { return plan_ ? plan_->tiles[tile].tile_z : 0; }
    size_t tile_at(int32_t x, int32_t z) const override;
    /// Error: errors of bake_tile.
    Result<GridGraph> graph(size_t tile) override;

private:
    WalkableTiles(const TriangleSoup& soup, const BakeConfig& config) : soup_(&soup), config_(&config) {}

    const TriangleSoup* soup_;
    const BakeConfig* config_;
    std::function<bool()> cancelled_;
    int32_t tile_size_ = 0;
    std::optional<TilePlan> plan_;  ///< nullopt: the level is one tile
};

}  // namespace navspan
