// Tests the export as OBJ by reading the files with tinyobjloader.

#include "navspan/io/obj.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "exported_meshes.h"
#include "navspan/io/mesh_export.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"

// Renames the namespace to avoid conflicts with another copy of tinyobjloader in the program.
#define tinyobj independent_tinyobj
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

namespace navspan {
namespace {

using namespace export_test;

struct ObjFaces {
    std::vector<DVec3> vertices;
    std::vector<std::vector<uint32_t>> faces;
    std::vector<std::string> materials;  // material of each face
    std::string material;
};

ObjFaces read_obj(const std::string& text) {
    ObjFaces read;
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = [](void* user, float x, float y, float z, float) {
        static_cast<ObjFaces*>(user)->vertices.push_back({x, y, z});
    };
    callbacks.usemtl_cb = [](void* user, const char* name, int) { static_cast<ObjFaces*>(user)->material = name; };
    callbacks.index_cb = [](void* user, tinyobj::index_t* corners, int count) {
        ObjFaces& to = *static_cast<ObjFaces*>(user);
        to.materials.push_back(to.material);
        to.faces.emplace_back();
        for (int i = 0; i < count; ++i)
            to.faces.back().push_back(uint32_t(corners[i].vertex_index - 1));
    };
    std::istringstream stream(text);
    std::string warning, error;
    EXPECT_TRUE(tinyobj::LoadObjWithCallback(stream, callbacks, &read, nullptr, &warning, &error));
    EXPECT_EQ(warning + error, "");
    return read;
}

TEST(ExportObj, IsReadByTinyobjloaderPolygonForPolygon) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
        for (const NavMesh& mesh : meshes(seed)) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            const ObjFaces read = read_obj(export_obj(mesh));
            ASSERT_EQ(read.faces.size(), mesh.polygon_count());
            size_t face = 0;
            for (int id = 1; id < 64; ++id) {
                for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
                    const PolygonRef ref = polygon_ref(mesh, p);
                    if (polygon_of(mesh, ref).area != id) continue;
                    EXPECT_EQ(read.materials[face], area_of(mesh, uint8_t(id)).name);
                    ASSERT_EQ(read.faces[face].size(), polygon_of(mesh, ref).edge_count);
                    for (uint32_t i = 0; i < read.faces[face].size(); ++i) {
                        const DVec3 at = corner(mesh, ref, i);
                        EXPECT_LE(farthest(read.vertices.at(read.faces[face][i]), at), 1e-6 * (1 + farthest(at, {})));
                    }
                    ++face;
                }
            }
        }
    }
}

TEST(ExportObj, LinksAreLinesOfASeparateObject) {
    const NavMesh mesh = two_tiles();
    std::istringstream stream(export_obj(mesh));
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    ASSERT_TRUE(tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream, nullptr, false)) << error;
    ASSERT_EQ(shapes.size(), 2u);
    EXPECT_EQ(shapes[0].name, "navmesh");
    EXPECT_EQ(shapes[0].mesh.num_face_vertices.size(), mesh.polygon_count());
    EXPECT_EQ(shapes[1].name, "off_mesh_links");
    ASSERT_EQ(shapes[1].lines.num_line_vertices.size(), mesh.links.size());
    for (size_t i = 0; i < mesh.links.size(); ++i) {
        EXPECT_EQ(shapes[1].lines.num_line_vertices[i], 2);
        for (const auto& [k, end] : {std::pair{size_t{0}, mesh.links[i].start}, {size_t{1}, mesh.links[i].end}}) {
            const size_t v = 3 * size_t(shapes[1].lines.indices[2 * i + k].vertex_index);
            EXPECT_NEAR(attributes.vertices[v], end.x, 0.01);
            EXPECT_NEAR(attributes.vertices[v + 2], end.z, 0.01);
        }
    }
}

TEST(ExportObj, PositionsRoundTripAndTilesShareTheirCorners) {
    const NavMesh mesh = two_tiles();
    const std::string text = export_obj(mesh);
    const std::array<ObjText, 1> files{{{"mesh.obj", text}}};
    const Result<LoadedScene> scene = parse_obj(files);
    ASSERT_TRUE(scene.ok()) << scene.error().message;
    EXPECT_TRUE(scene->warnings.empty());
    std::vector<DVec3> ground = scene->soup.vertices;
    ground.resize(ground.size() - 2 * mesh.links.size());
    for (size_t i = 0; i < ground.size(); ++i) {
        for (size_t k = 0; k < i; ++k)
            EXPECT_NE(ground[i], ground[k]) << i << " " << k;
    }
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        for (uint32_t i = 0; i < 4; ++i)
            EXPECT_EQ(std::count(ground.begin(), ground.end(), corner(mesh, polygon_ref(mesh, p), i)), 1);
    }
}

TEST(ExportObj, AreaNamesAreUniqueSingleWords) {
    support::PolygonSoup soup = support::soup_from_picture({"123"});
    NavMeshInfo info = support::make_info();
    for (NavArea& area : info.areas) {
        if (area.id <= 3) area.name = area.id == 1 ? "deep water" : area.id == 2 ? "deep\nwater" : "deep_water";
    }
    const Result<NavMesh> mesh = link_tiles({support::make_tile(soup)}, info);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(read_obj(export_obj(*mesh)).materials, (std::vector<std::string>{"deep_water", "deep_water_2", "deep_water_3"}));
}

}  // namespace
}  // namespace navspan
