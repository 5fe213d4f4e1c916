// Cuts labelled ground into convex polygons.
//
// In: edges with the labels on both sides (area id, 0: no ground).
// Out: convex polygons that meet along whole edges, also across labels.
// Idea: The meadow map method cuts each label's ground directly into convex polygons. The other methods merge triangles of each
// label. Sorting edges by end points finds adjacent triangles. No method adds vertices, so adjacent polygons share whole edges.
// Source: see the files of the methods.
// Weak cases: Polygons can be long and thin.

#include "plan/convex_ground.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/group_by_count.h"
#include "core/text.h"
#include "polygon/meadow_map.h"
#include "polygon/merge_convex.h"
#include "polygon/merge_holes.h"
#include "polygon/triangulate.h"
#include "polygon/triangulate_monotone.h"

namespace navspan {
namespace {

using CornerTriangle = std::array<uint32_t, 3>;

// Returns the twin of each half-edge, or kNoIndex.
std::vector<uint32_t> twins_of(std::span<const CornerTriangle> triangles) {
    struct UndirectedEdge {
        uint32_t low, high, half_edge;
        auto key() const { return std::tie(low, high, half_edge); }
    };
    std::vector<UndirectedEdge> edges;
    edges.reserve(3 * triangles.size());
    for (uint32_t h = 0; h < 3 * triangles.size(); ++h) {
        const auto [low, high] = std::minmax(triangles[h / 3][h % 3], triangles[h / 3][(h + 1) % 3]);
        edges.push_back({low, high, h});
    }
    std::sort(edges.begin(), edges.end(), [](const UndirectedEdge& l, const UndirectedEdge& r) { return l.key() < r.key(); });
    std::vector<uint32_t> twins(3 * triangles.size(), kNoIndex);
    for (size_t i = 1; i < edges.size(); ++i) {
        if (edges[i].low != edges[i - 1].low || edges[i].high != edges[i - 1].high) continue;
        twins[edges[i].half_edge] = edges[i - 1].half_edge;
        twins[edges[i - 1].half_edge] = edges[i].half_edge;
    }
    return twins;
}

class ConvexGroundBuilder {
public:
    ConvexGroundBuilder(const PlanarEdges& ground, const PlanParams& params) : ground_(ground), params_(params) {
        set_.first_corner.push_back(0);
    }

    void add_label(uint8_t label) {
        const LabelRings rings = rings_of_label(ground_, label);
        const MergedRings merged = merge_holes(places(rings.corners), rings.first);
        if (!merged.stray.empty()) record_uncut(rings.corners[merged.stray[0]]);
        std::vector<CornerTriangle> triangles;
        for (size_t r = 0; r + 1 < merged.first.size(); ++r) {
            std::vector<uint32_t> corners;
            for (uint32_t i = merged.first[r]; i < merged.first[r + 1]; ++i)
                corners.push_back(rings.corners[merged.corners[i]]);
            if (params_.partition == PartitionMethod::meadow) {
                add_meadows(corners, label);
            } else {
                triangulate_piece(corners, triangles);
            }
        }
        add_merged(triangles, label);
    }

    void add_merged(std::span<const CornerTriangle> triangles, uint8_t label) {
        const std::vector<uint32_t> twins = twins_of(triangles);
        std::vector<LatticePoint> corners;
        corners.reserve(twins.size());
        for (const CornerTriangle& t : triangles) {
            for (const uint32_t p : t)
                corners.push_back(ground_.points[p]);
        }
        const ConvexParts& parts = merger_.merge(corners, twins, params_.max_vertices);
        for (size_t p = 0; p + 1 < parts.first.size(); ++p) {
            for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k)
                set_.corners.push_back(triangles[parts.edges[k] / 3][parts.edges[k] % 3]);
            end_polygon(label);
        }
    }

    Result<PolygonSet> finish(double quantum) {
        if (uncut_) {
            return Error{ErrorKind::failed, "the ground around x " + number_text(uncut_->x * quantum) + ", z " +
                                                number_text(uncut_->z * quantum) + " could not be cut into convex polygons"};
        }
        for (const LatticePoint p : ground_.points)
            set_.vertices.push_back({p.x * quantum, 0, p.z * quantum});
        return std::move(set_);
    }

private:
    std::vector<LatticePoint> places(std::span<const uint32_t> corners) const {
        std::vector<LatticePoint> ring;
        for (const uint32_t p : corners)
            ring.push_back(ground_.points[p]);
        return ring;
    }

    void end_polygon(uint8_t label) {
        set_.first_corner.push_back(uint32_t(set_.corners.size()));
        set_.areas.push_back(label);
    }

    // Records a point next to ground that could not be cut. Only the first such point is reported.
    void record_uncut(uint32_t point) {
        if (!uncut_) uncut_ = ground_.points[point];
    }

    void triangulate_piece(std::span<const uint32_t> corners, std::vector<CornerTriangle>& triangles) {
        const Triangulation& cut = triangulator_.triangulate(places(corners));
        if (!cut.rest.empty()) record_uncut(corners[cut.rest[0]]);
        for (const auto& [a, b, c] : cut.triangles)
            triangles.push_back({corners[a], corners[b], corners[c]});
    }

    void add_meadows(std::span<const uint32_t> corners, uint8_t label) {
        const ConvexPartition pieces = partition_meadow_map(places(corners));
        if (!pieces.rest.empty()) record_uncut(corners[pieces.rest[0]]);
        for (size_t p = 0; p + 1 < pieces.first.size(); ++p) {
            std::vector<uint32_t> piece;
            for (uint32_t k = pieces.first[p]; k < pieces.first[p + 1]; ++k)
                piece.push_back(corners[pieces.corners[k]]);
            if (piece.size() <= size_t(params_.max_vertices)) {
                set_.corners.insert(set_.corners.end(), piece.begin(), piece.end());
                end_polygon(label);
            } else {
                std::vector<CornerTriangle> triangles;
                triangulate_piece(piece, triangles);
                add_merged(triangles, label);
            }
        }
    }

    const PlanarEdges& ground_;
    const PlanParams& params_;
    Triangulator triangulator_;
    ConvexMerger merger_;
    std::optional<LatticePoint> uncut_;
    PolygonSet set_;
};

bool uses_sweep(const PlanarEdges& ground, const PlanParams& params) {
    if (params.partition == PartitionMethod::meadow) return false;
    if (params.triangulation != TriangulationMethod::automatic) return params.triangulation == TriangulationMethod::monotone;
    return ground.points.size() >= kLargePlan;
}

}  // namespace

Result<PolygonSet> convex_ground(const PlanarEdges& ground, double quantum, const PlanParams& params) {
    constexpr uint32_t kLabels = 256;
    ConvexGroundBuilder builder(ground, params);
    if (!uses_sweep(ground, params)) {
        bool present[kLabels] = {};
        for (const PlanarEdge& e : ground.edges)
            present[e.below] = present[e.above] = true;
        for (uint32_t label = 1; label < kLabels; ++label) {
            if (present[label]) builder.add_label(uint8_t(label));
        }
        return builder.finish(quantum);
    }
    const LabelledTriangles cut = triangulate_monotone(ground);
    const auto for_each_triangle = [&](auto visit) {
        for (size_t t = 0; t < cut.triangles.size(); ++t)
            visit(cut.labels[t], cut.triangles[t]);
    };
    std::vector<uint32_t> first;
    std::vector<CornerTriangle> triangles;
    group_by_count(kLabels, for_each_triangle, first, triangles);
    for (uint32_t label = 1; label < kLabels; ++label)
        builder.add_merged(std::span(triangles).subspan(first[label], first[label + 1] - first[label]), uint8_t(label));
    return builder.finish(quantum);
}

}  // namespace navspan
