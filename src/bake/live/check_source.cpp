// Validates the source of a tile, which comes from a file or from a caller.

#include "bake/live/check_source.h"

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "bake/voxelize/compressed_voxels.h"
#include "bake/world/check_window.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

std::string voxels_fault(const CompressedVoxels& voxels, const VoxelConfig& config, uint64_t& areas) {
    if (std::abs(int64_t{voxels.grid.y0}) > kMaxLattice) return "has voxels that are too far from the origin";
    const std::optional<VoxelSummary> summary = summarize_voxels(voxels);
    if (!summary) return "has voxels that cannot be decompressed";
    if (summary->highest + config.walkable_height > kMaxHeight) return "has voxels that are too high";
    areas = summary->areas;
    return "";
}

Status check_source(const TileSource& source, const VoxelConfig& config) {
    const TileWindow& w = source.window;
    const int32_t halo = halo_cells(config), side = config.tile_size + 2 * halo;
    const auto corner = [&](int32_t tile) { return int64_t{tile} * config.tile_size; };
    const bool same_tile = w.size == config.tile_size && w.halo == halo && w.x0 == corner(w.tile_x) &&
                           w.z0 == corner(w.tile_z) && check_window(w).ok();
    const bool same_cells =
        !source.voxels || (source.voxels->grid.width == side && source.voxels->grid.depth == side &&
                           source.voxels->grid.x0 == w.x0 - w.halo && source.voxels->grid.z0 == w.z0 - w.halo);
    if (!same_tile || !same_cells) {
        return Error{ErrorKind::usage,
                     tile_name(w) + ": its source was made with another config; call keep_tiles with this config"};
    }
    uint64_t areas = 0;
    const std::string fault = source.voxels ? voxels_fault(*source.voxels, config, areas) : "";
    if (fault.empty()) return Done{};
    return Error{ErrorKind::usage, tile_name(w) + ": its source " + fault + "; pass a source that keep_voxels returned"};
}

}  // namespace navspan
