// Searches over a world of tiles that need not fit in memory.
//
// In: a source that provides the graph of each tile.
// Out: connected components, and cheapest paths as if the world were one grid.
// Idea: open() labels the connected components of each tile and joins the components across seams. A search keeps a list of
// entries for each tile: cells where a path enters the tile, with the lowest known cost. The search repeatedly takes the tile
// that has the entry with the lowest cost bound. It searches the tile from its entries and updates the entries of adjacent
// tiles.
// Source: Bertsekas, A simple and fast label correcting algorithm for shortest paths (1993).
// Weak cases: A tile that a path enters often is searched often.

#include "check/verify/grid_world.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <set>

namespace navspan {

// The last step of the cheapest known path that enters a tile at a given cell.
struct GridEntry {
    uint64_t cost = kNoCost;      // cost of the path, including this step
    GridCell from;                // start cell of the step, in another tile
    size_t from_tile = kNoIndex;  // tile of `from`; kNoIndex: no step, because the path starts at this cell
};

namespace {

constexpr size_t kMaxBrokenPlaces = 10;

}  // namespace

// Data for joining tiles at seams. open() keeps the data of a tile until all neighbours of the tile are indexed.
struct GridWorld::Seams {
    using Step = std::pair<GridCell, GridCell>;  // start cell and end cell
    // For each tile: the sorted list of cells with exits, and the connected component of each cell.
    std::map<size_t, std::vector<std::pair<GridCell, uint32_t>>> component;
    // For each tile: the steps that it must have from its cells into tiles with a lower index. These are the reverses of the
    // steps from those tiles into this tile.
    std::map<size_t, std::vector<Step>> expected_steps;
};

struct GridWorld::Entries {
    std::map<GridCell, GridEntry> at;
    uint64_t key = kNoCost;  // lowest key of the entries added since the last search of the tile
};

Result<GridWorld> GridWorld::open(GridSource& source, uint64_t max_cells) {
    GridWorld world(source);
    world.most_cells_ = max_cells;
    Seams seams;
    auto& recent = seams.component;
    for (size_t tile = 0; tile < source.tile_count(); ++tile) {
        while (!recent.empty() && source.row(recent.begin()->first) < source.row(tile) - 1)
            recent.erase(recent.begin());
        if (const Status indexed = world.index_tile(tile, seams); !indexed) return indexed.error();
    }
    // Sum the cell counts of each island in its root component.
    for (uint32_t c = 0; c < world.islands_.size(); ++c) {
        const uint32_t lowest = world.islands_.find(c);
        if (lowest != c) world.cells_[lowest] += std::exchange(world.cells_[c], 0);
    }
    return world;
}

Status GridWorld::index_tile(size_t tile, Seams& seams) {
    const Result<const LoadedTile*> held = load_tile(tile);
    if (!held) return held.error();
    const GridGraph& graph = (*held)->graph;
    const uint32_t base = first_component_.back();
    uint32_t components = 0;
    for (const uint32_t c : (*held)->component) {
        components = std::max(components, c + 1);
        cells_.resize(base + components, 0);
        ++cells_[base + c];
    }
    for (uint32_t c = 0; c < components; ++c)
        islands_.add();
    first_component_.push_back(base + components);
    first_cell_.push_back(first_cell_.back() + graph.cell_count());

    auto& own = seams.component[tile];
    for (const uint32_t cell : (*held)->border_cells)
        own.emplace_back(graph.cells[cell], base + (*held)->component[cell]);
    std::vector<Seams::Step> back;  // steps into tiles with a lower index
    for (const GridExit& exit : graph.exits) {
        const GridCell& from = graph.cells[exit.cell];
        const size_t other = source_->tile_at(exit.to.x, exit.to.z);
        if (other == kNoIndex || other == tile) {
            note_broken(from);
        } else if (other > tile) {
            seams.expected_steps[other].emplace_back(exit.to, from);
        } else {
            back.emplace_back(from, exit.to);
            const auto there = seams.component.find(other);
            if (there == seams.component.end()) continue;
            const auto found = std::lower_bound(there->second.begin(), there->second.end(), std::pair{exit.to, uint32_t{0}});
            if (found != there->second.end() && found->first == exit.to)
                islands_.unite(found->second, base + (*held)->component[exit.cell]);
        }
    }
    auto expected_steps = seams.expected_steps.extract(tile);
    compare_steps(std::move(back), expected_steps ? std::move(expected_steps.mapped()) : std::vector<Seams::Step>());
    return Done{};
}

// Compares two lists of steps from one tile into tiles with a lower index. Counts the steps that are in only one list. `own`
// lists the steps in the tile's graph. `expected_steps` lists the reversed steps from the tiles with a lower index.
void GridWorld::compare_steps(std::vector<std::pair<GridCell, GridCell>> own,
                              std::vector<std::pair<GridCell, GridCell>> expected_steps) {
    std::sort(own.begin(), own.end());
    std::sort(expected_steps.begin(), expected_steps.end());
    std::vector<Seams::Step> one_sided;
    std::set_difference(own.begin(), own.end(), expected_steps.begin(), expected_steps.end(), std::back_inserter(one_sided));
    for (const auto& [from, to] : one_sided)
        note_broken(from);
    one_sided.clear();
    std::set_difference(expected_steps.begin(), expected_steps.end(), own.begin(), own.end(), std::back_inserter(one_sided));
    for (const auto& [forgotten, from] : one_sided)
        note_broken(from);
}

void GridWorld::note_broken(const GridCell& from) {
    if (++broken_steps_ <= kMaxBrokenPlaces) broken_places_.push_back(from);
}

// Returns a tile, loading it if necessary. The pointer is valid until the next call.
Result<const GridWorld::LoadedTile*> GridWorld::load_tile(size_t tile) {
    if (const auto found = held_tile_.find(tile); found != held_tile_.end()) {
        held_.splice(held_.begin(), held_, found->second);
        return &held_.front();
    }
    Result<GridGraph> graph = source_->graph(tile);
    if (!graph) return graph.error();
    held_cells_ += graph->cell_count();
    while (!held_.empty() && held_cells_ > most_cells_) {
        held_cells_ -= held_.back().graph.cell_count();
        held_tile_.erase(held_.back().tile);
        held_.pop_back();
    }
    LoadedTile& held = held_.emplace_front();
    held_tile_[tile] = held_.begin();
    held.tile = tile;
    held.graph = *std::move(graph);
    label_components(held.graph, held.component);
    for (const GridExit& exit : held.graph.exits) {
        if (held.border_cells.empty() || held.border_cells.back() != exit.cell) held.border_cells.push_back(exit.cell);
    }
    const std::vector<GridCell>& cells = held.graph.cells;
    std::sort(held.border_cells.begin(), held.border_cells.end(), [&](uint32_t a, uint32_t b) { return cells[a] < cells[b]; });
    return &held;
}

Result<GridNode> GridWorld::cell_at(uint64_t k) {
    assert(k < cell_count());
    const auto after = std::upper_bound(first_cell_.begin(), first_cell_.end(), k);
    const size_t tile = size_t(after - first_cell_.begin()) - 1;
    const Result<const LoadedTile*> held = load_tile(tile);
    if (!held) return held.error();
    const uint32_t cell = uint32_t(k - first_cell_[tile]);
    return GridNode{tile, cell, (*held)->graph.cells[cell], islands_.find(first_component_[tile] + (*held)->component[cell])};
}

namespace {

// Returns the index of the border cell at a position, or kNoIndex.
uint32_t find_cell(const GridGraph& graph, const std::vector<uint32_t>& border_cells, const GridCell& at) {
    const auto found = std::lower_bound(border_cells.begin(), border_cells.end(), at,
                                        [&](uint32_t cell, const GridCell& place) { return graph.cells[cell] < place; });
    return found != border_cells.end() && graph.cells[*found] == at ? *found : kNoIndex;
}

// Converts the entries of a tile to seeds. Skips entries at positions without a cell.
std::vector<GridSeed> seeds_of(const std::map<GridCell, GridEntry>& entries, const GridGraph& graph,
                               const std::vector<uint32_t>& border_cells, size_t tile, const GridNode& start) {
    std::vector<GridSeed> seeds;
    for (const auto& [at, entry] : entries) {
        const bool is_start = tile == start.tile && at == start.at;
        const uint32_t cell = is_start ? start.cell : find_cell(graph, border_cells, at);
        if (cell != kNoIndex) seeds.push_back({cell, entry.cost});
    }
    return seeds;
}

}  // namespace

Result<GridPath> GridWorld::find_path(const GridNode& start, const GridNode& goal, uint64_t bound, bool cells) {
    GridPath path;
    uint64_t best = bound;
    std::map<size_t, Entries> tiles;
    std::set<std::pair<uint64_t, size_t>> open;  // lowest key and index of each tile with new entries
    const auto offer = [&](size_t tile, const GridCell& at, const GridEntry& entry) {
        const uint64_t key = entry.cost + octile_cost(at, goal.at);
        if (key >= best) return;
        Entries& known = tiles[tile];
        const auto there = known.at.find(at);
        if (there != known.at.end() && entry.cost >= there->second.cost) return;
        known.at[at] = entry;
        if (key >= known.key) return;
        open.erase({known.key, tile});
        known.key = key;
        open.insert({key, tile});
    };
    offer(start.tile, start.at, {0, {}, kNoIndex});
    while (!open.empty() && open.begin()->first < best) {
        const size_t tile = open.begin()->second;
        open.erase(open.begin());
        Entries& entries = tiles[tile];
        entries.key = kNoCost;
        const Result<const LoadedTile*> held = load_tile(tile);
        if (!held) return held.error();
        const GridGraph& graph = (*held)->graph;
        const std::vector<GridSeed> seeds = seeds_of(entries.at, graph, (*held)->border_cells, tile, start);
        const uint32_t wanted = tile == goal.tile ? goal.cell : kNoIndex;
        const uint64_t cost = search_grid(graph, {seeds, wanted, goal.at, best}, scratch_);
        best = std::min(best, cost);
        path.cost = std::min(path.cost, cost);
        for (const GridExit& exit : graph.exits) {
            const uint64_t so_far = cost_of(scratch_, exit.cell);
            const size_t other = so_far == kNoCost ? kNoIndex : source_->tile_at(exit.to.x, exit.to.z);
            if (other == kNoIndex) continue;
            offer(other, exit.to, {so_far + (exit.step < 4 ? kStraightCost : kDiagonalCost), graph.cells[exit.cell], tile});
        }
    }
    if (path.cost == kNoCost || !cells) return path;
    Result<std::vector<GridCell>> traced = trace(tiles, start, goal);
    if (!traced) return traced.error();
    path.cells = *std::move(traced);
    return path;
}

// Returns the cells of a path from start to goal. Follows the path backwards from the goal, tile by tile. Repeats the search in
// each tile, from the tile's entries to the cell where the path leaves the tile.
Result<std::vector<GridCell>> GridWorld::trace(const std::map<size_t, Entries>& tiles, const GridNode& start,
                                               const GridNode& goal) {
    std::vector<GridCell> cells;
    GridNode at = goal;
    while (at.tile != kNoIndex) {
        const Result<const LoadedTile*> held = load_tile(at.tile);
        if (!held) return held.error();
        const GridGraph& graph = (*held)->graph;
        if (at.cell == kNoIndex) at.cell = find_cell(graph, (*held)->border_cells, at.at);
        const std::map<GridCell, GridEntry>& entries = tiles.at(at.tile).at;
        const std::vector<GridSeed> seeds = seeds_of(entries, graph, (*held)->border_cells, at.tile, start);
        search_grid(graph, {seeds, at.cell, at.at, kNoCost}, scratch_);
        const std::vector<uint32_t> part = trace_cells(scratch_, at.cell);
        for (size_t i = part.size(); i > 0; --i)
            cells.push_back(graph.cells[part[i - 1]]);
        const GridEntry& entry = entries.at(graph.cells[part.front()]);
        at = {entry.from_tile, kNoIndex, entry.from, goal.island};
    }
    std::reverse(cells.begin(), cells.end());
    return cells;
}

}  // namespace navspan
