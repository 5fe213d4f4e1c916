// navbake diff: compares two levels, for the review of changes.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/agent_choice.h"
#include "common/answer.h"
#include "common/cli.h"
#include "common/command_line.h"
#include "common/exclusions.h"
#include "io/detour/level_file.h"
#include "io/report/routes.h"
#include "navbake/commands/commands.h"
#include "navbake/commands/diff_text.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

// Exit codes as in other diff programs. Code 1 only means that the levels differ.
constexpr int kSame = 0, kDiffers = 1, kTrouble = 2;

constexpr double kHeightTolerance = 0.5;  // used if the old level has no agent.max_climb [wu]
constexpr double kAreaTolerance = 1e-3;   // relative to the old level's ground

struct DiffOptions {
    std::string before, after, agent, routes, svg;
    std::optional<double> height, area, snap;  // nullopt: the default depends on the old level
    double length = 0.01;
    uint32_t pairs = 100;
    uint64_t seed = 1;
    std::string random_routes;  // name of a given flag that applies only to random routes: --pairs or --seed; else empty
    bool json = false, quiet = false;
};

Result<NavMesh> load(const std::string& path, const std::string& agent) {
    Result<LevelFile> level = read_level(path);
    if (!level) return level.error();
    report_warnings(level->warnings, path + ": ");
    // a level without agent names is compatible with any agent
    const bool nameless = level->meshes.size() == 1 && level->meshes[0].info.agent_name.empty();
    const Result<size_t> mesh = nameless ? Result<size_t>(0) : choose_mesh(level->meshes, agent, path);
    if (!mesh) return mesh.error();
    return std::move(level->meshes[*mesh]);
}

// Returns the required and forbidden routes of a file (io/report/routes.h).
Result<std::vector<DiffRoute>> routes_of_file(const std::string& path) {
    const Result<RouteList> list = load_routes(path);
    if (!list) return list.error();
    std::vector<DiffRoute> routes;
    for (const Route& route : list->routes) {
        const NamedPoint &from = list->points[route.from], &to = list->points[route.to];
        routes.push_back({from.name + " -> " + to.name, from.at, to.at});
    }
    return routes;
}

Result<DiffFindings> compare(const DiffOptions& options) {
    Result<NavMesh> before = load(options.before, options.agent);
    if (!before) return before.error();
    Result<NavMesh> after = load(options.after, options.agent);
    if (!after) return after.error();
    DiffFindings found{*std::move(before), *std::move(after), {}, {}, {}};
    const NavAgent& agent = found.before.info.agent;
    const double climb = agent.max_climb > 0 ? agent.max_climb : kHeightTolerance;
    found.height = options.height.value_or(climb);
    found.mesh = diff_meshes(found.before, found.after, {.height = found.height, .pieces = !options.svg.empty()});
    found.area = options.area.value_or(kAreaTolerance * found.mesh.old_area);

    if (options.routes.empty()) {
        found.routes = random_routes(found.before, options.pairs, options.seed);
    } else {
        Result<std::vector<DiffRoute>> routes = routes_of_file(options.routes);
        if (!routes) return routes.error();
        found.routes = *std::move(routes);
    }
    const double snap = options.snap.value_or(agent.height > 0 ? agent.height : 1);
    Result<std::vector<RouteChange>> changes =
        diff_routes(found.before, found.after, found.routes, {.snap = snap, .length = options.length});
    if (!changes) return changes.error();
    found.changes = *std::move(changes);

    const auto any_large = [&](const NavMesh& mesh, const std::vector<uint32_t>& islands) {
        return std::any_of(islands.begin(), islands.end(), [&](uint32_t i) { return mesh.islands[i].area > found.area; });
    };
    const MeshDiff& d = found.mesh;
    found.differs = d.lost_area > found.area || d.gained_area > found.area || !d.split.empty() || !d.joined.empty() ||
                    any_large(found.before, d.gone) || any_large(found.after, d.added) || !d.lost_links.empty() ||
                    !d.gained_links.empty() || !found.changes.empty();
    return found;
}

int diff_failure(const Error& error) {
    log_error(error.message);
    // Do not exit with kDiffers (1) after a failed write. That code only means that the levels differ.
    return error.kind == ErrorKind::failed ? kTrouble : exit_code(error);
}

Status validate_diff(const DiffOptions& options) {
    std::vector<Fact> facts;
    if (!options.random_routes.empty()) facts.push_back({facts::kRandomPairs, options.random_routes});
    if (!options.routes.empty()) facts.push_back({"--routes"});
    if (options.svg == "-" && !options.quiet) facts.insert(facts.end(), {{facts::kPictureOnOutput}, {facts::kDifferences}});
    if (const Status fits = check_exclusions(facts); !fits) return fits;
    if (options.svg.empty()) return Done{};
    const std::array inputs{options.before, options.after, options.routes};
    if (const Status apart = check_not_input("--svg", options.svg, inputs); !apart) return apart;
    return check_output_path(options.svg);
}

int diff(const DiffOptions& options) {
    if (const Status valid = validate_diff(options); !valid) return diff_failure(valid.error());
    const Result<DiffFindings> found = compare(options);
    if (!found) return diff_failure(found.error());
    const std::string picture = options.svg.empty() ? "" : to_svg(draw_diff(*found));
    const std::string answer = options.quiet ? "" : options.json ? diff_json(*found) : diff_text(*found);
    if (const Status written = write_with_answer(options.svg, picture, answer); !written) return diff_failure(written.error());
    return found->differs ? kDiffers : kSame;
}

CommandLine diff_line(DiffOptions& options) {
    CommandLine line(
        "navbake diff",
        "Compares two levels: ground lost and gained, islands split and joined, off-mesh links and routes that changed.\n"
        "Exit codes: 0 no difference beyond the tolerances, 1 they differ, 2 usage or cannot write, 3 a level is unreadable or "
        "invalid.\n");
    line.add("old", options.before, "the old level: a .nav file or a Detour tile set").type("FILE").required();
    line.add("new", options.after, "the new level").type("FILE").required();
    add_agent_option(line, options.agent);
    line.add("--height-tolerance", options.height,
             "greatest height difference at which ground counts as the same [wu]; default: the old level's agent.max_climb")
        .check(check_not_negative)
        .type("NUMBER");
    line.add("--area-tolerance", options.area,
             "largest lost, gained, gone or new area that is not a difference [wu^2]; default: 0.1 % of the old level")
        .check(check_not_negative)
        .type("NUMBER");
    line.add("--length-tolerance", options.length,
             "largest relative change in length of a route that is not a difference; default: 0.01")
        .check(check_not_negative)
        .type("NUMBER");
    line.add("--pairs", options.pairs, "number of random routes to test in both levels; default: 100")
        .check(whole_number(0, 1000000))
        .type("NUMBER");
    line.add("--seed", options.seed, "seed of the random routes; default: 1").type("NUMBER");
    line.add("--routes", options.routes, "test the routes of this file (as for navquery --routes) instead of random ones")
        .type("FILE");
    line.add("--snap", options.snap,
             "largest distance of the ends of routes from the ground [wu]; default: the old level's agent.height")
        .check(check_not_negative)
        .type("NUMBER");
    line.add("--svg", options.svg, "draw a picture: gained ground green, lost ground red, over grey").type("FILE");
    line.add_switch("--json", options.json, "print all differences as JSON instead of text");
    line.add_switch("-q,--quiet", options.quiet, "print nothing; the exit code is the result");
    return line;
}

}  // namespace

HelpPage diff_page() {
    DiffOptions options;
    return diff_line(options).page();
}

int run_diff(int argc, char** argv) {
    DiffOptions options;
    CommandLine line = diff_line(options);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    for (const char* flag : {"--pairs", "--seed"})
        if (line.given(flag)) options.random_routes = flag;
    set_up_logging("navbake", options.quiet ? Verbosity::quiet : Verbosity::normal);
    ignore_write_signals();
    return diff(options);
}

}  // namespace navspan::tools
