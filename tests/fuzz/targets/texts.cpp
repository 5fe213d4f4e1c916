// Fuzz targets for the readers of configs, lists of routes and, if the programs are built, lines of queries.

#include <array>

#include "fuzz/targets/stored_input.h"
#include "fuzz/targets/target.h"
#include "io/report/routes.h"
#include "navspan/io/config_json.h"

#if defined(NAVSPAN_FUZZ_BATCH)
#include "navquery/batch_line.h"
#include "support/builders/nav_mesh_builder.h"
#endif

namespace navspan::fuzz {
namespace {

// Requires that writing a config and reading it again gives the same config.
void require_sound_config(const BakeConfig& config) {
    const std::string text = config_json(config);
    const Result<BakeConfig> again = parse_config(text, "again.json");
    require(again.ok(), again ? "" : "a written config cannot be read: " + again.error().message);
    require(config_json(*again) == text, "a written config changes when it is read");
    (void)config_warnings(config);
    const Result<std::string> explained = explain_config(config);
    if (!explained) require_one_line(explained.error().message);
}

// Reads a config. The text of the config ends before the first line that starts with '='. From this line on, each line
// "=path=value" sets one value.
void run_config(Input input) {
    std::string_view text = text_of(input);
    const size_t settings = text.find("\n=");
    BakeConfig config;
    if (const Result<BakeConfig> parsed = parse_config(text.substr(0, settings), "fuzz.json")) {
        config = *parsed;
        require_sound_config(config);
    } else {
        require_one_line(parsed.error().message);
    }
    if (reads_from_file(input)) {
        const StoredInput file(input, ".json");
        if (const Result<BakeConfig> loaded = load_config(file.path()); !loaded) require_one_line(loaded.error().message);
    }
    text = settings == text.npos ? "" : text.substr(settings + 1);
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const size_t equal = line.find('=', 1);
        if (equal == line.npos) continue;
        const Status set = set_config_value(config, line.substr(1, equal - 1), line.substr(equal + 1));
        if (!set) require_one_line(set.error().message);
    }
    if (check_config(config)) require_sound_config(config);
}

std::vector<Bytes> config_seeds() {
    BakeConfig config;
    config.areas.push_back({"water", 2, 10, 2});
    config.rules = {{"*water*", "water"}, {"lava", std::nullopt}};
    AreaVolume box, turned, cylinder, prism;
    box.max = {1, 2, 3};
    turned.shape = VolumeShape::rotated_box;
    turned.half_extents = {1, 2, 3};
    turned.yaw = 30;
    cylinder.shape = VolumeShape::cylinder;
    cylinder.radius = 2;
    cylinder.height = 3;
    prism.shape = VolumeShape::prism;
    prism.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    config.volumes = {box, turned, cylinder, prism};
    config.off_mesh_links = {{.start = {1, 2, 3}, .end = {4, 5, 6}, .radius = 1, .cost = 2, .area = "water", .flags = 3}};
    config.island_seeds = {{1, 2, 3}, {-4, 5.5, 6}};
    const std::string lists = config_json(config);
    config.agents = {{.name = "human"}, {.radius = 1.2, .name = "ogre"}};
    return {
        bytes_of(lists), bytes_of(config_json(config)),
        bytes_of("{\"agents\": [{\"name\": \"a\"}]} // note\n=agent.radius=0.4\n=areas.water={\"id\": 2}\n=rules.*lava*=null\n"
                 "=areas.=1\n=areas.a.id=0\n=areas.b=99\n=areas.c={\"id\": 3, \"cost\": -1}\n=island_seeds[0]=[1e12, 0, "
                 "0]\n=agent=3\n"
                 "=volumes[0]={\"shape\": \"rotated_box\", \"center\": [0, 0, 0], \"half_extents\": [1, 1, 1], \"yaw\": 999}\n"
                 "=volumes[0]={\"min\": [3, 0, 0], \"max\": [0, 0, 0]}\n=agents.zoe.radius=2\n=agents[0]={\"radius\": 7}\n"
                 "=volumes[0].radius=3\n=agents.a.radius=1\n=agents[0].name=b\n=profile=recast\n=tiles.size=9")};
}

void run_routes(Input input) {
    const StoredInput file(reads_from_file(input) ? input : Input());
    const Result<RouteList> list =
        reads_from_file(input) ? load_routes(file.path()) : parse_routes(text_of(input), "fuzz.json");
    if (!list) return require_one_line(list.error().message);
    for (const Route& route : list->routes)
        require(std::max(route.from, route.to) < list->points.size(), "a route has no point");
}

std::vector<Bytes> routes_seeds() {
    return {bytes_of(R"({"points": {"gate": [3, 0, 25], "tower": [1, 2, 3], "roof": [0, 9, 0]}, // note
"required": [{"from": "gate", "to": "tower", "max_length": 90, "max_length_3d": 95}],
"forbidden": [{"from": "gate", "to": "roof"}], "snap": 1, "min_area": 1500})"),
            bytes_of("{}"), bytes_of(R"({"points": 1})"),
            bytes_of(R"({"points": {"a": [0, 0, 0]}, "required": [{"from": "b"}]})"), bytes_of(R"({"snap": -1})")};
}

#if defined(NAVSPAN_FUZZ_BATCH)

// Answers each line of the input as navquery --batch does.
void run_batch(Input input) {
    static const NavMesh mesh = support::two_small_tiles();
    static const QueryFilter filter = default_filter(mesh);
    static const tools::QueryOptions options;
    tools::LineScratch scratch;
    std::string_view text = text_of(input);
    uint64_t number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        tools::LineAnswer answer;
        tools::answer_batch_line({options, mesh, filter}, {.number = ++number, .text = std::string(line)}, scratch, answer);
        require(answer.error.empty() || !answer.out.empty(), "an invalid line without an answer");
        if (!answer.error.empty()) require_one_line(answer.error);
        require(answer.out.empty() || answer.out.find('\n') == answer.out.size() - 1, "an answer is not one line");
    }
}

std::vector<Bytes> batch_seeds() {
    return {
        bytes_of("{\"from\": [1, 0, 1], \"to\": [3, 0, 1], \"id\": \"a\"}\n\n[1]\n{\"from\": [1e999]}\n{\"from\": [1, 2]}\n"
                 "{\"to\": [0, 0, 0], \"from\": [-1e300, 0, 5e-324], \"result\": {}}\n{\"from\": \n")};
}

#endif

const std::vector<Target>& targets() {
    static const std::vector<Target> all {
        {"config", run_config, config_seeds}, {"routes", run_routes, routes_seeds},
#if defined(NAVSPAN_FUZZ_BATCH)
            {"batch", run_batch, batch_seeds},
#endif
    };
    return all;
}

}  // namespace

std::span<const Target> text_targets() {
    return targets();
}

}  // namespace navspan::fuzz
