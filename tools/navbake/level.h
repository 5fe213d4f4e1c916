#pragma once

// Makes a level from triangles, from polygons (a polygon mesh, a plan or a grid map), or from shards.

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
    std::optional<PendingFile> level;     ///< temporary file of the level; unset for standard output and devices
    std::vector<std::byte> bytes;         ///< the level, if made in memory
    std::vector<ExportedFile> exports;    ///< the level in other formats, and the --html page
    std::vector<PendingFile> exported;    ///< temporary files of `exports`
    std::vector<NavFileSummary> facts;    ///< one for each agent's mesh; a shard sets only the member `bytes`
    std::vector<StageDrawings> drawings;  ///< one for each tile, if a page is requested
    std::vector<std::byte> page_queries;  ///< compiled queries (WebAssembly) for the page; may be empty
    CheckReport checks;
    size_t logged_warnings = 0;  ///< number of report warnings already printed
    BakeReport report;           ///< includes config and warnings
};

/// Returns the report of one agent's mesh.
inline BakeReport& report_of(LevelBake& bake, size_t agent) {
    return bake.report.agents.empty() ? bake.report : bake.report.agents[agent];
}

/// Measures consecutive steps. Each lap adds the time since the last lap or restart() to the report [ms].
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

/// Prints the report's warnings that were not printed yet.
void log_new_warnings(LevelBake& bake);

/// Makes the level and fills in `bake`. Error: a stage, a read or a write failed.
Status make_level(const NavbakeOptions& options, LevelBake& bake, StageTimer& laps);

}  // namespace navspan::tools
