#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "navmesh/live/digest.h"
#include "navmesh/live/parts.h"
#include "navmesh/mesh/corners.h"

// State of a change to a live mesh. The steps of the change are in mesh.cpp, link.cpp and assemble.cpp.

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
    LiveChange(const LiveMesh& before, LiveMesh& after, bool blocks) : before_(before), after_(after), blocks_(blocks) {}

    Status run(TileChanges changes);  ///< adds, replaces and removes tiles
    Status relink();                  ///< places the links of `after` on the existing tiles

    TileChangeCounts counts;

private:
    // mesh.cpp
    Status merge(TileChanges changes);
    Status take(NavTile tile);
    void replace_changed(const LiveTiles& put);
    bool is_changed(const LiveTile& tile) const;
    const NavTile* reference_tile(bool with_seams) const;
    Status check_changed() const;

    // link.cpp
    Status link();
    void find_joins(const Neighbourhood& neighbourhood);

    // assemble.cpp
    void find_slots();
    Status assemble(NavMesh& mesh);
    void add_slot(NavMesh& mesh, uint32_t s);
    void find_seams(NavMesh& mesh) const;
    void add_twins(const NavMesh& mesh, std::vector<std::vector<EdgeRef>>& seams) const;
    Status finish(NavMesh& mesh);

    // links.cpp
    class ChangedGround;
    ChangedGround changed_ground() const;
    std::vector<OffMeshLink> place_moved_requests(const NavMesh& mesh, const LiveMesh& live, const ChangedGround& ground) const;
    std::vector<OffMeshLink> place_moved_jumps(const NavMesh& mesh, const LiveTiles& tiles, const ChangedGround& ground) const;
    Status place_all_links(NavMesh& mesh);
    void merge_links(NavMesh& mesh, const std::vector<OffMeshLink>& removed, const std::vector<OffMeshLink>& added) const;

    // digest.cpp
    Status count(NavMesh& mesh) const;
    void find_islands(NavMesh& mesh);
    void add_islands_of_tile(NavMesh& mesh, uint32_t s, const std::vector<uint32_t>& islands) const;

    const LiveMesh& before_;
    LiveMesh& after_;
    const bool blocks_;
    bool new_requests_ = false;          // the change replaces the requested links
    std::vector<TilePosition> changed_;  // ascending
    TileMarks affected_;                 // tiles at changed positions, and their neighbours
    TileMarks relinked_;                 // affected tiles, and tiles with a component whose flag `dropped` changes
    PartGroups groups_;
    Neighbourhood neighbourhood_;
    std::vector<uint32_t> slots_;        // for each slot of the new mesh: index of its tile
    std::vector<uint32_t> slot_of_;      // for each tile: its slot or kNoIndex
    std::vector<uint32_t> slot_before_;  // for each slot of the old mesh: slot of the tile in the new mesh, or kNoIndex
    std::vector<uint32_t> slot_after_;   // for each slot of the new mesh: slot of the tile in the old mesh, or kNoIndex
    KeptTiles kept_;                     // tiles that were not relinked
};

}  // namespace navspan
