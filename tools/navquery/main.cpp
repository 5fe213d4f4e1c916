// navquery: answers queries about a level. This file has the flags and the table of answer functions.

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "common/agent_choice.h"
#include "common/cli.h"
#include "common/command_line.h"
#include "common/exclusions.h"
#include "common/guard.h"
#include "core/standard_input.h"
#include "io/detour/level_file.h"
#include "navquery/answers.h"
#include "navspan/navmesh/nav_file.h"
#include "viewer/page.h"

namespace navspan::tools {
namespace {

enum class Starts : bool { anywhere, on_mesh };

// The function that answers a query about a mesh. For the table of queries and their flags, see common/exclusions.h.
struct QueryAnswer {
    std::string_view flag;
    Starts starts;  ///< on_mesh: the answer gets the point of the mesh nearest to --from
    Result<Reply> (*answer)(const QueryInput& input);
};

constexpr QueryAnswer kAnswers[] = {
    {facts::kPaths, Starts::anywhere, answer_path}, {"--raycast", Starts::on_mesh, answer_raycast},
    {"--move", Starts::on_mesh, answer_move},       {"--reachable", Starts::on_mesh, answer_reachable},
    {"--wall", Starts::on_mesh, answer_wall},       {"--walls", Starts::on_mesh, answer_walls},
    {"--height", Starts::anywhere, answer_height},  {"--within", Starts::on_mesh, answer_within},
    {"--circle", Starts::on_mesh, answer_circle},   {"--shape", Starts::on_mesh, answer_shape},
    {"--box", Starts::anywhere, answer_box},        {"--random", Starts::on_mesh, answer_random},
    {"--walk", Starts::anywhere, answer_walk},
};

// Parses 16-bit flags: "6" or "0x6".
std::optional<uint16_t> parse_flags(const std::string& text) {
    const bool hex = text.starts_with("0x");
    const char* const end = text.data() + text.size();
    uint16_t flags = 0;
    const auto [next, problem] = std::from_chars(text.data() + (hex ? 2 : 0), end, flags, hex ? 16 : 10);
    if (problem != std::errc{} || next != end) return std::nullopt;
    return flags;
}

std::string check_bits(const std::string& text) {
    return parse_flags(text) ? "" : text + " is not a set of flags; give a number from 0 to 65535, or from 0x0 to 0xffff";
}

void add_point_flags(CommandLine& line, QueryOptions& o) {
    line.add("--from", o.from, "start of the path, or the position that a query is about, as x,y,z [wu]").type("X,Y,Z");
    line.add("--to", o.to, "goal as x,y,z [wu]").type("X,Y,Z");
    line.add("--snap", o.snap,
             "largest distance of start and goal from the mesh [wu]; default: the agent's height for paths, "
             "--walk, --batch and --reachable; for --routes, the snap of the file, or else the agent's height; any distance "
             "for other "
             "queries")
        .type("NUMBER")
        .check(check_not_negative);
    line.add("--cost", o.costs, "cost factor of an area, from 0, for example water=5; may be repeated")
        .type("NAME=NUMBER")
        .one_at_a_time();
    line.add("--include", o.include, "walk on these areas only").type("NAME,...").separated_by_commas().one_at_a_time();
    line.add("--exclude", o.exclude, "never walk on these areas").type("NAME,...").separated_by_commas().one_at_a_time();
    const auto add_flags = [&line](const std::string& flag, uint16_t& flags, const std::string& help) {
        line.add_parsed(
                flag, [bits = &flags](const std::string& text) { *bits = *parse_flags(text); }, help)
            .check(check_bits)
            .type("BITS");
    };
    add_flags("--include-flags", o.include_flags, "walk only where areas have one of these flags, for example 6 or 0x0006");
    add_flags("--exclude-flags", o.exclude_flags, "never walk where areas have one of these flags");
}

constexpr PathMethod kMethods[] = {PathMethod::automatic, PathMethod::exact, PathMethod::weighted, PathMethod::astar,
                                   PathMethod::hubs};

std::string check_method(const std::string& text) {
    const auto has_name = [&](PathMethod method) { return text == method_name(method); };
    if (std::any_of(std::begin(kMethods), std::end(kMethods), has_name)) return "";
    return text + " is not a method; give automatic, exact, hubs, weighted or astar";
}

void add_path(CommandLine& line, QueryOptions& o) {
    const auto set = [&o](const std::string& text) {
        for (const PathMethod method : kMethods)
            o.method = text == method_name(method) ? method : o.method;
    };
    line.add_parsed("--method", set,
                    "search method: exact, the shortest path; hubs, the same, only by hub labels of the level; weighted, the "
                    "cheapest path by cost of areas; astar, A* and the shortest path in its corridor; automatic (default), "
                    "exact if all areas have the same cost, otherwise weighted")
        .check(check_method)
        .values({"automatic", "exact", "hubs", "weighted", "astar"})
        .type("NAME");
    line.add("--clearance", o.clearance,
             "keep the path this far from every boundary edge of the mesh [wu], in addition to the agent radius of the bake; "
             "for larger agents")
        .type("NUMBER")
        .check(check_not_negative);
    line.add_switch("--surface", o.surface,
                    "also print every step of the path along the ground, with height and surface normal");
    line.add_switch("--unfold", o.unfold,
                    "also print the shortest line over the triangles that the path crosses, and its length along the ground");
    line.add("--slice", o.slice,
             "search this many nodes at a time, like a game that spreads a search over frames; finds the same path")
        .type("COUNT")
        .check(whole_number(1, std::numeric_limits<uint64_t>::max()));
}

void add_number(CommandLine& line, const std::string& flag, double& number, const std::string& help) {
    line.add(flag, number, help).type("NUMBER").check(check_not_negative);
}

void add_walks(CommandLine& line, QueryOptions& o) {
    line.add_switch("--raycast", "how far the straight line --from --to is free, and the wall that stops it");
    line.add_switch("--move", "end of a walk from --from towards --to that slides along walls");
    add_number(line, "--walk", o.walk, "every step of an agent that walks --from --to with steps of this length [wu]");
    line.add_switch("--reachable", "whether a path --from --to exists; exit code 5 if not");
    line.add_switch("--wall", "the wall nearest to --from");
    line.add_switch("--walls", "the walls around --from; see --radius");
    line.add_switch("--height", "height of the floor above or below --from, whichever is nearer");
    add_number(line, "--within", o.within, "polygons within this walking distance [wu] of --from, nearest first");
    add_number(line, "--circle", o.circle,
               "polygons that overlap a circle of this radius [wu] and can be reached from --from "
               "inside it, and their area, including the parts outside the circle");
    line.add("--shape", o.shape, "polygons that overlap a convex shape and can be reached from --from inside it [wu]")
        .type("X,Z,X,Z,...");
    line.add("--box", o.box, "all polygons that overlap a box [wu]").type("X,Y,Z,X,Y,Z");
    line.add("--random", o.random, "this many random points, uniform by area, on ground that can be reached from --from")
        .type("COUNT")
        .check(whole_number(1, 10000000));

    add_number(line, "--radius", o.radius, "search radius of --wall and --walls [wu]; default: any distance");
    add_number(line, "--above", o.above,
               "--height: how far above --from the floor may be; --raycast: how far the ground may rise above the "
               "straight line --from --to [wu]; default: any distance");
    add_number(line, "--below", o.below, "like --above, but downwards");
    add_number(line, "--max-length", o.max_length, "largest length of --move [wu]");
    line.add("--seed", o.seed, "seed of --random: equal seeds give equal points; default 1")
        .type("NUMBER")
        .check(whole_number(0, std::numeric_limits<uint64_t>::max()));
    line.add("--in-circle", o.in_circle, "--random points in a circle of this radius [wu] around --from, reached in it")
        .type("NUMBER")
        .check(check_not_negative);
}

void add_whole_level(CommandLine& line, QueryOptions& o) {
    line.add("--batch", o.batch,
             "answer every line {\"from\":[x,y,z],\"to\":[x,y,z]} of this file (- for standard input) and write it back "
             "with \"result\" added, without blank lines; the key \"clearance\" of a line replaces --clearance; invalid lines "
             "are reported, and the exit code is 3")
        .type("FILE");
    line.add("--threads", o.threads, "number of threads of a batch; default: one per core")
        .type("COUNT")
        .check(whole_number(1, 1024));
    line.add("--routes", o.routes,
             "test the level against a JSON file of named points, required and forbidden routes, largest lengths and "
             "smallest walkable area (see data/queries); prints a line for each failure, exit code 6")
        .type("FILE");
    line.add("--html", o.html,
             "write the level as a page for a browser that shows it and finds paths; it needs no network and no "
             "other file")
        .type("FILE");
    add_viewer_flag(line, o.viewer_wasm);
    line.add_switch("--info", "print the contents of the file: agents, areas, islands, sizes");
    line.add_switch("--validate", "test every invariant of the file's meshes; exit code 6 if one is broken");
}

void add_output(CommandLine& line, QueryOptions& o) {
    line.add_switch("--json", o.json, "print the answer as one line of JSON");
    line.add("--svg", o.svg, "draw the mesh from above with the answer on it into this file").type("FILE");
    line.add_switch("-q,--quiet", o.quiet, "print nothing; the exit code is the answer");
}

// Returns the requested query. If no query flag is given, returns --info if all given flags apply to --info, and the path query
// otherwise.
const QueryKind& requested_query(const std::vector<std::string>& given) {
    const auto find = [](const auto& is_it) { return std::find_if(query_kinds().begin(), query_kinds().end(), is_it); };
    auto query = find([&](const QueryKind& kind) { return std::find(given.begin(), given.end(), kind.flag) != given.end(); });
    constexpr std::array<std::string_view, 4> kFlagsOfInfo{"--json", "--quiet", "--agent", "--svg"};
    const bool is_info = std::all_of(given.begin(), given.end(), [&](const std::string& flag) {
        return std::find(kFlagsOfInfo.begin(), kFlagsOfInfo.end(), flag) != kFlagsOfInfo.end();
    });
    if (query == query_kinds().end())
        query = find([&](const QueryKind& kind) { return kind.flag == (is_info ? "--info" : facts::kPaths); });
    return *query;
}

// Error (usage): two flags exclude each other, or a flag does not apply to the query.
Status check_flags(const std::vector<std::string>& given, const QueryOptions& options, const QueryKind& query) {
    std::vector<Fact> facts;
    for (const std::string& flag : given)
        facts.push_back({flag});
    if (query.flag == facts::kPaths) facts.push_back({facts::kPaths});
    if (is_standard_input(options.level) && options.batch == "-") facts.push_back({facts::kTwoInputs});
    if (!options.agent.empty() && !options.draws()) facts.push_back({facts::kUndrawnAgent});
    if (options.svg == "-" && !options.quiet) facts.insert(facts.end(), {{facts::kPictureOnOutput}, {facts::kAnswer}});
    if (options.html == "-") facts.push_back({facts::kPageOnOutput});
    return check_exclusions(facts);
}

// Error (usage): an output file is also an input. Error (failed): an output file cannot be written.
Status check_outputs(const QueryOptions& o) {
    if (o.draws()) {
        if (const Status apart = check_not_input("--svg", o.svg, std::array{o.level}, "the level"); !apart) return apart;
        if (const Status apart = check_not_input("--svg", o.svg, std::array{o.batch, o.routes}); !apart) return apart;
        if (const Status writable = check_output_path(o.svg); !writable) return writable;
    }
    if (o.html.empty()) return Done{};
    const Status apart = check_not_input("--html", o.html, std::array{o.level, o.viewer_wasm});
    return apart ? check_output_path(o.html) : apart;
}

Result<int> finish(const QueryOptions& options, Result<Reply> reply) {
    if (!reply) return reply.error();
    if (const Status given = give_reply(options, *reply); !given) return given.error();
    return reply->exit_code;
}

// Returns the options, with the query's default snap distance if --snap was not given.
QueryOptions with_snap(QueryOptions options, const NavMesh& mesh, const QueryKind& query) {
    constexpr std::array<std::string_view, 4> kPathQueries{facts::kPaths, "--walk", "--reachable", "--batch"};
    const bool is_path = std::find(kPathQueries.begin(), kPathQueries.end(), query.flag) != kPathQueries.end();
    if (is_path && !std::isfinite(options.snap)) options.snap = default_path_snap(mesh);
    return options;
}

Result<int> answer_on_level(const QueryOptions& asked, const QueryKind& query) {
    DVec3 from, to;
    for (const auto& [flag, text, point] : {std::tuple{"--from", &asked.from, &from}, {"--to", &asked.to, &to}}) {
        if (query.points == QueryPoints::none || (query.points == QueryPoints::from && point == &to)) continue;
        const Result<DVec3> parsed = parse_point(flag, *text);
        if (!parsed) return parsed.error();
        *point = *parsed;
    }
    const Result<LevelFile> level = read_level(asked.level);
    if (!level) return level.error();
    report_warnings(level->warnings);
    const Result<size_t> which = choose_mesh(level->meshes, asked.agent, asked.level);
    if (!which) return which.error();
    const NavMesh* const mesh = &level->meshes[*which];
    const QueryOptions options = with_snap(asked, *mesh, query);
    const Result<QueryFilter> filter = make_filter(*mesh, options);
    if (!filter) return filter.error();
    if (!options.batch.empty()) return run_batch(options, *mesh, *filter);
    if (!options.routes.empty()) return finish(options, answer_routes(options, *mesh, *filter));
    if (!options.html.empty()) return finish(options, answer_html(options, *mesh));
    const QueryAnswer* const kind =
        std::find_if(std::begin(kAnswers), std::end(kAnswers), [&](const QueryAnswer& a) { return a.flag == query.flag; });
    assert(kind != std::end(kAnswers));
    QueryInput input{options, *mesh, *filter, from, to};
    if (kind->starts == Starts::on_mesh) {
        const auto start = locate_point(input, "start", from, input.start_reply);
        if (!start) return start.error();
        if (!*start) return finish(options, std::move(input.start_reply));
        input.start = **start;
    }
    return finish(options, kind->answer(input));
}

Result<int> answer(const CommandLine& line, const QueryOptions& options) {
    const std::vector<std::string> given = line.given_flags();
    const QueryKind& query = requested_query(given);
    if (const Status fits = check_flags(given, options, query); !fits) return fits.error();
    if (const Status apart = check_outputs(options); !apart) return apart.error();
    if (query.flag == "--info") return finish(options, answer_info(options));
    if (query.flag == "--validate") return finish(options, answer_validate(options));
    return answer_on_level(options, query);
}

CommandLine query_line(QueryOptions& options) {
    CommandLine line(
        "navquery",
        "Answers queries about a navigation mesh that navbake made. Finds the path --from one position --to another, unless "
        "a flag asks for something else. Without --from and --to, prints --info.\n"
        "Exit codes: 0 done, path complete, 1 cannot write, 2 usage, 3 input unreadable or invalid, a line of a batch "
        "invalid, "
        "5 partial or no path, nothing found, 6 a test failed (--routes, --validate), 130 interrupted.\n");
    line.set_version(std::string("navquery ") + NAVSPAN_VERSION + ", .nav format " + std::to_string(kNavFormatVersion));
    line.add("level", options.level, "the .nav file or a Detour tile set (.bin, .bin64), or - for standard input")
        .type("FILE")
        .required();
    add_agent_option(line, options.agent);
    add_point_flags(line, options);
    add_path(line, options);
    add_walks(line, options);
    add_output(line, options);
    add_whole_level(line, options);
    return line;
}

// Writes the man page and the completions.
int write_manual(const std::string& folder) {
    QueryOptions options;
    const std::array pages{query_line(options).page()};
    const Status written = write_generated_files(pages, folder);
    return written ? kDone : report_error(written.error());
}

int run(int argc, char** argv) {
    set_up_logging("navquery", Verbosity::normal);
    // --generate is a hidden flag for the build and for packagers.
    if (argc == 3 && std::string_view(argv[1]) == "--generate") return write_manual(argv[2]);
    QueryOptions options;
    CommandLine line = query_line(options);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    ignore_write_signals();
    set_up_logging("navquery", options.verbosity());
    if (!options.batch.empty()) catch_interrupts();
    const Result<int> code = answer(line, options);
    return code ? *code : report_error(code.error());
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded("navquery", "close other programs, or raise the memory limit of this one",
                                       navspan::tools::run, argc, argv);
}
