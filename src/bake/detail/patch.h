#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "bake/detail/height_source.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Height of a cell without ground. Comparisons with it are false.
constexpr float kNoGround = std::numeric_limits<float>::quiet_NaN();

/// Entries of DetailPatch::ground after its last cell, so that it can be read four at a time.
constexpr size_t kGroundPadding = 3;

/// The open spans of one region in one row that lie side by side.
struct RowSegment {
    int32_t z = 0, x0 = 0;           ///< cell of the first open span [cell]
    uint32_t length = 0, first = 0;  ///< open spans first .. first + length
};

/// All regions as segments, sorted by region, row and x.
struct RegionRows {
    std::vector<uint32_t> first;  ///< region_count + 2: segments of region r are first[r] .. first[r + 1]
    std::vector<RowSegment> segments;
    std::vector<uint8_t> self_adjacent;  ///< per region: 1 where neighbouring cells of it are not linked somewhere
};
RegionRows collect_region_rows(const CompactHeightfield& field, const RegionMap& regions);

/// The ground under one polygon and one cell around it. Rows count from the patch's own corner, cells too.
struct DetailPatch {
    const CompactHeightfield* field = nullptr;  ///< the floors
    const TriangleHeights* heights = nullptr;   ///< source triangles, or null: the ground is the floors

    struct Row {
        int32_t begin = 0, end = 0;              ///< cells of the patch
        int32_t inner_begin = 0, inner_end = 0;  ///< cells whose centres lie strictly inside the polygon
        ptrdiff_t at = 0;                        ///< cell x of this row is entry at + x of the arrays
        uint32_t segment = 0, segments = 0;      ///< segments of the polygon's region in this row
    };
    int32_t x0 = 0, z0 = 0;  ///< cell of the patch's corner [cell]
    int32_t width = 0;       ///< of the widest row [cell]
    int32_t base = 0;        ///< heights in `ground` count from here [vx]
    std::vector<Row> rows;
    uint32_t unsampled = 0;   ///< cells strictly inside without ground
    float level = kNoGround;  ///< the only height that source triangles have here, above base [vx], or kNoGround

    const RowSegment* segments = nullptr;  ///< of all regions
    std::vector<LatticePoint> gaps;        ///< cells inside that are not in the polygon's region, row by row
    bool flat = false;                     ///< whether all floors inside are at flat_floor
    int32_t flat_floor = -1;               ///< negative when there are none

    std::vector<uint32_t> span;  ///< per cell: the open span the polygon lies on, or kNoIndex
    std::vector<float> ground;   ///< per cell: height of the ground above base, a multiple of 1/256 [vx], or kNoGround

    std::vector<uint32_t> stamps;  ///< scratch, per source triangle: the last patch it was drawn into
    uint32_t stamp = 0;
    std::vector<LatticePoint> empty;                      ///< scratch: cells without a span
    std::vector<std::pair<ptrdiff_t, uint32_t>> reached;  ///< scratch: entries and the spans found for them
};

/// Gives every row of a patch its place, and its cells theirs in the arrays. Part of fill_patch. @return how many cells there
/// are
size_t compute_patch_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Finds which regions are folded. Part of collect_region_rows.
std::vector<uint8_t> find_self_adjacent_regions(const CompactHeightfield& field, const RegionRows& rows);

/// Takes those spans from the patch that lie on another floor of the polygon's folded region; cells inside become gaps. Part of
/// fill_patch.
void keep_own_floor(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Heights are rounded to this fraction of a voxel: what a float holds exactly over the whole vertical range.
constexpr double kHeightSteps = 256;
inline double round_height(double y) {
    const double scaled = y * kHeightSteps + 0.5;
    const double whole = double(int64_t(scaled));
    return (whole > scaled ? whole - 1 : whole) / kHeightSteps;
}

/// Fills the patch for a polygon: with the open spans of its region, where there are none with those that they are linked to,
/// and, when source triangles give it, with the height of the ground on each.
void fill_patch(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon, const CompactHeightfield& field,
                const RegionRows& regions, const TriangleHeights* heights);

/// Makes the floors inside the ground there, when it does not come from source triangles.
void copy_floors(DetailPatch& patch);

/// Draws the source triangles near the patch into it: the ground of cells that have a span, and the patch's level. Part of
/// fill_patch.
void draw_triangles(DetailPatch& patch, size_t cells);

/// Height of the ground at a point given in 1/256 cells from the patch's corner, above base, a multiple of 1/256 [vx];
/// kNoGround where there is none.
float ground_at(const DetailPatch& patch, LatticePoint point);

/// The entry of a cell in the patch's arrays, or -1.
inline ptrdiff_t patch_entry(const DetailPatch& patch, int32_t x, int32_t z) {
    if (z < 0 || z >= int32_t(patch.rows.size())) return -1;
    const auto& row = patch.rows[size_t(z)];
    return x < row.begin || x >= row.end ? -1 : row.at + x;
}

}  // namespace navspan
