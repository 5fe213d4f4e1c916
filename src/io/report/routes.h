#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A named point for routes.
struct NamedPoint {
    std::string name;
    DVec3 at;  ///< position [wu]
};

/// A path that must exist (required) or must not exist (forbidden).
struct Route {
    uint32_t from = 0, to = 0;  ///< indices in RouteList::points
    bool forbidden = false;
    std::optional<double> max_length;     ///< maximum horizontal length of a required route [wu]
    std::optional<double> max_length_3d;  ///< maximum length of a required route, along the ground [wu]
};

/// Requirements on a level, for automatic tests of levels.
struct RouteList {
    std::vector<NamedPoint> points;
    std::vector<Route> routes;       ///< required routes, then forbidden routes, each in file order
    std::optional<double> snap;      ///< largest distance of a point from the ground [wu]
    std::optional<double> min_area;  ///< minimum walkable area seen from above [wu^2]
};

/// Reads a list of routes from JSON, which may contain `//` comments. Example:
/// {"points": {"gate": [3, 0, 25], ...}, "required": [{"from": "gate", "to": "tower", "max_length": 90}],
///  "forbidden": [{"from": "gate", "to": "roof"}], "snap": 1, "min_area": 1500}
/// Error (usage): the text is not JSON, there is nothing to test, a value is missing or invalid, or a key or point is unknown.
/// The message suggests the most similar known name.
Result<RouteList> parse_routes(std::string_view text, const std::string& name);

/// Reads a file with parse_routes. Error (input): the file cannot be read. Other errors: those of parse_routes.
Result<RouteList> load_routes(const std::filesystem::path& path);

}  // namespace navspan
