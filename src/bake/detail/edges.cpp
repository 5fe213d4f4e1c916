// Samples the heights on the edges of polygons.
//
// In: an edge, and the ground around it.
// Out: the points that keep the edge within max_error of the ground.
// Idea: The ground is sampled at regular distances. All samples lie exactly on the edge, so the polygon stays convex. The
// samples are then simplified by Douglas-Peucker, with vertical errors.
// Source: Douglas, Peucker (1973), line simplification.
// Weak cases: An edge from (0, 0) to (dx, dz) cells has only 256 * gcd(dx, dz) lattice steps. If the edge is longer than this
// number of cells, its samples are more than one cell apart.

#include "bake/detail/edges.h"

#include <cmath>

namespace navspan {
namespace {

// Marks the samples that keep the polyline within max_error of all samples.
void keep_needed(const std::vector<EdgeScratch::Sample>& samples, double max_error, EdgeScratch& scratch) {
    scratch.keep.assign(samples.size(), 0);
    scratch.pending.clear();
    scratch.pending.push_back({0, uint32_t(samples.size()) - 1});
    while (!scratch.pending.empty()) {
        const auto [first, last] = scratch.pending.back();
        scratch.pending.pop_back();
        const auto& a = samples[first];
        const auto& b = samples[last];
        const double slope = (double(b.y) - a.y) / (b.step - a.step);
        double worst = max_error;
        uint32_t at = 0;
        for (uint32_t i = first + 1; i < last; ++i) {
            const double error = std::fabs(samples[i].y - (a.y + slope * (samples[i].step - a.step)));
            if (error > worst) worst = error, at = i;
        }
        if (at == 0) continue;
        scratch.keep[at] = 1;
        scratch.pending.push_back({first, at});
        scratch.pending.push_back({at, last});
    }
}

}  // namespace

void sample_edge(const DetailEdge& edge, const DetailPatch& patch, const EdgeParams& params, EdgeScratch& scratch,
                 std::vector<DetailVertex>& points) {
    const EdgeLattice lattice = edge_lattice(edge.from, edge.to);
    scratch.samples.clear();
    scratch.samples.push_back({0, edge.from_y});
    bool level = edge.from_y == edge.to_y;
    visit_edge_samples(lattice, params.spacing, [&](int32_t step) {
        const LatticePoint at = lattice.at(step);
        const float y = ground_at(patch, {at.x - patch.x0 * kDetailScale, at.z - patch.z0 * kDetailScale});
        if (std::isnan(y)) return;
        scratch.samples.push_back({step, y + float(patch.base)});
        level = level && scratch.samples.back().y == edge.from_y;
    });
    if (level) return;
    scratch.samples.push_back({lattice.steps, edge.to_y});

    keep_needed(scratch.samples, params.max_error, scratch);
    for (size_t i = 1; i + 1 < scratch.samples.size(); ++i) {
        if (!scratch.keep[i]) continue;
        const LatticePoint at = lattice.at(scratch.samples[i].step);
        points.push_back({at.x, at.z, scratch.samples[i].y});
    }
}

}  // namespace navspan
