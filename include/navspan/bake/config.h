#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/volumes.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/polygon/partition.h"

namespace navspan {

enum class Profile : uint8_t {
    accurate,  ///< Recast's numbers and defaults with its known defects mended (the default)
    recast,    ///< every stage gives Recast's result
};
enum class LedgeTest : uint8_t { off, plain, slope_aware };  ///< plain is Recast's
enum class ErosionMethod : uint8_t { chamfer, euclidean };   ///< chamfer is Recast's
enum class RegionMethod : uint8_t { watershed, monotone, layers, sheets };
enum class WallSimplification : uint8_t { two_sided, one_sided };  ///< two_sided is Recast's
enum class HeightSource : uint8_t { voxels, triangles };           ///< voxels is Recast's

struct AgentConfig {
    double radius = 0.6;     ///< [wu], >= 0
    double height = 2.0;     ///< [wu], > 0
    double max_climb = 0.9;  ///< [wu], >= 0
    double max_slope = 45;   ///< [deg], 0..89.9
    std::string name = {};   ///< of the mesh made for it; may be empty, but not beside other agents
    friend bool operator==(const AgentConfig&, const AgentConfig&) = default;
};
struct VoxelsConfig {
    double cell_size = 0.3;    ///< [wu], > 0
    double cell_height = 0.2;  ///< [wu], > 0
};
struct FiltersConfig {
    bool low_hanging = true;          ///< walk over obstacles lower than max_climb
    std::optional<LedgeTest> ledges;  ///< null: slope_aware (accurate) or plain (recast)
    bool low_height = true;           ///< remove spans without headroom
};
struct ErosionConfig {
    std::optional<ErosionMethod> method;  ///< null: euclidean (accurate) or chamfer (recast)
    bool median_filter = false;           ///< smooth area ids with a 3 x 3 median after erosion
};
struct RegionsConfig {
    std::optional<RegionMethod> method;  ///< null: sheets (accurate) or watershed (recast)
    std::optional<double> min_area;      ///< smaller islands are removed [wu^2]; null: 64 cells
    std::optional<double> merge_area;    ///< watershed, monotone: smaller regions are merged [wu^2]; null: 400 cells
};
struct ContoursConfig {
    std::optional<double> max_error;          ///< [wu]; null: 1.3 cells
    double max_edge_length = 12;              ///< [wu], 0 = never split
    bool split_wall_edges = true;             ///< split long edges at walls
    bool split_area_edges = false;            ///< split long edges between areas
    std::optional<WallSimplification> walls;  ///< null: one_sided (accurate) or two_sided (recast)
    std::optional<bool> refine;               ///< put vertices back where outlines would cross; null: true, in recast false
};
struct PolygonsConfig {
    int32_t max_vertices = 6;  ///< vertices of a convex polygon, 3..255
};
struct DetailConfig {
    std::optional<double> sample_distance;  ///< spacing of height samples [wu], 0 = none; null: 6 cells
    std::optional<double> max_error;        ///< [wu]; null: 1 cell height
    std::optional<HeightSource> heights;    ///< null: triangles (accurate) or voxels (recast)
};

struct TilesConfig {
    double size = 0;  ///< side of a tile [wu], rounded to whole cells; 0 = one tile for all
    DVec3 origin;     ///< where the lattice of cells, heights and tiles begins [wu]
};

/// Which islands stay, of those that are left at the end: see IslandRules.
struct IslandsConfig {
    double min_area = 0;       ///< islands smaller than this go, off-mesh links counted as ground between them [wu^2]
    int32_t keep_largest = 0;  ///< so many of the others stay, the largest ones; 0 = all
};

/// Levels that are 2D plans: see plan.h.
struct PlanConfig {
    double quantum = 0;  ///< step of the lattice that holds all coordinates [wu]; 0: the first of 1, 1/2, 1/4, ... that does
    PartitionMethod partition = PartitionMethod::merge;
    TriangulationMethod triangulation = TriangulationMethod::automatic;
};

constexpr int32_t kLeastTile = 16;             ///< smallest side of a tile [cell]
constexpr const char* kGroundArea = "ground";  ///< the area of everything that no rule matches; every config has it
constexpr double kMostAreaCost = 1e6;

/// A named kind of ground.
struct AreaConfig {
    std::string name;
    uint8_t id = 63;     ///< 1..63, unique
    double cost = 1;     ///< factor on the length walked on it, 0..kMostAreaCost
    uint16_t flags = 1;  ///< 16 bits for query filters
};
/// Gives the triangles of matching materials or objects an area; the last rule that matches wins.
struct AreaRule {
    std::string pattern;              ///< material, object or group name, `*` stands for any characters
    std::optional<std::string> area;  ///< name of an area; null: a hole, never walkable
};

/// A connection that is not walked: a jump, a ladder, a teleporter. Its ends are put on the walkable ground nearest to them.
struct OffMeshLinkConfig {
    DVec3 start = {}, end = {};          ///< [wu]
    bool two_way = true;                 ///< it leads back as well
    std::optional<double> radius = {};   ///< from an end to the ground at most [wu], >= 0; null: agent.radius, at least a cell
    std::optional<double> cost = {};     ///< what taking it costs, times its area's cost [wu], >= 0; null: its length
    std::string area = kGroundArea;      ///< name of an area
    std::optional<uint16_t> flags = {};  ///< for query filters; null: the area's
    uint32_t user_id = 0;                ///< for the game; 0: none; need not be unique
};
constexpr double kMostLinkLength = 1e9;  ///< farthest coordinate, largest radius and cost of an off-mesh link [wu]

/// Drops and jumps that are found from the ground's borders. Without drop_height and jump_distance there are none.
struct LinksConfig {
    double drop_height = 0;               ///< deepest drop off a ledge [wu], 0 = none
    double jump_distance = 0;             ///< farthest jump, from where the agent's middle leaves to where it lands, seen from
                                          ///< above [wu], 0 = none: the gap is narrower by twice the radius
    double jump_height = 0;               ///< how high the feet rise above where they left the ground, and how much higher the
                                          ///< landing may be [wu]
    std::optional<double> spacing;        ///< about how far apart they follow each other along a ledge [wu]; null: two radii
    std::string drop_area = kGroundArea;  ///< name of the area of links that lead down only
    std::string jump_area = kGroundArea;  ///< name of the area of the others
};

/// Everything that shapes a bake, in the units people think in. What config.example.json shows.
struct BakeConfig {
    Profile profile = Profile::accurate;
    AgentConfig agent;
    VoxelsConfig voxels;
    FiltersConfig filters;
    ErosionConfig erosion;
    RegionsConfig regions;
    ContoursConfig contours;
    PolygonsConfig polygons;
    DetailConfig detail;
    TilesConfig tiles;
    IslandsConfig islands;
    LinksConfig links;
    PlanConfig plan;
    std::vector<AreaConfig> areas{{"ground", 63, 1.0, 1}};
    std::vector<AreaRule> rules;
    std::vector<AreaVolume> volumes;
    std::vector<OffMeshLinkConfig> off_mesh_links;
    std::vector<DVec3> island_seeds;  ///< only islands that one of these points is on stay [wu]; empty: any
    std::vector<AgentConfig> agents;  ///< several agents with unique names, a mesh for each, instead of `agent`; empty: it
};

/// The configs of a config's agents, each of which bakes one mesh: `agent` is that agent and there are no others.
std::vector<BakeConfig> configs_of_agents(const BakeConfig& config);

/// The same in the units stages work in, every null resolved by the profile.
struct VoxelConfig {
    Lattice lattice;
    double max_slope = 45;         ///< [deg]
    int32_t walkable_height = 10;  ///< [vx], agent.height rounded up
    int32_t walkable_climb = 4;    ///< [vx], agent.max_climb rounded down
    double max_climb = 4.5;        ///< [vx], not rounded
    int32_t walkable_radius = 2;   ///< [cell], agent.radius rounded up: chamfer erosion
    double radius = 2;             ///< [cell], not rounded: Euclidean erosion
    bool low_hanging = true;
    LedgeTest ledges = LedgeTest::slope_aware;
    bool low_height = true;
    ErosionMethod erosion = ErosionMethod::euclidean;
    bool median_filter = false;
    RegionMethod region_method = RegionMethod::sheets;
    uint32_t min_region_area = 64;     ///< [cell]
    bool whole_islands = true;         ///< small islands are judged as a whole; recast: see RegionParams
    uint32_t merge_region_area = 400;  ///< [cell]
    double contour_max_error = 1.3;    ///< [cell]
    int32_t max_edge_length = 40;      ///< [cell], 0 = never split
    bool split_wall_edges = true;
    bool split_area_edges = false;
    WallSimplification walls = WallSimplification::one_sided;
    bool refine_contours = true;
    int32_t max_vertices = 6;
    double detail_sample_distance = 6;  ///< [cell], 0 = no inner samples
    double detail_max_error = 1;        ///< [vx]
    HeightSource heights = HeightSource::triangles;
    int32_t tile_size = 0;     ///< [cell], 0 = one tile
    double drop_height = 0;    ///< deepest drop that becomes a link [vx], 0 = none
    double jump_distance = 0;  ///< farthest jump [cell], 0 = none
    double jump_height = 0;    ///< [vx]
    int32_t link_spacing = 4;  ///< side of the blocks in which links are thinned [cell], >= 1
};

/// Resolves nulls by the profile and turns world units into cells and voxels; the only place that rounds. Errors (usage) name
/// the JSON path, the value and the range.
/// @param config  of one agent: see configs_of_agents
Result<VoxelConfig> to_voxels(const BakeConfig& config);

/// What in a valid config will probably surprise its author: "climb_below_slope" when max_climb is below the rise over two
/// cells at max_slope, "radius_below_cell", and the like.
Warnings config_warnings(const BakeConfig& config);

/// Tests a whole config: every key's range, areas with unique names and ids, rules and volumes that name known areas, volumes
/// that are not inside out, off-mesh links with sound numbers, agents with unique names. Error (usage): JSON path, value, and
/// what it must be.
Status check_config(const BakeConfig& config);

}  // namespace navspan
