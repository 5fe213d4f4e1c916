#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bake/detail/exact_ground.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/tile_window.h"
#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Number of extra entries of DetailPatch::span and DetailPatch::ground, for access to four entries at a time.
constexpr size_t kGroundPadding = 4;

/// Consecutive open spans of one region in one row.
struct RowSegment {
    int32_t z = 0, x0 = 0;           ///< cell of the first open span, in the field's grid [cell]
    uint32_t length = 0, first = 0;  ///< open spans first .. first + length - 1
};
inline bool is_segment_before(const RowSegment& a, const RowSegment& b) {
    return a.z != b.z ? a.z < b.z : a.x0 < b.x0;
}

/// All regions as segments, ordered by region, then row. If one floor lies above another, the segments of a row may be
/// unsorted.
struct RegionRows {
    std::vector<uint32_t> first;  ///< region_count + 2 entries: segments of region r are first[r] .. first[r + 1] - 1
    std::vector<RowSegment> segments;
    std::vector<uint8_t> self_adjacent;  ///< 1 for each folded region (see find_self_adjacent_regions), else 0
    std::vector<int32_t> level;          ///< result of find_level_regions; empty with exact heights
};
RegionRows collect_region_rows(const CompactHeightfield& field, const RegionMap& regions);

/// Memory that fill_patch reuses.
struct PatchScratch {
    struct Reached {
        LatticePoint cell;
        uint32_t span;
    };
    std::vector<LatticePoint> empty;  ///< cells without a span
    std::vector<Reached> reached;     ///< newly filled cells and their spans
    std::vector<LatticePoint> next;   ///< empty cells next to newly filled cells
    std::vector<uint8_t> waiting;     ///< for each cell: 1 if it is empty and not in `next`; all 0 between patches
};

/// The ground under a polygon and in a margin of at most one cell. Rows and cells are relative to the patch's corner.
struct DetailPatch {
    const CompactHeightfield* field = nullptr;  ///< the floors
    const ExactGround* exact = nullptr;         ///< null: the ground is at the height of the floors

    struct PatchRow {
        int32_t begin = 0, end = 0;              ///< cells of the patch
        int32_t inner_begin = 0, inner_end = 0;  ///< cells with centres strictly inside the polygon
        ptrdiff_t at = 0;                        ///< offset of the row in the arrays: cell x has entry `at + x`
        uint32_t segment = 0, segments = 0;      ///< first segment and number of segments of the region in this row
    };
    int32_t x0 = 0, z0 = 0;  ///< position of the patch's corner in the grid [cell]
    int32_t base = 0;        ///< height to which the values of `ground` are relative [vx]
    std::vector<PatchRow> rows;
    uint32_t unsampled = 0;  ///< number of cells inside the polygon that have no ground

    const RowSegment* segments = nullptr;  ///< segments of all regions
    /// Cells inside the polygon that have no span of the polygon's region on the polygon's floor.
    std::vector<LatticePoint> gaps;
    bool flat = false;        ///< true if all floors inside the polygon are at height flat_floor
    int32_t flat_floor = -1;  ///< height of the first floor inside the polygon [vx]; negative if there is none
    /// Not negative: all ground of the polygon is known to be at this height, and only x0, z0 and base are set [vx].
    int32_t level = -1;

    std::vector<uint32_t> span;  ///< for each cell: open span below the polygon, or kNoIndex
    std::vector<float> ground;   ///< for each cell: height of the ground above base, a multiple of 1/256 [vx], or kNoGround

    PatchScratch* scratch = nullptr;
};

/// Returns the smallest rectangle of cells that contains a polygon.
CellRectangle bounding_rectangle(const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Sets x0, z0, and the inner cells of each row of a patch. Part of compute_patch_rows and find_level_ground.
/// @return number of columns of the patch
int32_t compute_inner_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Sets x0, z0, and the cells of each row of a patch, but not the inner cells.
void compute_touched_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Computes the rows of a patch. Part of fill_patch. @return number of cells
size_t compute_patch_rows(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Returns the first segment of a region in the patch's first row or later, or the end of the region's segments.
const RowSegment* first_segment(const DetailPatch& patch, uint32_t region, const RegionRows& regions);

/// Returns 1 for each folded region (two of its cells are adjacent but not linked), else 0. Part of collect_region_rows.
std::vector<uint8_t> find_self_adjacent_regions(const CompactHeightfield& field, const RegionRows& rows);

/// Returns, for each region, the height of its floors if the region is level, else -1 [vx]. A region is level if it is not
/// folded, and all of its floors and all floors linked to them are at the same height.
std::vector<int32_t> find_level_regions(const CompactHeightfield& field, const RegionRows& rows);

/// Sets DetailPatch::level if all ground of a polygon is known to be at the same height. Needs RegionRows::level.
/// @return false if this is not known; then call fill_patch
bool find_level_ground(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon,
                       const CompactHeightfield& field, const RegionRows& regions);

/// Removes the spans of a folded region that are not on the polygon's floor. Adds their cells inside the polygon to
/// DetailPatch::gaps. Part of fill_patch.
void keep_own_floor(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon);

/// Fills the patch of a polygon with the open spans of its region. If a cell inside the polygon has none, follows links from
/// adjacent cells to a span. With exact heights, also copies the height of the ground.
void fill_patch(DetailPatch& patch, const PolyMesh& mesh, const PolyMeshPolygon& polygon, const CompactHeightfield& field,
                const RegionRows& regions, const ExactGround* exact);

/// Copies the floors inside the polygon to `ground`. Only needed without exact heights.
void copy_floors(DetailPatch& patch);

/// Returns the height of the ground above base [vx] at a point [1/256 cell, relative to the patch's corner]: a multiple of
/// 1/256, or kNoGround.
float ground_at(const DetailPatch& patch, LatticePoint point);

/// Returns an open span of a cell to which an adjacent cell has a link, or kNoIndex.
/// @param span_at  returns the patch's open span of the cell at (dx, dz) relative to this cell, or kNoIndex
template <class SpanAt>
[[gnu::always_inline]] inline uint32_t first_link(const CompactHeightfield& field, SpanAt span_at) {
    const auto has_link = [&](uint32_t span, Direction d) { return span != kNoIndex && (field.links[span] >> d & 1) != 0; };
    if (const uint32_t left = span_at(-1, 0); has_link(left, kRight)) return left + 1;
    if (const uint32_t above = span_at(0, 1); has_link(above, kDown)) return field.down[above];
    if (const uint32_t right = span_at(1, 0); has_link(right, kLeft)) return right - 1;
    const uint32_t below = span_at(0, -1);
    return has_link(below, kUp) ? field.up[below] : kNoIndex;
}

/// Returns the entry of a cell in the patch's arrays, or -1 if the cell is outside the patch.
inline ptrdiff_t patch_entry(const DetailPatch& patch, int32_t x, int32_t z) {
    if (z < 0 || z >= int32_t(patch.rows.size())) return -1;
    const auto& row = patch.rows[size_t(z)];
    return x < row.begin || x >= row.end ? -1 : row.at + x;
}

}  // namespace navspan
