#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "navmesh/live/tables.h"
#include "navmesh/mesh/tile_runs.h"

// State of a change to a live mesh. The steps of the change are in mesh.cpp, spares.cpp, link.cpp, assemble.cpp, links.cpp,
// digest.cpp, islands.cpp and search_arrays.cpp.

namespace navspan {

/// Returns a revision for a new snapshot. Revisions are unique within the process and repeat only after 2^32 - 2 snapshots.
uint32_t next_revision();

/// One change to a live mesh.
class LiveChange {
public:
    // The relinked tiles and their neighbours, linked to each other.
    struct Neighbourhood {
        std::vector<uint32_t> members;                   // indices of tiles in the live mesh, ascending
        std::vector<NavTile> linked;                     // for each member: the linked tile
        std::vector<std::pair<EdgeRef, EdgeRef>> twins;  // pairs of twin seam edges; EdgeRef::tile is an index in members
    };

    /// @param blocks  true: compute the block-cut tree
    LiveChange(const LiveMesh& before, LiveMesh& after, bool blocks)
        : before_(before), old_(*before.tables), after_(after), blocks_(blocks) {}

    // The polygons of an island in the relinked tiles, before or after the change.
    struct IslandPart {
        Island polygons;  // Island::first is the first polygon of the part
        double doubled_area = 0;
    };

    Status run(TileChanges changes);  ///< adds, replaces and removes tiles
    Status relink();                  ///< places the links of `after` on the existing tiles
    void prepare();                   ///< makes the arrays that the first two changes reuse

    TileChangeCounts counts;

private:
    // A tile that the change adds, or that replaces a tile.
    struct NewTile {
        std::shared_ptr<const LiveTile> tile;
        std::vector<TileComponent> components;
    };

    // mesh.cpp
    Status merge(TileChanges changes);
    Status take(NavTile tile, std::vector<NewTile>& put);
    bool can_change_in_place(const std::vector<NewTile>& put) const;
    void merge_changed(const std::vector<NewTile>& put);
    void replace_changed(const std::vector<NewTile>& put);
    bool is_changed(TilePosition position) const;
    const NavTile* reference_tile(bool with_seams) const;
    Status check_changed() const;

    // spares.cpp
    const SnapshotLayout* old_layout() const;
    void start_tables();
    NavMesh start_mesh() const;
    void make_layout(const NavMesh& mesh, bool same_edges);
    void store_tables();
    void store(NavMesh mesh);

    // Replaces a row of a table if the change is in place, otherwise appends the row.
    template <class Item>
    void write_row(SharedList<Item>& rows, uint32_t number, std::type_identity_t<std::shared_ptr<const Item>> row) const {
        if (in_place_)
            rows.replace(number, std::move(row));
        else
            rows.push_back(std::move(row));
    }
    // Fills a table: writes row(t) for each tile that is not kept. If the change is not in place, copies the rows of kept
    // tiles.
    // @param old  the table before the change  @param kept  runs of kept tiles  @param count  number of tiles
    template <class Item, class Row>
    void fill_rows(PackedLists<Item>& rows, const PackedLists<Item>& old, const TileRuns& kept, size_t count,
                   const Row& row) const {
        std::vector<uint32_t> numbers;
        std::vector<std::vector<Item>> made;
        const auto keep = [&](const TileRun& run) {
            if (!in_place_) rows.append(old, run.before, run.before + run.count);
        };
        visit_tiles(kept, count, keep, [&](uint32_t t) {
            if (!in_place_) {
                rows.push_back(row(t));
                return;
            }
            numbers.push_back(t);
            made.push_back(row(t));
        });
        rows.replace(numbers, made);
    }

    // link.cpp
    Status link();
    Result<Neighbourhood> link_neighbourhood(std::span<const uint32_t> tiles, bool drop) const;
    void find_component_pairs(const Neighbourhood& neighbourhood);
    bool update_groups();
    bool has_dropped_components(std::span<const uint32_t> tiles) const;

    // assemble.cpp
    void find_slots();
    const NavTile& linked_tile(uint32_t tile) const;
    void share_tiles(NavMesh& mesh);
    void copy_seams(NavMesh& mesh) const;
    void find_seams(NavMesh& mesh) const;
    Status finish(NavMesh mesh);

    // links.cpp
    class ChangedGround;
    ChangedGround changed_ground() const;
    std::vector<LinkRequest> moved_requests(const LiveMesh& live, const LiveTables& tables, const ChangedGround& ground) const;
    std::vector<LinkRequest> moved_jumps(const LiveMesh& live, const LiveTables& tables, const ChangedGround& ground) const;
    Status place_all_links(NavMesh& mesh);
    void merge_links(NavMesh& mesh, const std::vector<OffMeshLink>& removed, const std::vector<OffMeshLink>& added) const;
    bool update_link_summary(NavMesh& mesh) const;
    Status update_link_counts(NavMesh& mesh) const;

    // digest.cpp
    void update_digests();
    Status count(NavMesh& mesh);

    // islands.cpp
    bool keep_islands();
    std::vector<uint32_t> join_islands(const NavMesh& mesh) const;
    void find_islands(NavMesh& mesh);
    void measure_islands(NavMesh& mesh, bool keep);
    std::map<uint32_t, IslandPart> parts_of_islands(const LiveTables& tables, const TileFrame& base) const;
    bool update_islands(NavMesh& mesh);
    void write_islands(NavMesh& mesh, uint32_t s, std::span<const uint32_t> islands);

    // Calls visit(s) for each tile of the mesh that is not kept.
    template <class Visit>
    void visit_made(const NavMesh& mesh, const Visit& visit) const {
        visit_tiles(
            kept_slots_, mesh.tiles.size(), [](const TileRun&) {}, visit);
    }
    // search_arrays.cpp
    bool keeps_edge_indices(const NavMesh& mesh) const;
    bool assign_edge_indices(NavMesh& mesh, bool reserve) const;
    Status lay_out_edges(NavMesh& mesh);
    std::vector<uint32_t> tiles_beside_change() const;
    void copy_search_records(NavMesh& mesh, uint32_t before, uint32_t after) const;
    void copy_all_search_records(NavMesh& mesh) const;
    void update_search_edges(NavMesh& mesh) const;

    const LiveMesh& before_;
    const LiveTables& old_;  // tables of before_
    LiveMesh& after_;
    LiveTables tables_;  // tables of after_
    const bool blocks_;
    // true: no tile changes its index in the live mesh or in the mesh. The change then starts with the data of the previous
    // snapshot and replaces the rows of changed tiles. false: the change builds all tables from the rows of kept tiles.
    bool in_place_ = false;
    std::shared_ptr<SnapshotLayout> layout_;  // layout of the next snapshot; null if no change can reuse its arrays
    uint64_t written_ = 0;                    // SnapshotLayout::written of the rows that this change writes
    std::vector<uint32_t> replaced_;          // if in_place_: the changed tiles, as indices in LiveMesh::tiles, ascending
    std::vector<OffMeshLink> links_removed_;  // links of the previous snapshot that the change can move
    std::vector<OffMeshLink> links_added_;    // the same links of the next snapshot
    bool same_groups_ = false;                // the groups of all components of other tiles are those before the change
    bool same_areas_ = true;                  // the areas and flags in all tiles are those of the previous snapshot
    bool new_requests_ = false;               // the change replaces the requested links or their reach
    std::vector<TilePosition> changed_;       // ascending
    TileRuns unchanged_;                      // tiles at positions that are not in changed_
    std::vector<uint32_t> affected_;          // tiles at changed positions, and their neighbours; ascending
    std::vector<uint32_t> relinked_;  // affected tiles, and tiles with a component whose mark `dropped` changes; ascending
    TileRuns kept_;                   // tiles that were not relinked
    TileRuns kept_slots_;             // tiles of the mesh that were not relinked, as indices in NavMesh::tiles
    Neighbourhood neighbourhood_;
};

}  // namespace navspan
