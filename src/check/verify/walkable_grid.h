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

/// Returns the floors that agents may stand on as cells of a grid: floors of admitted areas, joined by their links.
/// @param field     after erosion and volumes
/// @param window    the tile's cells; steps to cells outside are exits. Null: all of the field
/// @param admitted  bit id: floors of this area are walkable
GridGraph walkable_grid(const CompactHeightfield& field, const TileWindow* window, uint64_t admitted);

/// The areas whose polygons the default filter admits: areas with a flag.
uint64_t admitted_areas(const BakeConfig& config);

/// The walkable floors of a level, rebuilt from its triangles on every request, one tile at a time. The soup and the config
/// must outlive it.
class WalkableTiles : public GridSource {
public:
    /// @param cancelled  called between stages; true ends a tile with ErrorKind::interrupted
    /// Error: as plan_tiles, to_voxels.
    static Result<WalkableTiles> of(const TriangleSoup& soup, const BakeConfig& config,
                                    std::function<bool()> cancelled = nullptr);

    size_t tile_count() const override { return plan_ ? plan_->tiles.size() : 1; }
    int32_t row(size_t tile) const override { return plan_ ? plan_->tiles[tile].tile_z : 0; }
    size_t tile_at(int32_t x, int32_t z) const override;
    /// Error: as bake_tile.
    Result<GridGraph> graph(size_t tile) override;

private:
    WalkableTiles(const TriangleSoup& soup, const BakeConfig& config) : soup_(&soup), config_(&config) {}

    const TriangleSoup* soup_;
    const BakeConfig* config_;
    std::function<bool()> cancelled_;
    int32_t tile_size_ = 0;
    std::optional<TilePlan> plan_;  ///< nullopt: one tile without neighbours
};

}  // namespace navspan
