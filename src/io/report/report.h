#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/voxelize/walkable_triangles.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/warning.h"
#include "navspan/io/scene.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

constexpr int kReportSchema = 1;

/// Entry in BakeReport::stages_ms for the pass that runs the filters and builds the compact heightfield.
constexpr const char* kFilterPassName = "filters_and_compact_heightfield";

/// Counts after each stage, in stage order. The first zero shows the stage that removed all ground. Islands that are removed
/// after linking still count. `smoothed` and `found_links` do not count ground and may be zero.
struct BakeFunnel {
    uint64_t triangles = 0, walkable_triangles = 0;
    uint64_t spans = 0, walkable_spans = 0;                                  ///< solid spans after rasterization
    uint64_t after_low_hanging = 0, after_ledges = 0, after_low_height = 0;  ///< walkable solid spans after each filter
    uint64_t open_spans = 0, after_erosion = 0, after_volumes = 0;           ///< walkable open spans
    uint64_t smoothed = 0;    ///< open spans whose area the median filter changed
    uint64_t in_regions = 0;  ///< open spans that belong to a region
    uint64_t regions = 0, contours = 0, polygons = 0;
    uint64_t found_links = 0;  ///< generated links before placement on polygons; two-way links count once
    double area = 0;           ///< horizontal area of the polygons [wu^2]
};

/// Result of --verify: the comparison of a mesh with its grid.
struct VerifyFacts {
    struct Finding {
        std::string fault;                        ///< "cut_off", "joined" or "too_long"
        DVec3 start, goal;                        ///< the two points of the pair [wu]
        double grid_length = 0, mesh_length = 0;  ///< horizontal path lengths [wu]; 0: no path
        std::string picture;                      ///< name of the file in the picture folder; may be empty
    };
    struct Outside {
        DVec3 point;                ///< an end of a random pair; lies outside all polygons [wu]
        double distance = 0;        ///< distance to the nearest polygon [wu], or infinity
        uint64_t island_cells = 0;  ///< grid cells connected to the point
    };
    uint64_t seed = 1;                    ///< seed of the random pairs
    uint64_t floors = 0;                  ///< walkable cells of the grid
    uint64_t pairs = 0;                   ///< number of random pairs
    uint64_t compared = 0;                ///< pairs with both ends on polygons
    uint64_t reachable = 0;               ///< compared pairs with a path on both the grid and the mesh
    uint64_t undecided = 0;               ///< compared pairs with a path only on the mesh; 0 if such pairs are findings
    uint64_t broken_steps = 0;            ///< grid steps that leave a tile and have no reverse step
    std::vector<DVec3> broken_positions;  ///< start points of the first broken steps [wu]
    std::vector<Finding> findings;        ///< in the order of the random pairs
    std::vector<Outside> outside;         ///< ends of random pairs that lie outside all polygons, in the order of the pairs

    uint64_t faults() const { return findings.size() + broken_steps; }
};

/// Results and statistics of a bake, from a ReportProbe and from the code that reads and writes files.
struct BakeReport {
    std::string status = "done";  ///< "done" or "failed"
    std::string error;            ///< error message if the bake failed
    std::vector<InputFile> files;
    SoupStats facts;
    uint64_t degenerate = 0, too_steep = 0, facing_down = 0,
             excluded_by_rule = 0;  ///< triangles that are not walkable, by reason
    BakeConfig config;
    BakeFunnel funnel;                  ///< in a tiled bake, spans in halos count several times
    uint64_t built_tiles = 0;           ///< baked tiles; an untiled level counts as one
    uint64_t reused_tiles = 0;          ///< tiles from an earlier bake
    uint64_t empty_tiles = 0;           ///< built or reused tiles without a polygon
    std::optional<Stage> failed_stage;  ///< the stage that started last; a failed bake failed in this stage

    std::string output_file;            ///< path of the level; empty: nothing was written
    std::string output_format = "nav";  ///< "nav" or "shard"
    uint64_t output_bytes = 0;
    std::string output_sha256;
    uint64_t output_vertices = 0, output_polygons = 0, output_links = 0;
    struct IslandFacts {
        uint64_t polygons = 0;
        double area = 0;  ///< seen from above [wu^2]
        DVec3 min, max;   ///< bounding box [wu]
    };
    std::vector<IslandFacts> islands;          ///< connected components, in the order of the file
    double output_area = 0;                    ///< total area of the islands [wu^2]
    std::vector<PrunedIsland> pruned_islands;  ///< islands removed by the config keys islands.* and island_seeds
    UnplacedLinks unplaced_links;              ///< numbers of generated links that were not placed on polygons, by reason
    std::vector<InputFile> exports;            ///< exported files and the --html page

    std::optional<VerifyFacts> verified;  ///< result of --verify

    std::vector<std::pair<std::string, double>> stages_ms;  ///< time of each stage in the order of execution [ms]
    uint64_t peak_memory_bytes = 0;
    Warnings warnings;
    std::string input_advice;  ///< advice of a warning about units or orientation, such as "try --scale 1"; empty: none

    /// If BakeConfig::agents is not empty: a report for each agent, in the order of configs_of_agents. The fields above then
    /// contain sums and shared facts.
    std::vector<BakeReport> agents;
};

/// Creates BakeReport::agents: a report for each agent of the config. No effect if BakeConfig::agents is empty.
void create_agent_reports(BakeReport& report);

/// Merges the agents' reports into the main report: input facts, tile counts and warnings. A warning common to all agents is
/// added once; other warnings get the agent's name as prefix. No effect if BakeReport::agents is empty.
void merge_agent_reports(BakeReport& report);

/// Scope of a probe: a whole bake, or one of its tiles.
enum class ReportScope : uint8_t { all, tile };

/// Adds to a report during a bake: counts after each stage (BakeReport::funnel), times of stages, and warnings. In scope `all`,
/// also adds facts about the input. Does not change the bake.
class ReportProbe : public BakeProbe {
public:
    explicit ReportProbe(BakeReport& report, ReportScope scope = ReportScope::all) : report_(report), scope_(scope) {}
    void before(Stage stage) override;
    void after(Stage stage, const BakeProducts& products) override;

private:
    BakeReport& report_;
    ReportScope scope_;
    std::chrono::steady_clock::time_point start_;
};

/// Adds facts and warnings about the input. Takes O(n) time for n triangles.
/// @param walkable  result of mark_walkable_triangles for the soup
void add_input_facts(BakeReport& report, const TriangleSoup& soup, const WalkableTriangles& walkable);

/// Adds the reports of a bake's tiles to the main report, in order, without facts about the input. Sums the times of each
/// stage, even for tiles that ran in parallel.
void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles);

/// Adds facts about the written file. @param facts  a summary for each agent's mesh @param sha256  hash of the file
void add_output(BakeReport& report, std::span<const NavFileSummary> facts, const std::string& file, const std::string& sha256);

/// Returns the report as JSON text with fixed key order and a final line end.
std::string report_json(const BakeReport& report);

/// Sizes of open space above the ground, before erosion.
struct Passages {
    double width = 0;   ///< widest passage [wu], at most one cell too large; 0: unknown
    double height = 0;  ///< largest headroom above walkable ground under a ceiling [wu]; 0: unknown
};

/// Explains why nothing is walkable: "no walkable surface: removed by filter_ledges (...)". Names the stage with the largest
/// loss, a setting to try, the level's size, the agent and the widest passage.
std::string no_walkable_surface(const BakeReport& report, const Passages& passages = {});

/// Returns the warning "little_ground" if the bake made polygons, but less than 1 % of the walkable spans are in a region. The
/// message has the facts of no_walkable_surface, without the widest passage.
std::optional<Warning> little_ground_warning(const BakeReport& report);

/// Returns the peak memory of this process [byte]; 0 if the system does not report it.
uint64_t peak_memory_bytes();

}  // namespace navspan
