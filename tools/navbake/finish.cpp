#include "navbake/finish.h"

#include <string>
#include <utility>

#include "bake/config/wanted_links.h"
#include "check/mesh/checks.h"
#include "core/append.h"
#include "navbake/output/export_formats.h"
#include "navbake/output/page.h"
#include "navmesh/mesh/agent_name.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/landmarks.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

// Exports the mesh to the formats of --export.
Status export_all(const Options& options, LevelBake& bake, const NavMesh& mesh, StageTimer& laps) {
    for (const std::string& path : options.exports) {
        Result<ExportedFile> file = export_mesh(mesh, path);
        if (!file) return Error{file.error().kind, "--export " + path + ": " + file.error().message};
        append_moved(bake.report.warnings, std::move(file->warnings));
        bake.exports.push_back(*std::move(file));
    }
    if (!options.exports.empty()) laps.lap("export");
    return Done{};
}

void check_mesh(LevelBake& bake, size_t agent, const NavMesh& mesh) {
    CheckReport checks;
    check_nav_mesh(mesh, checks);
    const BakeReport& report = report_of(bake, agent);
    check_links(mesh, wanted_links(report.config), checks, report.pruned_islands);
    const std::string who = bake.report.agents.empty() ? "" : agent_prefix(mesh.info.agent_name);
    for (const std::string& failure : checks.failures)
        fail(bake.checks, who + failure);
    bake.checks.count += checks.count - checks.failures.size();
}

}  // namespace

Status finish_meshes(const Options& options, LevelBake& bake, std::vector<NavMesh> meshes, StageTimer& laps) {
    if (options.landmarks) {
        for (NavMesh& mesh : meshes) {
            Result<NavMesh> steered = with_landmarks(mesh, options.landmarks);
            if (!steered) return steered.error();
            mesh = *std::move(steered);
        }
        laps.lap("landmarks");
    }
    if (options.hubs) {
        const uint64_t limit = options.hub_memory ? options.hub_memory : UINT64_MAX;
        for (NavMesh& mesh : meshes) {
            Result<NavMesh> labelled = with_hubs(mesh, {.max_bytes = limit, .threads = options.threads});
            if (!labelled) return labelled.error();
            mesh = *std::move(labelled);
        }
        laps.lap("hubs");
    }
    if (const Status exported = export_all(options, bake, meshes.front(), laps); !exported) return exported;
    if (!options.html.empty()) {
        Result<ExportedFile> page =
            bake_page(options, bake.soup, meshes.front(), std::exchange(bake.drawings, {}), bake.page_queries);
        if (!page) return page.error();
        bake.exports.push_back(*std::move(page));
        laps.lap("page");
    }
    bake.bytes = serialize_nav_meshes(meshes);
    for (size_t a = 0; a < meshes.size(); ++a) {
        bake.facts.push_back(summarize_nav_file(meshes[a], bake.bytes.size()));
        if (options.check) check_mesh(bake, a, meshes[a]);
    }
    return Done{};
}

}  // namespace navspan::tools
