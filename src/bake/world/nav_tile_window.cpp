// Prepares the border of a tile for linking.
//
// In: a tile on the grid of its window, its polygon mesh, the compact heightfield after close_tile, and its regions.
// Out: the tile in its own coordinates, with seam edges marked. For each lattice unit of a seam edge, the floors on both sides
// of the border.
// Idea: A lattice unit of a seam edge is a side of one cell. On this side of the border, the floor comes from the span of the
// polygon's region in that cell. On the other side, the floor comes from the span that is linked to it across the border.
// Adjacent tiles contain the same voxels there and store the same floors.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <utility>
#include <vector>

#include "bake/field/open_spans.h"
#include "bake/world/nav_tile.h"
#include "core/group_by_count.h"
#include "navmesh/mesh/index_tile.h"

namespace navspan {
namespace {

// A span next to the border, with its region.
struct BorderSpan {
    uint32_t region = 0;
    uint32_t span = 0;
};

// The spans with a region and a link out of the tile, grouped by position: the side of the tile and the cell on it.
class BorderSpans {
public:
    BorderSpans(const CompactHeightfield& field, const RegionMap& regions, const TileWindow& window)
        : field_(field), regions_(regions), side_(uint32_t(std::max(field.grid.width, field.grid.depth))) {
        const int32_t low_x = window.x0 - field.grid.x0, low_z = window.z0 - field.grid.z0;
        const int32_t high_x = low_x + window.size - 1, high_z = low_z + window.size - 1;
        for (int32_t z = std::max(low_z, 0); z <= std::min(high_z, field.grid.depth - 1); ++z) {
            for (const Run& run : row_runs(field, z)) {
                if (z == low_z) add_row(run, kDown);
                if (z == high_z) add_row(run, kUp);
                add_cell(run, low_x, z, kLeft);
                add_cell(run, high_x, z, kRight);
            }
        }
        const auto for_each_found = [this](auto visit) {
            for (const auto& [place, span] : found_)
                visit(place, span);
        };
        group_by_count(4 * size_t{side_}, for_each_found, first_, spans_);
    }

    /// Returns the span of a region at a position, or kNoIndex if the region has no span there.
    uint32_t find(int d, int32_t at, uint32_t region) const {
        const uint32_t slot = place_of(d, at);
        for (uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
            if (spans_[i].region == region) return spans_[i].span;
        }
        return kNoIndex;
    }

private:
    uint32_t place_of(int d, int32_t at) const { return uint32_t(d) * side_ + uint32_t(at); }

    void add(uint32_t span, int d, int32_t at) {
        if (regions_.region[span] == 0 || !leads_outside(field_, span, d)) return;
        found_.push_back({place_of(d, at), {regions_.region[span], span}});
    }
    void add_row(const Run& run, int d) {
        for (uint32_t k = 0; k < run.length; ++k)
            add(run.first + k, d, run.x0 + int32_t(k));
    }
    void add_cell(const Run& run, int32_t x, int32_t z, int d) {
        if (x >= run.x0 && x < run.x0 + int32_t(run.length)) add(run.first + uint32_t(x - run.x0), d, z);
    }

    const CompactHeightfield& field_;
    const RegionMap& regions_;
    const uint32_t side_;                                 // number of positions per direction
    std::vector<std::pair<uint32_t, BorderSpan>> found_;  // spans with their positions
    std::vector<BorderSpan> spans_;                       // grouped by position
    std::vector<uint32_t> first_;                         // start offset of each position in spans_, plus the end
};

// Appends one pair of floors for each lattice unit of a region's edge from a to b.
void append_steps(const BorderSpans& spans, const CompactHeightfield& field, uint32_t region, LatticePoint a, LatticePoint b,
                  std::vector<SeamStep>& steps) {
    // The region is on the left of the edge (x to the right, z down). For example, an edge towards +z is the side kLeft of its
    // cell.
    const int d = b.z > a.z ? kLeft : b.z < a.z ? kRight : b.x > a.x ? kUp : kDown;
    const bool along_z = a.x == b.x;
    const int32_t from = along_z ? a.z : a.x, to = along_z ? b.z : b.x;
    for (int32_t at = from; at != to; at += to > from ? 1 : -1) {
        const uint32_t span = spans.find(d, to > from ? at : at - 1, region);
        // Without RegionParams::split_vertical_overlaps, the region may have no span in this cell. The edge is then not linked
        // there.
        if (span == kNoIndex) {
            steps.push_back({kNoFloor, kNoFloor});
            continue;
        }
        const uint32_t across = neighbour(field, span, d);
        steps.push_back({field.grid.y0 + field.floor[span], field.grid.y0 + field.floor[across]});
    }
}

}  // namespace

void fit_to_window(NavTile& tile, const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                   const TileWindow& window) {
    const BorderSpans spans(field, regions, window);
    tile.border.polygon_cells.assign(mesh.polygons.size(), 0);
    uint32_t before = 0;
    for (size_t p = 0; p < mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = mesh.polygons[p];
        if (polygon.region != before) tile.border.polygon_cells[p] = regions.cells[polygon.region];
        before = polygon.region;
        if (mesh.on_seam.empty()) continue;
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const uint32_t e = polygon.first + k;
            if (!mesh.on_seam[e]) continue;
            const HalfEdge &from = tile.half_edges[e], &to = tile.half_edges[polygon.first + (k + 1) % polygon.count];
            append_steps(spans, field, polygon.region, {from.x, from.z}, {to.x, to.z}, tile.border.steps);
            tile.half_edges[e].twin = kSeamBit;  // index_tile() adds the number of the seam edge
        }
    }
    const int32_t dx = mesh.grid.x0 - window.x0, dz = mesh.grid.z0 - window.z0;
    for (HalfEdge& edge : tile.half_edges)
        edge.x += dx, edge.z += dz;
    for (NavDetailVertex& v : tile.detail_vertices)
        v.x += dx * kDetailQuantum, v.z += dz * kDetailQuantum;
    tile.tile_x = window.tile_x;
    tile.tile_z = window.tile_z;
    tile.frame.x0 = window.x0;
    tile.frame.z0 = window.z0;
    tile.width = tile.depth = window.size;
    index_tile(tile);
}

}  // namespace navspan
