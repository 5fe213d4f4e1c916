#include "common/exclusions.h"

#include <algorithm>
#include <array>
#include <vector>

namespace navspan::tools {
namespace {

using namespace facts;

struct Exclusion {
    std::string_view flag, other;
    // The message is "FLAG: REASON; REMEDY". If the reason begins with a space, the message has no colon: "FLAG REASON;
    // REMEDY". In the reason, {} stands for the text of the fact `other`.
    std::string_view reason;
    std::string_view remedy;
};

constexpr std::string_view kInMemory = "{} needs the whole mesh in memory, however large it gets";
constexpr std::string_view kNoLevelYet = "a shard is not a level yet";
constexpr std::string_view kNotUsed = " is not used by {}";
constexpr std::string_view kNoSense = "makes no sense with {}";
constexpr std::string_view kGsetStays = "the volumes and links of a .gset would not be transformed";
constexpr std::string_view kNotOfHeightmaps = "does not apply to heightmaps";
constexpr std::string_view kNoHeightmapGiven = "there is no heightmap (.png)";
constexpr std::string_view kOneAgent = "give one agent", kDropIt = "leave it out", kDropOne = "leave one of them out",
                           kRoundMagic = "bake the level as a whole", kMergeIt = "give it to navbake merge";

// If a command line matches several rows, the first row gives the message.
constexpr std::array kExclusions{
    Exclusion{"--verbose", "--quiet", "contradicts --quiet", kDropOne},
    Exclusion{"--keep-tiles", "--landmarks", "replacing tiles drops landmarks", "leave out --landmarks"},
    // orientation of the input
    Exclusion{"--heightmap-size", kNoHeightmap, kNoHeightmapGiven, kDropIt},
    Exclusion{"--heightmap-height", kNoHeightmap, kNoHeightmapGiven, kDropIt},
    Exclusion{"--heightmap-corner", kNoHeightmap, kNoHeightmapGiven, kDropIt},
    Exclusion{"--up", kOnlyHeightmaps, kNotOfHeightmaps, kDropIt},
    Exclusion{"--scale", kOnlyHeightmaps, kNotOfHeightmaps, kDropIt},
    Exclusion{"--flip", kOnlyHeightmaps, kNotOfHeightmaps, kDropIt},
    Exclusion{"--up", kGset, kGsetStays, kDropIt},
    Exclusion{"--scale", kGset, kGsetStays, kDropIt},
    // with --max-memory, the bake writes the level tile by tile and never has the whole mesh in memory
    Exclusion{"--max-memory", "--check", kInMemory, kDropOne},
    Exclusion{"--max-memory", "--verify", kInMemory, kDropOne},
    Exclusion{"--max-memory", "--landmarks", kInMemory, kDropOne},
    Exclusion{"--max-memory", "--keep-tiles", kInMemory, kDropOne},
    Exclusion{"--max-memory", "--export", kInMemory, kDropOne},
    Exclusion{"--max-memory", "--html", kInMemory, kDropOne},
    Exclusion{"--max-memory", kStream, kInMemory, kDropOne},
    Exclusion{"--depfile", kStandardOutput, "the level needs a file name", "give -o FILE"},
    // shards
    Exclusion{"--export", "--shard", kNoLevelYet, kMergeIt},
    Exclusion{"--verify", "--shard", kNoLevelYet, kRoundMagic},
    Exclusion{"--html", "--shard", kNoLevelYet, "bake the level as a whole, or use navquery --html"},
    Exclusion{"--landmarks", "--shard", "a shard has no landmarks", kMergeIt},
    Exclusion{"--keep-tiles", "--shard", "a shard cannot have them", kRoundMagic},
    // several agents
    Exclusion{"--keep-tiles", kAgents, "a file with replaceable tiles has one mesh, but the config has {}", kOneAgent},
    Exclusion{"--export", kAgents, "an exported file has one mesh, but the config has {}",
              "use navbake export --agent NAME on the level"},
    Exclusion{"--html", kAgents, "a page shows one mesh, but the config has {}",
              "use navquery --html --agent NAME on the level"},
    Exclusion{"--verify", kAgents, "compares one mesh with its voxels, but the config has {}", kOneAgent},
    Exclusion{kAgentKey, kAgents, "the config has several agents", "leave it out, or use --set agents.NAME.key=VALUE"},
    Exclusion{kAgents, kPolygons, "a level of polygons makes one mesh", kOneAgent},
    // a polygon mesh, plan or map is not baked in stages; of these inputs, only a map has cells
    Exclusion{"--up", kPolygons, kNoSense, kDropIt},
    Exclusion{"--scale", kNoGrid, kNoSense, kDropIt},
    Exclusion{"--flip", kPolygons, kNoSense, kDropIt},
    Exclusion{"--pictures", kPolygons, kNoSense, kDropIt},
    Exclusion{"--verify", kNoGrid, kNoSense, kDropIt},
    Exclusion{"--max-memory", kPolygons, kNoSense, kDropIt},
    Exclusion{"--keep-tiles", kPolygons, kNoSense, kDropIt},
    Exclusion{"--cache", kPolygons, kNoSense, kDropIt},
    Exclusion{"--shard", kPolygons, kNoSense, kDropIt},
    // the page of --html searches for paths itself and does not use these flags
    Exclusion{"--snap", "--html", kNotUsed, kDropIt},
    Exclusion{"--cost", "--html", kNotUsed, kDropIt},
    Exclusion{"--include", "--html", kNotUsed, kDropIt},
    Exclusion{"--exclude", "--html", kNotUsed, kDropIt},
    Exclusion{"--include-flags", "--html", kNotUsed, kDropIt},
    Exclusion{"--exclude-flags", "--html", kNotUsed, kDropIt},
    Exclusion{"--svg", "--html", " is not for {}", kDropIt},
    // only one output can go to standard output
    Exclusion{kPageOnOutput, "--json", "the answer also goes to standard output", "leave out --json"},
    Exclusion{kPictureOnOutput, kAnswer, "the answer also goes to standard output", "give a file, or -q"},
    Exclusion{kPictureOnOutput, kDifferences, "the differences also go to standard output", "give a file, or -q"},
    Exclusion{"--validate", kUndrawnAgent, " tests the meshes of all agents", "leave --agent out, or draw its mesh with --svg"},
};

// The queries of navquery. Each excludes all others.
constexpr std::array<std::string_view, 17> kQueryFlags{
    "--batch", "--routes", "--html",   "--info",   "--validate", "--raycast", "--move", "--walk",  "--reachable",
    "--wall",  "--walls",  "--height", "--within", "--circle",   "--shape",   "--box",  "--random"};

// A flag that applies only to some queries of navquery.
struct FlagRequirement {
    std::string_view flag;
    std::array<std::string_view, 4> queries;
};

constexpr std::array kRequirements{
    FlagRequirement{"--method", {kPaths, "--walk", "--batch", "--routes"}},
    FlagRequirement{"--slice", {kPaths}},
    FlagRequirement{"--surface", {kPaths}},
    FlagRequirement{"--unfold", {kPaths}},
    FlagRequirement{"--radius", {"--wall", "--walls"}},
    FlagRequirement{"--above", {"--raycast", "--height"}},
    FlagRequirement{"--below", {"--raycast", "--height"}},
    FlagRequirement{"--max-length", {"--move"}},
    FlagRequirement{"--seed", {"--random"}},
    FlagRequirement{"--in-circle", {"--random"}},
    FlagRequirement{"--threads", {"--batch"}},
    FlagRequirement{"--viewer-wasm", {"--html"}},
};

}  // namespace

std::span<const std::string_view> query_flags() {
    return kQueryFlags;
}

Status check_exclusions(std::span<const Fact> facts) {
    const auto find = [facts](std::string_view name) {
        return std::find_if(facts.begin(), facts.end(), [name](const Fact& fact) { return fact.name == name; });
    };
    for (const Exclusion& row : kExclusions) {
        const auto flag = find(row.flag), other = find(row.other);
        if (flag == facts.end() || other == facts.end()) continue;
        std::string reason(row.reason);
        if (const size_t at = reason.find("{}"); at != reason.npos)
            reason.replace(at, 2, other->text.empty() ? std::string(other->name) : other->text);
        const std::string name(flag->text.empty() ? flag->name : flag->text);
        return Error{ErrorKind::usage, name + (reason.starts_with(' ') ? "" : ": ") + reason + "; " + std::string(row.remedy)};
    }
    std::string_view first_query;
    for (const std::string_view flag : kQueryFlags) {
        if (find(flag) == facts.end()) continue;
        if (!first_query.empty()) {
            return Error{ErrorKind::usage,
                         std::string(first_query) + " and " + std::string(flag) + " are two queries; give one at a time"};
        }
        first_query = flag;
    }
    for (const FlagRequirement& row : kRequirements) {
        const auto is_given = [&](std::string_view query) { return find(query) != facts.end(); };
        if (!is_given(row.flag) || std::any_of(row.queries.begin(), row.queries.end(), is_given)) continue;
        std::string names;
        for (const std::string_view query : row.queries)
            names += (names.empty() || query.empty() ? "" : " and ") + std::string(query);
        return Error{ErrorKind::usage, std::string(row.flag) + " only applies to " + names + "; leave it out"};
    }
    return Done{};
}

bool excludes(std::string_view flag, std::span<const Fact> facts) {
    return std::any_of(kExclusions.begin(), kExclusions.end(), [&](const Exclusion& row) {
        const auto is_other = [&](const Fact& fact) { return fact.name == row.other; };
        return row.flag == flag && std::any_of(facts.begin(), facts.end(), is_other);
    });
}

std::string excluded_flags(std::string_view flag) {
    std::vector<std::string_view> others;
    for (const Exclusion& row : kExclusions) {
        if (row.flag == flag && row.other.starts_with('-')) others.push_back(row.other);
    }
    std::string text;
    for (size_t i = 0; i < others.size(); ++i)
        text += (i == 0 ? "" : i + 1 == others.size() ? " and " : ", ") + std::string(others[i]);
    return text;
}

}  // namespace navspan::tools
