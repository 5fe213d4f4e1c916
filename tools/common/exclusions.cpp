#include "common/exclusions.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"

namespace navspan::tools {
namespace {

using namespace facts;

// A row of exclusions: `other` excludes each of the flags.
struct Exclusion {
    std::array<std::string_view, 8> flags;
    std::string_view other;
    // The message is "FLAG: REASON; REMEDY". If the reason starts with a space, the message has no colon. {} in the reason
    // stands for the text of `other`.
    std::string_view reason;
    std::string_view remedy;
};

constexpr std::string_view kNoLevelYet = "a shard is not a level yet";
constexpr std::string_view kNotUsed = " is not used by {}";
constexpr std::string_view kNoSense = "makes no sense with {}";
constexpr std::string_view kGsetStays = "the volumes and links of {} would not be transformed";
constexpr std::string_view kNotOfHeightmaps = "does not apply to {}";
constexpr std::string_view kNoHeightmapGiven = "there is no {}";
constexpr std::string_view kAlsoPrints = "prints a config, and so does {}";
constexpr std::string_view kKeysOfPlans = "{}, and only agent, areas, rules, plan, polygons and off_mesh_links apply to it";
constexpr std::string_view kKeysOfPolygons = "{}, and only agent, areas and off_mesh_links apply to it";
constexpr std::string_view kOneAgent = "give one agent", kDropIt = "leave it out", kDropOne = "leave one of them out",
                           kRoundMagic = "bake the level as a whole", kMergeIt = "give it to navbake merge";

// If several rows match a command line, the first row gives the message.
constexpr std::array kExclusions{
    Exclusion{{"--verbose"}, "--quiet", "contradicts --quiet", kDropOne},
    Exclusion{{kAllowedCode}, "--allow", " is given to --deny and to {}", kDropOne},
    Exclusion{{"--keep-tiles", "--live"}, "--landmarks", "replacing tiles drops landmarks", "leave out --landmarks"},
    Exclusion{{"--keep-tiles", "--live"}, "--hubs", "replacing tiles drops hub labels", "leave out --hubs"},
    Exclusion{{"--hub-memory"}, kNoHubs, " limits hub labels, and there are none", "add --hubs"},
    Exclusion{{"--suggest"}, "--print-config", kAlsoPrints, kDropOne},
    Exclusion{{"--suggest"}, "--explain-config", kAlsoPrints, kDropOne},
    Exclusion{{"--print-config"}, "--explain-config", kAlsoPrints, kDropOne},
    Exclusion{{"--suggest"}, kPolygons, " needs triangles, not {}", "give a level of triangles"},
    Exclusion{{"--suggest"},
              kLevelFile,
              " prints to standard output, not to {}",
              "leave out -o, and redirect standard output: --suggest > config.json"},
    // size, orientation and units of the input
    Exclusion{{"--heightmap-size", "--heightmap-height", "--heightmap-corner"}, kNoHeightmap, kNoHeightmapGiven, kDropIt},
    Exclusion{{"--up", "--scale", "--units", "--flip"}, kOnlyHeightmaps, kNotOfHeightmaps, kDropIt},
    Exclusion{{"--units"}, "--scale", "both set the scale", kDropOne},
    Exclusion{{"--up", "--scale", "--units"}, kGset, kGsetStays, kDropIt},
    Exclusion{{"--depfile"}, kStandardInput, "standard input is no file", kDropIt},
    Exclusion{{"--verify"}, kCellsOnInput, "the map is read twice", "give a file instead of -"},
    Exclusion{{"--depfile"}, kStandardOutput, "the level needs a file name", "give -o FILE"},
    Exclusion{{kPageOnOutput}, kBake, "a page cannot go to standard output", "give the name of a file"},
    // shards
    Exclusion{{"--export"}, "--shard", kNoLevelYet, kMergeIt},
    Exclusion{{"--verify"}, "--shard", kNoLevelYet, kRoundMagic},
    Exclusion{{"--html"}, "--shard", kNoLevelYet, "bake the level as a whole, or use navquery --html"},
    Exclusion{{"--landmarks"}, "--shard", "a shard has no landmarks", kMergeIt},
    Exclusion{{"--hubs"}, "--shard", "a shard has no hub labels", kMergeIt},
    Exclusion{{"--keep-tiles", "--live"}, "--shard", "a shard has no replaceable tiles", kRoundMagic},
    // several agents
    Exclusion{
        {"--keep-tiles", "--live"}, kAgents, "a file with replaceable tiles has one mesh, but the config has {}", kOneAgent},
    Exclusion{{"--export"},
              kAgents,
              "an exported file has one mesh, but the config has {}",
              "use navbake export --agent NAME on the level"},
    Exclusion{
        {"--html"}, kAgents, "a page shows one mesh, but the config has {}", "use navquery --html --agent NAME on the level"},
    Exclusion{{"--verify"}, kAgents, "compares one mesh with its voxels, but the config has {}", kOneAgent},
    Exclusion{{kAgentKey}, kAgents, "the config has several agents", "leave it out, or use --set agents.NAME.key=VALUE"},
    Exclusion{{kAgentFlag},
              kNewAgents,
              "{} comes later and replaces the whole agent",
              "leave it out, or use --set agents.NAME.key=VALUE after that"},
    Exclusion{{kAgents}, kPolygons, "a level of polygons makes one mesh", kOneAgent},
    // Polygon meshes, plans and maps are not baked in stages. Only maps have cells.
    Exclusion{{"--up", "--flip", "--pictures", "--keep-tiles", "--live", "--cache", "--shard"}, kPolygons, kNoSense, kDropIt},
    Exclusion{{"--scale", "--units", "--verify"}, kNoGrid, kNoSense, kDropIt},
    Exclusion{{kBakeKey}, kPlan, kKeysOfPlans, kDropIt},
    Exclusion{{kBakeKey, kPlanKey}, kFinished, kKeysOfPolygons, kDropIt},
    Exclusion{{"plan.quantum"}, kCells, "the cells of {} are --scale wide", kDropIt},
    Exclusion{{"plan.triangulation"}, kMeadow, "{} does not triangulate", "leave it out, or set plan.partition to merge"},
    Exclusion{{"--keep-tiles", "--live", "--shard"}, kUntiled, " needs tiles", "set --tile-size, for example 19.2"},
    Exclusion{{"--batch"}, kTwoInputs, "the level is also read from standard input", "give a file for one of them"},
    Exclusion{{"--svg"}, "--html", " is not for {}", kDropIt},
    Exclusion{{kRandomPairs}, "--routes", kNotUsed, kDropIt},
    Exclusion{{kRandomPairs}, "--paths", kNotUsed, kDropIt},
    // only one output can go to standard output
    Exclusion{{kPageOnOutput}, "--json", "the answer also goes to standard output", "leave out --json"},
    Exclusion{{kPictureOnOutput}, kAnswer, "the answer also goes to standard output", "give a file, or -q"},
    Exclusion{{kPictureOnOutput}, kDifferences, "the differences also go to standard output", "give a file, or -q"},
    Exclusion{
        {"--validate"}, kUndrawnAgent, " tests the meshes of all agents", "leave --agent out, or draw its mesh with --svg"},
};

// The queries of navquery. Each query excludes all others. --html takes no points, because its page finds the paths.
constexpr std::array kQueryKinds{
    QueryKind{kPaths, QueryPoints::both},
    QueryKind{"--batch", QueryPoints::none},
    QueryKind{"--routes", QueryPoints::none},
    QueryKind{"--html", QueryPoints::none, false, false},
    QueryKind{"--info", QueryPoints::none, false, false},
    QueryKind{"--validate", QueryPoints::none, false, false},
    QueryKind{"--raycast", QueryPoints::both},
    QueryKind{"--move", QueryPoints::both},
    QueryKind{"--walk", QueryPoints::both},
    QueryKind{"--reachable", QueryPoints::both},
    QueryKind{"--wall", QueryPoints::from},
    QueryKind{"--walls", QueryPoints::from},
    QueryKind{"--height", QueryPoints::from, false},
    QueryKind{"--within", QueryPoints::from},
    QueryKind{"--circle", QueryPoints::from},
    QueryKind{"--shape", QueryPoints::from},
    QueryKind{"--box", QueryPoints::none, false},
    QueryKind{"--random", QueryPoints::from},
};

constexpr std::array<std::string_view, 5> kFilterFlags{"--cost", "--include", "--exclude", "--include-flags",
                                                       "--exclude-flags"};

// A flag that applies only if one of `others` is given.
struct FlagRequirement {
    std::string_view flag;
    std::array<std::string_view, 4> others;
};

constexpr std::array kRequirements{
    FlagRequirement{"--method", {kPaths, "--walk", "--batch", "--routes"}},
    FlagRequirement{"--clearance", {kPaths, "--batch", "--routes"}},
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
    FlagRequirement{"--cache-max-size", {"--cache"}},
    FlagRequirement{"--verify-seed", {"--verify"}},
    FlagRequirement{kGenerated, {"--kinds"}},
    FlagRequirement{"--allow", {"--strict"}},
    FlagRequirement{"--input-format", {kStandardInput}},
};

bool has_flag(const Exclusion& row, std::string_view flag) {
    return std::find(row.flags.begin(), row.flags.end(), flag) != row.flags.end();
}

// Returns a fact by name, or null.
const Fact* find_fact(std::span<const Fact> facts, std::string_view name) {
    const auto found = std::find_if(facts.begin(), facts.end(), [name](const Fact& fact) { return fact.name == name; });
    return found == facts.end() ? nullptr : &*found;
}

// Returns the name of a fact for messages.
std::string text_of(const Fact& fact) {
    return fact.text.empty() ? std::string(fact.name) : fact.text;
}

// Error (usage): a required point is missing, or a flag does not apply to the query.
Status check_query(const QueryKind& query, std::span<const Fact> facts) {
    const std::string by = query.flag == kPaths ? "" : " by " + std::string(query.flag);
    const auto check_use = [&](std::string_view flag, bool used) -> Status {
        if (used || !find_fact(facts, flag)) return Done{};
        return Error{ErrorKind::usage, std::string(flag) + " is not used" + by + "; " + std::string(kDropIt)};
    };
    for (const auto& [flag, used] :
         {std::pair{"--from", query.points != QueryPoints::none}, {"--to", query.points == QueryPoints::both}}) {
        if (used && !find_fact(facts, flag))
            return Error{ErrorKind::usage, std::string(flag) + " is required" + by + "; see --help"};
        if (const Status use = check_use(flag, used); !use) return use;
    }
    if (const Status use = check_use("--snap", query.snaps); !use) return use;
    for (const std::string_view flag : kFilterFlags) {
        if (const Status use = check_use(flag, query.filters); !use) return use;
    }
    return Done{};
}

}  // namespace

std::span<const QueryKind> query_kinds() {
    return kQueryKinds;
}

Status check_exclusions(std::span<const Fact> facts) {
    for (const Exclusion& row : kExclusions) {
        const auto flag = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return has_flag(row, fact.name); });
        const Fact* const other = find_fact(facts, row.other);
        if (flag == facts.end() || !other) continue;
        std::string reason(row.reason);
        if (const size_t at = reason.find("{}"); at != reason.npos) reason.replace(at, 2, text_of(*other));
        return Error{ErrorKind::usage,
                     text_of(*flag) + (reason.starts_with(' ') ? "" : ": ") + reason + "; " + std::string(row.remedy)};
    }
    const QueryKind* query = nullptr;
    for (const QueryKind& kind : kQueryKinds) {
        if (!find_fact(facts, kind.flag)) continue;
        if (query) {
            return Error{ErrorKind::usage,
                         std::string(query->flag) + " and " + std::string(kind.flag) + " are two queries; give one at a time"};
        }
        query = &kind;
    }
    for (const FlagRequirement& row : kRequirements) {
        const Fact* const flag = find_fact(facts, row.flag);
        const auto is_given = [&](std::string_view other) { return find_fact(facts, other); };
        if (!flag || std::any_of(row.others.begin(), row.others.end(), is_given)) continue;
        std::vector<std::string> names(row.others.begin(), row.others.end());
        std::erase(names, "");
        return Error{ErrorKind::usage,
                     text_of(*flag) + " only applies to " + list_text(names, "and") + "; " + std::string(kDropIt)};
    }
    return query ? check_query(*query, facts) : Status(Done{});
}

}  // namespace navspan::tools
