#pragma once

// Calls the public functions with random, stale and invalid arguments: NaN, infinite, huge or tiny numbers, references of other
// snapshots, default-constructed objects, and paths of other meshes. Every call must return. AddressSanitizer reports calls
// that read out of bounds.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "navspan/bake.h"
#include "navspan/core/hash.h"
#include "navspan/debug/drawing.h"
#include "navspan/io/floor_plan.h"
#include "navspan/runtime.h"
#include "support/oracles/local_queries.h"
#include "support/text/random.h"

namespace navspan::misuse {

using support::Random;

template <class List>
decltype(auto) pick(Random& random, const List& list) {
    return list[size_t(random.between(0, int32_t(list.size()) - 1))];
}

/// Returns a number from 0 to 20, or an extreme number: NaN, infinite, negative, huge or tiny.
double odd_number(Random& random);
DVec3 odd_point(Random& random);
/// Returns a small index, an index with a special meaning, or any other index.
uint32_t odd_index(Random& random);

/// Expects success if and only if the arguments are valid. Otherwise expects an error of kind usage.
void expect_status(const Status& status, bool valid);
/// The documented condition for points: the mesh has the polygon, and the revision is that of the mesh or kAnyRevision.
bool is_known(const NavMesh& mesh, const SurfacePoint& point);

/// Returns a hilly square with a hole.
TriangleSoup small_level(Random& random);
BakeConfig live_config();

/// The objects that all calls share. An object may hold the result of a call with another mesh.
struct Objects {
    explicit Objects(Random& random);
    /// Takes meshes and a world that the other constructor has made.
    Objects(const std::vector<NavMesh>& made_meshes, const LiveWorld& made_world);

    std::vector<NavMesh> meshes;
    LiveWorld world;
    QueryFilter filter;      ///< valid
    QueryFilter any_filter;  ///< may have invalid costs
    SearchScratch scratch;
    Path path;
    PathSearch search;
    AgentCorridor agent;
    support::LocalResults local;
    std::vector<SurfaceStep> steps;
    std::vector<CorridorCorner> corners;
    SurfaceLine line;
    RandomSequence sequence;
};

/// Makes random calls. Each function below makes one or several calls and returns their number. Calls of accessors, of names
/// and of functions on numbers do not count.
class Caller {
public:
    Caller(Random& random, Objects& objects) : random_(random), o_(objects) {}

    uint64_t query();

    uint64_t build();  ///< calls that make meshes; slower than the calls of query()

private:
    double number() { return odd_number(random_); }
    DVec3 point() {
        return random_.chance(0.5) ? DVec3{random_.real(0, 20), random_.real(0, 2), random_.real(0, 20)} : odd_point(random_);
    }
    const NavMesh& mesh() { return pick(random_, o_.meshes); }
    const QueryFilter* filter() {
        if (random_.chance(0.5)) return nullptr;
        return random_.chance(0.9) ? &o_.filter : &o_.any_filter;
    }

    // Returns a polygon of this or another mesh, or a random reference.
    PolygonRef polygon(const NavMesh& mesh);
    SurfacePoint surface_point(const NavMesh& mesh);
    OffMeshLink link(const NavMesh& mesh);
    uint64_t references();
    uint64_t nearest();
    uint64_t rays();
    uint64_t around();
    uint64_t reach();
    uint64_t sample();
    void damage_sampler(const NavMesh& m);
    PathRequest path_request();
    uint64_t paths();
    // Calls begin_path, step_path and finish_path with any scratch, search and mesh.
    uint64_t slices();
    void damage_search(const NavMesh& m);
    void damage_path(const NavMesh& m);
    void damage_corridor(const NavMesh& m);
    uint64_t agent();
    uint64_t ground();
    uint64_t filters();
    uint64_t accessors();
    void read_tile(const NavTile& tile);
    void read_lists(const NavMesh& m);
    void read_products();
    void files_on_disk();
    // Writes a random file to a folder and calls the functions that read and write files.
    void read_files(const std::filesystem::path& folder);
    uint64_t links();
    uint64_t islands();
    // Returns a tile of any mesh, a tile of another agent, or an empty tile.
    NavTile tile();
    uint64_t live_mesh();
    uint64_t tiles();
    AreaVolume volume();
    Obstacle obstacle();
    uint64_t obstacles();
    TriangleSoup soup();
    BakeConfig config();
    // Calls the filters with random voxels of a grid.
    void voxels(const Grid& grid);
    uint64_t bake();
    uint64_t plans();
    uint64_t polygon_set();
    uint64_t files();
    uint64_t numbers();
    uint64_t configs();
    FloorPlan floor_plan();
    uint64_t floor_plans();
    Drawing drawing();
    uint64_t pictures();
    uint64_t exports();
    uint64_t disk();

    Random& random_;
    Objects& o_;
};

}  // namespace navspan::misuse
