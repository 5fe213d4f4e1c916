// Tests the page of the viewer.

#include "io/export/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "debug/nav_mesh_drawing.h"
#include "io/export/page_geometry.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

TEST(Html, SharedPointsAreStoredOnce) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"..", ".."}));
    const HtmlScene scene{.title = "four", .program = "test", .layers = mesh_layers(mesh), .mesh = &mesh};
    const Result<std::string> text = html_scene(scene);
    ASSERT_TRUE(text) << text.error().message;
    // Several layers use the same nine corners. The page must store their 27 coordinates only once.
    EXPECT_NE(text->find("\"points\":{\"type\":\"f32\",\"count\":27,"), std::string::npos) << *text;
}

TEST(Html, NamesAreEscaped) {
    const std::string name = "a</script><b>&\"\\\n";
    const HtmlScene scene{.title = name, .program = name, .layers = {HtmlLayer{.name = name, .group = name, .about = name}}};
    const Result<std::string> text = html_scene(scene);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->find('<'), std::string::npos);
    EXPECT_EQ(text->find('\n'), std::string::npos);
    const Result<std::string> page =
        to_html(scene, {.markup = "1@TITLE@2@STYLE@3@SCENE@4@SCRIPT@5", .style = "s", .scripts = {"x", "y"}});
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->starts_with("1a&lt;/script&gt;&lt;b&gt;&amp;\"\\\n2s3{")) << *page;
    EXPECT_TRUE(page->ends_with("}4xy5")) << *page;
}

TEST(Html, ContainsPolygonsOfAnyNumberOfCorners) {
    Drawing drawing;
    drawing.points.assign(70000, DVec3{1, 2, 3});
    drawing.polygons.push_back({0, 70000, Color{1, 2, 3, 255}});
    HtmlScene scene;
    scene.layers.emplace_back().drawings.push_back(std::move(drawing));
    const Result<std::string> text = html_scene(scene);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_NE(text->find("\"counts\":{\"type\":\"u32\",\"count\":1,"), std::string::npos);
    EXPECT_NE(text->find("\"corners\":{\"type\":\"u32\",\"count\":70000,"), std::string::npos);
}

TEST(Html, TheSameSceneGivesTheSameBytes) {
    Random random(3);
    const NavMesh mesh = support::random_mesh(random, {.areas = 4});
    const auto page = [&] { return *html_scene({.title = "t", .layers = mesh_layers(mesh), .mesh = &mesh}); };
    EXPECT_EQ(page(), page());
}

// Returns a bumpy surface of side * side squares. The triangles share no vertices.
TriangleSoup bumpy_soup(int side) {
    TriangleSoup soup;
    const auto corner = [](int x, int z) { return DVec3{x * 0.25, (x * 7 + z * 3) % 5 * 0.1, z * 0.25}; };
    for (int z = 0; z < side; ++z) {
        for (int x = 0; x < side; ++x) {
            append_triangle(soup, {corner(x, z), corner(x, z + 1), corner(x + 1, z + 1)}, kDefaultArea);
            append_triangle(soup, {corner(x, z), corner(x + 1, z + 1), corner(x + 1, z)}, kDefaultArea);
        }
    }
    return soup;
}

TEST(PageGeometry, SmallLevelsKeepAllTriangles) {
    const PageGeometry made = page_geometry(bumpy_soup(8), {1, 0, 1});
    EXPECT_EQ(made.cell, 0);
    EXPECT_EQ(made.corners.size(), 3u * 2 * 8 * 8);
    EXPECT_EQ(made.points.size(), 3u * 9 * 9) << "equal positions become one vertex";
    EXPECT_EQ(*std::min_element(made.points.begin(), made.points.end()), -1);
}

TEST(PageGeometry, LargeLevelsAreSimplifiedToTheLimit) {
    const TriangleSoup soup = bumpy_soup(80);
    const PageGeometry whole = page_geometry(soup, {});
    for (const size_t limit : {50'000u, 5'000u, 100u}) {
        const PageGeometry made = page_geometry(soup, {}, limit), again = page_geometry(soup, {}, limit);
        EXPECT_LE(4 * (made.points.size() + made.corners.size()), limit);
        EXPECT_GT(made.cell, 0);
        EXPECT_TRUE(made.points == again.points && made.corners == again.corners);
        for (const uint32_t corner : made.corners)
            EXPECT_LT(3 * corner, made.points.size());
        if (limit < 1000) continue;
        EXPECT_GT(4 * (made.points.size() + made.corners.size()), limit / 4) << "no more than needed is removed";
        const auto extent = [](const std::vector<float>& points) { return *std::max_element(points.begin(), points.end()); };
        EXPECT_NEAR(extent(made.points), extent(whole.points), 2 * made.cell);
    }
}

TEST(Html, LevelGeometryIsPartOfThePage) {
    const TriangleSoup soup = bumpy_soup(4);
    const Result<std::string> text = html_scene({.title = "level", .soup = &soup});
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_NE(text->find("\"geometry\":{\"triangles\":32,\"cell\":0,\"points\":{\"type\":\"f32\",\"count\":75,"),
              std::string::npos);
    EXPECT_NE(text->find("\"max\":[0.5,"), std::string::npos) << "the page shows the whole level";
    EXPECT_EQ(html_scene({.title = "level"})->find("geometry"), std::string::npos);
}

TEST(Html, EveryEdgeHasItsNeighbour) {
    Random random(4);
    const NavMesh mesh = support::random_mesh(random, {.floors = 2});
    const Result<std::string> text = html_scene({.title = "level", .layers = mesh_layers(mesh), .mesh = &mesh});
    ASSERT_TRUE(text) << text.error().message;
    const std::string count = std::to_string(mesh.edge_count());
    EXPECT_NE(text->find("\"neighbours\":{\"type\":\"i32\",\"count\":" + count + ","), std::string::npos);
}

TEST(Html, EmptySceneMakesAPage) {
    const NavMesh mesh;
    const Result<std::string> text = html_scene({.title = "empty", .layers = mesh_layers(mesh), .mesh = &mesh});
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(text->find("\"polygons\":{"), std::string::npos);
    EXPECT_EQ(text->find("inf"), std::string::npos);
    EXPECT_EQ(text->find("nan"), std::string::npos);
}

}  // namespace
}  // namespace navspan
