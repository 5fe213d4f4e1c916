// Reuses destroyed snapshots.
//
// In: the previous snapshot, and spares: snapshots that were destroyed.
// Out: the mesh and the tables from which a change starts. They equal those of the previous snapshot.
// Idea: A spare differs from the previous snapshot only in tiles that recent changes have written. Copying their rows is much
// faster than copying the previous snapshot. If there is no spare, because readers keep all earlier snapshots, the previous
// snapshot is copied.
// Source: own method.
// Weak cases: If a tile with polygons appears or disappears, no spare can be used.

#include "navmesh/live/spares.h"

#include <atomic>
#include <utility>

#include "navmesh/graph/islands.h"
#include "navmesh/live/change.h"

namespace navspan {
namespace {

// Returns a number that no other call in this process returns.
uint64_t unique_number() {
    static std::atomic<uint64_t> last{0};
    return ++last;
}

// Returns the tiles whose rows differ. @return indices in LiveMesh::tiles
std::vector<uint32_t> different_rows(const SnapshotLayout& a, const SnapshotLayout& b) {
    std::vector<uint32_t> different;
    for (uint32_t t = 0; t < a.written.size(); ++t) {
        if (a.written[t] != b.written[t]) different.push_back(t);
    }
    return different;
}

}  // namespace

// Returns the layout of the previous snapshot. Returns null if its arrays cannot be reused, or if the caller has replaced the
// snapshot by a mesh that no change made.
const SnapshotLayout* LiveChange::old_layout() const {
    return old_.layout && old_.layout->revision == before_.mesh->revision ? old_.layout.get() : nullptr;
}

// Fills the tables with the rows of the previous snapshot.
void LiveChange::start_tables() {
    Spare<LiveTables> spare = old_.spares->tables.take(old_layout()->id);
    if (!spare.layout) {
        tables_ = old_;
        return;
    }
    tables_ = std::move(spare.value);
    tables_.spares = old_.spares;
    tables_.groups.resize(old_.groups.size());
    tables_.doubled_areas.resize(old_.doubled_areas.size());
    if (spare.layout->renumbered != old_layout()->renumbered) {
        tables_.linked = old_.linked;
        tables_.component_group = old_.component_group;
        tables_.groups = old_.groups;
        tables_.doubled_areas = old_.doubled_areas;
    }
    copy_rows(tables_, old_, different_rows(*spare.layout, *old_layout()));
    tables_.tiles_with_jumps = old_.tiles_with_jumps;
    tables_.min_island_cells = old_.min_island_cells;
}

// Returns a mesh with the rows of the previous snapshot. Its edge indices are those of old_layout().
NavMesh LiveChange::start_mesh() const {
    const NavMesh& old = *before_.mesh;
    Spare<NavMesh> spare = old_.spares->meshes.take(old_layout()->id);
    NavMesh mesh = std::move(spare.value);
    if (!spare.layout) {
        mesh = mesh_of_same_tiles(old);
        mesh.polygon_island = old.polygon_island;
        mesh.islands = old.islands;
        if (old.edge_offset != old_layout()->edge_offset) return mesh;
        mesh.search_edges = old.search_edges;
        mesh.fans = old.fans;
        return mesh;
    }
    if (spare.layout->renumbered != old_layout()->renumbered) {
        mesh.polygon_island = old.polygon_island;
        mesh.islands = old.islands;
    }
    mesh.info = old.info;
    mesh.polygon_summary = old.polygon_summary;
    std::vector<uint32_t> slots;
    for (const uint32_t t : different_rows(*spare.layout, *old_layout())) {
        const uint32_t s = old_.slot_at(t);
        if (s == old_.slots.size() || old_.slots[s] != t) continue;  // the mesh does not contain the tile
        slots.push_back(s);
        for (const LinkedComponent& component : old_.linked[t])
            mesh.islands[component.island] = old.islands[component.island];
    }
    copy_lists(mesh.seams, old.seams, slots);
    copy_lists(mesh.polygon_island, old.polygon_island, slots);
    for (const uint32_t s : slots) {
        mesh.tiles.replace(s, old.tiles.owner(s));
        mesh.surfaces.replace(s, old.surfaces.owner(s));
        if (number_after(kept_slots_, s) != kNoIndex) copy_search_records(mesh, s, s);
    }
    return mesh;
}

// Makes the layout of the next snapshot. @param same_edges  true: all tiles keep their edge indices
void LiveChange::make_layout(const NavMesh& mesh, bool same_edges) {
    const uint64_t now = written_ = unique_number();
    layout_ = std::make_shared<SnapshotLayout>();
    layout_->edge_offset = mesh.edge_offset;
    layout_->revision = mesh.revision;
    layout_->id = same_edges ? old_layout()->id : now;
    if (!same_edges) {
        layout_->written.assign(tables_.sites.size(), now);
        layout_->renumbered = now;
        return;
    }
    layout_->written = old_layout()->written;
    layout_->renumbered = same_groups_ ? old_layout()->renumbered : now;
    for (const std::vector<uint32_t>* const tiles : {&relinked_, &neighbourhood_.members}) {
        for (const uint32_t t : *tiles)
            layout_->written[t] = now;
    }
}

// Moves the tables to the heap. When they are destroyed, they become a spare.
void LiveChange::store_tables() {
    const std::shared_ptr<Spares> spares = tables_.spares;
    tables_.layout = layout_;
    spares->meshes.keep_only(layout_ ? layout_->id : 0);
    spares->tables.keep_only(layout_ ? layout_->id : 0);
    const auto destroy = [spares, layout = tables_.layout](LiveTables* tables) {
        tables->spares = nullptr;
        if (layout) spares->tables.give({std::move(*tables), layout});
        delete tables;
    };
    after_.tables = std::shared_ptr<LiveTables>(new LiveTables(std::move(tables_)), destroy);
}

// Moves the mesh and the tables to the heap. When they are destroyed, they become spares.
void LiveChange::store(NavMesh mesh) {
    const auto destroy = [spares = tables_.spares, layout = std::shared_ptr<const SnapshotLayout>(layout_)](NavMesh* snapshot) {
        if (layout) spares->meshes.give({std::move(*snapshot), layout});
        delete snapshot;
    };
    after_.mesh = std::shared_ptr<NavMesh>(new NavMesh(std::move(mesh)), destroy);
    store_tables();
}

// Makes two spares from a snapshot without spares, so that the first two changes need not copy the snapshot. Stores the tables
// of `after`, with the layout of the spares.
void LiveChange::prepare() {
    NavMesh mesh = mesh_of_same_tiles(*before_.mesh);
    if (mesh.polygon_count() == 0) return;
    kept_slots_ = {{0, 0, uint32_t(mesh.tiles.size())}};
    if (!assign_edge_indices(mesh, true)) return;
    mesh.revision = before_.mesh->revision;
    mesh.polygon_island = before_.mesh->polygon_island;
    mesh.islands = before_.mesh->islands;
    copy_all_search_records(mesh);
    tables_ = old_;
    make_layout(mesh, false);
    const std::shared_ptr<Spares> spares = old_.spares;
    store_tables();
    for (int i = 0; i < 2; ++i) {
        Spare<LiveTables> tables{*after_.tables, layout_};
        tables.value.spares = nullptr;
        spares->tables.give(std::move(tables));
        spares->meshes.give({mesh, layout_});
    }
}

}  // namespace navspan
