#pragma once

/// \file
/// Reads floor plans from GeoJSON and makes navigation meshes from them.
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
/// Guarantees: all coordinates are stored exactly, as multiples of a lattice step. If no lattice fits, the plan is rejected.
/// Deterministic. Throws nothing but std::bad_alloc.
///
/// Caveats: the mesh is flat; heights in the file cause a warning and are ignored. The file's (x, y) becomes the world's (x, 0,
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

/// A polygon: an outline and its holes. The file's (x, y) becomes (x, 0, -y), so that the world seen from above looks like the
/// plan.
struct FloorPolygon {
    std::string json_path;                  ///< JSON path: "features[2].geometry.coordinates[0]"
    std::vector<std::vector<DVec3>> rings;  ///< outline, then holes [wu]; the repeated last position of each ring is omitted
};

/// A GeoJSON feature of a plan: its properties and its polygons.
struct FloorFeature {
    std::string json_path;               ///< JSON path: "features[2]"; empty if the file is one Feature or one geometry
    std::string name;                    ///< value of property "name"
    std::string kind;                    ///< value of property "kind"; "obstacle": subtracted from the ground
    std::string area;                    ///< value of property "area": the name of an area
    std::optional<double> cost;          ///< value of property "cost": cost factor of `area` if the config lacks `area`
    std::vector<FloorPolygon> polygons;  ///< if empty, the feature is ignored
};

/// The content of a plan file.
struct FloorPlan {
    std::vector<FloorFeature> features;  ///< all features, in the order of the file
    Warnings warnings;                   ///< "feature_without_polygon", "plan_heights_unused"
};

/// Reads GeoJSON: a FeatureCollection, Feature, GeometryCollection, Polygon or MultiPolygon. Rings may run in either direction.
/// Other geometries are skipped with a warning. Error messages use \p name as the name of the text. Error (input): invalid JSON
/// or GeoJSON, a ring that is not closed or has fewer than four positions, or an invalid property "area" or "cost". The message
/// contains the JSON path; indices start at 0. Source: Butler et al., The GeoJSON format, RFC 7946 (2016).
Result<FloorPlan> parse_floor_plan(std::string_view text, const std::string& name);

/// A floor plan with integer coordinates.
struct SnappedPlan {
    GroundPlan plan;                    ///< the shapes of the plan
    std::vector<AreaConfig> new_areas;  ///< areas that features define because the config lacks them; with unused ids
    Warnings warnings;                  ///< "rule_unmatched", "feature_cost_unused"
};

/// Converts a plan: coordinates become integers on a lattice, and area names become ids.
///
/// Lattice: all coordinates must be multiples of config.plan.quantum. If config.plan.quantum is 0, the quantum is chosen as in
/// FromPolygonsOptions: usually the first of 1, 1/2, 1/4, 1/8, 1/10, 1/16, ... that divides all coordinates. If the agent has a
/// radius, the quantum is then halved until it is at most 1/256 of the radius. Halving stops earlier if the next finer lattice
/// would be too fine for the size of the plan.
///
/// Areas: the last rule in config.rules that matches the name, kind or area of a feature sets the area of the feature. If no
/// rule matches, a feature of kind "obstacle" is an obstacle. Any other feature gets the area that it names, or "ground" if it
/// names none. The config defines areas. If the config does not define an area, a feature that names the area and has a cost
/// defines it. A cost that has no effect causes a warning.
///
/// Error (input): a ring crosses or touches itself, crosses another ring of its polygon, is degenerate, or is wrongly nested; a
/// position is not on the lattice; a feature names an undefined area; two features define one area with different costs; or
/// the config and the features define more than 63 areas. The message names the feature, ring and position, counted from 0.
/// Error (usage): config.plan.quantum is neither 0 nor in [1e-9, 1e9]; a rule names an undefined area; or a rule gives a
/// feature an area that only a later feature defines. Error (failed): the plan is too wide for its lattice or for the radius of
/// the agent.
Result<SnappedPlan> snap_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name);

/// Returns the plan parameters that a config contains: agent radius, partition, triangulation and polygon size.
PlanParams plan_params(const BakeConfig& config);

/// Makes a navigation mesh from a floor plan: calls snap_floor_plan, then nav_mesh_from_plan. Areas that features define are
/// added to \p info. Appends the warnings of the floor plan and of snap_floor_plan to \p warnings. Same errors as
/// snap_floor_plan and nav_mesh_from_plan.
Result<NavMesh> nav_mesh_from_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name,
                                         NavMeshInfo info, Warnings& warnings, const PlanLimit& limit = {});

}  // namespace navspan
