#pragma once

// Makes a level from triangles, from finished polygons, or from shards.

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "io/report/report.h"
#include "navbake/options.h"
#include "navbake/output/export_formats.h"
#include "navbake/probes.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {

/// State of a bake.
struct LevelBake {
    TriangleSoup soup;
    std::optional<PendingFile> level;     ///< the level's temporary file; not for standard output and devices
    std::vector<std::byte> bytes;         ///< or its bytes, if made in memory
    std::vector<ExportedFile> exports;    ///< the level in other formats, and its --html page
    std::vector<PendingFile> exported;    ///< their temporary files
    std::vector<NavFileSummary> facts;    ///< per agent's mesh; of a shard only the size
    std::vector<StageDrawings> drawings;  ///< of all stages, per tile, if a page is requested
    std::vector<std::byte> page_queries;  ///< queries for the page; empty: none
    CheckReport checks;
    BakeReport report;  ///< including config and warnings
};

/// Adds the milliseconds since the last lap to the report.
class StageTimer {
public:
    explicit StageTimer(BakeReport& report) : report_(report) {}
    void lap(const char* name) {
        const auto now = std::chrono::steady_clock::now();
        report_.stages_ms.emplace_back(name, std::chrono::duration<double, std::milli>(now - start_).count());
        start_ = now;
    }
    void restart() { start_ = std::chrono::steady_clock::now(); }

private:
    BakeReport& report_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Makes the level's bytes and the facts about them. Error: as the stages, files and checks.
Status make_level(const NavbakeOptions& options, LevelBake& bake, StageTimer& laps);

}  // namespace navspan::tools
