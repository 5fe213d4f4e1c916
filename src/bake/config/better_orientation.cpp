// Guesses whether a level lies on its side, is upside down, or has reversed triangles.
//
// In: a level, its samples, and the height of the agent.
// Out: the most likely of 12 orientations: six up axes, each with the present or the reversed winding.
// Idea: The score of an orientation is high if much connected ground is flat, faces up and has headroom. Walls above the ground
// raise the score. Objects that stand in the ground vote for the side that is up (ObjectVotes). Ramps, stairs and one-sided
// roofs prove that the level does not lie on its side (is_proof).
// Source: own method.
// Weak cases: Upside-down terrain with reversed triangles looks like valid terrain, unless objects stand in it. Corridors and
// courtyards whose walls are much higher than the ground is wide look as if they lay on their side.

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
constexpr size_t kFewestVotes = 3;        // minimum number of votes, and of upside-down objects, that count as proof
constexpr double kMostCovered = 0.6;      // votes prove nothing if upside_down / ground is at least this value
constexpr double kNoGravity = 0.6;        // gravity factor (in OrientationScore::total) of a level without walls
constexpr double kLeastGravity = 0.45;    // lower bound on the gravity factor; its upper bound is 1
constexpr double kGravityWeight = 4;      // change of the gravity factor per unit of OrientationScore::gravity
constexpr double kConnectedSlope = 0.5;   // maximum slope of connected ground, in addition to kClimb
// Thresholds of is_proof.
constexpr double kSteepestSlope = 1;  // replaces kConnectedSlope; the slope of the steepest flat triangles
constexpr double kComplete = 0.5;     // minimum share of the lines with a sample of the largest component
constexpr double kOneLayer = 1.25;    // maximum number of samples for each of these lines
constexpr double kClimbs = 0.4;       // minimum height of the largest component, as a share of the height of the level

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
    size_t hidden = 0;            // number of floors with headroom below a one-sided surface that faces up
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
                if (sign * (above.at - floor.at) < kHeadroom * agent_height) continue;
                ground.hidden += faces_up(above, o) && above.flat;
                if (faces_up(above, o)) continue;
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

// A connected component of the ground.
struct Component {
    size_t samples = 0;
    size_t lines = 0;          // number of lines with a sample
    size_t last_line = 0;      // the last of these lines
    double low = 0, high = 0;  // lowest and highest sample [wu]
};

// Returns the largest connected component of the ground. Connected samples may differ in height by kClimb plus `slope` times
// their horizontal distance.
Component largest_component(const SampledGround& ground, const SampleLines& lines, double agent_height, double slope) {
    UnionFind sets(ground.height.size());
    const auto connect = [&](size_t line, size_t other, double step) {
        const double most = kClimb * agent_height + slope * step;
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
        const size_t u = i / kLinesPerSide, v = i % kLinesPerSide;
        if (u + 1 < kLinesPerSide) connect(i, i + kLinesPerSide, lines.at_u[u + 1] - lines.at_u[u]);
        if (v + 1 < kLinesPerSide) connect(i, i + 1, lines.at_v[v + 1] - lines.at_v[v]);
    }
    std::vector<Component> components(sets.size());
    Component largest;
    for (size_t line = 0; line < lines.lines(); ++line) {
        for (uint32_t i = ground.first[line]; i < ground.first[line + 1]; ++i) {
            Component& one = components[sets.find(i)];
            const double height = ground.height[i];
            one.low = one.samples > 0 ? std::min(one.low, height) : height;
            one.high = one.samples > 0 ? std::max(one.high, height) : height;
            one.lines += one.samples == 0 || one.last_line != line;
            one.last_line = line;
            if (++one.samples > largest.samples) largest = one;
        }
    }
    return largest;
}

// A sample of an object that hangs from the ground if the level is upside down.
struct HangingObject {
    uint32_t triangle = 0;  // triangle of the lower end
    double least_top = 0;   // height that the object reaches if it is connected to the ground [wu]
};

// Votes of the objects that stand in the ground and hide ground inside them. An object votes on each sample line that crosses
// it. The vote is upright if much more visible ground is at the height of the hidden ground than at the top of the object. If
// much more visible ground is at the top, the vote is upside down with reversed triangles.
//
// If upside_down / ground is at least kMostCovered, the votes do not prove that the level is upside down: if the roof of a hall
// has no lower side, it hides the whole floor.
struct ObjectVotes {
    size_t upright = 0;
    std::vector<HangingObject> upside_down;
    size_t ground = 0;  // number of samples of visible ground
    bool prove_upright() const { return upright >= kFewestVotes && upright > 3 * upside_down.size(); }
    bool prove_upside_down() const {
        const size_t votes = upside_down.size();
        return votes >= kFewestVotes && votes > 3 * upright && double(votes) < kMostCovered * double(ground);
    }
};

// @param ground  heights of the visible ground [wu]
ObjectVotes vote_on_objects(const SampleLines& lines, std::vector<double> ground, double agent_height) {
    std::sort(ground.begin(), ground.end());
    const auto count_near = [&](double height, double tolerance) {
        return std::upper_bound(ground.begin(), ground.end(), height + tolerance) -
               std::lower_bound(ground.begin(), ground.end(), height - tolerance);
    };
    ObjectVotes votes{.upside_down = {}, .ground = ground.size()};
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
            if (!rests_on_ground && above > 2 * below) votes.upside_down.push_back({lower.triangle, upper.at - tolerance});
        }
    }
    return votes;
}

// Removes the votes of parts that do not reach the ground above them, such as a floor below a roof without a lower side.
// Removes all votes if they are votes of few parts.
void keep_connected_objects(const TriangleSoup& soup, std::vector<HangingObject>& votes) {
    const LevelParts parts = connected_parts(soup);
    std::vector<uint32_t> voters;
    const auto is_apart = [&](const HangingObject& vote) {
        const uint32_t part = parts.of_vertex[soup.triangles[vote.triangle][0]];
        if (parts.top[part] < vote.least_top) return true;
        voters.push_back(part);
        return false;
    };
    votes.erase(std::remove_if(votes.begin(), votes.end(), is_apart), votes.end());
    std::sort(voters.begin(), voters.end());
    if (std::unique(voters.begin(), voters.end()) - voters.begin() < std::ptrdiff_t(kFewestVotes)) votes.clear();
}

// True if the ground proves that the level does not lie on its side and is not reversed: the ground is one connected layer that
// climbs, as ramps, stairs and hills do, or a one-sided roof hides most of the floor, so that its area is underestimated.
bool is_proof(const SampledGround& ground, const LevelSamples& level, double agent_height) {
    const SampleLines& lines = level.lines[1];
    const Component largest = largest_component(ground, lines, agent_height, kSteepestSlope);
    const auto covered = double(largest.lines);
    if (covered < kComplete * double(lines.lines()) || double(largest.samples) > kOneLayer * covered) return false;
    return largest.high - largest.low >= kClimbs * level.bounds.extent(1) ||
           double(ground.hidden) >= kMostCovered * double(ground.height.size());
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
    const auto connected = double(largest_component(ground, lines, agent_height, kConnectedSlope).samples);
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

Orientation better_orientation(const TriangleSoup& soup, const LevelSamples& level, double agent_height,
                               const Orientation& without_flags) {
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
    ObjectVotes votes = vote_on_objects(level.lines[1], ground.height, agent_height);
    if (votes.prove_upside_down()) keep_connected_objects(soup, votes.upside_down);
    const bool is_proven = is_proof(ground, level, agent_height);
    const double least = (votes.prove_upright() ? kBetterThanProof : kClearlyBetter) * present.total();
    Orientation best;
    double best_total = 0;
    for (const Orientation& o : others) {
        const bool mirrored = o == Orientation{1, true, true};
        if (mirrored ? !votes.prove_upside_down() : is_proven) continue;
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
