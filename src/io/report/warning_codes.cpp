// The list of all warning codes. A test compares this list with the sources and with docs/errors-and-threads.md.

#include "io/report/warning_codes.h"

#include <array>

namespace navspan {
namespace {

constexpr std::array kWarningCodes{
    // the level
    WarningCode{"level_too_large", "the level is far too large for the agent, so its units are probably wrong",
                "use the `--scale` or `--units` that the message names"},
    WarningCode{"level_too_small", "the level is far too small for the agent, so its units are probably wrong",
                "use the `--scale` or `--units` that the message names"},
    WarningCode{"faces_down", "the ground faces down, so the winding or the up axis is probably wrong",
                "use the flags that the message names"},
    WarningCode{"lies_on_its_side", "the ground faces sideways, so the up axis is probably wrong",
                "use the flags that the message names"},
    WarningCode{"little_ground", "less than 1 % of the ground is left",
                "change the setting that the message names; it also names the stage that removed most"},
    WarningCode{"degenerate_triangles", "triangles without area are obstacles, but never walkable", "remove them on export"},
    // the config
    WarningCode{"climb_below_voxel", "`agent.max_climb` is less than a voxel and counts as 0", "lower `voxels.cell_height`"},
    WarningCode{"climb_below_slope", "stairs and ramps lose cells at ledges",
                "raise `agent.max_climb`, or set `filters.ledges` to `slope_aware`"},
    WarningCode{"climb_below_cell", "steep ramps are cut into pieces",
                "raise `agent.max_climb`, or lower `voxels.cell_size` or `agent.max_slope`"},
    WarningCode{"radius_below_cell", "the agent is narrower than two cells, so narrow passages are inaccurate",
                "lower `voxels.cell_size` to half of the radius"},
    WarningCode{"height_below_voxels", "the agent is lower than three voxels, so headroom is inaccurate",
                "lower `voxels.cell_height`"},
    WarningCode{"merge_area_unused", "`regions.merge_area` has no effect with this partition", "set it to null"},
    WarningCode{"jump_height_unused", "`links.jump_height` has no effect without `links.jump_distance`", "set both"},
    WarningCode{"jump_too_short", "`links.jump_distance` leaves no gap to jump over", "raise `links.jump_distance`"},
    WarningCode{"plan_unused", "a key of `plan` has no effect on this level", "leave it out"},
    WarningCode{"rule_unmatched", "a rule matches nothing in the level", "correct its pattern, or remove it"},
    WarningCode{"feature_cost_unused", "the cost of a feature of a floor plan has no effect",
                "put the cost into the table of areas"},
    // the input files
    WarningCode{"obj_no_final_newline", "the last line of an OBJ file has no newline, so the file may be cut off",
                "export the file again, or add a newline"},
    WarningCode{"obj_unknown_statement", "statements of an OBJ file were skipped", "correct or remove them"},
    WarningCode{"obj_face_crosses_itself", "faces of an OBJ file cross themselves and may be triangulated wrongly",
                "triangulate on export"},
    WarningCode{"gltf_no_surface", "points, lines or empty primitives of a glTF file were left out", "remove them on export"},
    WarningCode{"gltf_other_scene", "meshes outside the default scene of a glTF file were left out",
                "move them to the default scene"},
    WarningCode{"gltf_posed", "skins and morph targets of a glTF file are not applied", "apply them on export"},
    WarningCode{"gset_unknown_lines", "lines of a `.gset` were skipped", "remove them"},
    WarningCode{"feature_without_polygon", "a feature of a floor plan is not a polygon and was left out",
                "draw it as a polygon, or remove it"},
    WarningCode{"plan_heights_unused", "a floor plan has heights, which count as 0", "remove the heights"},
    // the mesh
    WarningCode{"contours_trouble", "the contour of a region was dropped or is incomplete",
                "set `contours.refine` to true, or lower `contours.max_error` or `voxels.cell_size`"},
    WarningCode{"poly_mesh_trouble", "a region was not triangulated completely, or is not linked to a neighbour region",
                "set `contours.refine` to true, or lower `contours.max_error` or `voxels.cell_size`"},
    WarningCode{"link_lost", "an end of an off-mesh link has no ground, so the link was left out",
                "move this end onto the ground, or raise the link's radius"},
    WarningCode{"found_links_lost", "generated drops or jumps were left out, because an end has no ground",
                "lower `contours.max_error` or `voxels.cell_size`"},
    WarningCode{"seed_lost", "a position of `island_seeds` has no ground", "move it onto the ground"},
    // the run
    WarningCode{"cache_damaged", "entries of the cache could not be read, so their tiles were baked again",
                "nothing, or test the disk if it happens again"},
    WarningCode{"cache_unwritten", "tiles could not be stored in the cache", "free disk space, or choose another folder"},
    WarningCode{"folder_unflushed", "a file was written, but its folder could not be flushed to the disk; never an error",
                "test the disk, and write the file again"},
    WarningCode{"max_memory_passed", "the bake took more memory than `--max-memory`", "lower `tiles.size`"},
    // Detour sets
    WarningCode{"link_too_far", "a Detour set cannot contain a link beyond the adjacent tiles, so the link was left out",
                "raise `tiles.size`"},
    WarningCode{"link_cost", "a Detour set cannot contain the cost of a link, so Detour uses the link's length",
                "give the link an area with a cost"},
    WarningCode{"polygon_lost", "a polygon of a Detour set has no area and was left out", "nothing"},
    WarningCode{"polygon_cut", "a polygon of a Detour set is not convex and was cut", "nothing"},
    WarningCode{"detail_lost", "the detail triangles of a polygon of a Detour set do not cover it, so it became flat",
                "export the set again"},
};

}  // namespace

std::span<const WarningCode> warning_codes() {
    return kWarningCodes;
}

}  // namespace navspan
