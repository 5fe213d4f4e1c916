#pragma once

// Object pool of destroyed snapshots. A spare is a mesh, or the tables, of a destroyed snapshot. A change updates a spare to
// the state of the previous snapshot, which is faster than a copy of that snapshot. Not public.

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Version numbers of a snapshot, from which follows which rows of two snapshots are equal. A row consists of the entries of
/// one tile in all arrays and lists of NavMesh and LiveTables, including search_edges and fans.
struct SnapshotLayout {
    uint64_t id = 0;        ///< snapshots with the same id have tiles at the same positions, and the same edge_offset
    uint32_t revision = 0;  ///< NavMesh::revision of the snapshot
    std::vector<uint32_t> edge_offset;  ///< NavMesh::edge_offset; the first snapshot of a live mesh has other edge indices
    /// For each tile of the live mesh: unique number of the change that last wrote the row. If the numbers of two snapshots are
    /// equal, the rows are equal.
    std::vector<uint64_t> written;
    /// Unique number of the last change that renumbered islands or groups of components. If the numbers of two snapshots
    /// differ, the numbers of islands and groups may differ in all rows.
    uint64_t renumbered = 0;
};

/// An object of the pool.
template <class T>
struct Spare {
    T value;
    std::shared_ptr<const SnapshotLayout> layout;  ///< null: there is no value
};

/// Keeps up to two spares. Any number of threads may call the functions.
template <class T>
class SparePool {
public:
    /// Selects the layout of the spares to keep, and destroys all others. @param layout_id  0: keeps none
    void keep_only(uint64_t layout_id) noexcept {
        std::array<Spare<T>, 2> discarded;  // destroyed after the lock is released
        const std::lock_guard lock(mutex_);
        layout_id_ = layout_id;
        for (size_t i = 0; i < spares_.size(); ++i) {
            if (spares_[i].layout && spares_[i].layout->id != layout_id) std::swap(spares_[i], discarded[i]);
        }
    }
    /// Adds a spare. If there are already two, destroys the one that was added first.
    void give(Spare<T> spare) noexcept {
        const std::lock_guard lock(mutex_);
        if (spare.layout->id != layout_id_) return;
        std::swap(spares_[0], spares_[1]);
        std::swap(spares_[1], spare);
    }
    /// Removes and returns the spare that was added last, if its layout has this id. Otherwise returns no value.
    Spare<T> take(uint64_t layout_id) {
        const std::lock_guard lock(mutex_);
        for (Spare<T>* const spare : {&spares_[1], &spares_[0]}) {
            if (spare->layout && spare->layout->id == layout_id) return std::exchange(*spare, {});
        }
        return {};
    }

private:
    std::mutex mutex_;
    uint64_t layout_id_ = 0;
    std::array<Spare<T>, 2> spares_;  // the oldest first
};

}  // namespace navspan
