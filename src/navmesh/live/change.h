#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "navmesh/live/parts.h"

// The parts of a change of a live mesh share this: what was there, what will be, and what each part finds for the next.

namespace navspan {

/// One change of a live mesh, from what was there to what is there after it.
class LiveChange {
public:
    // Some tiles of the world, linked among themselves.
    struct Patch {
        std::vector<uint32_t> members;                   // indices of tiles, ascending
        std::vector<NavTile> linked;                     // of each member
        std::vector<std::pair<EdgeRef, EdgeRef>> twins;  // EdgeRef::tile is the number of the member
    };

    LiveChange(const LiveMesh& before, LiveMesh& after) : before_(before), after_(after) {}

    Status run(TileChanges changes);  ///< puts tiles and takes some away
    Status relink();                  ///< places the links of `after` on the tiles that are there

    TileChangeCounts counts;

private:
    // live_mesh.cpp
    Status merge(TileChanges changes);
    Status take(NavTile tile);
    Status check_lattice() const;
    Status check_grid() const;

    // link.cpp
    Status link();
    void find_joins(const Patch& patch);

    // assemble.cpp
    void find_slots();
    Status assemble(NavMesh& mesh);
    void add_slot(NavMesh& mesh, uint32_t t);
    void add_twins(NavMesh& mesh) const;
    Status finish(NavMesh& mesh);

    const LiveMesh& before_;
    LiveMesh& after_;
    std::vector<TilePosition> changed_;
    TileMarks affected_;      // beside a changed place, or at one
    TileMarks relinked_;  // linked anew
    Patch patch_;
    std::vector<uint32_t> slots_;        // per slot of the new mesh: its tile
    std::vector<uint32_t> slot_of_;      // per tile: its slot or kNoIndex
    std::vector<uint32_t> slot_before_;  // per slot of the old mesh: its slot now, or kNoIndex
};

}  // namespace navspan
