// Prints the lists of the board as text tables and writes them as CSV.

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/cli.h"
#include "navbench/board/board.h"

namespace navspan::bench {
namespace {

// Formats the number at `key`: "12.3". Returns "-" if it is missing or null.
std::string figure(const Json& line, const char* key, int digits) {
    if (!line.contains(key) || !line[key].is_number()) return "-";
    return tools::format("%.*f", digits, line[key].get<double>());
}

void print_time(const Json& recast, const Json& accurate) {
    const std::string name = recast["tiling"] == "solo"
                                 ? recast["stage"].get<std::string>()
                                 : recast["tiling"].get<std::string>() + ", " + recast["threads"].dump() +
                                       (recast["threads"] == 1 ? " thread, " : " threads, ") +
                                       recast["stage"].get<std::string>();
    std::printf("  %-70s %-4s | %9s %9s | %9s %9s %6s | %9s %9s %6s\n", name.c_str(),
                recast["memory"].get<std::string>().c_str(), figure(recast, "recast_ms_min", 3).c_str(),
                figure(recast, "recast_ms_median", 3).c_str(), figure(recast, "ours_ms_min", 3).c_str(),
                figure(recast, "ours_ms_median", 3).c_str(), figure(recast, "ratio", 2).c_str(),
                figure(accurate, "ours_ms_min", 3).c_str(), figure(accurate, "ours_ms_median", 3).c_str(),
                figure(accurate, "ratio", 2).c_str());
}

void print_quality(const Json& line) {
    const auto text = [&](const char* key, int digits) { return figure(line, key, digits); };
    std::printf(
        "  %-13s %-10s %5s polygons %3s islands %9s area | height error %6s bias %6s p95 %5s max %5s | clearance %5s "
        "(1 %% %5s, 99 %% %5s) | paths %6s of %s (only here %s, there %s), "
        "A* %6s | columns %s solid %s open | %s ns/span, %s MB, resident %s MB, to a "
        "file %s MB, seam defects %s\n",
        line["tiling"].get<std::string>().c_str(), line["side"].get<std::string>().c_str(), text("polygons", 0).c_str(),
        text("islands", 0).c_str(), text("area", 1).c_str(), text("height_mean", 3).c_str(), text("height_bias", 3).c_str(),
        text("height_p95", 3).c_str(), text("height_max", 3).c_str(), text("clearance_mean", 3).c_str(),
        text("clearance_p1", 3).c_str(), text("clearance_p99", 3).c_str(), text("path_ratio", 4).c_str(),
        text("path_pairs", 0).c_str(), text("path_only_here", 0).c_str(), text("path_only_recast", 0).c_str(),
        text("path_astar", 4).c_str(), text("solid_columns_differ", 0).c_str(), text("open_columns_differ", 0).c_str(),
        text("ns_per_solid_span", 1).c_str(), text("peak_mb", 2).c_str(), text("resident_mb", 2).c_str(),
        text("peak_to_file_mb", 2).c_str(), text("seam_defects", 0).c_str());
}

std::string csv_field(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) {
        const std::string text = value;
        return text.find(',') == std::string::npos ? text : '"' + text + '"';
    }
    if (!value.is_number_float()) return value.dump();
    return tools::format("%.6g", value.get<double>());
}

}  // namespace

void print_partition(const Json& board, size_t first_time, size_t first_quality) {
    const Json& head = board["times"][first_time];
    std::printf("%s, cell %s, height %s, %s\n  %-75s | %19s | %26s | %26s\n  %-75s | %9s %9s | %9s %9s %6s | %9s %9s %6s\n",
                head["scene"].get<std::string>().c_str(), head["cell_size"].dump().c_str(), head["cell_height"].dump().c_str(),
                head["partition"].get<std::string>().c_str(), "", "librecast [ms]", "recast profile [ms]",
                "accurate profile [ms]", "", "min", "median", "min", "median", "ratio", "min", "median", "ratio");
    for (size_t i = first_time; i < board["times"].size(); ++i) {
        const Json& recast = board["times"][i];
        if (recast["profile"] != "recast") continue;
        if (recast["memory"] == "cold" && recast["stage"] != "total") continue;
        for (size_t j = i; j < board["times"].size(); ++j) {
            const Json& accurate = board["times"][j];
            if (accurate["profile"] != "accurate" || accurate["stage"] != recast["stage"] ||
                accurate["memory"] != recast["memory"] || accurate["tiling"] != recast["tiling"] ||
                accurate["threads"] != recast["threads"])
                continue;
            print_time(recast, accurate);
            break;
        }
    }
    for (size_t i = first_quality; i < board["quality"].size(); ++i)
        print_quality(board["quality"][i]);
    std::printf("\n");
    std::fflush(stdout);
}

void print_slopes(const Json& board) {
    std::printf("ramps and stairs: rows of which a side keeps less than 99 %%\n  %-14s %5s %6s %6s | %9s %9s %9s\n", "", "cell",
                "height", "climb", "librecast", "recast", "accurate");
    for (const Json& line : board["slopes"]) {
        if (line["accurate_kept"] >= 0.99 && line["recast_kept"] >= 0.99 && line["librecast_kept"] >= 0.99) continue;
        std::printf("  %-14s %5s %6s %6s | %9s %9s %9s\n", line["slope"].get<std::string>().c_str(),
                    figure(line, "cell_size", 2).c_str(), figure(line, "cell_height", 2).c_str(),
                    figure(line, "max_climb", 2).c_str(), figure(line, "librecast_kept", 3).c_str(),
                    figure(line, "recast_kept", 3).c_str(), figure(line, "accurate_kept", 3).c_str());
    }
    std::printf("\n");
}

void print_marks(const Json& board) {
    std::printf("  %-40s %9s %9s  %-30s %s\n", "mark", "worst", "median", "wanted", "");
    for (const Json& line : board["marks"]) {
        std::printf("  %-40s %9s %9s  %-30s %s%s\n", line["mark"].get<std::string>().c_str(), figure(line, "worst", 3).c_str(),
                    figure(line, "median", 3).c_str(), line["wanted"].get<std::string>().c_str(),
                    line["met"].get<bool>() ? "met, worst: " : "MISSED at ", line["worst_at"].get<std::string>().c_str());
        if (line["each"] != "") std::printf("    %s\n", line["each"].get<std::string>().c_str());
    }
}

bool write_csv(const std::string& path, const std::string& about, const Json& lines) {
    if (lines.empty()) return true;
    std::ofstream out(path);
    out << about << "\n";
    std::string names;
    for (const auto& [key, value] : lines[0].items())
        names += (names.empty() ? "" : ",") + key;
    out << names << "\n";
    for (const Json& line : lines) {
        std::string fields;
        for (const auto& [key, value] : line.items())
            fields += (fields.empty() && key == lines[0].begin().key() ? "" : ",") + csv_field(value);
        out << fields << "\n";
    }
    return bool(out.flush());
}

}  // namespace navspan::bench
