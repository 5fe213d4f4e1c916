// Warns about levels whose units or orientation are probably wrong.
//
// In: triangles, the agents, and the settings with which the triangles were read.
// Out: warnings that name the settings to change.
// Idea: If the units fit at least one agent, there is no warning about units. Orientations are compared at the corrected scale,
// because their scores depend on headroom.
// Source: own method.
// Weak cases: as in level_samples.cpp and better_orientation.cpp.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "bake/config/check_soup.h"
#include "bake/config/length_units.h"
#include "bake/config/level_samples.h"
#include "core/text.h"
#include "navspan/bake/config.h"

namespace navspan {
namespace {

// Finds a better unit for files that were read in a unit other than metres. Returns the length of this unit [m]. Returns
// nullopt if the files are in metres or no other unit fits better.
std::optional<double> better_unit(double scale, const SoupSource& source) {
    constexpr double kMostError = 10;  // a level that is 10 times too large or too small may be reported again
    const auto is_present = [&](const LengthUnit& unit) { return unit.metres == source.scale; };
    if (source.scale == 1 || std::none_of(kLengthUnits.begin(), kLengthUnits.end(), is_present)) return {};
    // `scale` is 0.01 for centimetres (factor 1/100) and for inches (factor 1/39.37). Use the geometric mean of the factors.
    const double wanted = source.scale * (scale == 0.01 ? 0.016 : scale);
    const auto error = [&](const LengthUnit& unit) { return std::max(unit.metres / wanted, wanted / unit.metres); };
    const auto nearest = std::min_element(kLengthUnits.begin(), kLengthUnits.end(),
                                          [&](const LengthUnit& a, const LengthUnit& b) { return error(a) < error(b); });
    return is_present(*nearest) || error(*nearest) >= kMostError ? std::nullopt : std::optional(nearest->metres);
}

Warning units_warning(const LevelBounds& bounds, double scale, const AgentConfig& agent, const SoupSource& source) {
    const bool large = scale < 1;
    const std::optional<double> unit = better_unit(scale, source);
    std::string advice = "try --scale " + number_text(unit.value_or(source.scale * scale));
    if (scale == 0.01 && !unit)
        advice += " (centimetres) or " + number_text(std::round(source.scale * 0.0254 * 1e6) / 1e6) + " (inches)";
    return {large ? "level_too_large" : "level_too_small",
            "the level measures " + size_text(bounds.extent(0)) + " x " + size_text(bounds.extent(1)) + " x " +
                size_text(bounds.extent(2)) + (large ? ", far too large for" : ", far too small for") + " an agent of height " +
                number_text(agent.height) + "; " + advice,
            {},
            advice};
}

// Converts orientation `o` of a soup to an up axis of its input files.
// @param up  the up axis of the files when the soup was read: this axis became +y
UpAxis axis_of_files(const Orientation& o, UpAxis up) {
    constexpr std::array<DVec3, 6> kDirections{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, 0, 0}}};
    const double sign = o.negative ? -1 : 1;
    const DVec3 wanted{o.axis == 0 ? sign : 0, o.axis == 1 ? sign : 0, o.axis == 2 ? sign : 0};
    for (size_t i = 0; i < kDirections.size(); ++i) {
        if (turned_upright(kDirections[i], up) == wanted) return UpAxis(i);
    }
    return up;
}

// Returns the orientation that the level would have with y up and without --flip.
Orientation orientation_without_flags(const SoupSource& source) {
    for (size_t axis = 0; axis < 3; ++axis) {
        for (const bool negative : {false, true}) {
            const Orientation o{axis, negative, source.flip};
            if (axis_of_files(o, source.up) == UpAxis::y) return o;
        }
    }
    return {};
}

Warning orientation_warning(const Orientation& better, const SoupSource& source) {
    const UpAxis up = axis_of_files(better, source.up);
    std::string advice;
    if (up != source.up) advice = "--up " + std::string(kUpAxisNames[size_t(up)]);
    if (better.flipped && !source.flip) advice += advice.empty() ? "--flip" : " --flip";
    std::string without = better.flipped && source.flip ? "without --flip" : "";
    if (!advice.empty() && !without.empty()) without = " " + without;
    advice = "try " + advice + without;
    const bool on_side = better.axis != 1;
    const char* const what = on_side           ? "the ground seems to face along a horizontal axis"
                             : better.negative ? "the level seems to be upside down"
                                               : "the ground seems to face down";
    return {on_side ? "lies_on_its_side" : "faces_down", std::string(what) + "; " + advice, {}, advice};
}

}  // namespace

Warnings level_warnings(const TriangleSoup& soup, const BakeConfig& config, const SoupSource& source) {
    if (!check_config(config) || !check_soup(soup)) return {};  // a bake reports the error
    if (soup.triangles.size() < 2) return {};                   // a single triangle is no evidence
    const LevelSamples level = sample_level(soup);
    const std::vector<BakeConfig> agents = configs_of_agents(config);
    std::vector<double> scales;
    for (const BakeConfig& one : agents)
        scales.push_back(scale_to_fit(soup, level, one.agent.height));
    const size_t fitting = size_t(std::find(scales.begin(), scales.end(), 1.0) - scales.begin());
    const size_t agent = fitting < scales.size() ? fitting : 0;
    Warnings warnings;
    if (scales[agent] != 1)
        warnings.push_back(units_warning(bounds_of_triangles(soup), scales[agent], agents[agent].agent, source));
    const Orientation better =
        better_orientation(soup, level, agents[agent].agent.height / scales[agent], orientation_without_flags(source));
    if (!(better == Orientation{})) warnings.push_back(orientation_warning(better, source));
    return warnings;
}

}  // namespace navspan
