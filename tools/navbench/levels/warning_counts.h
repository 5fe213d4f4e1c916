#pragma once

// How often level_warnings reports wrong units and wrong orientations, and how often it reports correct levels.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "navbench/kinds/kinds.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::bench {

/// Factors of wrong units: a level in metres that was scaled twice from centimetres, levels in inches and in centimetres.
constexpr std::array kUnitFactors{0.01, 39.37, 100.0};
/// Orientations of a level that are wrong: 6 up axes, each with 2 windings, except the correct one.
constexpr size_t kWrongOrientations = 11;
/// Levels of each kind that the docs count. The thresholds of the warnings were chosen with other seeds.
constexpr size_t kLevelsOfKind = 15;
constexpr uint64_t kFirstSeed = 2001;  ///< seed of the first of these levels; the others have the next numbers

/// Number of levels with a warning.
struct WarningCounts {
    std::string name;                                 ///< scene or kind
    size_t levels = 0;                                ///< number of levels
    size_t false_alarms = 0;                          ///< correct levels with a warning
    std::array<size_t, kUnitFactors.size()> units{};  ///< levels whose size was reported, for each of kUnitFactors
    size_t orientations = 0;                          ///< reported wrong orientations, at most levels * kWrongOrientations
};

/// Counts the warnings about a level with correct units and orientation, and about the level with every wrong factor and
/// orientation, with the default config.
WarningCounts count_warnings(const std::string& name, const TriangleSoup& level);

/// Counts the warnings about kLevelsOfKind generated levels of a kind.
WarningCounts count_warnings(const LevelKind& kind, uint64_t first_seed);

/// Returns the sum of all rows, named "all".
WarningCounts sum_of(std::span<const WarningCounts> rows);

/// Returns the rows and their sum as a Markdown table.
std::string warning_table(std::span<const WarningCounts> rows);

}  // namespace navspan::bench
