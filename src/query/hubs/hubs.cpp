// Computes the hub index of a mesh, at once or in time slices.
//
// In: a mesh.
// Out: a copy with hub labels, or an error if the index is too large.
// Idea: graph.cpp computes the turning vertices (vertices around which shortest paths can bend) and the parts of polygons that
// they see. labels.cpp computes the labels of the vertices. via.cpp selects the labels that each polygon needs. regions.cpp
// merges polygons until the index fits into the allowed memory. All four steps can be interrupted after any small piece of
// work.
// Source: Du, Shen, Cheema, Ultrafast Euclidean shortest path computation using hub labeling (2023).
// Weak cases: see these four files.

#include <algorithm>
#include <string>
#include <utility>

#include "core/memory.h"
#include "navmesh/graph/hub_index.h"
#include "navmesh/graph/hub_links.h"
#include "query/hubs/build.h"
#include "query/hubs/labels.h"

namespace navspan {
namespace {

std::string kilobytes(uint64_t bytes) {
    return std::to_string((bytes >> 10) + (bytes % 1024 > 0)) + " kB";
}

Error too_large(uint64_t bytes, uint64_t max_bytes) {
    return Error{ErrorKind::failed, "hubs: the index takes at least " + kilobytes(bytes) + ", more than the limit of " +
                                        kilobytes(max_bytes) + "; raise the limit, or bake without hubs"};
}

// Replaces ViewPart::vertex by the rank of the vertex, and sorts the parts of each polygon by rank.
class SortWork : public SlicedWork {
public:
    SortWork(const std::vector<uint32_t>& rank, TurningGraph& graph) : rank_(rank), graph_(graph) {
        add_parallel_loop([this] { return graph_.part_offset.size() - 1; }, [this](size_t p, unsigned) { return sort(p); });
    }

private:
    uint64_t sort(size_t p) {
        const auto begin = graph_.parts.begin() + graph_.part_offset[p], end = graph_.parts.begin() + graph_.part_offset[p + 1];
        for (auto part = begin; part != end; ++part)
            part->vertex = rank_[part->vertex];
        std::stable_sort(begin, end, [](const ViewPart& a, const ViewPart& b) { return a.vertex < b.vertex; });
        return 1 + uint64_t(end - begin);
    }

    const std::vector<uint32_t>& rank_;
    TurningGraph& graph_;
};

// Moves a list into memory of its exact size, in large pages if possible. Queries read the lists at random positions, so large
// pages reduce the number of address translations that miss the processor's cache for them.
template <class T>
void pack(std::vector<T>& list) {
    std::vector<T> packed;
    reserve_large(packed, list.size());
    packed.assign(list.begin(), list.end());
    list = std::move(packed);
}

}  // namespace

uint64_t hub_bytes(const HubIndex& hubs) {
    const auto bytes = [](const auto& list) { return uint64_t{list.size()} * sizeof(list[0]); };
    return bytes(hubs.vertex_edge) + bytes(hubs.label_offset) + bytes(hubs.labels) + bytes(hubs.polygons) + bytes(hubs.cones) +
           bytes(hubs.regions) + bytes(hubs.points) + bytes(hubs.groups) + bytes(hubs.via_vertex) + bytes(hubs.via_distance);
}

Result<bool> HubBuilder::advance(WorkSlice& slice) {
    while (!error_ && stage_ != HubStage::done) {
        if (work_ && !work_->advance(slice)) return false;
        error_ = find_error();
        if (error_ || slice.is_over()) break;
        slice.spend(next_stage());
    }
    if (!error_) return stage_ == HubStage::done;
    // Frees the memory. The work is freed first, because it refers to the other members.
    work_ = nullptr;
    graph_ = {};
    polygons_ = {};
    hubs_ = {};
    return *error_;
}

// Returns an error if the results of the current stage exceed a limit.
std::optional<Error> HubBuilder::find_error() const {
    if (stage_ == HubStage::graph) {
        // Lower bound: every vertex has at least one label, and every polygon has one entry.
        const uint64_t least = uint64_t{graph_.vertices.size()} * (sizeof(HubLabel) + 2 * sizeof(uint32_t)) +
                               mesh_.polygon_count() * sizeof(HubPolygon);
        if (least > max_bytes_) return too_large(least, max_bytes_);
    }
    if (stage_ == HubStage::regions && has_too_many_points(hubs_))
        return Error{ErrorKind::failed, "hubs: more than 65 536 vertices see one polygon; bake without hubs"};
    if (hub_bytes(hubs_) > max_bytes_) return too_large(hub_bytes(hubs_), max_bytes_);
    return std::nullopt;
}

// Starts the next stage. Returns the number of steps that this took.
uint64_t HubBuilder::next_stage() {
    work_ = nullptr;
    stage_ = HubStage(int(stage_) + 1);
    switch (stage_) {
        case HubStage::graph:
            index_link_costs(mesh_, hubs_);
            work_ = turning_graph_work(mesh_, hubs_, threads_, graph_);
            return mesh_.islands.size() + mesh_.links.size();
        case HubStage::labels:
            work_ = hub_label_work(graph_, threads_, hubs_, rank_);
            break;
        case HubStage::sort:
            set_vertices();
            work_ = std::make_unique<SortWork>(rank_, graph_);
            break;
        case HubStage::via:
            work_ = via_label_work(mesh_, graph_, hubs_, threads_, polygons_);
            break;
        case HubStage::regions:
            graph_ = {};
            work_ = hub_region_work(mesh_, polygons_, max_bytes_, hubs_);
            return mesh_.polygon_count();
        case HubStage::begin:
        case HubStage::done:
            return 1;
    }
    return graph_.vertices.size();
}

void HubBuilder::set_vertices() {
    hubs_.vertices.resize(rank_.size());
    for (size_t v = 0; v < rank_.size(); ++v)
        hubs_.vertices[rank_[v]] = graph_.vertices[v];
    hubs_.steps = hub_steps(mesh_, hubs_, hubs_.vertices);
}

HubIndex HubBuilder::take_index() {
    pack(hubs_.labels);
    pack(hubs_.cones);
    pack(hubs_.points);
    pack(hubs_.groups);
    pack(hubs_.via_vertex);
    pack(hubs_.via_distance);
    return std::move(hubs_);
}

Result<NavMesh> with_hubs(const NavMesh& mesh, const HubOptions& options) {
    Workers workers(options.threads);
    WorkSlice unlimited(workers);
    HubBuilder builder(mesh, options, workers.count());
    if (const Result<bool> done = builder.advance(unlimited); !done) return done.error();
    NavMesh result = mesh;
    result.hubs = builder.take_index();
    if (Status s = index_hubs(result); !s) return s.error();
    return result;
}

struct HubBuild::Work {
    Work(std::shared_ptr<const NavMesh> of, const HubOptions& options) : mesh(std::move(of)), builder(*mesh, options, 1) {}
    std::shared_ptr<const NavMesh> mesh;
    HubBuilder builder;
};

HubBuild::HubBuild(const HubOptions& options) : options_(options) {}
HubBuild::HubBuild(HubBuild&&) noexcept = default;
HubBuild& HubBuild::operator=(HubBuild&&) noexcept = default;
HubBuild::~HubBuild() = default;

Result<bool> step_hubs(HubBuild& build, std::shared_ptr<const NavMesh>& mesh, uint64_t steps) {
    if (!mesh) return Error{ErrorKind::usage, "there is no mesh to compute hub labels for"};
    if (steps == 0) return Error{ErrorKind::usage, "the number of steps must be at least 1"};
    // If an exception leaves this function, the work is lost, and the next call starts from the beginning.
    std::unique_ptr<HubBuild::Work> work = std::move(build.work_);
    if (!mesh->hubs.empty()) return true;
    if (!work || work->mesh != mesh) work = std::make_unique<HubBuild::Work>(mesh, build.options_);
    WorkSlice slice(steps);
    Result<bool> done = work->builder.advance(slice);
    if (done && *done) {
        auto result = std::make_shared<NavMesh>(*mesh);
        result->hubs = work->builder.take_index();
        if (Status s = index_hubs(*result); !s) return s.error();
        mesh = std::move(result);
    } else {
        build.work_ = std::move(work);
    }
    return done;
}

}  // namespace navspan
