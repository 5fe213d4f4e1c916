// navbench agents LEVEL...: compares a joint bake for several agents with separate bakes.
//
// Each round bakes three agents of different sizes on one thread, together and then separately. All have the same maximum slope
// and climb, so the joint bake voxelizes the level once. Reports the minimum processor times. Both bakes must give the same
// bytes.

#include <cstdio>
#include <string>

#include "common/cli.h"
#include "navbench/common.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {
namespace {

struct AgentFigures {
    Times together, apart;
    double ratio() const { return together.least() / apart.least(); }
};

Result<AgentFigures> measure_agents(const TriangleSoup& soup, const BakeConfig& config, int rounds) {
    std::vector<AgentBake> agents;
    for (const BakeConfig& one : configs_of_agents(config))
        agents.push_back({one, nav_mesh_info(one, "{}", "navbench")});
    AgentFigures figures;
    for (int round = 0; round < rounds; ++round) {
        Result<std::vector<NavMesh>> together = Error{};
        time_thread(figures.together, [&] { together = bake_agents(soup, agents); });
        if (!together) return together.error();
        const double start = thread_ms();
        std::vector<NavMesh> apart;
        for (const AgentBake& agent : agents) {
            Result<NavMesh> mesh = bake_nav_mesh(soup, agent.config, agent.info);
            if (!mesh) return mesh.error();
            apart.push_back(*std::move(mesh));
        }
        figures.apart.rounds.push_back(thread_ms() - start);
        if (serialize_nav_meshes(*together) != serialize_nav_meshes(apart)) {
            return Error{ErrorKind::failed, "agents baked together and apart have different meshes"};
        }
    }
    return figures;
}

}  // namespace

int bench_agents(const BenchOptions& options) {
    std::vector<FigureRow> rows;
    std::printf("three agents, least processor time on one thread, %s\n", count_of(uint64_t(options.rounds), "round").c_str());
    std::printf("%-40s %6s | %11s %11s | %s\n", "level", "tiles", "together ms", "apart ms", "together / apart");
    for (const std::string& path : options.scenes) {
        Result<LoadedScene> scene = load_geometry(path, options.input);
        if (!scene) return report_error(scene.error());
        BakeConfig config;
        config.voxels = {options.cell_size, options.cell_height};
        config.agents = {{.radius = 0.3, .height = 1.2, .name = "child"},
                         {.radius = 0.6, .height = 2, .name = "human"},
                         {.radius = 1.2, .height = 3, .name = "ogre"}};
        const Result<Warnings> ruled = apply_area_rules(scene->soup, config);
        if (!ruled) return report_error(ruled.error());
        for (const int cells : options.tiles) {
            config.tiles.size = cells * options.cell_size;
            const Result<AgentFigures> f = measure_agents(scene->soup, config, options.rounds);
            if (!f) return report_error(f.error());
            std::printf("%-40s %6d | %11.1f %11.1f | %.3f\n", path.c_str(), cells, f->together.least(), f->apart.least(),
                        f->ratio());
            rows.push_back({{"level", path},
                            {"tile_cells", cells},
                            {"together_ms", f->together.least()},
                            {"apart_ms", f->apart.least()},
                            {"ratio", f->ratio()}});
        }
    }
    return write_rows(options, "nothing", rows) ? 0 : 1;
}

}  // namespace navspan::tools
