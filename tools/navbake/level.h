#pragma once

// How navbake makes a level: from triangles, from finished polygons, or from shards.

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

/// What a bake hands from step to step.
struct LevelBake {
    TriangleSoup soup;
    std::optional<PendingFile> level;     ///< the level beside its place, but for standard output and devices
    std::vector<std::byte> bytes;         ///< or here, where it was made in memory
    std::vector<ExportedFile> exports;    ///< the level in other programs' forms, and its --html page
    std::vector<PendingFile> exported;    ///< those files beside their places
    std::vector<NavFileSummary> facts;      ///< of each agent's mesh; of a shard only its size
    std::vector<StageDrawings> drawings;  ///< of the stages, tile by tile, where a page is wanted
    std::vector<std::byte> page_queries;  ///< that the page carries; empty: none
    CheckReport checks;
    BakeReport report;  ///< config and warnings included
};

/// Milliseconds since the last lap, into the report.
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

/// Does what is asked for, up to the level's bytes and what is known about them. Error: as the stages, files and checks say.
Status make_level(const NavbakeOptions& options, LevelBake& bake, StageTimer& laps);

}  // namespace navspan::tools
