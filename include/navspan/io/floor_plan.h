#pragma once

/// \file
/// Reads floor plans from GeoJSON and makes navigation meshes of them.
///
/// \code
/// const std::string text = R"({"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]})";
/// const Result<FloorPlan> floor = parse_floor_plan(text, "hall.geojson");
/// if (!floor) return;  // floor.error().message has the path of the feature, ring and position
/// BakeConfig config;
/// config.agent.radius = 0.4;
/// NavMeshInfo info;
/// info.areas = {{"ground", 63, 1, 1.0}};
/// Warnings warnings;
/// const Result<NavMesh> mesh = nav_mesh_from_floor_plan(*floor, config, "hall.geojson", info, warnings);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: coordinates are kept exactly on a lattice, or the plan is rejected. Deterministic. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: the mesh is flat; heights of positions are ignored with a warning. The file's (x, y) becomes the world's (x, 0,
/// -y).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/plan/plan.h"

namespace navspan {

/// An outline with its holes. The file's (x, y) becomes (x, 0, -y), so that the world seen from above looks like the plan.
struct FloorPolygon {
    std::string place;                      ///< JSON path: "features[2].geometry.coordinates[0]"
    std::vector<std::vector<DVec3>> rings;  ///< the outline first; without the last position, which repeats the first [wu]
};

/// A feature of a plan with its properties.
struct FloorFeature {
    std::string place;                   ///< JSON path: "features[2]"; empty if the file is a single geometry
    std::string name;                    ///< property "name"
    std::string kind;                    ///< property "kind"; "obstacle" subtracts from the ground
    std::string area;                    ///< property "area": the name of an area
    std::optional<double> cost;          ///< property "cost": cost of the area if the config does not define it
    std::vector<FloorPolygon> polygons;  ///< if empty, the feature is ignored
};

/// The content of a plan file.
struct FloorPlan {
    std::vector<FloorFeature> features;  ///< in the order of the file
    Warnings warnings;                   ///< "feature_without_polygon", "plan_heights_unused"
};

/// Reads GeoJSON: a FeatureCollection, Feature, GeometryCollection, Polygon or MultiPolygon. Rings may run in either direction.
/// Other geometries are omitted with a warning. Messages call the text \p name. Error (input): invalid JSON or GeoJSON, a ring
/// that is not closed or has fewer than four positions, or a property of the wrong type; the message has the JSON path, counted
/// from 0. Source: Butler et al., The GeoJSON format, RFC 7946 (2016).
Result<FloorPlan> parse_floor_plan(std::string_view text, const std::string& name);

/// A plan on a lattice.
struct SnappedPlan {
    GroundPlan plan;                    ///< the shapes
    std::vector<AreaConfig> new_areas;  ///< areas of features with a cost that the config lacks, with the lowest unused ids
    Warnings warnings;                  ///< "rule_unmatched", "feature_cost_unused"
};

/// Puts a plan on a lattice.
///
/// Lattice: all coordinates must be multiples of the quantum. It is config.plan.quantum or, if that is 0, the first of 1, 1/2,
/// ... that fits. If the agent has a radius, the quantum is halved until it is at most 1/256 of the radius or the plan becomes
/// too wide.
///
/// Areas: the last rule in config.rules that matches the name, kind or area of a feature decides. If no rule matches, the
/// feature is an obstacle if its kind is "obstacle"; otherwise it has its area, or area "ground" if it has none. A feature's
/// cost defines an area that the config lacks; a cost without effect gives a warning.
///
/// Error (input), with feature, ring and position counted from 0: a ring crosses or touches itself, is degenerate or wrongly
/// nested; a position is off the lattice; an area is defined by neither the config nor a cost. Error (usage): a rule names an
/// area that is defined by neither the config nor a feature. Error (failed): the plan is too wide for its lattice or for the
/// agent's radius.
Result<SnappedPlan> snap_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name);

/// Returns the plan parameters of a config: agent radius, partition, triangulation and polygon size.
PlanParams plan_params(const BakeConfig& config);

/// Makes a navigation mesh of a plan: snap_floor_plan, then nav_mesh_from_plan. \p info gets the areas that features define.
/// Appends the warnings of both. Errors as snap_floor_plan and nav_mesh_from_plan.
Result<NavMesh> nav_mesh_from_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name,
                                         NavMeshInfo info, Warnings& warnings);

}  // namespace navspan
