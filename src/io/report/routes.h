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

/// A named point that routes refer to.
struct NamedPoint {
    std::string name;
    DVec3 at;  ///< [wu]
};

/// A path that must exist, or must not.
struct Route {
    uint32_t from = 0, to = 0;  ///< in RouteList::points
    bool forbidden = false;
    std::optional<double> max_length;     ///< of a required route, seen from above [wu]
    std::optional<double> max_length_3d;  ///< along the ground [wu]
};

/// Requirements on a level, for automatic tests of levels.
struct RouteList {
    std::vector<NamedPoint> points;
    std::vector<Route> routes;       ///< required ones, then forbidden ones, as in the file
    std::optional<double> snap;      ///< largest distance of points from the ground [wu]
    std::optional<double> min_area;  ///< minimum walkable area seen from above [wu^2]
};

/// Reads a list of routes from JSON, `//` comments allowed:
/// {"points": {"gate": [3, 0, 25], ...}, "required": [{"from": "gate", "to": "tower", "max_length": 90}],
///  "forbidden": [{"from": "gate", "to": "roof"}], "snap": 1, "min_area": 1500}
/// Error (usage): not JSON, an unknown key or point (the message names the nearest known one), a value of the wrong type.
Result<RouteList> parse_routes(std::string_view text, const std::string& name);

/// The same from a file. Error (input): it cannot be read.
Result<RouteList> load_routes(const std::filesystem::path& path);

}  // namespace navspan
