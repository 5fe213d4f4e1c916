#pragma once

// Shared by all queries of navquery: flags, query filter and answer.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/cli.h"
#include "io/config/json_fwd.h"
#include "navspan/core/result.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"

namespace navspan::tools {

/// The command line of navquery. Lengths are in world units.
struct QueryOptions {
    std::string level, agent;
    std::string from, to;
    double snap = std::numeric_limits<double>::infinity();
    std::vector<std::string> costs, include, exclude;
    uint16_t include_flags = 0xffff, exclude_flags = 0;
    PathMethod method = PathMethod::automatic;
    double clearance = 0;  ///< distance that paths keep from boundary edges [wu]
    bool surface = false, unfold = false;
    uint64_t slice = 0;  ///< search nodes per slice; 0: no slices
    double walk = 0;     ///< length of an agent's step [wu]
    double above = std::numeric_limits<double>::infinity(), below = std::numeric_limits<double>::infinity();
    double max_length = std::numeric_limits<double>::infinity(), radius = std::numeric_limits<double>::infinity();
    double within = 0, circle = 0;
    std::string shape, box;
    uint64_t random = 0, seed = 1;
    std::optional<double> in_circle;
    std::string batch, routes;
    unsigned threads = 0;
    bool json = false, quiet = false;
    std::string svg;
    std::string html, viewer_wasm;

    bool draws() const { return !svg.empty(); }
    Verbosity verbosity() const { return quiet ? Verbosity::quiet : Verbosity::normal; }
};

/// A value in the JSON of an answer.
using JsonValue = std::variant<std::nullptr_t, bool, double, uint64_t, std::string, DVec3, std::vector<DVec3>,
                               std::vector<uint32_t>, std::vector<std::string>, std::vector<std::array<double, 2>>>;

/// An answer: text or JSON, drawing, and exit code. Copies share their JSON.
class Reply {
public:
    Reply();
    Json& json() const { return *json_; }  ///< the answer for programs
    /// Sets a member of the JSON.
    void set(const char* key, const JsonValue& value);
    /// Sets a member of the JSON to an empty list, for add().
    void set_list(const char* key);
    /// Adds an object to a list of the JSON.
    void add(const char* list, std::initializer_list<std::pair<const char*, JsonValue>> object);

    std::string text;  ///< answer for people, in whole lines
    Drawing drawing;   ///< empty unless requested
    std::string page;  ///< content of --html, or empty
    int exit_code = kDone;

private:
    std::shared_ptr<Json> json_;
};

/// A query about a loaded level.
struct QueryInput {
    const QueryOptions& options;
    const NavMesh& mesh;
    const QueryFilter& filter;
    DVec3 from, to;           ///< the points of --from and --to
    SurfacePoint start = {};  ///< nearest point of the mesh to `from`, if the query starts on the mesh
    Reply start_reply = {};   ///< reply with the start, if the query starts on the mesh
};

/// Builds the filter from the flags. Error (usage): unknown area or invalid cost.
Result<QueryFilter> make_filter(const NavMesh& mesh, const QueryOptions& options);

/// Default snap distance of paths [wu]: the agent's height, or infinity if unknown. With a larger distance, a path to a goal
/// off the mesh could end far from the goal.
double default_path_snap(const NavMesh& mesh);

/// Finds the nearest point of the mesh and adds it to the reply with its distance. If there is none, sets the reply's reason
/// and exit code. Error (usage): a coordinate is beyond 1e15 wu or not finite.
/// @param what  "start" or "goal"
Result<std::optional<SurfacePoint>> locate_point(const QueryInput& input, const char* what, DVec3 at, Reply& reply);

Json json_point(DVec3 p);
Json json_points(std::span<const DVec3> points);
std::vector<uint32_t> polygon_indices(const NavMesh& mesh, std::span<const PolygonRef> polygons);
/// Returns a point as a line of text: "       1.000        0.000        2.000\n".
std::string point_line(DVec3 p);

/// Returns "the start lies 1.500 from the nearest ground\n", or an empty string for a small gap.
std::string gap_line(const char* what, double gap);

/// Returns the distance of a point from the nearest admitted ground, if it is greater than `snap`, else nullopt.
std::optional<double> distance_beyond_snap(const NavMesh& mesh, const QueryFilter& filter, double snap, DVec3 at);

/// Returns "the goal lies 12.000 from the nearest ground; --snap is 2.000\n" if the point is farther from all admitted ground
/// than --snap allows. Otherwise, returns an empty string.
std::string beyond_snap_line(const QueryInput& input, const char* what, DVec3 at);

/// Returns a line with the distance from the end of a path to the goal. Empty if there is no path, or if a complete path ends
/// close to the goal.
std::string end_line(PathStatus status, double gap);

/// Rounds floating-point numbers to 15 significant digits: 0.9 instead of 0.8999999999999999.
void round_numbers(Json& json);

/// Writes text or JSON to standard output, and the drawing or page to its file. Error (failed): a write failed.
Status give_reply(const QueryOptions& options, Reply& reply);

}  // namespace navspan::tools
