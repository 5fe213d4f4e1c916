// Links tiles and writes the level, for worlds that are larger than memory.
//
// In: a store of baked tiles.
// Out: the level file.
// Idea: The first pass over the tiles collects their borders and plans the seams (plan.cpp). The plan also determines which
// polygons of different tiles belong to one island. The second pass finishes each tile and writes it immediately. Then
// off-mesh links are placed, islands joined by links are merged, and the sections about the whole mesh are written.
// Source: own method.
// Weak cases: If rules prune islands, both passes run twice: first to find the islands, then to write the remaining islands.

#include "navmesh/file/link_to_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/parallel.h"
#include "navmesh/file/streaming_polygon_graph.h"
#include "navmesh/file/writer.h"
#include "navmesh/graph/filter_polygons.h"
#include "navmesh/graph/islands.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/mesh/same_lattice.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/seams/plan.h"
#include "navmesh/validate/tile.h"

namespace navspan {
namespace {

constexpr uint32_t kTilesPerThread = 4;  // tiles per thread in a batch; with one thread, a batch is one tile

// The polygons and links that remain after pruning.
struct KeptMesh {
    std::vector<bool> polygons;            // for each polygon of the mesh: true if the polygon remains
    std::vector<uint32_t> polygon_offset;  // for each tile slot: index of its first polygon; one more entry for the end
    std::vector<OffMeshLink> links;        // links between remaining polygons, with the new polygon numbers
};

// Discards all bytes that are written.
class NullFile : public ByteFile {
public:
    Status write_at(uint64_t, std::span<const std::byte>) override { return Done{}; }
    Status read_at(uint64_t, std::span<std::byte>) const override { return Done{}; }
};

class StreamingLinker {
public:
    // @param kept  the polygons and links to keep; null: keep all
    StreamingLinker(const MeshFileInput& mesh, NavFileWriter& file, const KeptMesh* kept)
        : store_(*mesh.store),
          slots_(mesh.slots),
          link_(mesh.link),
          info_(*mesh.info),
          file_(file),
          kept_(kept),
          seeds_(seed_links(link_.islands)),
          wanted_(link_.links),
          seed_placer_(seeds_) {}

    // Links and writes the mesh. Returns the summary of the mesh, without the size of the file.
    Result<NavFileSummary> run() {
        if (Status s = link_all(); !s) return s.error();
        write_linked();
        file_.end_mesh();
        return std::move(facts_);
    }

    // Links the mesh to find the islands to prune. Returns the polygons and off-mesh links to keep, or nothing if no island is
    // pruned. The caller then links the mesh a second time, with only the polygons and off-mesh links to keep.
    Result<std::optional<KeptMesh>> choose() {
        if (Status s = link_all(); !s) return s.error();
        PlacedSeeds seeds{seed_placer_.finish(nullptr), {}};
        for (const OffMeshLink& seed : seeds.links)
            seeds.islands.push_back(polygon_island_[polygon_number(graph_, seed.from)]);
        const std::vector<bool> keep =
            choose_islands(facts_.islands, facts_.frame, seeds, link_.islands, link_.pruned, link_.warnings);
        if (std::find(keep.begin(), keep.end(), false) == keep.end()) return std::optional<KeptMesh>();
        return std::optional<KeptMesh>(make_kept_mesh(keep));
    }

private:
    // Links the mesh and writes its tiles, but not the sections after the tiles.
    Status link_all() {
        if (Status s = validate_info(info_); !s) return failed(s);
        if (Status s = read_borders(); !s) return s;
        resolve_seams(plan_);
        placer_.emplace(wanted_);
        file_.begin_mesh(info_, {.tiles = uint32_t(slots_.size()), .blocks = true});
        if (Status s = write_tiles(); !s) return s;
        return place_links();
    }

    KeptMesh make_kept_mesh(const std::vector<bool>& keep) const {
        KeptMesh kept{{}, graph_.polygon_offset, {}};
        std::vector<uint32_t> number(1, 0);  // number of remaining polygons before each polygon
        for (const uint32_t island : polygon_island_) {
            kept.polygons.push_back(keep[island]);
            number.push_back(number.back() + (keep[island] ? 1 : 0));
        }
        for (OffMeshLink link : links_) {
            if (!kept.polygons[polygon_number(graph_, link.from)]) continue;
            for (PolygonRef* const end : {&link.from, &link.to})
                end->polygon = number[polygon_number(graph_, *end)] - number[graph_.polygon_offset[end->tile]];
            kept.links.push_back(link);
        }
        return kept;
    }

    // Removes pruned polygons from the tile and from the seam plan.
    void reduce(uint32_t slot, ConformedTile& tile) {
        const auto first = kept_->polygons.begin() + kept_->polygon_offset[slot];
        const auto end = kept_->polygons.begin() + kept_->polygon_offset[slot + 1];
        FilteredTile reduced = filter_polygons(tile.tile, std::vector<bool>(first, end));
        std::vector<uint32_t> part;
        for (uint32_t p = 0; p < reduced.polygon.size(); ++p) {
            if (reduced.polygon[p] != kNoIndex) part.push_back(tile.part[p]);
        }
        renumber_pieces(plan_, slot, reduced.edge, reduced.polygon);
        tile.tile = std::move(reduced.tile);
        tile.part = std::move(part);
    }
    static Error failed(const Status& status) { return Error{ErrorKind::failed, status.error().message}; }

    Status read_borders() {
        plan_.min_cells = link_.min_island_cells;
        bool seams = false;
        for (const uint32_t slot : slots_) {
            const Result<NavTile> tile = store_.get(slot);
            if (!tile) return tile.error();
            if (plan_.slots() == 0) facts_.frame = tile->frame;
            if (!have_same_lattice(facts_.frame, tile->frame)) {
                return Error{ErrorKind::failed, tile_name(*tile) + " has a different lattice than the first tile"};
            }
            if (Status s = validate_areas(*tile, info_); !s) return failed(s);
            with_borders_ |= !tile->border.steps.empty() || !tile->border.polygon_cells.empty();
            seams |= tile->seam_edges > 0;
            if (Status s = add_to_plan(plan_, *tile); !s) return s;
            if (Status s = validate_tile_links(*tile); !s) return failed(s);
            add_generated_links(*tile, wanted_);
        }
        if (seams && !with_borders_) return Error{ErrorKind::failed, "the tiles have no border data; bake them again"};
        return Done{};
    }

    // Returns the tile of a slot in its final form. Several threads may call this function for different slots.
    Result<ConformedTile> finish_tile(uint32_t slot) {
        Result<NavTile> baked = store_.get(slots_[slot]);
        if (!baked) return baked.error();
        ConformedTile tile;
        if (with_borders_) {
            tile = conform_tile(plan_, slot, *baked);
        } else {
            tile.part = find_tile_parts(*baked).of;
            tile.tile = *std::move(baked);
        }
        if (kept_) reduce(slot, tile);
        if (Status s = validate_tile(tile.tile); !s) {
            return Error{ErrorKind::failed, tile_name(tile.tile) + ": " + s.error().message};
        }
        return tile;
    }

    // Finishes a batch of tiles on several threads, then writes them in order.
    Status write_tiles() {
        island_of_part_.assign(plan_.parts.size(), kNoIndex);
        const uint32_t slots = uint32_t(slots_.size()), threads = thread_count(link_.threads);
        const uint32_t batch = threads == 1 ? 1 : threads * kTilesPerThread;
        for (uint32_t begin = 0; begin < slots; begin += batch) {
            const uint32_t count = std::min(batch, slots - begin);
            std::vector<Result<ConformedTile>> tiles(count, ConformedTile{});
            parallel_for(count, {.threads = threads}, [&](size_t i, unsigned) { tiles[i] = finish_tile(begin + uint32_t(i)); });
            for (uint32_t i = 0; i < count; ++i) {
                if (!tiles[i]) return tiles[i].error();
                if (Status s = write_tile(begin + i, *tiles[i]); !s) return s;
            }
        }
        return Done{};
    }

    Status write_tile(uint32_t slot, const ConformedTile& tile) {
        file_.add_tile(tile.tile);
        if (!kept_) {
            placer_->add_tile(slot, tile.tile);
            seed_placer_.add_tile(slot, tile.tile);
        }
        facts_.polygons += tile.tile.polygons.size();
        facts_.vertices += tile.tile.vertex_y.size();
        add_islands(slot, tile);
        return add_to_graph(graph_, tile.tile);
    }

    // Adds the polygons of a tile to their islands. Polygons are visited in order, so islands are ordered by their smallest
    // polygon index.
    void add_islands(uint32_t slot, const ConformedTile& tile) {
        const uint32_t open = plan_.first_part[slot + 1] - plan_.first_part[slot];
        std::vector<uint32_t> island_of_closed;
        for (uint32_t p = 0; p < tile.tile.polygons.size(); ++p) {
            const uint32_t part = tile.part[p];
            if (part >= open && part - open >= island_of_closed.size()) island_of_closed.resize(part - open + 1, kNoIndex);
            uint32_t& island = part < open ? island_of_part_[root_part(plan_, slot, part)] : island_of_closed[part - open];
            if (island == kNoIndex) {
                island = uint32_t(facts_.islands.size());
                facts_.islands.emplace_back().first = {slot, p};
            }
            island_sums_.add(island, one_polygon(tile.tile, p));
            polygon_island_.push_back(island);
        }
        island_sums_.end_tile(facts_.islands, tile.tile.frame, facts_.frame);
    }

    // Places the off-mesh links. Called after the last tile.
    Status place_links() {
        if (kept_) {
            links_ = kept_->links;
        } else {
            UnplacedLinks unplaced;
            links_ = placer_->finish(link_.warnings, &unplaced);
            warn_unplaced_links(unplaced, link_.all_islands, link_.warnings);
            if (link_.unplaced) *link_.unplaced = unplaced;
        }
        if (uint64_t{graph_.has_twin.size()} + 2 * uint64_t{links_.size()} >= kNoIndex) return too_many_edges();
        facts_.links = links_.size();
        std::vector<double> doubled_areas = island_sums_.take_doubled_areas();
        if (!links_.empty()) join_islands(doubled_areas);
        set_areas(facts_.islands, doubled_areas, facts_.frame);
        return Done{};
    }

    // Joins islands that off-mesh links connect. @param doubled_areas  twice the area of each island [quantum^2]
    void join_islands(std::vector<double>& doubled_areas) {
        std::vector<IndexPair> joined = linked_polygons();
        for (auto& [from, to] : joined)
            from = polygon_island_[from], to = polygon_island_[to];
        const std::vector<uint32_t> island_of = merge_sets(uint32_t(facts_.islands.size()), joined);
        std::vector<Island> islands;
        std::vector<double> joined_areas;
        for (size_t i = 0; i < island_of.size(); ++i) {
            if (island_of[i] == islands.size()) {
                islands.push_back(facts_.islands[i]);
                joined_areas.push_back(0);
            } else {
                join_island(islands[island_of[i]], facts_.islands[i]);
            }
            joined_areas[island_of[i]] += doubled_areas[i];
        }
        for (uint32_t& island : polygon_island_)
            island = island_of[island];
        facts_.islands = std::move(islands);
        doubled_areas = std::move(joined_areas);
    }

    // Returns the start polygon and the end polygon of every link.
    std::vector<IndexPair> linked_polygons() const {
        std::vector<IndexPair> pairs;
        for (const OffMeshLink& link : links_)
            pairs.emplace_back(polygon_number(graph_, link.from), polygon_number(graph_, link.to));
        return pairs;
    }

    void write_linked() {
        file_.begin_section(SectionType::seams, sizeof(EdgeRef));
        for (uint32_t slot = 0; slot < plan_.slots(); ++slot) {
            const std::vector<EdgeRef> twins = seam_twins(plan_, slot);
            file_.append(std::span(twins));
            join_across(graph_, polygons_across(plan_, slot));
        }
        file_.end_section();
        plan_ = {};
        file_.add_section(SectionType::polygon_islands, std::span<const uint32_t>(polygon_island_));
        polygon_island_ = {};
        file_.add_islands(facts_.islands);
        file_.add_links(links_);
        write_blocks(graph_, linked_polygons(), file_);
    }

    const TileStore& store_;
    const std::span<const uint32_t> slots_;
    const LinkTilesParams& link_;
    const NavMeshInfo& info_;
    NavFileWriter& file_;
    SeamPlan plan_;
    bool with_borders_ = false;
    NavFileSummary facts_;
    StreamingPolygonGraph graph_;
    std::vector<uint32_t> polygon_island_;
    const KeptMesh* kept_;
    const std::vector<LinkRequest> seeds_;
    std::vector<LinkRequest> wanted_;   // links that the caller requested, and links that the bake generated
    std::optional<LinkPlacer> placer_;  // created when all wanted links are known
    LinkPlacer seed_placer_;
    std::vector<OffMeshLink> links_;
    IslandSums island_sums_;
    std::vector<uint32_t> island_of_part_;  // for each part of the seam plan: its island; only set for root parts
};

// Writes one mesh of a file.
Result<NavFileSummary> link_mesh(const MeshFileInput& mesh, NavFileWriter& file) {
    if (mesh.link.islands.keeps_all()) return StreamingLinker(mesh, file, nullptr).run();
    NullFile nowhere;
    NavFileWriter lost(nowhere, 1);
    const Result<std::optional<KeptMesh>> kept = StreamingLinker(mesh, lost, nullptr).choose();
    if (!kept) return kept.error();
    MeshFileInput again = mesh;
    again.link.warnings = nullptr;  // the first run has already reported the warnings
    return StreamingLinker(again, file, *kept ? &**kept : nullptr).run();
}

}  // namespace

Result<std::vector<NavFileSummary>> write_linked_meshes(std::span<const MeshFileInput> meshes, ByteFile& file) {
    NavFileWriter writer(file, uint32_t(meshes.size()));
    std::vector<NavFileSummary> facts;
    for (const MeshFileInput& mesh : meshes) {
        Result<NavFileSummary> linked = link_mesh(mesh, writer);
        if (!linked) return linked.error();
        facts.push_back(*std::move(linked));
    }
    const Result<uint64_t> size = writer.finish();
    if (!size) return size.error();
    for (NavFileSummary& mesh : facts)
        mesh.bytes = *size;
    return facts;
}

}  // namespace navspan
