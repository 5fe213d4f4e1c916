// Measures the time of every stage of an untiled bake with each library.
//
// Times are processor times of the thread: other work affects them less than it affects wall-clock times. A probe times our
// bake; librecast is timed around each of its calls, up to the detail mesh.

#include "navbench/bake_rounds.h"

#include <malloc.h>

#include <algorithm>

#include "bake/config/keys.h"

namespace navspan::bench {
namespace {

using support::RecastBake;
using tools::thread_ms;

struct Stopwatch : BakeProbe {
    StageTimes& times;
    size_t solid_spans = 0;
    double start = 0;
    explicit Stopwatch(StageTimes& t) : times(t) {}
    void before(Stage) override { start = thread_ms(); }
    void after(Stage stage, const BakeProducts& products) override {
        times[size_t(stage)].rounds.push_back(thread_ms() - start);
        if (products.heightfield) solid_spans = products.heightfield->spans.size();
    }
};

std::vector<Stage> stages_between(Stage first, Stage last) {
    std::vector<Stage> stages;
    for (int s = int(first); s <= int(last); ++s)
        stages.push_back(Stage{uint8_t(s)});
    return stages;
}

}  // namespace

void free_products(RecastBake& bake) {
    bake.detail.reset();
    bake.mesh.reset();
    bake.contours.reset();
    bake.compact.reset();
    bake.solid.reset();
}

void run_recast(RecastBake& bake, StageTimes& times) {
    free_products(bake);
    for (const auto& [stage, run, on] : support::recast_stages(bake.config)) {
        if (!on) continue;
        tools::time_thread(times[size_t(stage)], [&, run = run] { run(bake); });
    }
}

Result<NavTile> run_ours(const TriangleSoup& soup, const BakeConfig& config, StageTimes& times, size_t* solid_spans) {
    Stopwatch watch(times);
    Result<NavTile> tile = bake_tile(soup, config, &watch);
    if (solid_spans) *solid_spans = watch.solid_spans;
    return tile;
}

void flush_caches() {
    malloc_trim(0);
    static std::vector<uint8_t> other(size_t{64} << 20);
    for (size_t i = 0; i < other.size(); i += 64)
        ++other[i];
}

Times sum_of(const StageTimes& times, std::span<const Stage> stages) {
    Times sum;
    for (const Stage stage : stages) {
        const auto& rounds = times[size_t(stage)].rounds;
        sum.rounds.resize(std::max(sum.rounds.size(), rounds.size()));
        for (size_t i = 0; i < rounds.size(); ++i)
            sum.rounds[i] += rounds[i];
    }
    return sum;
}

Times total_of(const StageTimes& times) {
    return sum_of(times, stages_between(Stage::mark_walkable, Stage::detail_mesh));
}

const std::vector<TimeRow>& stage_rows() {
    static const std::vector<TimeRow> rows = [] {
        std::vector<TimeRow> made{{"mark_walkable", {Stage::mark_walkable}}, {"rasterize", {Stage::rasterize}}};
        made.push_back({"filters + compact", stages_between(Stage::filter_low_hanging, Stage::compact_heightfield)});
        for (const Stage stage : stages_between(Stage::erode, Stage::nav_tile))
            made.push_back({stage_name(stage), {stage}});
        made.push_back({"total", stages_between(Stage::mark_walkable, Stage::detail_mesh)});
        return made;
    }();
    return rows;
}

const std::vector<TimeRow>& mark_rows() {
    static const std::vector<TimeRow> rows{
        {"rasterization", {Stage::rasterize}},
        {"filters + compact + connections", stages_between(Stage::filter_low_hanging, Stage::compact_heightfield)},
        {"erosion + distance field", {Stage::erode, Stage::distance_field}},
        {"regions", {Stage::regions}},
        {"contours + polygon mesh", {Stage::contours, Stage::poly_mesh}},
        {"detail mesh", {Stage::detail_mesh}},
        {"whole bake", stages_between(Stage::mark_walkable, Stage::detail_mesh)},
    };
    return rows;
}

RegionMethod recast_counterpart(RegionMethod method) {
    return method == RegionMethod::sheets ? RegionMethod::watershed : method;
}

std::span<const std::string_view> partition_names() {
    return find_config_key("regions.method")->choices;
}

RegionMethod partition_of(std::string_view name) {
    BakeConfig config;
    find_config_key("regions.method")->set(config, name);
    return *config.regions.method;
}

}  // namespace navspan::bench
