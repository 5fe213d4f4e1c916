// Guesses whether a level lies on its side, is upside down, or has reversed triangles.
//
// In: samples of a level, and the height of the agent.
// Out: the most likely of 12 orientations: six up axes, each with the present or the reversed winding.
// Idea: The score of an orientation is high if much connected ground is flat, faces up and has headroom. Walls above the ground
// raise the score. Objects that stand in the ground vote for the side that is up (ObjectVotes).
// Source: own method.
// Weak cases: Upside-down terrain with reversed triangles looks like valid terrain, unless objects stand in it.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "bake/config/level_samples.h"
#include "core/union_find.h"

namespace navspan {
namespace {

constexpr double kClearlyBetter = 2.3;    // minimum ratio of the best score to the present score
constexpr double kBetterThanProof = 4.5;  // replaces kClearlyBetter if objects prove that the level is upright
constexpr double kEqual = 1.1;            // a score replaces the best score so far if their ratio is at least this
constexpr double kUsualFlags = 1.3;       // replaces kEqual if the best orientation so far is `without_flags`
constexpr size_t kFewestVotes = 3;        // minimum number of votes that count as proof
constexpr double kMostCovered = 0.6;      // votes prove nothing if upside_down / ground is at least this value
constexpr double kNoGravity = 0.6;        // gravity factor (in OrientationScore::total) of a level without walls
constexpr double kLeastGravity = 0.45;    // lower bound on the gravity factor; its upper bound is 1
constexpr double kGravityWeight = 4;      // change of the gravity factor per unit of OrientationScore::gravity
// Connected samples may differ in height by kClimb plus this slope times their horizontal distance.
constexpr double kConnectedSlope = 0.5;

// In multiples of the agent's height.
constexpr double kHeadroom = 0.6;  // minimum headroom of ground; below 1, because some ceilings are low
constexpr double kClimb = 0.45;    // maximum step of connected ground
constexpr double kTouches = 0.02;  // maximum gap between an object and the ground that it touches

// The ground of a level in one orientation.
struct SampledGround {
    std::vector<uint32_t> first;  // index of the first sample of each line; the last entry is the number of samples
    std::vector<double> height;   // heights of the samples [wu]
    double ceilings = 0;          // number of samples below a ceiling
    double ceiling_heights = 0;   // sum of the heights of these ceilings [wu]
    size_t covered_lines = 0;     // number of lines with a sample
};

// True if the front of the crossed triangle faces up.
bool faces_up(const Crossing& crossing, Orientation o) {
    return (crossing.ascends != o.negative) != o.flipped;
}

SampledGround find_ground(const SampleLines& lines, Orientation o, double agent_height) {
    SampledGround ground;
    const double sign = o.negative ? -1 : 1;
    for (size_t i = 0; i < lines.lines(); ++i) {
        ground.first.push_back(uint32_t(ground.height.size()));
        const std::span<const Crossing> line = lines.line(i);
        const auto crossing = [&](size_t k) -> const Crossing& { return line[o.negative ? line.size() - 1 - k : k]; };
        for (size_t k = 0; k < line.size(); ++k) {
            const Crossing& floor = crossing(k);
            if (!floor.flat || !faces_up(floor, o)) continue;
            if (k + 1 < line.size()) {
                const Crossing& above = crossing(k + 1);
                // If the next triangle above faces up too, the floor is hidden inside an object.
                if (faces_up(above, o) || sign * (above.at - floor.at) < kHeadroom * agent_height) continue;
                ground.ceilings += 1;
                ground.ceiling_heights += sign * above.at;
            }
            ground.height.push_back(sign * floor.at);
        }
        ground.covered_lines += ground.height.size() > ground.first.back();
    }
    ground.first.push_back(uint32_t(ground.height.size()));
    return ground;
}

// Returns the number of samples in the largest connected component of the ground.
uint32_t largest_connected(const SampledGround& ground, const SampleLines& lines, double agent_height) {
    UnionFind sets(ground.height.size());
    const auto connect = [&](size_t line, size_t other, double step) {
        const double most = kClimb * agent_height + kConnectedSlope * step;
        // The samples of a vertical line are sorted by ascending height, so `low` only moves forward.
        uint32_t low = ground.first[other];
        const uint32_t end = ground.first[other + 1];
        for (uint32_t a = ground.first[line]; a < ground.first[line + 1]; ++a) {
            while (low < end && ground.height[a] - ground.height[low] > most)
                ++low;
            for (uint32_t b = low; b < end && ground.height[b] - ground.height[a] <= most; ++b)
                sets.unite(a, b);
        }
    };
    for (size_t i = 0; i < lines.lines(); ++i) {
        if (i + kLinesPerSide < lines.lines()) connect(i, i + kLinesPerSide, lines.step_u);
        if ((i + 1) % kLinesPerSide != 0) connect(i, i + 1, lines.step_v);
    }
    std::vector<uint32_t> size(sets.size());
    uint32_t largest = 0;
    for (uint32_t i = 0; i < size.size(); ++i)
        largest = std::max(largest, ++size[sets.find(i)]);
    return largest;
}

// Votes of the objects that stand in the ground and hide ground inside them. An object votes on each sample line that crosses
// it. The vote is upright if much more visible ground is at the height of the hidden ground than at the top of the object. If
// much more visible ground is at the top, the vote is upside down with reversed triangles.
//
// If upside_down / ground is at least kMostCovered, the votes do not prove that the level is upside down: if the roof of a hall
// has no lower side, it hides the whole floor.
struct ObjectVotes {
    size_t upright = 0, upside_down = 0;
    size_t ground = 0;  // number of samples of visible ground
    bool prove_upright() const { return upright >= kFewestVotes && upright > 3 * upside_down; }
    bool prove_upside_down() const {
        return upside_down >= kFewestVotes && upside_down > 3 * upright && double(upside_down) < kMostCovered * double(ground);
    }
};

// @param ground  heights of the visible ground [wu]
ObjectVotes vote_on_objects(const SampleLines& lines, std::vector<double> ground, double agent_height) {
    std::sort(ground.begin(), ground.end());
    const auto count_near = [&](double height, double tolerance) {
        return std::upper_bound(ground.begin(), ground.end(), height + tolerance) -
               std::lower_bound(ground.begin(), ground.end(), height - tolerance);
    };
    ObjectVotes votes{.ground = ground.size()};
    for (size_t i = 0; i < lines.lines(); ++i) {
        const std::span<const Crossing> line = lines.line(i);
        for (size_t k = 0; k + 1 < line.size(); ++k) {
            const Crossing& lower = line[k];
            // The underside of an object may touch the ground. Crossings at the same height have any order.
            const auto is_underside = [&](const Crossing& c) {
                return !c.ascends && std::abs(c.at - lower.at) < kTouches * agent_height;
            };
            const bool touches = k + 2 < line.size() && is_underside(line[k + 1]);
            const bool rests_on_ground = touches || (k > 0 && is_underside(line[k - 1]));
            const Crossing& upper = line[k + (touches ? 2 : 1)];
            if (!lower.ascends || !upper.ascends || !lower.flat || !upper.flat) continue;
            const double tolerance = (upper.at - lower.at) / 4;
            const auto below = count_near(lower.at, tolerance), above = count_near(upper.at, tolerance);
            votes.upright += below > 2 * above;
            // A roof that rests on walls is no evidence that the level is upside down.
            votes.upside_down += !rests_on_ground && above > 2 * below;
        }
    }
    return votes;
}

struct OrientationScore {
    double area = 0;     // sqrt(area of all ground * area of its largest component) * fraction of lines with ground [wu^2]
    double gravity = 0;  // (mean height of walls, ceilings and ground - mean height of the ground) / height of the level
    double total() const { return area * std::clamp(kNoGravity + kGravityWeight * gravity, kLeastGravity, 1.0); }
};

// Returns the score of an orientation. May return 0 if the score is at most `least`.
OrientationScore score_of(const LevelSamples& level, Orientation o, double agent_height, double least) {
    const SampleLines& lines = level.lines[o.axis];
    const double cell = lines.step_u * lines.step_v;
    const auto flat = double(std::count_if(lines.crossings.begin(), lines.crossings.end(),
                                           [&](const Crossing& c) { return c.flat && faces_up(c, o); }));
    if (flat * cell * std::min(flat / double(lines.lines()), 1.0) <= least) return {};
    const SampledGround ground = find_ground(lines, o, agent_height);
    const double covered = double(ground.covered_lines) / double(lines.lines());
    const auto all = double(ground.height.size());
    if (all * cell * covered <= least) return {};
    const double connected = largest_connected(ground, lines, agent_height);
    OrientationScore score{.area = std::sqrt(connected * all) * cell * covered};
    const double extent = level.bounds.extent(o.axis);
    if (extent <= 0) return score;
    const double heights = std::accumulate(ground.height.begin(), ground.height.end(), 0.0);
    const double steep = level.steep_area[o.axis], centre = (o.negative ? -1 : 1) * level.steep_centre[o.axis];
    const double mean = (steep * centre + (heights + ground.ceiling_heights) * cell) / (steep + (all + ground.ceilings) * cell);
    // If the triangles are reversed, `gravity` is negative: the roof of a room then counts as ground, and its walls are below
    // it.
    score.gravity = (mean - heights / all) / extent;
    return score;
}

}  // namespace

Orientation better_orientation(const LevelSamples& level, double agent_height, const Orientation& without_flags) {
    if (level.lines[0].lines() == 0) return {};
    // The first of several similar scores wins, so likelier orientations come first. `without_flags` moves to the front,
    // because wrong flags --up and --flip are the likeliest mistake.
    std::array<Orientation, 11> others{{{1, false, true},
                                        {1, true, false},
                                        {1, true, true},
                                        {2, false, false},
                                        {2, true, false},
                                        {0, false, false},
                                        {0, true, false},
                                        {2, false, true},
                                        {2, true, true},
                                        {0, false, true},
                                        {0, true, true}}};
    std::stable_partition(others.begin(), others.end(), [&](const Orientation& o) { return o == without_flags; });
    const OrientationScore present = score_of(level, {}, agent_height, 0);
    const SampledGround ground = find_ground(level.lines[1], {}, agent_height);
    const ObjectVotes votes = vote_on_objects(level.lines[1], ground.height, agent_height);
    const double least = (votes.prove_upright() ? kBetterThanProof : kClearlyBetter) * present.total();
    Orientation best;
    double best_total = 0;
    for (const Orientation& o : others) {
        const bool mirrored = o == Orientation{1, true, true};
        if (mirrored && !votes.prove_upside_down()) continue;
        const OrientationScore score = score_of(level, o, agent_height, mirrored ? 0 : least);
        const bool is_better = mirrored ? score.gravity > present.gravity : score.total() > least;
        const double tolerance = best == without_flags ? kUsualFlags : kEqual;
        if (!is_better || score.total() <= tolerance * best_total) continue;
        best = o;
        best_total = score.total();
    }
    return best;
}

}  // namespace navspan
