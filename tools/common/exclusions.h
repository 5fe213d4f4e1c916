#pragma once

// Flags that exclude each other, or an input, or a setting, and flags that belong to others: one row each in a table.

#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"

namespace navspan::tools {

/// A fact about a command line. Flags have their own name; these are the other facts that the table knows.
namespace facts {
constexpr std::string_view kStandardOutput = "-o -";             ///< the level goes to standard output
constexpr std::string_view kStream = "-o DEVICE";                ///< the level goes to standard output or a device
constexpr std::string_view kAgents = "agents";                   ///< the config has several agents
constexpr std::string_view kPolygons = "polygons";               ///< the input is no triangles: a polygon mesh, plan or map
constexpr std::string_view kNoGrid = "polygons without cells";   ///< the same, and no map
constexpr std::string_view kGset = ".gset";                      ///< the input is RecastDemo's level
constexpr std::string_view kNoHeightmap = "no heightmap";        ///< no input is a heightmap
constexpr std::string_view kOnlyHeightmaps = "only heightmaps";  ///< every input is one
constexpr std::string_view kPaths = "paths";                     ///< navquery is asked for a path
constexpr std::string_view kUndrawnAgent = "--agent, no --svg";  ///< an agent is named, and not for a picture
constexpr std::string_view kPictureOnOutput = "--svg -";         ///< the picture goes to standard output
constexpr std::string_view kPageOnOutput = "--html -";           ///< the page goes there
constexpr std::string_view kAnswer = "an answer";                ///< what navquery says goes there
constexpr std::string_view kDifferences = "differences";         ///< what navbake diff says goes there
}  // namespace facts

struct Fact {
    std::string_view name;  ///< a flag that was given, or one of the above
    std::string text = {};  ///< how messages name it; empty: as `name`
};

/// Error (usage): two of the facts exclude each other, or a flag is there without those that it belongs to; says why, and what
/// to do.
Status check_exclusions(std::span<const Fact> facts);

}  // namespace navspan::tools
