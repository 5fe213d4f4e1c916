// Checks generated links with slow, direct methods.
//
// In: generated links, and the heightfields from which they were generated.
// Out: the violated invariants.
// Idea: Tests the agent's body against solid spans at many positions along each link. Searches span by span for a walk between
// the ends of the link.
// Source: own method.
// Weak cases: Obstacles between two tested positions are missed.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"

namespace navspan {
namespace {

constexpr int kSamples = 300;

// Height of the feet above the start [vx] at a fraction u of the path, 0 <= u <= 1.
double feet_at(const LinkPath& path, double u) {
    const double up = path.end_y - path.y;
    if (path.peak < 0) return u < 1 ? 0 : up;
    const double b = 2 * path.peak + 2 * std::sqrt(path.peak * (path.peak - up)), c = b - up;
    return b * u - c * u * u;
}

// True if a vertical cylinder intersects a solid span. The cylinder's axis is at (x, z) [cell]. Its radius is in cells, and its
// height range is low..high [vx].
bool collides(const Heightfield& solid, double x, double z, double low, double high, double radius) {
    const int32_t around = int32_t(std::ceil(std::max(radius, 0.0))) + 1;
    for (int32_t cz = int32_t(z) - around; cz <= int32_t(z) + around; ++cz) {
        for (int32_t cx = int32_t(x) - around; cx <= int32_t(x) + around; ++cx) {
            if (cx < 0 || cz < 0 || cx >= solid.grid.width || cz >= solid.grid.depth) continue;
            const double dx = x - std::clamp(x, double(cx), cx + 1.0), dz = z - std::clamp(z, double(cz), cz + 1.0);
            // Distance from (x, z) to the cell; negative if (x, z) is inside the cell.
            const double distance =
                dx != 0 || dz != 0 ? std::sqrt(dx * dx + dz * dz) : -std::min({x - cx, cx + 1 - x, z - cz, cz + 1 - z});
            if (!(distance < radius)) continue;
            for (const Span& span : column_spans(solid, size_t(cz) * size_t(solid.grid.width) + size_t(cx))) {
                if (span.bottom < high && span.top > low) return true;
            }
        }
    }
    return false;
}

class LinkChecker {
public:
    LinkChecker(const Heightfield& solid, const CompactHeightfield& field, const GenerateLinksParams& params,
                CheckReport& report)
        : solid_(solid), field_(field), params_(params), report_(report), cell_(field.span_count()) {
        for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) { cell_[i] = {x, z}; });
    }

    void test(const GeneratedLink& link) {
        if (!params_.own.contains(link.x, link.z)) broken(link, "starts outside the requested cells");
        const uint32_t start = find(link.x, link.z, link.y), end = find(link.end_x, link.end_z, link.end_y);
        if (start == kNoIndex || end == kNoIndex) return broken(link, "has an end where the agent cannot stand");
        const bool forth = jumps(link) || drops(link);
        if (!forth) broken(link, "is neither a possible jump nor a possible drop");
        if (link.two_way && !jumps(reversed(link))) broken(link, "cannot be jumped back");
        if (link.drop != (link.y - link.end_y > params_.climb))
            broken(link, "is marked as a drop but is not deeper than the climb, or the reverse");
        if (can_walk(start, end, length(link))) broken(link, "connects ground that a walk connects");
    }

private:
    struct CellXZ {
        int32_t x = 0, z = 0;
    };

    static double length(const GeneratedLink& link) {
        const double dx = link.end_x - link.x, dz = link.end_z - link.z;
        return std::sqrt(dx * dx + dz * dz);
    }
    static GeneratedLink reversed(const GeneratedLink& l) {
        return {l.end_x, l.end_z, l.end_y, l.x, l.z, l.y, l.two_way, l.drop};
    }

    bool is_free(const GeneratedLink& link, double peak) const {
        constexpr double kSmaller = -1e-5;
        return !is_blocked(solid_, {link.x, link.z, link.y, link.end_x, link.end_z, link.end_y, peak}, params_, kSmaller);
    }
    bool jumps(const GeneratedLink& link) const {
        const double up = link.end_y - link.y, low = std::max(up, 0.0), high = params_.jump_height;
        if (length(link) > params_.jump_distance || up > high) return false;
        if (-up > std::max({high, double(params_.climb), params_.drop_height})) return false;
        if (is_free(link, low) || is_free(link, (low + high) / 2) || is_free(link, high)) return true;
        // A jump up may also follow the path of a drop in reverse: straight up, then horizontally over the edge.
        return up > params_.climb && length(link) <= params_.drop_distance && is_free(reversed(link), -1);
    }
    bool drops(const GeneratedLink& link) const {
        const double down = link.y - link.end_y;
        return down > params_.climb && down <= params_.drop_height && length(link) <= params_.drop_distance &&
               is_free(link, -1);
    }

    uint32_t find(int32_t x, int32_t z, int32_t floor) const {
        if (x < 0 || z < 0 || x >= field_.grid.width || z >= field_.grid.depth) return kNoIndex;
        for (uint32_t i = field_.row_span[size_t(z)]; i < field_.row_span[size_t(z) + 1]; ++i) {
            if (cell_[i].x == x && field_.floor[i] == floor && field_.area[i] != 0) return i;
        }
        return kNoIndex;
    }

    bool can_walk(uint32_t start, uint32_t end, double link_length) const {
        const auto far = [&](uint32_t i, uint32_t from) {
            const double dx = cell_[i].x - cell_[from].x, dz = cell_[i].z - cell_[from].z;
            return std::sqrt(dx * dx + dz * dz) > kMaxDetourFactor * link_length;
        };
        std::set<uint32_t> seen{start};
        std::vector<uint32_t> open{start};
        while (!open.empty()) {
            const uint32_t i = open.back();
            open.pop_back();
            if (i == end) return true;
            for (int d = 0; d < 4; ++d) {
                const uint32_t n = neighbour(field_, i, d);
                if (n == kNoIndex || field_.area[n] == 0 || far(n, start) || far(n, end)) continue;
                if (seen.insert(n).second) open.push_back(n);
            }
        }
        return false;
    }

    void broken(const GeneratedLink& l, const char* invariant) {
        const auto text = [](int32_t x, int32_t y, int32_t z) {
            return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
        };
        fail(report_, "generated links: the link from cell " + text(l.x, l.y, l.z) + " to " + text(l.end_x, l.end_y, l.end_z) +
                          " " + invariant);
    }

    const Heightfield& solid_;
    const CompactHeightfield& field_;
    const GenerateLinksParams& params_;
    CheckReport& report_;
    std::vector<CellXZ> cell_;
};

}  // namespace

bool is_blocked(const Heightfield& solid, const LinkPath& path, const GenerateLinksParams& params, double more) {
    const double dx = path.end_x - path.x, dz = path.end_z - path.z;
    for (int i = 0; i <= kSamples; ++i) {
        const double u = double(i) / kSamples, feet = path.y + feet_at(path, u);
        // A drop ends with a vertical fall. The last sample covers the whole fall.
        const double from = path.peak < 0 && i == kSamples ? path.y : feet;
        const double high = std::max(from, feet) + params.height + more, low = std::min(from, feet) + params.foot - more;
        if (collides(solid, path.x + 0.5 + dx * u, path.z + 0.5 + dz * u, low, high, params.radius + more)) return true;
    }
    return false;
}

void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report) {
    if (!std::is_sorted(links.begin(), links.end()) || std::adjacent_find(links.begin(), links.end()) != links.end()) {
        fail(report, "generated links: they are not sorted or not unique");
    }
    LinkChecker checker(solid, field, params, report);
    for (const GeneratedLink& link : links)
        checker.test(link);
}

}  // namespace navspan
