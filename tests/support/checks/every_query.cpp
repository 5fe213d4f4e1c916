#include "support/checks/every_query.h"

#include "navspan/check/nav_mesh.h"
#include "navspan/query/path.h"
#include "support/checks/path_checks.h"
#include "support/oracles/local_queries.h"

namespace navspan::support {

void run_every_query(Random& random, const NavMesh& mesh) {
    SearchScratch scratch;
    LocalResults answers;
    CheckReport report;
    check_nav_mesh(mesh, report);
    for (const Island& island : mesh.islands) {
        DVec3 min, max;
        island_bounds(mesh, island, min, max);
    }
    QueryFilter filter = default_filter(mesh);
    for (int i = 0; i < 6 && !mesh.tiles.empty(); ++i) {
        const double reach = i < 3 ? 30 : 1e7;
        const auto point = [&] {
            const double x = random.real(-reach, reach), y = random.real(-reach, reach), z = random.real(-reach, reach);
            return to_world(mesh.tiles[0]->frame, {x, y, z});
        };
        PathRequest request{.start = point(), .goal = point(), .filter = &filter};
        const double radius = i % 2 ? random.real(0, reach) : 1e9;
        run_local_queries(mesh, scratch, {request.start, request.goal, radius, &filter, random.next()}, answers);
        for (const PathMethod method : {PathMethod::automatic, PathMethod::weighted, PathMethod::astar}) {
            request.method = method;
            Path path;
            if (find_path(mesh, scratch, request, path)) check_path(mesh, filter, request, path, report);
        }
        filter.excluded_areas = random.next();
    }
}

}  // namespace navspan::support
