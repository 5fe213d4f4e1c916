#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/union_find.h"
#include "navmesh/live/tables.h"
#include "navmesh/mesh/tile_runs.h"

// State of a change to a live mesh. The steps of the change are in mesh.cpp, link.cpp, assemble.cpp, links.cpp, digest.cpp and
// search_arrays.cpp.

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

    Status run(TileChanges changes);  ///< adds, replaces and removes tiles
    Status relink();                  ///< places the links of `after` on the existing tiles

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
    void replace_changed(const std::vector<NewTile>& put);
    bool is_changed(TilePosition position) const;
    const NavTile* reference_tile(bool with_seams) const;
    Status check_changed() const;

    // link.cpp
    Status link();
    Result<Neighbourhood> link_neighbourhood(std::span<const uint32_t> tiles, bool drop) const;
    void find_component_pairs(const Neighbourhood& neighbourhood);
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
    std::vector<LinkRequest> moved_requests(const LiveMesh& live, const ChangedGround& ground) const;
    std::vector<LinkRequest> moved_jumps(const LiveMesh& live, const LiveTables& tables, const ChangedGround& ground) const;
    Status place_all_links(NavMesh& mesh);
    void merge_links(NavMesh& mesh, const std::vector<OffMeshLink>& removed, const std::vector<OffMeshLink>& added) const;

    // digest.cpp
    void update_digests();
    Status count(NavMesh& mesh);
    void find_islands(NavMesh& mesh);
    void join_links(const NavMesh& mesh);
    uint32_t group_of(uint32_t t, const LinkedComponent& component);

    // search_arrays.cpp
    // Calls visit(s) for each tile of the mesh that is not kept.
    template <class Visit>
    void visit_made(const NavMesh& mesh, const Visit& visit) const {
        visit_tiles(
            kept_slots_, mesh.tiles.size(), [](const TileRun&) {}, visit);
    }
    const SearchLayout* old_layout() const;
    bool keeps_edge_indices(const NavMesh& mesh) const;
    bool assign_edge_indices(NavMesh& mesh, bool reserve) const;
    Status lay_out_edges(NavMesh& mesh);
    std::vector<uint32_t> tiles_beside_change() const;
    SearchArrays arrays_with_same_indices() const;
    SearchArrays renumbered_arrays(const NavMesh& mesh) const;
    void update_search_edges(NavMesh& mesh) const;
    std::shared_ptr<const NavMesh> shared_mesh(NavMesh mesh) const;

    const LiveMesh& before_;
    const LiveTables& old_;  // tables of before_
    LiveMesh& after_;
    LiveTables tables_;  // tables of after_
    const bool blocks_;
    bool new_requests_ = false;          // the change replaces the requested links
    std::vector<TilePosition> changed_;  // ascending
    TileRuns unchanged_;                 // tiles at positions that are not in changed_
    std::vector<uint32_t> affected_;     // tiles at changed positions, and their neighbours; ascending
    std::vector<uint32_t> relinked_;     // affected tiles, and tiles with a component whose mark `dropped` changes; ascending
    TileRuns kept_;                      // tiles that were not relinked
    TileRuns kept_slots_;                // tiles of the mesh that were not relinked, as indices in NavMesh::tiles
    UnionFind groups_;                   // of the components of all tiles
    Neighbourhood neighbourhood_;
};

}  // namespace navspan
