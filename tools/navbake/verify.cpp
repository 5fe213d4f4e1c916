#include "navbake/verify.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "check/verify/verify.h"
#include "check/verify/walkable_grid.h"
#include "debug/nav_mesh_drawing.h"
#include "debug/query_drawing.h"
#include "io/report/report.h"
#include "navspan/debug/drawing.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

constexpr size_t kMaxLoggedFindings = 10;  // limit on findings in the log
constexpr size_t kMaxPictures = 20;        // limit on picture files
constexpr Color kGridColor{214, 96, 0, 255}, kMeshColor{20, 60, 200, 255};

// Returns the parameters of --verify. A mesh path may exceed the voxel path by 2 percent plus 4 times contours.max_error.
VerifyParams verify_params(const NavbakeOptions& options, const VoxelConfig& voxels, const BakeConfig& config) {
    return {.pairs = options.verify,
            .seed = options.verify_seed.value_or(1),
            .lattice = voxels.lattice,
            .slack = 4 * voxels.contour_max_error * voxels.lattice.cell_size,
            // floors in a column are at least agent.height apart, so a point is within reach of only one floor
            .reach = config.agent.height / 2,
            .max_paths = options.pictures.empty() ? 0 : kMaxPictures};
}

// Returns a point in the syntax of the flags: "x,y,z".
std::string xyz_text(DVec3 p) {
    return format("%.3f,%.3f,%.3f", p.x, p.y, p.z);
}

std::string length_text(double length) {
    return format("%.3f", length);
}

std::string finding_text(const VerifyFacts::Finding& finding) {
    const std::string pair = "from " + xyz_text(finding.start) + " to " + xyz_text(finding.goal) + ": ";
    if (finding.fault == fault_name(VerifyFault::cut_off))
        return pair + "the voxels have a path of " + length_text(finding.grid_length) + ", the mesh has none";
    if (finding.fault == fault_name(VerifyFault::joined))
        return pair + "the mesh has a path of " + length_text(finding.mesh_length) + ", the voxels have none";
    return pair + "the path is " + length_text(finding.mesh_length) + " on the mesh and " + length_text(finding.grid_length) +
           " on the voxels";
}

// Adds a finding's grid path and mesh path to a drawing of the mesh.
Drawing draw_finding(Drawing drawing, const VerifyFinding& finding, const std::string& text) {
    drawing.title = std::string(fault_name(finding.fault)) + ": " + text;
    mark_line(drawing, finding.grid_path, kGridColor);
    mark_line(drawing, finding.mesh_path, kMeshColor);
    mark_point(drawing, finding.start, {20, 140, 60, 255});
    mark_point(drawing, finding.goal, {200, 30, 30, 255});
    return drawing;
}

Status draw_findings(const NavbakeOptions& options, const NavMesh& mesh, const VerifyReport& found, VerifyFacts& facts) {
    if (options.pictures.empty()) return Done{};
    const size_t count = std::min(found.findings.size(), kMaxPictures);
    const Drawing ground = count > 0 ? draw_nav_mesh(mesh) : Drawing();
    for (size_t i = 0; i < kMaxPictures; ++i) {
        const std::string name = format("verify_%02zu.svg", i + 1);
        const std::string path = (std::filesystem::path(options.pictures) / name).string();
        if (i >= count) {
            std::error_code problem;
            std::filesystem::remove(path, problem);
            if (problem)
                return Error{ErrorKind::failed, path + ": cannot remove this picture of an earlier run: " + problem.message()};
            continue;
        }
        facts.findings[i].picture = name;
        remove_on_interrupt(path);
        const Status written =
            write_output(path, to_svg(draw_finding(ground, found.findings[i], finding_text(facts.findings[i]))));
        if (!written) return written;
    }
    return Done{};
}

VerifyFacts facts_of(const VerifyReport& found, const VerifyParams& params) {
    VerifyFacts facts{.seed = params.seed,
                      .floors = found.cells,
                      .pairs = found.pairs,
                      .compared = found.compared,
                      .reachable = found.reachable,
                      .undecided = found.undecided,
                      .broken_steps = found.broken_steps,
                      .broken_positions = found.broken_positions,
                      .findings = {},
                      .outside = {}};
    for (const VerifyFinding& f : found.findings)
        facts.findings.push_back({fault_name(f.fault), f.start, f.goal, f.grid_length, f.mesh_length, {}});
    for (const VerifyUncovered& o : found.outside)
        facts.outside.push_back({o.point, o.distance, o.island_cells});
    return facts;
}

}  // namespace

Status verify_level(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh) {
    const BakeConfig& config = bake.report.config;
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    Result<WalkableTiles> tiles = WalkableTiles::of(bake.soup, config, interrupted);
    if (!tiles) return tiles.error();
    Result<GridWorld> world = GridWorld::open(*tiles);
    if (!world) return world.error();
    return verify_against(options, bake, mesh, *world, verify_params(options, *voxels, config));
}

Status verify_against(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh, GridWorld& world,
                      VerifyParams params) {
    params.cancelled = interrupted;
    const Result<VerifyReport> found = verify_mesh(mesh, world, params);
    if (!found) return found.error();
    bake.report.verified = facts_of(*found, params);
    return draw_findings(options, mesh, *found, *bake.report.verified);
}

void log_verify_result(const VerifyFacts& verified) {
    for (size_t i = 0; i < std::min(verified.findings.size(), kMaxLoggedFindings); ++i)
        log_error("verify: " + finding_text(verified.findings[i]));
    if (verified.findings.size() > kMaxLoggedFindings)
        log_error("verify: and " + with_thousands(verified.findings.size() - kMaxLoggedFindings) +
                  " more; --report lists them all");
    for (const DVec3& place : verified.broken_positions)
        log_error("verify: a step across a seam near " + xyz_text(place) + " exists in only one of the two tiles");
    std::string text = "verify: " + count_of(verified.pairs, "pair") + " of " + count_of(verified.floors, "walkable floor") +
                       ", " + with_thousands(verified.compared) + " compared, " + with_thousands(verified.findings.size()) +
                       " differ";
    if (!verified.outside.empty()) {
        double farthest = 0;
        for (const VerifyFacts::Outside& outside : verified.outside)
            farthest = std::max(farthest, outside.distance);
        text += "; " + count_of(verified.outside.size(), "end") + " outside any polygon, " +
                (std::isfinite(farthest) ? "at most " + length_text(farthest) + " from one" : "the mesh has none");
    }
    if (verified.undecided > 0)
        text += "; " + count_of(verified.undecided, "pair") +
                " joined only on the mesh, which is not a fault if agent.radius is above 0";
    log_info(text);
}

}  // namespace navspan::tools
