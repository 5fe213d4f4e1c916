
#include "bake/jumps/generate_links.h"
#include "bake/voxelize/walkable_triangles.h"
#include "bake/world/bake_valid_tile.h"
#include "check/stages/checks.h"

namespace navspan {

void CheckProbe::after(Stage stage, const BakeProducts& p) {
    switch (stage) {
        case Stage::rasterize:
            check_heightfield(*p.heightfield, report);
            break;
        case Stage::filter_low_hanging:
        case Stage::filter_ledges:
            break;
        case Stage::filter_low_height:
            check_filters(*p.heightfield, p.fates, filter_params(*p.config), report);
            if (p.fates.size() == p.heightfield->spans.size()) filtered_ = solid_after(stage, p);
            break;
        case Stage::compact_heightfield:
            check_compact_heightfield(*p.compact, report);
            if (filtered_) check_compact_against_reference(*filtered_, *p.compact, report);
            filtered_.reset();
            break;
        case Stage::erode:
        case Stage::mark_volumes:
            check_compact_heightfield(*p.compact, report);
            break;
        case Stage::generate_links: {
            if (!p.links || !p.heightfield) break;
            GenerateLinksParams params = generate_links_params(*p.config);
            params.own = p.own;
            check_generated_links(*p.links, *p.heightfield, *p.compact, params, report);
            break;
        }
        case Stage::distance_field:
            if (!p.distance->distance.empty()) check_distance_field(*p.compact, *p.distance, report);
            break;
        case Stage::regions:
            check_region_map(*p.compact, *p.regions, report);
            if (p.config->region_method == RegionMethod::sheets) check_sheets(*p.compact, *p.regions, report);
            break;
        case Stage::contours:
            check_contours(*p.compact, *p.regions, *p.contours, contour_params(*p.config), report);
            break;
        case Stage::poly_mesh:
            check_poly_mesh(*p.poly_mesh, *p.contours, poly_mesh_params(*p.config), report, p.config->refine_contours);
            break;
        case Stage::detail_mesh:
            check_detail_mesh(*p.detail, {*p.poly_mesh, *p.compact, *p.regions, p.ground},
                              {p.config->detail_sample_distance, p.config->detail_max_error}, report);
            break;
        case Stage::mark_walkable:
            check_triangle_soup(*p.soup, report);
            break;
        case Stage::nav_tile:
            break;
    }
}

}  // namespace navspan
