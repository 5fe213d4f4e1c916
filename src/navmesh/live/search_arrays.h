#pragma once

// The search arrays of a snapshot: NavMesh::search_edges and NavMesh::fans. Not public.

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Tells which parts of the search arrays of two snapshots are equal.
struct SearchLayout {
    uint64_t id = 0;                ///< snapshots with the same id have the same NavMesh::edge_offset
    uint32_t revision = 0;          ///< NavMesh::revision of the snapshot
    std::vector<uint64_t> written;  ///< for each tile of the mesh: unique number of the change that last wrote its records
};

/// The search arrays of a snapshot.
struct SearchArrays {
    std::vector<SearchEdge> edges;
    std::vector<uint32_t> fans;
    std::shared_ptr<const SearchLayout> layout;
};

/// Keeps large arrays of the snapshot that was destroyed last, so that a change can use them again. Any number of threads may
/// call the functions.
class SpareArrays {
public:
    /// Takes over the search arrays and the off-mesh links of a snapshot.
    void give(NavMesh& mesh, const std::shared_ptr<const SearchLayout>& layout) noexcept;
    /// Returns the arrays if they have the layout with this id. Otherwise returns arrays without a layout.
    SearchArrays take(uint64_t layout_id);
    /// Returns an empty list with the memory of the links.
    std::vector<OffMeshLink> take_links();

private:
    std::mutex mutex_;
    SearchArrays arrays_;
    std::vector<OffMeshLink> links_;
};

}  // namespace navspan
