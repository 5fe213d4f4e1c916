// Compares a mesh with the voxels from which it was made.
//
// In: a finished mesh, and the walkable floors as a grid.
// Out: the pairs of floors for which paths on the mesh and on the grid disagree.
// Idea: Draws random pairs of floors. The mesh must have a path if and only if both floors are in one connected component of
// the grid. A length-limited search on the grid must find no path that is much shorter than the path on the mesh.
// Source: own method.
// Weak cases: An error that affects no random pair is missed. Mesh paths that are too short are not detected.

#include "check/verify/verify.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/memory.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "query/search/plane.h"

namespace navspan {
namespace {

DVec3 floor_point(const Lattice& lattice, const GridCell& cell) {
    return {lattice.origin.x + lattice.cell_size * (cell.x + 0.5), lattice.origin.y + lattice.cell_height * cell.floor,
            lattice.origin.z + lattice.cell_size * (cell.z + 0.5)};
}

constexpr size_t kBatch = size_t{1} << 16;  // pairs compared in each pass over the tiles

class Verifier {
public:
    Verifier(const NavMesh& mesh, GridWorld& world, const VerifyParams& params)
        : mesh_(mesh), world_(world), params_(params), filter_(default_filter(mesh)) {
        filter_.area_cost.fill(1);
    }

    Result<VerifyReport> run() {
        report_.cells = world_.cell_count();
        report_.broken_steps = world_.broken_steps();
        for (const GridCell& cell : world_.broken_positions())
            report_.broken_positions.push_back(floor_point(params_.lattice, cell));
        if (report_.cells > 0) {
            if (const Status compared = compare_all(); !compared) return compared.error();
        }
        return std::move(report_);
    }

private:
    struct Pair {
        uint64_t start = 0, goal = 0;  // cell numbers in the world
    };
    struct SeenPair {
        size_t draw = 0;           // index of the pair in the random sequence
        uint64_t bound = kNoCost;  // bound of the search on the grid
        VerifyFinding finding;
    };
    // A cell and its point on the mesh.
    struct PairEnd {
        GridNode place;
        DVec3 floor;                   // centre of the cell on its floor [wu]
        std::optional<DVec3> on_mesh;  // point on the mesh above or below the floor [wu]
    };

    // Compares the pairs in order of their start cells, to load few tiles. Reports the pairs in the order in which they were
    // drawn.
    Status compare_all() {
        RandomSequence random{params_.seed};
        std::vector<Pair> pairs(size_to_allocate(params_.pairs));
        for (Pair& pair : pairs) {
            pair.start = random.next() % report_.cells;
            pair.goal = random.next() % report_.cells;
        }
        std::vector<size_t> order(pairs.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return pairs[a].start < pairs[b].start; });
        for (size_t first = 0; first < order.size(); first += kBatch) {
            const std::span<const size_t> batch = std::span(order).subspan(first, std::min(kBatch, order.size() - first));
            if (const Status done = compare_batch(pairs, batch); !done) return done;
        }
        report_.pairs = pairs.size();
        std::sort(findings_.begin(), findings_.end(), [](const SeenPair& a, const SeenPair& b) { return a.draw < b.draw; });
        std::stable_sort(outside_.begin(), outside_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [draw, outside] : std::exchange(outside_, {}))
            report_.outside.push_back(outside);
        for (size_t i = 0; i < findings_.size(); ++i) {
            if (i >= params_.max_paths) break;
            if (const Status traced = trace(pairs[findings_[i].draw], findings_[i]); !traced) return traced;
        }
        for (SeenPair& seen : findings_)
            report_.findings.push_back(std::move(seen.finding));
        return Done{};
    }

    // Compares a batch of pairs. Looks up cells in order of their numbers, so that each tile is loaded at most once.
    Status compare_batch(const std::vector<Pair>& pairs, std::span<const size_t> batch) {
        std::vector<std::pair<uint64_t, size_t>> cells;  // cell number, index into `places`
        for (const size_t i : batch) {
            cells.emplace_back(pairs[i].start, cells.size());
            cells.emplace_back(pairs[i].goal, cells.size());
        }
        std::sort(cells.begin(), cells.end());
        std::vector<GridNode> places(cells.size());
        for (const auto& [cell, at] : cells) {
            const Result<GridNode> place = world_.cell_at(cell);
            if (!place) return place.error();
            places[at] = *place;
        }
        for (size_t k = 0; k < batch.size(); ++k) {
            if (const Status done = compare(end_at(places[2 * k]), end_at(places[2 * k + 1]), batch[k]); !done) return done;
        }
        return Done{};
    }

    // Returns the point of the mesh directly above or below a floor. Returns nullopt if no polygon is within params.reach.
    std::optional<DVec3> point_on_mesh(DVec3 floor) const {
        const auto holds_it = [&](PolygonRef ref) {
            const NavTile& tile = tile_of(mesh_, ref);
            const DVec3 local = to_local(tile.frame, floor);
            return contains(tile, tile.polygons[ref.polygon], plane_point(tile.frame, local.x, local.z)) &&
                   std::abs(polygon_height(mesh_, ref, floor.x, floor.z) - floor.y) <= params_.reach;
        };
        const std::optional<SurfacePoint> found =
            find_nearest(mesh_, floor, {.max_distance = params_.reach, .filter = &filter_, .accept = holds_it});
        if (!found) return std::nullopt;
        return DVec3{floor.x, polygon_height(mesh_, found->polygon, floor.x, floor.z), floor.z};
    }

    PairEnd end_at(const GridNode& place) const {
        PairEnd end{place, floor_point(params_.lattice, place.at), {}};
        end.on_mesh = point_on_mesh(end.floor);
        return end;
    }

    void note_outside(const PairEnd& end, size_t draw) {
        const std::optional<SurfacePoint> nearest = find_nearest(mesh_, end.floor, {.filter = &filter_});
        outside_.push_back({draw,
                            {end.floor, nearest ? nearest->distance : std::numeric_limits<double>::infinity(),
                             world_.island_cells(end.place.island)}});
    }

    // Finds the shortest mesh path between two ends and stores it in path_.
    Status search_mesh(const PairEnd& start, const PairEnd& goal) {
        const PathRequest request{
            .start = *start.on_mesh, .goal = *goal.on_mesh, .filter = &filter_, .method = PathMethod::exact, .surface = false};
        return navspan::find_path(mesh_, scratch_, request, path_);
    }

    Status compare(const PairEnd& start, const PairEnd& goal, size_t draw) {
        if (params_.cancelled && params_.cancelled()) return Error{ErrorKind::interrupted, "interrupted"};
        for (const PairEnd* end : {&start, &goal}) {
            if (!end->on_mesh) note_outside(*end, draw);
        }
        if (!start.on_mesh || !goal.on_mesh) return Done{};
        ++report_.compared;
        const bool grid_has_path = start.place.island == goal.place.island;
        if (const Status found = search_mesh(start, goal); !found) return found;
        const bool mesh_has_path = path_.status == PathStatus::complete;
        report_.reachable += grid_has_path && mesh_has_path;
        if (mesh_has_path && !grid_has_path) {
            if (params_.report_joined)
                record_finding(VerifyFault::joined, start, goal, draw, {});
            else
                ++report_.undecided;
            return Done{};
        }
        if (!grid_has_path) return Done{};
        uint64_t bound = kNoCost;
        if (mesh_has_path) {
            // A grid path cheaper than `bound` proves that the mesh path is too long.
            const double limit = (path_.length_xz - params_.slack) / params_.max_ratio / params_.lattice.cell_size;
            bound = limit > 0 ? uint64_t(std::ceil(limit * double(kStraightCost))) : 0;
            if (bound == 0 || octile_cost(start.place.at, goal.place.at) >= bound) return Done{};
        }
        const Result<GridPath> path = world_.find_path(start.place, goal.place, bound);
        if (!path) return path.error();
        if (!mesh_has_path || path->cost != kNoCost)
            record_finding(mesh_has_path ? VerifyFault::too_long : VerifyFault::cut_off, start, goal, draw,
                           {bound, path->cost});
        return Done{};
    }

    // Bound and result of a search on the grid.
    struct GridResult {
        uint64_t bound = kNoCost, cost = kNoCost;
    };

    // Records a finding without tracing its paths. The paths of the first findings are traced at the end.
    void record_finding(VerifyFault fault, const PairEnd& start, const PairEnd& goal, size_t draw, GridResult grid) {
        VerifyFinding finding{.fault = fault, .start = start.floor, .goal = goal.floor, .grid_path = {}, .mesh_path = {}};
        if (fault != VerifyFault::cut_off) finding.mesh_length = path_.length_xz;
        if (fault != VerifyFault::joined) finding.grid_length = grid_length(grid.cost) * params_.lattice.cell_size;
        findings_.push_back({draw, grid.bound, std::move(finding)});
    }

    Status trace(const Pair& pair, SeenPair& seen) {
        if (params_.cancelled && params_.cancelled()) return Error{ErrorKind::interrupted, "interrupted"};
        const Result<GridNode> start = world_.cell_at(pair.start), goal = world_.cell_at(pair.goal);
        if (!start) return start.error();
        if (!goal) return goal.error();
        if (const Status found = search_mesh(end_at(*start), end_at(*goal)); !found) return found;
        seen.finding.mesh_path = path_.points;
        if (seen.finding.fault == VerifyFault::joined) return Done{};
        const Result<GridPath> path = world_.find_path(*start, *goal, seen.bound, true);
        if (!path) return path.error();
        for (const GridCell& cell : path->cells)
            seen.finding.grid_path.push_back(floor_point(params_.lattice, cell));
        return Done{};
    }

    const NavMesh& mesh_;
    GridWorld& world_;
    const VerifyParams& params_;
    QueryFilter filter_;
    SearchScratch scratch_;
    Path path_;
    std::vector<SeenPair> findings_;                           // in order of comparison; sorted by `draw` at the end
    std::vector<std::pair<size_t, VerifyUncovered>> outside_;  // index of the pair, uncovered end
    VerifyReport report_;
};

}  // namespace

const char* fault_name(VerifyFault fault) {
    static constexpr std::array<const char*, 3> names{"cut_off", "joined", "too_long"};
    return names[size_t(fault)];
}

Result<VerifyReport> verify_mesh(const NavMesh& mesh, GridWorld& world, const VerifyParams& params) {
    assert(params.max_ratio >= 1 && params.slack >= 0 && params.reach >= 0 && params.lattice.cell_size > 0);
    if (mesh.links.empty()) return Verifier(mesh, world, params).run();
    const Result<NavMesh> ground = with_links(mesh, {});
    if (!ground) return ground.error();
    return Verifier(*ground, world, params).run();
}

}  // namespace navspan
