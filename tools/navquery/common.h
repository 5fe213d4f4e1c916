#pragma once

// What the questions that navquery answers have in common: the flags, the filter made of them, and the shape of an answer.

#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/cli.h"
#include "navspan/core/result.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"

namespace navspan::tools {

using Json = nlohmann::ordered_json;

/// The command line.
struct QueryOptions {
    std::string level, agent;
    std::string from, to;
    double snap = std::numeric_limits<double>::infinity();
    std::vector<std::string> costs, include, exclude;
    uint16_t include_flags = 0xffff, exclude_flags = 0;
    PathMethod method = PathMethod::automatic;
    bool surface = false, unfold = false;
    uint64_t slice = 0;  ///< nodes; 0: all at once
    double walk = 0;     ///< step of an agent [wu]
    double above = std::numeric_limits<double>::infinity(), below = std::numeric_limits<double>::infinity();
    double max_length = std::numeric_limits<double>::infinity(), radius = std::numeric_limits<double>::infinity();
    double within = 0, circle = 0;
    std::string shape, box;
    uint64_t random = 0, seed = 1;
    std::optional<double> in_circle;
    std::string batch, routes;
    bool info = false, validate = false;
    unsigned threads = 0;
    bool json = false, quiet = false;
    std::string svg;
    std::string html, viewer_wasm;

    bool draws() const { return !svg.empty(); }
    Verbosity verbosity() const { return quiet ? Verbosity::quiet : Verbosity::normal; }
};

/// What is printed, drawn and returned. Copies share their JSON.
class Reply {
public:
    Reply();
    Json& json() const { return *json_; }  ///< for programs
    std::string text;                      ///< for people, whole lines
    Drawing drawing;                       ///< made only when asked for
    int exit_code = kDone;

private:
    std::shared_ptr<Json> json_;
};

/// A question about a loaded level.
struct Question {
    const QueryOptions& options;
    const NavMesh& mesh;
    const QueryFilter& filter;
    DVec3 from, to;           ///< where asked for
    SurfacePoint start = {};  ///< the point of the mesh nearest to `from`, for questions that start on the mesh
    Reply start_reply = {};         ///< the reply to those, which begins with the start
};

/// The filter that the flags describe. Error (usage): an unknown area, a bad cost.
Result<QueryFilter> make_filter(const NavMesh& mesh, const QueryOptions& options);

/// The point of the mesh nearest to one asked for; the reply begins with it and with how far it is from where it was wanted. Or
/// nothing; then the reply says so and has the exit code for it. Error (usage): the point lies beyond 1e15.
/// @param what  "start" or "goal"
Result<std::optional<SurfacePoint>> locate_point(const Question& question, const char* what, DVec3 at, Reply& reply);

constexpr int kMaxJsonDepth = 100;  ///< nested objects and lists in JSON from others: printing a value is recursive
/// Whether a JSON text has more of them.
bool is_too_deep(const std::string& text);

Json json_point(DVec3 p);
Json json_points(std::span<const DVec3> points);
Json json_polygons(const NavMesh& mesh, std::span<const PolygonRef> polygons);
/// "       1.000        0.000        2.000\n"
std::string point_line(DVec3 p);

/// "the start lies 1.500 from the nearest ground\n" where that is worth telling, else nothing.
std::string gap_line(const char* what, double gap);

/// How far from the goal asked for a path ends: of a partial one always, of a complete one where that is worth telling.
std::string end_line(PathStatus status, double gap);

/// Numbers as people expect them, 15 digits at most: 0.9, not the 0.8999999999999999 that sums of cells come to.
void round_numbers(Json& json);

/// Writes what the flags ask for: text or JSON to standard output, the drawing to its file. Error (failed).
Status give_reply(const QueryOptions& options, Reply& reply);

}  // namespace navspan::tools
