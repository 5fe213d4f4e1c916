#pragma once

// Checks a command line for flags that exclude another flag, an input or a setting, or that require another flag.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Names of facts about a command line. Every given flag, such as "--quiet", is also a fact. If the input is a polygon mesh, a
/// plan or a map, changed config keys are facts, too, except agent keys.
namespace facts {
constexpr std::string_view kStandardOutput = "-o -";  ///< the level goes to standard output
constexpr std::string_view kLevelFile = "-o FILE";    ///< the level goes to a file
constexpr std::string_view kAgents = "agents";        ///< the config has several agents
constexpr std::string_view kAgentKey = "agent key";   ///< a flag or --set sets a key of the only agent
/// A flag or --set sets an agent key, but a later --set replaces the agent.
constexpr std::string_view kAgentFlag = "agent flag";
constexpr std::string_view kNewAgents = "new agents";                  ///< a --set replaces whole agents
constexpr std::string_view kAllowedCode = "allowed code";              ///< a code is in both --allow and --deny
constexpr std::string_view kStandardInput = "standard input";          ///< an input is standard input
constexpr std::string_view kCellsOnInput = "a map on standard input";  ///< the input is a grid map from standard input
constexpr std::string_view kTwoInputs = "level and batch -";           ///< level and --batch both come from standard input
constexpr std::string_view kUntiled = "no tiles";                      ///< the config has no tiles
constexpr std::string_view kPolygons = "polygons";                     ///< the input is a polygon mesh, plan or map
constexpr std::string_view kNoGrid = "polygons without cells";         ///< the input is a polygon mesh or a plan, not a map
constexpr std::string_view kPlan = "plan";                             ///< the input is a plan or a map
constexpr std::string_view kFinished = "finished polygons";            ///< the input is a polygon mesh
constexpr std::string_view kCells = "cells";                           ///< the input is a map
constexpr std::string_view kBakeKey = "bake key";                      ///< the config sets a key that only triangle levels use
constexpr std::string_view kPlanKey = "plan key";                      ///< the config sets a key for plans
constexpr std::string_view kMeadow = "partition meadow";               ///< plan.partition is meadow
constexpr std::string_view kGset = "gset";                             ///< the input is a RecastDemo level
constexpr std::string_view kNoHeightmap = "no heightmap";        ///< no input is a heightmap, or a .gset that may name one
constexpr std::string_view kNoHubs = "no hub labels";            ///< --hubs is not given
constexpr std::string_view kOnlyHeightmaps = "only heightmaps";  ///< every input is a heightmap
constexpr std::string_view kBake = "a bake";                     ///< navbake makes a level
constexpr std::string_view kPaths = "paths";                     ///< navquery searches for a path
constexpr std::string_view kUndrawnAgent = "--agent, no --svg";  ///< an agent is given, but no picture is drawn
constexpr std::string_view kPictureOnOutput = "--svg -";         ///< the picture goes to standard output
constexpr std::string_view kPageOnOutput = "--html -";           ///< the page goes to standard output
constexpr std::string_view kAnswer = "an answer";                ///< navquery's answer goes to standard output
constexpr std::string_view kDifferences = "differences";         ///< navbake diff's report goes to standard output
constexpr std::string_view kRandomPairs = "random pairs";        ///< the user gave a flag that only random pairs or routes use
constexpr std::string_view kGenerated = "generated levels";      ///< the user gave a flag that applies only to generated levels
}  // namespace facts

struct Fact {
    std::string_view name;  ///< a flag that the user gave, or one of the facts above
    std::string text = {};  ///< name in messages; empty: same as `name`
};

/// The points that a query requires and allows: none, --from, or both --from and --to.
enum class QueryPoints : uint8_t { none, from, both };

/// A query of navquery and the general flags that it uses.
struct QueryKind {
    std::string_view flag;  ///< flag of the query, or facts::kPaths (no flag)
    QueryPoints points;
    bool snaps = true;    ///< --snap applies
    bool filters = true;  ///< --cost and the area filters apply
};

/// Returns all queries. A command line can use at most one of them.
std::span<const QueryKind> query_kinds();

/// Error (usage): two facts exclude each other, a flag lacks a required other flag, a query lacks a required point, or a flag
/// does not apply to the query. The message gives reason and remedy.
Status check_exclusions(std::span<const Fact> facts);

}  // namespace navspan::tools
