#pragma once

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

/// An outline and the holes in it. (x, y) of the file is (x, 0, -y), so that plans lie in the world as they do on paper.
struct FloorPolygon {
    std::string place;                      ///< "features[2].geometry.coordinates[0]"
    std::vector<std::vector<DVec3>> rings;  ///< the outline first; without the last position, which repeats the first [wu]
};

/// One feature of a plan with what its properties say.
struct FloorFeature {
    std::string place;                   ///< "features[2]"; empty where the file is one bare geometry
    std::string name;                    ///< property "name"
    std::string kind;                    ///< property "kind"; "obstacle" takes away
    std::string area;                    ///< property "area": the name of an area
    std::optional<double> cost;          ///< property "cost": that area's, where the config does not have it
    std::vector<FloorPolygon> polygons;  ///< none: the feature says nothing about the ground and is not judged
};

struct FloorPlan {
    std::vector<FloorFeature> features;
    Warnings warnings;  ///< "feature_without_polygon", "plan_heights_unused"
};

/// Reads GeoJSON (RFC 7946): a FeatureCollection, Feature, GeometryCollection, Polygon or MultiPolygon. Rings may run in either
/// direction. Other geometries are left out with a warning. Error (input): no JSON, no GeoJSON, a ring that is not closed or
/// has fewer than four positions, a property of the wrong type; messages give the path of what is wrong, counted from 0.
Result<FloorPlan> parse_floor_plan(std::string_view text, const std::string& name);

/// A plan on its lattice, and the areas that its features use besides those of the config.
struct PlacedPlan {
    GroundPlan plan;
    std::vector<AreaConfig> new_areas;  ///< of features with a cost, with the lowest free ids
    Warnings warnings;                  ///< "rule_unmatched", "feature_cost_unused"
};

/// Puts a plan on the lattice that its coordinates are multiples of (config.plan.quantum, or the first of 1, 1/2, ... that
/// does); for an agent with a radius that is halved until a step is at most a 256th of it, while the plan is not too wide for
/// that. What a feature is: what the last of config.rules says that matches its name, kind or area; else an obstacle where its
/// kind is "obstacle"; else of its area, or of area ground. A feature's cost makes an area that the config does not have; where
/// it has no effect that is a warning. Error (input): rings that cross, touch themselves, are flat or
/// nested wrongly, a position beside the lattice, an area that neither the config nor a cost makes known; with feature, ring
/// and position counted from 0. Error (usage): a rule names an area that neither the config nor a feature before has. Error
/// (failed): the plan is too wide for its lattice or for the agent's radius.
Result<PlacedPlan> place_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name);

/// How a config has plans cut.
PlanParams plan_params(const BakeConfig& config);

/// The mesh of a plan file's text, with the info of a bake.
Result<NavMesh> nav_mesh_from_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name,
                                         NavMeshInfo info, Warnings& warnings);

}  // namespace navspan
