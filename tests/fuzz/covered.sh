#!/bin/sh
# Fails if a public function that is not inline is neither called by the misuse test (public_api_*.cpp) nor listed below.
# Usage: covered.sh SOURCE_DIR
set -eu
cd "$1"
# These functions take products of earlier stages or parts of a mesh, which they trust (docs/errors-and-threads.md, "Arguments").
trusting='filter_params contour_params poly_mesh_params solid_after slope_aware_climb filter_and_compact filtered_heightfield
    build_regions_watershed build_regions_monotone build_regions_layers build_regions_sheets build_contours build_poly_mesh
    build_detail_mesh build_distance_field close_tile mark_volume volume_bounds obstacle_triangles with_obstacles source_bytes
    add_generated_links validate_links build_surface_grid surface_triangle build_surface_tree build_surface_trees
    filter_polygons build_block_cut_tree count_fans index_landmarks validate_landmarks
    index_hubs validate_hubs
    doubled_area number_vertices index_tile tile_name island_bounds'
# These functions have their own tests: files, several agents, and texts.
others='read_nav_mesh read_live_mesh read_live_world bake_nav_file bake_agents bake_agents_to_file open
    matches_pattern find_area area_id_of ground_area area_of_rule configs_of_agents to_voxels admits static_assert'
missing=0
for name in $(cat include/navspan/query/*.h include/navspan/navmesh/*.h include/navspan/bake/*.h include/navspan/plan/*.h |
    sed -nE '/^inline/d; /^struct/d; s/^[A-Za-z][A-Za-z0-9_:<>,&* ]*[ *&]([a-z_0-9]+)\(.*/\1/p' | sort -u); do
    case " $(echo $trusting $others) " in *" $name "*) continue ;; esac
    grep -q "[^a-z_]$name(" tests/fuzz/public_api_*.cpp && continue
    echo "$name: no call in tests/fuzz/public_api_*.cpp; add one"
    missing=1
done
exit $missing
