#pragma once

// Shared by all questions of navquery: flags, the query filter, and the answer.

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
    uint64_t slice = 0;  ///< nodes per slice; 0: all at once
    double walk = 0;     ///< length of an agent's step [wu]
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

/// An answer: what is printed, drawn and returned. Copies share their JSON.
class Reply {
public:
    Reply();
    Json& json() const { return *json_; }  ///< for programs
    std::string text;                      ///< for people, whole lines
    Drawing drawing;                       ///< empty unless requested
    int exit_code = kDone;

private:
    std::shared_ptr<Json> json_;
};

/// A question about a loaded level.
struct QueryInput {
    const QueryOptions& options;
    const NavMesh& mesh;
    const QueryFilter& filter;
    DVec3 from, to;           ///< as requested
    SurfacePoint start = {};  ///< the point of the mesh nearest to `from`, if the question starts on the mesh
    Reply start_reply = {};   ///< the reply to such a question, with the start already added
};

/// Builds the filter from the flags. Error (usage): an unknown area, an invalid cost.
Result<QueryFilter> make_filter(const NavMesh& mesh, const QueryOptions& options);

/// Finds the point of the mesh nearest to a requested point and adds it to the reply, with its distance. If there is none, the
/// reply has the reason and the exit code. Error (usage): the point lies beyond 1e15.
/// @param what  "start" or "goal"
Result<std::optional<SurfacePoint>> locate_point(const QueryInput& input, const char* what, DVec3 at, Reply& reply);

constexpr int kMaxJsonDepth = 100;  ///< maximum nesting of foreign JSON, because printing is recursive
/// True if a JSON text is nested more deeply than kMaxJsonDepth.
bool is_too_deep(const std::string& text);

Json json_point(DVec3 p);
Json json_points(std::span<const DVec3> points);
Json json_polygons(const NavMesh& mesh, std::span<const PolygonRef> polygons);
/// "       1.000        0.000        2.000\n"
std::string point_line(DVec3 p);

/// "the start lies 1.500 from the nearest ground\n", or nothing if the gap is small.
std::string gap_line(const char* what, double gap);

/// Text for the distance from the end of a path to the goal: for every partial path; for a complete one only if it is large.
std::string end_line(PathStatus status, double gap);

/// Rounds numbers to 15 digits: 0.9 instead of 0.8999999999999999.
void round_numbers(Json& json);

/// Writes what the flags request: text or JSON to standard output, the drawing to its file. Error (failed).
Status give_reply(const QueryOptions& options, Reply& reply);

}  // namespace navspan::tools
