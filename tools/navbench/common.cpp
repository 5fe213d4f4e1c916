#include "navbench/common.h"

#include <Recast.h>
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/cli.h"

namespace navspan::tools {

double thread_ms() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
}

double wall_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double process_ms() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
}

double Times::least() const {
    return rounds.empty() ? 0 : *std::min_element(rounds.begin(), rounds.end());
}

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int cannot_write(const std::string& path) {
    return report_error({ErrorKind::failed, "cannot write " + path + " (disk full?)"});
}

Result<NavMesh> linked(NavTile tile, NavMeshInfo info) {
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(tile));
    return link_tiles(std::move(tiles), std::move(info));
}

std::string library_version(const std::string& name, const void* function) {
    const std::string linked = NAVBENCH_RECAST_LIBRARY;
    const bool is_static = linked.size() > 2 && linked.substr(linked.size() - 2) == ".a";
    Dl_info info{};
    if (!is_static && (!dladdr(function, &info) || !info.dli_fname)) return name + ", asserts unknown";
    const std::string path = is_static ? linked : info.dli_fname;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const bool asserts = bytes.find("__assert_fail") != std::string::npos;
    return name + " " NAVBENCH_RECAST_VERSION " " + path + ", asserts " + (asserts ? "on" : "off");
}

std::string recast_library() {
    return library_version("librecast", reinterpret_cast<const void*>(&rcFreeHeightField)) + ", " +
           std::to_string(RC_SPAN_HEIGHT_BITS) + "-bit heights";
}

std::string machine_line(const std::string& peer) {
#ifdef NDEBUG
    const std::string own = "off";
#else
    const std::string own = "on";
#endif
#if defined(__clang__)
    const std::string compiler = "clang " __clang_version__;
#else
    const std::string compiler = "g++ " __VERSION__;
#endif
    std::ifstream info("/proc/cpuinfo");
    std::string line, cpu = "unknown processor";
    while (std::getline(info, line)) {
        if (line.rfind("model name", 0) == 0) {
            cpu = line.substr(line.find(": ") + 2);
            break;
        }
    }
    return "# " + cpu + "; " + compiler + "; our asserts " + own + "; against " + peer;
}

namespace {

std::string csv_cell(const Json& row, const std::string& key) {
    if (!row.contains(key)) return "";
    const auto& value = row[key];
    const std::string text = value.is_string()         ? value.get<std::string>()
                             : value.is_number_float() ? format("%.4f", value.get<double>())
                                                       : value.dump();
    return text.substr(text.find_last_of('/') + 1);
}

}  // namespace

bool append_csv(const std::string& path, const std::string& peer, std::vector<std::string> columns, const Json& rows) {
    if (path.empty() || rows.empty()) return true;
    if (columns.empty()) {
        for (const auto& [key, value] : rows[0].items())
            columns.push_back(key);
    }
    const bool is_new = !std::ifstream(path).good();
    std::ofstream out(path, std::ios::app);
    const auto write_line = [&](const auto& cell) {
        for (const std::string& column : columns)
            out << (&column == &columns.front() ? "" : ",") << cell(column);
        out << "\n";
    };
    if (is_new) {
        out << machine_line(peer) << "\n";
        write_line([](const std::string& column) { return column.substr(0, column.find('=')); });
    }
    for (const auto& row : rows)
        write_line([&row](const std::string& column) { return csv_cell(row, column.substr(column.find('=') + 1)); });
    if (out.flush()) return true;
    cannot_write(path);
    return false;
}

bool write_rows(const BenchOptions& options, const std::string& peer, const std::vector<FigureRow>& rows) {
    Json report = Json::array();
    for (const FigureRow& row : rows) {
        Json& line = report.emplace_back(Json::object());
        for (const auto& [name, figure] : row)
            line[name] = std::visit([](const auto& value) { return Json(value); }, figure);
    }
    return append_csv(options.csv, peer, {}, report) && write_json(options.json, report);
}

Json joined_rows(const Json& objects, const char* key) {
    Json rows = Json::array();
    for (const auto& outer : objects) {
        for (const auto& inner : outer[key]) {
            rows.push_back(outer);
            rows.back().erase(key);
            rows.back().update(inner);
        }
    }
    return rows;
}

bool write_json(const std::string& path, const Json& report) {
    if (path.empty()) return true;
    std::ofstream out(path);
    out << report.dump(2) << "\n";
    if (out.flush()) return true;
    cannot_write(path);
    return false;
}

}  // namespace navspan::tools
