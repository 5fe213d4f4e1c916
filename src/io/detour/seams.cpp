// Finds which portals of Detour's tiles are connected. A portal is a polygon side on a tile border.
//
// In: the portals of all tiles.
// Out: the intervals along which pairs of portals are connected.
// Idea: The conditions for a match are those of Detour: two portals face each other across a border, overlap, and have about
// the same height there. Pairs are processed by increasing height difference. A pair is connected in the intervals in which
// neither portal is connected yet.
// Source: Mononen, Detour (2009), for the conditions.
// Weak cases: At the same point, Detour can link a portal to several floors. The import links the portal to only one floor
// there.

#include "io/detour/seams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace navspan {
namespace {

constexpr double kMinOverlap = 0.02;  // shortest overlap of two connected portals [wu]
constexpr uint64_t kMaxPairs = 64;    // limit on the average number of pairs per portal, against malicious files

struct PortalPair {
    double difference = 0;  // height difference of the portals at an end of their overlap; the greater of both ends [wu]
    DetourCrossing meet;
    auto key() const { return std::tie(difference, meet.a, meet.b, meet.low); }
};

struct SeamInterval {
    int32_t low = 0, high = 0;
};

uint8_t opposite(uint8_t side) {
    return uint8_t((side + 4) & 7);
}

class Matcher {
public:
    Matcher(const DetourSet& set, std::span<const DetourPortal> portals, const DetourSeamParams& params)
        : set_(set), portals_(portals), params_(params), tests_left_(64 * kMaxPairs * portals.size() + 1000) {}

    Result<std::vector<DetourCrossing>> run();

private:
    using SidePortals = std::vector<uint32_t>;  // portals on one side of a tile, sorted by low()

    void sort_sides();
    bool match_tiles();
    bool match_sides(const SidePortals& a, const SidePortals& b);
    void compare(uint32_t a, uint32_t b);
    std::vector<DetourCrossing> choose();

    const DetourSet& set_;
    std::span<const DetourPortal> portals_;
    const DetourSeamParams& params_;
    uint64_t tests_left_;  // number of comparisons still allowed
    // for each tile: the portals of its sides; sides_[tile][k] has the portals with DetourPortal::side == 2 * k
    std::vector<std::array<SidePortals, 4>> sides_;
    std::vector<PortalPair> pairs_;
};

void Matcher::sort_sides() {
    sides_.resize(set_.tiles.size());
    for (uint32_t i = 0; i < portals_.size(); ++i)
        sides_[portals_[i].tile][portals_[i].side / 2].push_back(i);
    for (std::array<SidePortals, 4>& tile : sides_) {
        for (SidePortals& side : tile) {
            std::sort(side.begin(), side.end(), [&](uint32_t l, uint32_t r) {
                return std::tuple(portals_[l].low(), l) < std::tuple(portals_[r].low(), r);
            });
        }
    }
}

void Matcher::compare(uint32_t a, uint32_t b) {
    const DetourPortal &p = portals_[a], &q = portals_[b];
    if (std::abs(int64_t{p.line()} - q.line()) > params_.tolerance) return;
    const int32_t low = std::max(p.low(), q.low()), high = std::min(p.high(), q.high());
    const int64_t length = int64_t{high} - low;
    if (length <= 2 * int64_t{params_.tolerance} || double(length) * params_.quantum < kMinOverlap) return;
    const double first = q.height_at(low) - p.height_at(low), last = q.height_at(high) - p.height_at(high);
    const double reach = 2 * double(set_.tiles[p.tile].header.agent_max_climb);
    if (first * last >= 0 && std::min(std::fabs(first), std::fabs(last)) > reach) return;
    pairs_.push_back({std::max(std::fabs(first), std::fabs(last)), {a, b, low, high}});
}

// Compares the portals of two facing sides. Returns false if too many portals overlap.
bool Matcher::match_sides(const SidePortals& a, const SidePortals& b) {
    // Length of the longest portal in b. If a portal of b starts more than this length before portal i, the two portals cannot
    // overlap.
    int64_t longest = 0;
    for (const uint32_t i : b)
        longest = std::max(longest, int64_t{portals_[i].high()} - portals_[i].low());
    for (const uint32_t i : a) {
        const int64_t from = portals_[i].low() - longest;
        auto it =
            std::lower_bound(b.begin(), b.end(), from, [&](uint32_t other, int64_t at) { return portals_[other].low() < at; });
        for (; it != b.end() && portals_[*it].low() < portals_[i].high(); ++it) {
            if (tests_left_-- == 0) return false;
            compare(i, *it);
        }
    }
    return pairs_.size() <= kMaxPairs * portals_.size();
}

bool Matcher::match_tiles() {
    std::map<std::pair<int32_t, int32_t>, std::vector<uint32_t>> at;
    for (uint32_t t = 0; t < set_.tiles.size(); ++t)
        at[{set_.tiles[t].header.x, set_.tiles[t].header.z}].push_back(t);
    const auto match = [&](uint32_t a, uint32_t b, uint8_t side) {
        return match_sides(sides_[a][side / 2], sides_[b][opposite(side) / 2]);
    };
    for (const auto& [place, layers] : at) {
        for (const uint32_t a : layers) {
            for (const uint32_t b : layers) {
                for (const uint8_t side : {0, 2, 4, 6}) {
                    if (a < b && !match(a, b, side)) return false;
                }
            }
            for (const uint8_t side : {0, 2}) {
                const auto [x, z] = place;
                const bool last = (side == 0 ? x : z) == 0x7fffffff;
                const auto next = last ? at.end() : at.find({side == 0 ? x + 1 : x, side == 2 ? z + 1 : z});
                if (next == at.end()) continue;
                for (const uint32_t b : next->second) {
                    if (!match(a, b, side)) return false;
                }
            }
        }
    }
    return true;
}

// The intervals of a portal that are already connected to other portals. Merges two intervals if the gap between them is too
// short for a connection.
class ConnectedIntervals {
public:
    // Appends the parts of an interval that are not covered yet.
    void add_free_parts(SeamInterval wanted, std::vector<SeamInterval>& free) const {
        auto next = high_at_.upper_bound(wanted.low);
        int32_t at = wanted.low;
        if (next != high_at_.begin()) at = std::max(at, std::prev(next)->second);
        for (; at < wanted.high && next != high_at_.end() && next->first < wanted.high; ++next) {
            if (at < next->first) free.push_back({at, next->first});
            at = std::max(at, next->second);
        }
        if (at < wanted.high) free.push_back({at, wanted.high});
    }

    // Adds an interval. Merges the interval with existing intervals if the gap between them is at most `shortest`.
    void add(SeamInterval part, int64_t shortest) {
        auto it = high_at_.upper_bound(part.low);
        if (it != high_at_.begin() && part.low - int64_t{std::prev(it)->second} <= shortest) --it;
        while (it != high_at_.end() && it->first - int64_t{part.high} <= shortest) {
            part = {std::min(part.low, it->first), std::max(part.high, it->second)};
            it = high_at_.erase(it);
        }
        high_at_.emplace(part.low, part.high);
    }

private:
    std::map<int32_t, int32_t> high_at_;  // low end -> high end of each interval
};

std::vector<DetourCrossing> Matcher::choose() {
    std::sort(pairs_.begin(), pairs_.end(), [](const PortalPair& l, const PortalPair& r) { return l.key() < r.key(); });
    const int64_t shortest = 2 * int64_t{params_.tolerance};
    std::vector<ConnectedIntervals> connected(portals_.size());
    std::vector<SeamInterval> free_of_a, free_of_both;
    std::vector<DetourCrossing> chosen;
    for (const PortalPair& pair : pairs_) {
        const auto& [a, b, low, high] = pair.meet;
        free_of_a.clear();
        free_of_both.clear();
        connected[a].add_free_parts({low, high}, free_of_a);
        for (const SeamInterval& part : free_of_a)
            connected[b].add_free_parts(part, free_of_both);
        for (const SeamInterval& part : free_of_both) {
            if (part.high - int64_t{part.low} <= shortest) continue;
            chosen.push_back({a, b, part.low, part.high});
            connected[a].add(part, shortest);
            connected[b].add(part, shortest);
        }
    }
    return chosen;
}

Result<std::vector<DetourCrossing>> Matcher::run() {
    sort_sides();
    if (!match_tiles()) {
        return Error{ErrorKind::input, "more than " + std::to_string(kMaxPairs) +
                                           " pairs of polygon edges per edge on a seam overlap; export the tile set again"};
    }
    return choose();
}

}  // namespace

Result<std::vector<DetourCrossing>> match_detour_portals(const DetourSet& set, std::span<const DetourPortal> portals,
                                                         const DetourSeamParams& params) {
    return Matcher(set, portals, params).run();
}

}  // namespace navspan
