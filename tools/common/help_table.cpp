// The groups of all flags, and the examples of all programs and commands.

#include <array>

#include "common/help_page.h"

namespace navspan::tools {
namespace {

constexpr std::string_view kBake = "navbake", kQuery = "navquery", kBench = "navbench";
constexpr std::string_view kHelpTitle = "Messages and help";

// The groups in their order. A flag has the same group in the program and all commands.
constexpr std::array kRows{
    HelpRow{kBake, "Output", "--output --export --html --report --svg --json",
            "--pictures --viewer-wasm --depfile --landmarks --hubs --hub-memory --keep-tiles --live"},
    HelpRow{kBake, "Input", "--input-format --up --scale --units --flip --preset --agent",
            "--heightmap-size --heightmap-height --heightmap-corner"},
    HelpRow{kBake, "Agent and cells",
            "--agent-radius --agent-height --agent-max-climb --agent-max-slope --cell-size --cell-height --tile-size", ""},
    HelpRow{kBake, "Config", "--config --set --suggest --profile", "--print-config --explain-config"},
    HelpRow{kBake, "Tolerances", "--height-tolerance --area-tolerance --length-tolerance", ""},
    HelpRow{kBake, "Routes", "--pairs --routes", "--seed --snap"},
    HelpRow{kBake, "Checks", "--strict --allow --deny --check", "--allow-empty --verify --verify-seed"},
    HelpRow{kBake, "Threads, memory and tiles", "--threads --max-memory", "--cache --cache-max-size --shard"},
    HelpRow{kBake, "Flags of further config keys", "",
            "--filters-* --erosion-* --partition --regions-* --contours-* --polygons-* --detail-* --tiles-origin --islands-* "
            "--links-* --plan-*"},
    HelpRow{kBake, kHelpTitle, "--quiet --verbose --help --help-all --version", ""},

    HelpRow{kQuery, "Path", "--from --to --snap --cost --agent",
            "--method --clearance --surface --unfold --slice --include --exclude --include-flags --exclude-flags"},
    HelpRow{kQuery, "Instead of a path", "--raycast --move --reachable --height --wall --within --random",
            "--walk --walls --circle --shape --box"},
    HelpRow{kQuery, "Details of these queries", "", "--radius --above --below --max-length --seed --in-circle"},
    HelpRow{kQuery, "Instead of one query", "--info --validate --html --batch --routes", "--threads --viewer-wasm"},
    HelpRow{kQuery, "Output", "--json --svg", ""},
    HelpRow{kQuery, kHelpTitle, "--quiet --help --help-all --version", ""},

    HelpRow{kBench, "Measurement", "--rounds --pairs --cell-size --cell-height --tiles --vertices --kinds --only",
            "--cells --profile --partition --tile --paths --seed --copies --doors"},
    HelpRow{kBench, "Results", "--csv --json --results", ""},
    HelpRow{kBench, "Input", "--up --scale --units --flip", "--heightmap-size --heightmap-height --heightmap-corner"},
    HelpRow{kBench, kHelpTitle, "--help --help-all", ""},
};

// Three examples for each program and command.
constexpr std::array kExamples{
    HelpExample{"navbake", "navbake level.obj -o level.nav", "bake a level with the default agent"},
    HelpExample{"navbake", "navbake a.glb -o a.nav --agent-radius 0.4 --cell-size 0.2 --html a.html",
                "bake for a slimmer agent, and write a page that shows the result in a browser"},
    HelpExample{"navbake", "navbake level.obj -o level.nav --preset unreal --strict --report report.json",
                "bake a level from Unreal Engine in CI: fail on warnings and keep a report"},
    HelpExample{"navbake merge", "navbake merge 1.shard 2.shard -o level.nav", "join the two shards of a level"},
    HelpExample{"navbake merge", "navbake merge *.shard -o level.nav --check", "join all shards and test the result"},
    HelpExample{"navbake merge", "navbake merge *.shard -o level.nav --export level.bin", "also write a Detour tile set"},
    HelpExample{"navbake export", "navbake export level.nav -o level.bin", "convert a level for Detour"},
    HelpExample{"navbake export", "navbake export level.nav -o level.glb --agent ogre",
                "show the mesh of one agent in Blender"},
    HelpExample{"navbake export", "navbake export level.nav -o level.svg -q", "draw a level, and print only warnings"},
    HelpExample{"navbake diff", "navbake diff old.nav new.nav", "list what changed"},
    HelpExample{"navbake diff", "navbake diff old.nav new.nav --svg diff.svg --json",
                "draw the changes, and list them as JSON"},
    HelpExample{"navbake diff", "navbake diff old.nav new.nav --routes routes.json --length-tolerance 0.05",
                "compare the routes of a file, and ignore those whose length changed by less than 5 %"},

    HelpExample{"navquery", "navquery level.nav", "print the contents of a level"},
    HelpExample{"navquery", "navquery level.nav --from 3,0,25 --to 18,3.2,15 --svg path.svg", "find a path and draw it"},
    HelpExample{"navquery", "navquery level.nav --batch queries.jsonl --clearance 0.5",
                "find many paths, for an agent whose radius is larger by 0.5"},

    HelpExample{"navbench", "navbench bake level.obj", "compare the bake with librecast, stage by stage"},
    HelpExample{"navbench", "navbench process level.obj", "compare whole processes"},
    HelpExample{"navbench", "navbench query level.nav --pairs 100", "compare the queries with Detour"},
    HelpExample{"navbench bake", "navbench bake level.obj", "time the default settings"},
    HelpExample{"navbench bake", "navbench bake level.obj --cell-size 0.1 --cell-height 0.1", "time finer cells"},
    HelpExample{"navbench bake", "navbench bake a.obj b.obj --rounds 20 --csv times.csv", "append the times to a table"},
    HelpExample{"navbench kinds", "navbench kinds", "time levels of all kinds"},
    HelpExample{"navbench kinds", "navbench kinds --only maze --rounds 9", "time one kind more often"},
    HelpExample{"navbench kinds", "navbench kinds --seed commit --json kinds.json", "time levels that depend on the commit"},
    HelpExample{"navbench process", "navbench process level.obj", "time one level"},
    HelpExample{"navbench process", "navbench process level.obj --cell-size 0.1 --rounds 15", "time finer cells more often"},
    HelpExample{"navbench process", "navbench process --kinds --json process.json", "time generated levels of all kinds"},
    HelpExample{"navbench scoreboard", "navbench scoreboard level.obj", "measure everything"},
    HelpExample{"navbench scoreboard", "navbench scoreboard level.obj --cells 0.3x0.2 --partition watershed",
                "measure one cell size and one partition"},
    HelpExample{"navbench scoreboard", "navbench scoreboard level.obj --results board", "also write the tables board-*.csv"},
    HelpExample{"navbench tiles", "navbench tiles level.obj", "time four sizes of tiles"},
    HelpExample{"navbench tiles", "navbench tiles level.obj --tiles 64", "time one size"},
    HelpExample{"navbench tiles", "navbench tiles level.obj --rounds 9 --csv tiles.csv", "append the times to a table"},
    HelpExample{"navbench query", "navbench query level.nav", "time all queries"},
    HelpExample{"navbench query", "navbench query level.nav --only path --pairs 10000", "time only paths, more of them"},
    HelpExample{"navbench query", "navbench query level.obj --seed 7 --csv queries.csv", "bake first, and use other pairs"},
    HelpExample{"navbench rebuild", "navbench rebuild level.obj", "add doors to a level"},
    HelpExample{"navbench rebuild", "navbench rebuild level.obj --copies 4", "use a world of 16 copies"},
    HelpExample{"navbench rebuild", "navbench rebuild level.obj --doors 50 --json rebuild.json", "add 50 doors"},
    HelpExample{"navbench live", "navbench live level.obj", "add crates and doors to a level"},
    HelpExample{"navbench live", "navbench live level.obj --tile 32 --doors 50", "use smaller tiles and more boxes"},
    HelpExample{"navbench live", "navbench live a.obj b.obj --json live.json", "also write the results to a file"},
    HelpExample{"navbench growth", "navbench growth", "time four sizes"},
    HelpExample{"navbench growth", "navbench growth --vertices 100 1000", "time two small sizes"},
    HelpExample{"navbench growth", "navbench growth --rounds 9 --csv growth.csv", "write the times to a table"},
    HelpExample{"navbench agents", "navbench agents level.obj", "time untiled and tiled bakes"},
    HelpExample{"navbench agents", "navbench agents level.obj --tiles 64", "time only tiled bakes"},
    HelpExample{"navbench agents", "navbench agents level.obj --rounds 15 --json agents.json", "time more often"},
    HelpExample{"navbench warnings", "navbench warnings", "count the warnings about generated levels of all kinds"},
    HelpExample{"navbench warnings", "navbench warnings level.obj level.glb", "also count those about two levels"},
    HelpExample{"navbench warnings", "navbench warnings --only city --seed 7", "count one kind, with other seeds"},
};

}  // namespace

std::span<const HelpRow> help_rows() {
    return kRows;
}

std::span<const HelpExample> help_examples() {
    return kExamples;
}

}  // namespace navspan::tools
