#!/bin/sh
# Fails if a public function is neither called by the misuse test (public_api_*.cpp) nor listed below, or if the lists of
# functions that do not test their arguments differ from docs/errors-and-threads.md, section "Arguments".
# Usage: covered.sh SOURCE_DIR
set -euf
cd "$1"
# These inline accessors do not test their arguments.
accessors='admits link_cost next_edge polygon_edges lattice_point is_seam_edge to_world to_local detail_corner detail_corners
    corner_of near_triangles LandmarkTable::at column_spans row_runs neighbour leads_outside
    point_of simplified_ring raw_ring polygon_indices polygon_neighbours plan_ring
    PackedLists::first PackedLists::reserve PackedLists::append PackedLists::mutable_list
    SharedList::append SharedList::replace'
# These functions have a precondition that the page lists in a table.
preconditions='Result::value Result::error SharedList::front SharedList::back PackedLists::push_back append_triangle
    CellGrid::area'
# These functions take products of earlier stages or parts of a mesh, which they trust.
trusting='filter_params contour_params poly_mesh_params slope_aware_climb
    build_regions_watershed build_regions_monotone build_regions_layers build_regions_sheets build_contours build_poly_mesh
    build_detail_mesh build_distance_field close_tile mark_volume volume_bounds obstacle_triangles source_bytes
    draw_walkable_triangles draw_heightfield draw_compact_heightfield draw_generated_links draw_distance_field draw_regions
    draw_contours draw_poly_mesh draw_detail_mesh draw_nav_tile
    add_generated_links validate_links build_surface_grid build_surface_tree build_surface_trees
    filter_polygons build_block_cut_tree count_fans index_landmarks validate_landmarks
    index_hubs validate_hubs
    number_vertices index_tile tile_name'
# These functions have their own tests:
#   - load_*: tests/io and the fuzz targets of the texts; read_nav_mesh, read_live_mesh, read_live_world: they read a file and
#     call the functions parse_*, which are called here
#   - bake_nav_file, bake_agents_to_file: tests/pipeline, tests/cli and tests/fault; in memory, bake_nav_mesh and bake_agents
#   - remove_pending_files: tests/core/file_test.cpp; has no arguments
# The caller implements the interfaces BakeProbe and ByteFile. SearchScratch::state is for the library only.
others='load_scene load_obj load_config load_polygon_mesh read_nav_mesh read_live_mesh read_live_world
    bake_nav_file bake_agents_to_file remove_pending_files
    BakeProbe::before BakeProbe::after BakeProbe::cancelled BakeProbe::needs_fates BakeProbe::needs_soup
    ByteFile::read_at ByteFile::write_at SearchScratch::state'

bad=0
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT
functions=$(find include -name '*.h' | xargs awk -f tests/fuzz/public_functions.awk | sort -u)
types=$(echo "$functions" | sed -n 's/::.*//p' | sort -u)
find tests/fuzz -name 'public_api_*.cpp' | xargs awk -v types="$(echo $types)" -f tests/fuzz/called_functions.awk | sort -u >"$calls"
for name in $functions; do
    case " $(echo $accessors $preconditions $trusting $others) " in *" $name "*) continue ;; esac
    grep -qxF "$name" "$calls" && continue
    echo "$name: no call in tests/fuzz/public_api_*.cpp; add one"
    bad=1
done
for name in $accessors $preconditions $trusting $others; do
    case " $(echo $functions) " in *" $name "*) continue ;; esac
    echo "$name: listed in tests/fuzz/covered.sh, but no public function; remove it"
    bad=1
done

# The page may list several functions as one pattern, for example draw_*.
page=docs/errors-and-threads.md
listed=$({
    sed -n '/^These functions do not test their arguments:$/,/^- functions on /{/^- functions on /!p;}' $page
    sed -n '/^These functions have a precondition/,/^## /p' $page | cut -d '|' -f 2
} | grep -o '`[^`]*`' | tr -d '`')
for name in $accessors $preconditions $trusting; do
    found=0
    for pattern in $listed; do
        case $name in $pattern) found=1 ;; esac
    done
    [ $found = 1 ] || { echo "$page: lacks $name, which does not test its arguments" && bad=1; }
done
for pattern in $listed; do
    found=0
    for name in $accessors $preconditions $trusting; do
        case $name in $pattern) found=1 ;; esac
    done
    [ $found = 1 ] || { echo "$page: $pattern tests its arguments, or is no public function" && bad=1; }
done
exit $bad
