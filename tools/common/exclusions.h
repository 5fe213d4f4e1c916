#pragma once

// Tests a command line for flags that exclude another flag, an input or a setting, and for flags that require another flag.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Names of facts about a command line. Two kinds of facts are not listed here. First, each flag that was given, for example
/// "--quiet". Second, if the input is a polygon mesh, plan or map: each config key that is not at its default, except agent
/// keys.
namespace facts {
constexpr std::string_view kStandardOutput = "-o -";           ///< the level goes to standard output
constexpr std::string_view kAgents = "agents";                 ///< the config has several agents
constexpr std::string_view kAgentKey = "agent key";            ///< a flag or --set sets a key of the config's only agent
constexpr std::string_view kAgentFlag = "agent flag";          ///< a flag or --set sets an agent key, but a later --set
                                                               ///< replaces the whole agent
constexpr std::string_view kNewAgents = "new agents";          ///< a --set that replaces whole agents
constexpr std::string_view kAllowedCode = "allowed code";      ///< --deny names a code that --allow also names
constexpr std::string_view kStandardInput = "standard input";  ///< an input is standard input
constexpr std::string_view kCellsOnInput = "a map on standard input";  ///< the input is a grid map from standard input
constexpr std::string_view kTwoInputs = "level and batch -";           ///< the level and --batch are both standard input
constexpr std::string_view kUntiled = "no tiles";                      ///< the config has no tiles
constexpr std::string_view kPolygons = "polygons";                     ///< the input is a polygon mesh, plan or map
constexpr std::string_view kNoGrid = "polygons without cells";   ///< the input is a polygon mesh or plan, which has no cells
constexpr std::string_view kPlan = "plan";                       ///< the input is a plan or a map
constexpr std::string_view kFinished = "finished polygons";      ///< the input is a polygon mesh
constexpr std::string_view kCells = "cells";                     ///< the input is a map
constexpr std::string_view kBakeKey = "bake key";                ///< the config sets a key that only affects triangle levels
constexpr std::string_view kPlanKey = "plan key";                ///< the config sets a key that affects plans
constexpr std::string_view kMeadow = "partition meadow";         ///< plan.partition is meadow
constexpr std::string_view kGset = "gset";                       ///< the input is a RecastDemo level
constexpr std::string_view kNoHeightmap = "no heightmap";        ///< no input is a heightmap or a .gset, which may name one
constexpr std::string_view kNoHubs = "no hub labels";            ///< --hubs is not given
constexpr std::string_view kOnlyHeightmaps = "only heightmaps";  ///< every input is a heightmap
constexpr std::string_view kBake = "a bake";                     ///< navbake makes a level
constexpr std::string_view kPaths = "paths";                     ///< navquery searches for a path
constexpr std::string_view kUndrawnAgent = "--agent, no --svg";  ///< an agent is named, but no picture is drawn
constexpr std::string_view kPictureOnOutput = "--svg -";         ///< the picture goes to standard output
constexpr std::string_view kPageOnOutput = "--html -";           ///< the page goes to standard output
constexpr std::string_view kAnswer = "an answer";                ///< navquery's answer goes to standard output
constexpr std::string_view kDifferences = "differences";         ///< navbake diff's report goes to standard output
constexpr std::string_view kRandomPairs = "random pairs";        ///< a given flag only applies to random pairs or random routes
constexpr std::string_view kGenerated = "generated levels";      ///< a given flag only applies to generated levels
}  // namespace facts

struct Fact {
    std::string_view name;  ///< a flag that was given, or one of the facts above
    std::string text = {};  ///< name in messages; empty: same as `name`
};

/// The points that a query requires: none, --from, or --from and --to. The other points must not be given.
enum class QueryPoints : uint8_t { none, from, both };

/// A query of navquery, and which of the general flags it uses.
struct QueryKind {
    std::string_view flag;  ///< the flag of the query, or facts::kPaths, which has no flag
    QueryPoints points;
    bool snaps = true;    ///< --snap applies
    bool filters = true;  ///< --cost and the flags that include or exclude areas apply
};

/// Returns all kinds of queries. A command line contains the flag of at most one of them.
std::span<const QueryKind> query_kinds();

/// Error (usage): two of the facts exclude each other; a flag requires at least one of several flags, and none of them was
/// given; a query lacks a required point; or a flag was given that does not apply to the query. The message gives the reason
/// and the remedy.
Status check_exclusions(std::span<const Fact> facts);

}  // namespace navspan::tools
