// Adds vertices to polygon edges on the border to other tiles (seam edges): these edges then follow the ground.
//
// In: convex polygons, and the raw contours with the heights along the border.
// Out: the polygons with extra vertices on seam edges. Each seam edge is then within max_error of the heights.
// Idea: The heights along each seam edge are simplified by Douglas-Peucker, and each kept point becomes a vertex. Seen from
// above, new vertices are collinear with the edge: the polygon stays convex.
// Source: Douglas, Peucker (1973), line simplification, with the error measured in height.
// Weak cases: Rough seams get many vertices.

#include "bake/polygons/seams.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/group_by_count.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

// Key of a cell edge on a seam: region, start point and direction. Unique if no region overlaps itself vertically.
struct SeamPoint {
    uint32_t region = 0;
    int32_t dx = 0, dz = 0;  // unit direction of the cell edge
    int32_t x = 0, z = 0;
    bool operator==(const SeamPoint&) const = default;
};

// Heights of all seam points, grouped by the direction of their cell edge and their coordinate on the axis of this direction.
class SeamHeights {
public:
    explicit SeamHeights(const ContourSet& contours) : side_(uint32_t(std::max(contours.grid.width, contours.grid.depth)) + 1) {
        const auto for_each_entry = [&](auto visit) {
            for (const Contour& contour : contours.contours) {
                const std::span<const ContourVertex> ring = raw_ring(contours, contour);
                for (size_t k = 0; k < ring.size(); ++k) {
                    const ContourVertex& from = ring[k];
                    if (from.neighbour != kSeamRegion) continue;
                    const ContourVertex& to = ring[k + 1 == ring.size() ? 0 : k + 1];
                    const SeamPoint point{contour.region, to.x - from.x, to.z - from.z, from.x, from.z};
                    visit(place_of(point), SeamHeight{point, from.y});
                }
            }
        };
        group_by_count(4 * size_t{side_}, for_each_entry, first_, entries_);
    }

    /// Returns the height at a seam point [vx], or nullopt if there is none.
    std::optional<int32_t> find(const SeamPoint& point) const {
        const uint32_t slot = place_of(point);
        for (uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
            if (entries_[i].point == point) return entries_[i].y;
        }
        return std::nullopt;
    }

private:
    struct SeamHeight {
        SeamPoint point;
        int32_t y = 0;
    };

    uint32_t place_of(const SeamPoint& p) const {
        const uint32_t direction = p.dx != 0 ? uint32_t(p.dx > 0) : 2 + uint32_t(p.dz > 0);
        return direction * side_ + uint32_t(p.dx != 0 ? p.x : p.z);
    }

    uint32_t side_ = 0;  // number of groups of each direction
    std::vector<SeamHeight> entries_;
    std::vector<uint32_t> first_;  // start offset of each group in entries_, plus the end
};

// A height y [vx] at the distance `at` [cell] from the start of an edge.
struct HeightSample {
    int32_t at = 0;
    int32_t y = 0;
};

// Marks the inner samples to keep. The polyline through them and both ends is within max_error [vx] of all samples.
void keep_needed(const std::vector<HeightSample>& samples, double max_error, std::vector<uint8_t>& keep) {
    keep.assign(samples.size(), 0);
    std::vector<std::pair<size_t, size_t>> pending{{0, samples.size() - 1}};
    while (!pending.empty()) {
        const auto [low, high] = pending.back();
        pending.pop_back();
        const HeightSample &a = samples[low], &b = samples[high];
        double most = max_error;
        size_t at = low;
        for (size_t k = low + 1; k < high; ++k) {
            const double line = a.y + (double(b.y) - a.y) * (samples[k].at - a.at) / (b.at - a.at);
            const double error = std::fabs(line - samples[k].y);
            if (error > most) most = error, at = k;
        }
        if (at == low) continue;
        keep[at] = 1;
        pending.push_back({low, at});
        pending.push_back({at, high});
    }
}

class SeamCornerInserter {
public:
    SeamCornerInserter(PolyMesh& mesh, const ContourSet& contours, double max_error)
        : mesh_(mesh), heights_(contours), max_error_(max_error) {}

    void run() {
        for (PolyMeshPolygon& polygon : mesh_.polygons) {
            const uint32_t first = uint32_t(out_.indices.size());
            for (uint32_t k = 0; k < polygon.count; ++k)
                add_edge(polygon, k);
            polygon.first = first;
            polygon.count = uint32_t(out_.indices.size()) - first;
        }
        mesh_.indices = std::move(out_.indices);
        mesh_.neighbours = std::move(out_.neighbours);
        mesh_.on_seam = std::move(out_.on_seam);
    }

private:
    void append(uint32_t vertex, uint32_t neighbour, bool on_seam) {
        out_.indices.push_back(vertex);
        out_.neighbours.push_back(neighbour);
        out_.on_seam.push_back(on_seam);
    }

    // Appends the edge that starts at corner k of the polygon. Splits an edge on a seam if it deviates from the ground by more
    // than max_error.
    void add_edge(const PolyMeshPolygon& polygon, uint32_t k) {
        const uint32_t e = polygon.first + k;
        const uint32_t from = mesh_.indices[e], to = mesh_.indices[k + 1 == polygon.count ? polygon.first : e + 1];
        append(from, mesh_.neighbours[e], mesh_.on_seam[e]);
        if (!mesh_.on_seam[e]) return;
        const PolyMeshVertex a = mesh_.vertices[from], b = mesh_.vertices[to];
        const int32_t length = std::abs(b.x - a.x) + std::abs(b.z - a.z);
        SeamPoint wanted{polygon.region, (b.x - a.x) / length, (b.z - a.z) / length, a.x, a.z};
        samples_.assign(1, {0, a.y});
        for (int32_t at = 1; at < length; ++at) {
            wanted.x += wanted.dx, wanted.z += wanted.dz;
            if (const std::optional<int32_t> y = heights_.find(wanted)) samples_.push_back({at, *y});
        }
        samples_.push_back({length, b.y});
        keep_needed(samples_, max_error_, keep_);
        for (size_t i = 1; i + 1 < samples_.size(); ++i) {
            if (!keep_[i]) continue;
            const HeightSample& s = samples_[i];
            append(uint32_t(mesh_.vertices.size()), kNoIndex, true);
            mesh_.vertices.push_back({a.x + wanted.dx * s.at, a.z + wanted.dz * s.at, s.y});
        }
    }

    PolyMesh& mesh_;
    const SeamHeights heights_;
    const double max_error_;
    PolyMesh out_;
    std::vector<HeightSample> samples_;
    std::vector<uint8_t> keep_;
};

}  // namespace

void add_seam_corners(PolyMesh& mesh, const ContourSet& contours, double max_error) {
    if (!mesh.on_seam.empty()) SeamCornerInserter(mesh, contours, max_error).run();
}

}  // namespace navspan
