#include "support/oracles/links_oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "bake/field/open_spans.h"

namespace navspan::support {
namespace {

struct CellXZ {
    int32_t x = 0, z = 0;
};

std::vector<CellXZ> points_of(const CompactHeightfield& field) {
    std::vector<CellXZ> cells(field.span_count());
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) { cells[i] = {x, z}; });
    return cells;
}

class Search {
public:
    Search(const Heightfield& solid, const CompactHeightfield& field, const GenerateLinksParams& params, bool unclear)
        : solid_(solid), field_(field), params_(params), unclear_(unclear), cells_(points_of(field)) {}

    std::vector<GeneratedLink> run() {
        std::vector<GeneratedLink> links;
        for (uint32_t a = 0; a < field_.span_count(); ++a) {
            if (field_.area[a] == 0 || !params_.own.contains(cells_[a].x, cells_[a].z)) continue;
            // For each direction: the nearest span that a jump over a gap reaches (`across`) and the nearest span that a drop
            // reaches (`down`).
            std::map<std::pair<int32_t, int32_t>, uint32_t> across, down;
            for (uint32_t b = 0; b < field_.span_count(); ++b) {
                const auto towards = direction(a, b);
                if (!towards) continue;
                if (goes_across(a, b)) keep_nearest(across, *towards, a, b);
                if (goes_down(a, b)) keep_nearest(down, *towards, a, b);
            }
            for (const auto& [towards, b] : across)
                add(links, a, b);
            for (const auto& [towards, b] : down) {
                const auto same = across.find(towards);
                if (same == across.end() || same->second != b) add(links, a, b);
            }
        }
        std::sort(links.begin(), links.end());
        return links;
    }

private:
    int32_t floor_of(uint32_t i) const { return field_.floor[i]; }

    // Returns the direction from span `a` to span `b`. Returns nothing if `b` is not walkable, or if the direction is not one
    // of the sixteen link directions. Also returns nothing if the link does not cross an edge of the ground at the cell of `a`,
    // because links start at such edges.
    std::optional<std::pair<int32_t, int32_t>> direction(uint32_t a, uint32_t b) const {
        if (field_.area[b] == 0) return std::nullopt;
        const int32_t dx = cells_[b].x - cells_[a].x, dz = cells_[b].z - cells_[a].z;
        const int32_t low = std::min(std::abs(dx), std::abs(dz)), high = std::max(std::abs(dx), std::abs(dz));
        if (high == 0 || (low != 0 && low != high && 2 * low != high)) return std::nullopt;
        const int32_t part = low == 0 ? high : low;
        const auto ends = [&](int d) {
            const uint32_t n = neighbour(field_, a, d);
            return n == kNoIndex || field_.area[n] == 0;
        };
        const bool over_x = std::abs(dx) == high && ends(dx > 0 ? kRight : kLeft);
        const bool over_z = std::abs(dz) == high && ends(dz > 0 ? kUp : kDown);
        if (!over_x && !over_z) return std::nullopt;
        return std::pair{dx / part, dz / part};
    }

    double length(uint32_t a, uint32_t b) const {
        const double dx = cells_[b].x - cells_[a].x, dz = cells_[b].z - cells_[a].z;
        return std::sqrt(dx * dx + dz * dz);
    }
    bool goes_across(uint32_t a, uint32_t b) const {
        const int32_t up = floor_of(b) - floor_of(a);
        return up <= params_.jump_height && up >= -std::max(params_.jump_height, double(params_.climb)) && can_jump(a, b);
    }
    bool goes_down(uint32_t a, uint32_t b) const {
        const int32_t drop = floor_of(a) - floor_of(b);
        return drop > params_.climb && drop <= params_.drop_height && (can_drop(a, b) || can_jump(a, b));
    }

    bool can_jump(uint32_t a, uint32_t b) const {
        const int32_t up = floor_of(b) - floor_of(a);
        if (length(a, b) > params_.jump_distance || up > params_.jump_height) return false;
        const double low = std::max(up, 0), high = params_.jump_height;
        if (is_free(a, b, low) || is_free(a, b, (low + high) / 2) || is_free(a, b, high)) return true;
        return up > params_.climb && can_drop(b, a);
    }
    bool can_drop(uint32_t a, uint32_t b) const { return length(a, b) <= params_.drop_distance && is_free(a, b, -1); }

    bool is_free(uint32_t a, uint32_t b, double peak) const {
        const LinkPath path{cells_[a].x, cells_[a].z, floor_of(a), cells_[b].x, cells_[b].z, floor_of(b), peak};
        const TrajectorySample sample = sample_trajectory(solid_, path, params_);
        return sample == TrajectorySample::unclear ? unclear_ : sample == TrajectorySample::free;
    }

    void keep_nearest(std::map<std::pair<int32_t, int32_t>, uint32_t>& best, std::pair<int32_t, int32_t> towards, uint32_t a,
                      uint32_t b) const {
        const auto [at, added] = best.try_emplace(towards, b);
        if (added) return;
        const double before = length(a, at->second), now = length(a, b);
        if (now < before || (now == before && floor_of(b) > floor_of(at->second))) at->second = b;
    }

    void add(std::vector<GeneratedLink>& links, uint32_t a, uint32_t b) const {
        if (can_walk(a, b)) return;
        links.push_back({cells_[a].x, cells_[a].z, floor_of(a), cells_[b].x, cells_[b].z, floor_of(b), can_jump(b, a),
                         floor_of(a) - floor_of(b) > params_.climb});
    }

    bool can_walk(uint32_t a, uint32_t b) const {
        std::set<uint32_t> seen{a};
        std::vector<uint32_t> open{a};
        while (!open.empty()) {
            const uint32_t i = open.back();
            open.pop_back();
            if (i == b) return true;
            for (int d = 0; d < 4; ++d) {
                const uint32_t n = neighbour(field_, i, d);
                if (n == kNoIndex || field_.area[n] == 0) continue;
                if (length(a, n) > 1.25 * length(a, b) || length(b, n) > 1.25 * length(a, b)) continue;
                if (seen.insert(n).second) open.push_back(n);
            }
        }
        return false;
    }

    const Heightfield& solid_;
    const CompactHeightfield& field_;
    const GenerateLinksParams& params_;
    const bool unclear_;
    const std::vector<CellXZ> cells_;
};

}  // namespace

TrajectorySample sample_trajectory(const Heightfield& solid, const LinkPath& path, const GenerateLinksParams& params) {
    // Growth of the body sideways [cell] and vertically [vx]. The growth exceeds the distance between two samples.
    constexpr double kMargin = 0.06;
    if (is_blocked(solid, path, params, -1e-5)) return TrajectorySample::blocked;
    return is_blocked(solid, path, params, kMargin) ? TrajectorySample::unclear : TrajectorySample::free;
}

std::vector<GeneratedLink> brute_force_links(const Heightfield& solid, const CompactHeightfield& field,
                                             const GenerateLinksParams& params, bool unclear) {
    return Search(solid, field, params, unclear).run();
}

}  // namespace navspan::support
