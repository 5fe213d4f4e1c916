// Components of polygons over all tiles, and which of them are too small to keep.
//
// In: tiles that know how many cells their regions had, and the pairs of edges that meet across seams. Out: a mark for every
// polygon to drop. A union-find over all polygons; only components that reach a seam are judged, since a tile has judged those
// inside it. A component with polygons whose cells nobody counted is kept.

#include <algorithm>
#include <numeric>

#include "conform_seams.h"

namespace navspan {
namespace {

// Sets of polygons, numbered over all tiles.
class PolygonSets {
public:
    explicit PolygonSets(const std::vector<NavTile>& tiles) : first_(1, 0) {
        for (const NavTile& tile : tiles)
            first_.push_back(first_.back() + uint32_t(tile.polygons.size()));
        parent_.resize(first_.back());
        std::iota(parent_.begin(), parent_.end(), 0u);
    }
    size_t size() const { return parent_.size(); }
    uint32_t root(size_t tile, uint32_t polygon) { return find(first_[tile] + polygon); }
    void unite(size_t tile_a, uint32_t a, size_t tile_b, uint32_t b) {
        const uint32_t ra = root(tile_a, a), rb = root(tile_b, b);
        parent_[std::max(ra, rb)] = std::min(ra, rb);
    }

private:
    uint32_t find(uint32_t i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    std::vector<uint32_t> first_, parent_;
};

struct Component {
    uint64_t cells = 0;
    bool open = false;       // reaches a seam
    bool uncounted = false;  // has polygons without a count of cells
};

}  // namespace

std::vector<std::vector<uint8_t>> find_small_components(const std::vector<NavTile>& tiles,
                                                        std::span<const std::pair<EdgeRef, EdgeRef>> joined,
                                                        uint64_t min_cells) {
    PolygonSets sets(tiles);
    for (size_t t = 0; t < tiles.size(); ++t) {
        for (uint32_t e = 0; e < tiles[t].half_edges.size(); ++e) {
            const uint32_t twin = tiles[t].half_edges[e].twin;
            if (twin == kNoTwin || (twin & kSeamBit)) continue;
            sets.unite(t, tiles[t].edge_polygon[e], t, tiles[t].edge_polygon[twin]);
        }
    }
    for (const auto& [a, b] : joined)
        sets.unite(a.tile, tiles[a.tile].edge_polygon[a.edge], b.tile, tiles[b.tile].edge_polygon[b.edge]);

    std::vector<Component> components(sets.size());
    for (size_t t = 0; t < tiles.size(); ++t) {
        const NavTile& tile = tiles[t];
        for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
            Component& component = components[sets.root(t, p)];
            if (tile.border.polygon_cells.empty()) {
                component.uncounted = true;
            } else {
                component.cells += tile.border.polygon_cells[p];
            }
            for (const HalfEdge& edge : polygon_edges(tile, p))
                component.open |= edge.twin != kNoTwin && (edge.twin & kSeamBit);
        }
    }
    std::vector<std::vector<uint8_t>> small(tiles.size());
    for (size_t t = 0; t < tiles.size(); ++t) {
        for (uint32_t p = 0; p < tiles[t].polygons.size(); ++p) {
            const Component& component = components[sets.root(t, p)];
            small[t].push_back(component.open && !component.uncounted && component.cells < min_cells);
        }
    }
    return small;
}

}  // namespace navspan
