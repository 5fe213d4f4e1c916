// Converts the walkable floors of a tile to a graph that can be searched.
//
// In: the compact heightfield after the stages erode and mark_volumes.
// Out: its walkable floors with their neighbours.
// Idea: Straight steps are the links of the field. Around a diagonal step, there are two detours of two straight steps each.
// The diagonal step exists if both detours exist and end on the same floor. A step across a seam ends in the halo. The halo has
// the same floors as the adjacent tile.
// Source: own method.
// Weak cases: none known.

#include "check/verify/walkable_grid.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "bake/field/open_spans.h"
#include "core/floor_div.h"
#include "navspan/bake/bake_tile.h"

namespace navspan {
namespace {

// Numbers the cells of the tile and lists their steps.
class GridMaker {
public:
    GridMaker(const CompactHeightfield& field, const TileWindow* window, uint64_t admitted)
        : field_(field), window_(window), admitted_(admitted), number_(field.span_count(), kNoIndex), at_(field.span_count()) {}

    GridGraph make() {
        number_cells();
        graph_.neighbours.resize(graph_.cells.size());
        for (uint32_t i = 0; i < field_.span_count(); ++i) {
            if (number_[i] != kNoIndex) list_steps(i);
        }
        return std::move(graph_);
    }

private:
    bool is_walkable(uint32_t i) const { return i != kNoIndex && field_.area[i] != 0 && (admitted_ >> field_.area[i] & 1); }
    bool is_own(const GridCell& cell) const {
        return !window_ || (cell.x >= window_->x0 && cell.z >= window_->z0 && cell.x < window_->x0 + window_->size &&
                            cell.z < window_->z0 + window_->size);
    }

    void number_cells() {
        const Grid& grid = field_.grid;
        for_each_open_span(field_, [&](int32_t x, int32_t z, uint32_t i) {
            at_[i] = {grid.z0 + z, grid.x0 + x, grid.y0 + field_.floor[i]};
            if (!is_walkable(i) || !is_own(at_[i])) return;
            number_[i] = graph_.cell_count();
            graph_.cells.push_back(at_[i]);
        });
    }

    // Returns the span at the end of a step from span i, or kNoIndex. `direction` indexes kExitX.
    uint32_t step(uint32_t i, int direction) const {
        if (direction < 4) {
            const uint32_t n = neighbour(field_, i, direction);
            return is_walkable(n) ? n : kNoIndex;
        }
        const int first = direction - 4, second = (first + 1) % 4;
        const uint32_t a = step(i, first), b = step(i, second);
        if (a == kNoIndex || b == kNoIndex) return kNoIndex;
        const uint32_t over_a = step(a, second), over_b = step(b, first);
        return over_a == over_b ? over_a : kNoIndex;
    }

    void list_steps(uint32_t i) {
        const uint32_t cell = number_[i];
        std::array<uint32_t, 8>& neighbours = graph_.neighbours[cell];
        for (int direction = 0; direction < 8; ++direction) {
            const uint32_t n = step(i, direction);
            neighbours[size_t(direction)] = n == kNoIndex ? kNoIndex : number_[n];
            if (n != kNoIndex && number_[n] == kNoIndex) graph_.exits.push_back({cell, uint8_t(direction), at_[n]});
        }
    }

    const CompactHeightfield& field_;
    const TileWindow* window_;
    uint64_t admitted_;
    std::vector<uint32_t> number_;  // graph cell of each open span
    std::vector<GridCell> at_;      // position of each open span
    GridGraph graph_;
};

// Converts the walkable floors after the stage mark_volumes, then cancels the bake.
class GridProbe : public BakeProbe {
public:
    GridProbe(const TileWindow* window, uint64_t admitted, const std::function<bool()>& cancelled)
        : window_(window), admitted_(admitted), cancelled_(cancelled) {}
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::mark_volumes) graph = walkable_grid(*products.compact, window_, admitted_);
    }
    bool cancelled() override { return graph.has_value() || (cancelled_ && cancelled_()); }
    std::optional<GridGraph> graph;

private:
    const TileWindow* window_;
    uint64_t admitted_;
    const std::function<bool()>& cancelled_;
};

}  // namespace

GridGraph walkable_grid(const CompactHeightfield& field, const TileWindow* window, uint64_t admitted) {
    return GridMaker(field, window, admitted).make();
}

uint64_t admitted_areas(const BakeConfig& config) {
    uint64_t admitted = 0;
    for (const AreaConfig& area : config.areas) {
        if (area.flags != 0) admitted |= uint64_t{1} << area.id;
    }
    return admitted;
}

Result<WalkableTiles> WalkableTiles::of(const TriangleSoup& soup, const BakeConfig& config, std::function<bool()> cancelled) {
    WalkableTiles tiles(soup, config);
    tiles.cancelled_ = std::move(cancelled);
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0 || soup.triangles.empty()) return tiles;
    Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();
    tiles.plan_ = *std::move(plan);
    tiles.tile_size_ = voxels->tile_size;
    return tiles;
}

size_t WalkableTiles::tile_at(int32_t x, int32_t z) const {
    if (!plan_) return 0;
    const std::pair<int32_t, int32_t> place{floor_div(z, tile_size_), floor_div(x, tile_size_)};
    const auto place_of = [](const TileWindow& window) { return std::pair{window.tile_z, window.tile_x}; };
    const auto found = std::lower_bound(plan_->tiles.begin(), plan_->tiles.end(), place,
                                        [&](const TileWindow& window, const auto& at) { return place_of(window) < at; });
    if (found == plan_->tiles.end() || place_of(*found) != place) return kNoIndex;
    return size_t(found - plan_->tiles.begin());
}

Result<GridGraph> WalkableTiles::graph(size_t tile) {
    const TileWindow* window = plan_ ? &plan_->tiles[tile] : nullptr;
    GridProbe probe(window, admitted_areas(*config_), cancelled_);
    const Result<NavTile> stopped =
        plan_ ? bake_tile(tile_soup(*soup_, *plan_, tile), *config_, &probe, window) : bake_tile(*soup_, *config_, &probe);
    if (!probe.graph) return stopped ? Error{ErrorKind::failed, "the walkable voxels could not be created"} : stopped.error();
    return *std::move(probe.graph);
}

}  // namespace navspan
