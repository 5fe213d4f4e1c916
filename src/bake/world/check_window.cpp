// Validates the window and the voxels that a caller passes to the bake of one tile.

#include "bake/world/check_window.h"

#include <cstdlib>
#include <string>

#include "bake/voxelize/columns.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

Error window_error(const char* what) {
    return Error{ErrorKind::usage, std::string("the tile window: ") + what};
}

Error voxels_error(const std::string& what) {
    return Error{ErrorKind::usage, "the voxels: " + what + "; pass voxels of BakeProducts::heightfield"};
}

}  // namespace

Status check_window(const TileWindow& window) {
    if (window.size < 1 || window.halo < 0 || int64_t{window.size} + 2 * int64_t{window.halo} > kMaxTileExtent) {
        return window_error("size or halo is out of range; give a size above 0, and at most 2^22 cells with the halo");
    }
    const bool near = std::abs(int64_t{window.x0}) <= kMaxLattice && std::abs(int64_t{window.z0}) <= kMaxLattice;
    return near ? Status(Done{}) : window_error("its corner is out of range; give coordinates within 2^29 cells");
}

Status check_voxels(const Heightfield& solid, const Grid& grid) {
    const Grid& own = solid.grid;
    if (own.x0 != grid.x0 || own.z0 != grid.z0 || own.width != grid.width || own.depth != grid.depth)
        return voxels_error("their grid is not that of the tile and its halo");
    if (std::abs(int64_t{own.y0}) > kMaxLattice) return voxels_error("their grid is too far from the origin");
    if (!has_columns(solid)) return voxels_error("the start offsets do not match the columns and spans");
    for (size_t c = 0; c < cell_count(grid); ++c) {
        if (!is_column(column_spans(solid, c))) return voxels_error("column " + std::to_string(c) + " has a faulty span");
    }
    return Done{};
}

}  // namespace navspan
