// Computes the marks of the board: goals for speed, memory and mesh quality, and whether our bake meets them.
//
// A speed mark is librecast's minimum time divided by our minimum time. The times are of bakes on one thread, with warm memory
// and the profile's default partition. Every case must reach SpeedMark::every. The median over all cases must reach
// SpeedMark::median.

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "common/cli.h"
#include "navbench/board/board.h"

namespace navspan::bench {
namespace {

struct SpeedMark {
    const char* name;
    const char* tiling;  ///< required "tiling" of an entry of "times" (board.h): "solo", or "" for any tiled bake
    const char* profile;
    const char* stage;
    double every, median;  ///< goals: lower bounds on the ratio of every case, and on the median
    // Optional: goal `at_level` for the level `level`, instead of `every`.
    const char* level = nullptr;  ///< name of the level's file
    double at_level = 0;
};
constexpr SpeedMark kSpeedMarks[] = {
    {"rasterization", "solo", "recast", "rasterize", 3, 4},
    {"filters + compact + connections", "solo", "recast", "filters + compact", 3, 5},
    {"erosion + distance field", "solo", "recast", "erosion + distance field", 10, 14},
    {"regions (watershed)", "solo", "recast", "regions", 3, 4},
    {"contours + polygon mesh", "solo", "recast", "contours + polygon mesh", 3, 4},
    {"detail mesh", "solo", "recast", "detail_mesh", 3, 4, "undulating.obj", 15},
    {"whole bake", "solo", "recast", "total", 4, 5},
    {"tiled bake, one thread each", "", "recast", "from lists to a linked mesh, all threads", 3, 4},
    {"tiled bake, librecast finds its triangles too", "", "recast", "from triangles to a linked mesh, all threads", 3, 4},
    {"default settings against Recast's", "solo", "accurate", "total", 3, 6},
};

std::string case_name(const Json& line) {
    return line["scene"].get<std::string>() + " " + line["cell_size"].dump() + "x" + line["cell_height"].dump();
}

struct Mark {
    std::string kind, name;
    Json worst = {};
    std::string where = {};  ///< case with the worst figure
    Json median = {};
    std::string wanted = {};
    bool met = false;
    std::string each = {};  ///< figures of all cases as text; may be empty
};

void add_mark(Json& board, const Mark& mark) {
    board["marks"].push_back({{"kind", mark.kind},
                              {"mark", mark.name},
                              {"worst", mark.worst},
                              {"worst_at", mark.where},
                              {"median", mark.median},
                              {"wanted", mark.wanted},
                              {"met", mark.met},
                              {"each", mark.each}});
}

// The figures of all cases, with the worst case.
struct MarkFigures {
    std::vector<double> all = {};
    double worst = 0;
    std::string where = {};
    void add(double value, bool is_worst, const std::string& at) {
        if (all.empty() || is_worst) worst = value, where = at;
        all.push_back(value);
    }
};

void add_speed_mark(const SpeedMark& mark, Json& board) {
    MarkFigures ratios;
    std::string each;
    bool met = true;
    for (const Json& line : board["times"]) {
        const bool same_tiling = *mark.tiling ? line["tiling"] == mark.tiling : line["tiling"] != "solo";
        if (!same_tiling || line["profile"] != mark.profile || line["stage"] != mark.stage) continue;
        // Use only the times of the profile's default partition.
        const char* partition = std::string(mark.profile) == "accurate" ? "sheets" : "watershed";
        if (line["memory"] != "warm" || line["threads"] != 1 || line["partition"] != partition) continue;
        if (!line["ratio"].is_number()) continue;
        const double ratio = line["ratio"];
        ratios.add(ratio, ratio < ratios.worst, case_name(line));
        each += (each.empty() ? "" : "; ") + case_name(line) + tools::format(" %.2f", ratio);
        const bool is_level = mark.level && line["scene"] == mark.level;
        met &= ratio >= (is_level ? mark.at_level : mark.every);
    }
    if (ratios.all.empty()) return;
    const double median = tools::median_of(ratios.all);
    std::string wanted = "every " + std::to_string(int(mark.every));
    if (mark.level) wanted += std::string(", ") + mark.level + " " + std::to_string(int(mark.at_level));
    wanted += ", median " + std::to_string(int(mark.median));
    add_mark(board, {.kind = "speed",
                     .name = mark.name,
                     .worst = ratios.worst,
                     .where = ratios.where,
                     .median = median,
                     .wanted = wanted,
                     .met = met && median >= mark.median,
                     .each = each});
}

// Adds a mark that compares a quality figure of untiled meshes of the profile `accurate` with its target. excess(line) returns
// how far the figure exceeds the target; at most 0 if the target is met.
template <class Excess>
void add_quality_mark(Json& board, const char* name, const char* wanted, const char* key, Excess excess) {
    double worst = -1e300;
    Json value;
    std::string where;
    std::vector<double> all;
    for (const Json& line : board["quality"]) {
        if (line["tiling"] != "solo" || line["side"] != "accurate" || line[key].is_null()) continue;
        // Skip meshes without polygons and, for clearances, without samples.
        const bool is_clearance = std::string(key).rfind("clearance", 0) == 0;
        if (line["polygons"] == 0 || (is_clearance && line["clearance_samples"] == 0)) continue;
        all.push_back(line[key].get<double>());
        const double over = excess(line);
        if (over <= worst) continue;
        worst = over, value = line[key], where = case_name(line) + " " + line["partition"].get<std::string>();
    }
    if (all.empty()) return;
    add_mark(board, {.kind = "quality",
                     .name = name,
                     .worst = value,
                     .where = where,
                     .median = tools::median_of(all),
                     .wanted = wanted,
                     .met = worst <= 0});
}

void add_quality_marks(double radius, double max_error_cells, Json& board) {
    const auto cell = [](const Json& line) { return line["cell_size"].get<double>(); };
    const auto height = [](const Json& line) { return line["cell_height"].get<double>(); };
    add_quality_mark(board, "mean height error [wu]", "half a cell height", "height_mean",
                     [&](const Json& line) { return line["height_mean"].get<double>() - height(line) / 2; });
    add_quality_mark(board, "height bias [wu]", "a tenth of a cell height", "height_bias",
                     [&](const Json& line) { return std::fabs(line["height_bias"].get<double>()) - height(line) / 10; });
    add_quality_mark(board, "clearance of 99 % of walls, least [wu]", "radius - 0.05 cell", "clearance_p1",
                     [&](const Json& line) { return radius - 0.05 * cell(line) - line["clearance_p1"].get<double>(); });
    add_quality_mark(
        board, "clearance of 99 % of walls, most [wu]", "radius + 1 + max_error cells", "clearance_p99",
        [&](const Json& line) { return line["clearance_p99"].get<double>() - radius - (1 + max_error_cells) * cell(line); });
    add_quality_mark(board, "mean clearance [wu]", "radius + 1 cell", "clearance_mean",
                     [&](const Json& line) { return line["clearance_mean"].get<double>() - radius - cell(line); });
}

// Returns the entry of "quality" whose "side" is `side` (for example "accurate" or "librecast") and whose case, tiling and
// partition equal those of `like`. Returns null if there is no such entry.
const Json* line_of(const Json& board, const Json& like, const char* side) {
    for (const Json& line : board["quality"]) {
        if (line["side"] == side && line["tiling"] == like["tiling"] && case_name(line) == case_name(like) &&
            line["partition"] == like["partition"])
            return &line;
    }
    return nullptr;
}

void add_memory_mark(Json& board, const char* name, bool tiled, const char* key) {
    MarkFigures ratios;
    for (const Json& line : board["quality"]) {
        if (line["side"] != "recast" || (line["tiling"] != "solo") != tiled || line["partition"] != "watershed") continue;
        const Json* theirs = line_of(board, line, "librecast");
        if (!theirs || (*theirs)["peak_mb"].is_null()) continue;
        const double ratio = line[key].get<double>() / std::max((*theirs)["peak_mb"].get<double>(), 1e-9);
        ratios.add(ratio, ratio > ratios.worst, case_name(line));
    }
    if (ratios.all.empty()) return;
    add_mark(board, {.kind = "memory",
                     .name = name,
                     .worst = ratios.worst,
                     .where = ratios.where,
                     .median = tools::median_of(ratios.all),
                     .wanted = "at most 1",
                     .met = ratios.worst <= 1});
}

// Adds a mark for the time ratio of the profiles accurate and recast.
void add_cost_mark(Json& board) {
    std::map<std::string, double> recast;
    MarkFigures ratios;
    for (const Json& line : board["times"]) {
        if (line["tiling"] != "solo" || line["stage"] != "total" || line["memory"] != "warm") continue;
        const std::string key = case_name(line) + " " + line["partition"].get<std::string>();
        if (line["profile"] == "recast") recast[key] = line["ours_ms_min"];
        if (line["profile"] != "accurate" || !recast.count(key)) continue;
        const double ratio = line["ours_ms_min"].get<double>() / recast[key];
        ratios.add(ratio, ratio > ratios.worst, key);
    }
    if (ratios.all.empty()) return;
    add_mark(board, {.kind = "speed",
                     .name = "accurate to recast profile, time",
                     .worst = ratios.worst,
                     .where = ratios.where,
                     .median = tools::median_of(ratios.all),
                     .wanted = "at most 1.5",
                     .met = ratios.worst <= 1.5});
}

}  // namespace

void add_marks(Json& board) {
    for (const SpeedMark& mark : kSpeedMarks)
        add_speed_mark(mark, board);
    add_cost_mark(board);
    add_memory_mark(board, "peak memory, solo, to librecast's", false, "peak_mb");
    add_memory_mark(board, "peak memory, tiled, to librecast's", true, "peak_mb");
    add_memory_mark(board, "peak memory, tiled and baked to a file, to librecast's", true, "peak_to_file_mb");
    const BakeConfig defaults;
    add_quality_marks(defaults.agent.radius, 1.3, board);
    const Json* worst = nullptr;
    std::vector<double> kept;
    for (const Json& line : board["slopes"]) {
        kept.push_back(line["accurate_kept"]);
        if (!worst || line["accurate_kept"] < (*worst)["accurate_kept"]) worst = &line;
    }
    if (!worst) return;
    add_mark(board, {.kind = "quality",
                     .name = "cells of ramps and stairs kept",
                     .worst = (*worst)["accurate_kept"],
                     .where = (*worst)["slope"].get<std::string>() + ", cell " + (*worst)["cell_size"].dump() + ", climb " +
                              (*worst)["max_climb"].dump(),
                     .median = tools::median_of(kept),
                     .wanted = "at least 0.99",
                     .met = (*worst)["accurate_kept"] >= 0.99});
}

}  // namespace navspan::bench
