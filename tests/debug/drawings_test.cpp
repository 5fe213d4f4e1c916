// Tests drawings of meshes and of stages.

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

#include "bake/jumps/generate_links.h"
#include "debug/nav_mesh_drawing.h"
#include "debug/stage_canvas.h"
#include "navspan/debug/stage_drawings.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/worlds/ascii_field.h"

namespace navspan {
namespace {

using support::Random;

TEST(MeshParts, PolygonsAreLabelledWithTheirIndices) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.floors = 2});
        const Drawing drawing = draw_mesh_part(mesh, MeshPart::polygons);
        std::vector<uint32_t> ids;
        for (const Drawing::Polygon& polygon : drawing.polygons) {
            ids.push_back(polygon.id);
            EXPECT_EQ(polygon.count, polygon_of(mesh, polygon_ref(mesh, polygon.id)).edge_count) << "seed " << seed;
        }
        std::sort(ids.begin(), ids.end());
        ASSERT_EQ(ids.size(), mesh.polygon_count()) << "seed " << seed;
        for (uint32_t i = 0; i < ids.size(); ++i)
            EXPECT_EQ(ids[i], i) << "seed " << seed;
    }
}

TEST(MeshParts, EveryEdgeIsAWallOrHalfAPortal) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random);
        const size_t walls = draw_mesh_part(mesh, MeshPart::walls).lines.size();
        const size_t portals = draw_mesh_part(mesh, MeshPart::portals).lines.size();
        EXPECT_EQ(walls + 2 * portals, mesh.edge_count()) << "seed " << seed;
    }
}

TEST(MeshParts, DetailSurfaceHasAllTriangles) {
    Random random(7);
    const NavMesh mesh = support::random_mesh(random);
    size_t triangles = 0;
    for (const auto& tile : mesh.tiles)
        triangles += tile->detail_triangles.size();
    const Drawing drawing = draw_mesh_part(mesh, MeshPart::detail_surface);
    EXPECT_EQ(drawing.polygons.size(), triangles);
    for (const Drawing::Polygon& polygon : drawing.polygons)
        EXPECT_LT(polygon.id, mesh.polygon_count());
}

TEST(MeshParts, HigherGroundIsDrawnAboveLowerGround) {
    for (const MeshPart part : {MeshPart::polygons, MeshPart::detail_surface}) {
        Random random(7);
        const Drawing drawing = draw_mesh_part(support::random_mesh(random, {.floors = 2}), part);
        std::vector<double> heights;
        for (const Drawing::Polygon& polygon : drawing.polygons)
            heights.push_back(mean_height(std::span(drawing.points).subspan(polygon.first, polygon.count)));
        ASSERT_GT(heights.size(), 2u);
        EXPECT_NE(heights.front(), heights.back());
        EXPECT_TRUE(std::is_sorted(heights.begin(), heights.end()));
    }
}

TEST(MeshParts, TitlesAreCompleteAndUseTheSingular) {
    const NavMesh one = support::mesh_from_picture({"."});
    EXPECT_EQ(draw_mesh_part(one, MeshPart::polygons).title, "1 polygon");
    EXPECT_EQ(draw_nav_mesh(one).title, "1 polygon, 1 island");
    Path path;
    path.reason = std::string(300, 'x');
    EXPECT_EQ(draw_nav_mesh(one, &path).title, "no path: " + path.reason);
}

TEST(StageDrawings, LinkWithinACellIsDrawnAsOneCell) {
    const CompactHeightfield field = support::field_of_drawing({{1, {"aa"}}});
    const GeneratedLink link{.x = 1, .z = 0, .end_x = 1, .end_z = 0};
    const Drawing drawing = draw_generated_links(field, std::span(&link, 1), {});
    EXPECT_GT(drawing.cells.size(), field.span_count());
    EXPECT_EQ(drawing.cells.back().x, 1);
}

TEST(MeshParts, WallsAndPortalsNameTheirPolygon) {
    Random random(8);
    const NavMesh mesh = support::random_mesh(random);
    for (const MeshPart part : {MeshPart::walls, MeshPart::portals}) {
        for (const Drawing::Line& line : draw_mesh_part(mesh, part).lines)
            EXPECT_LT(line.id, mesh.polygon_count());
    }
}

}  // namespace
}  // namespace navspan
