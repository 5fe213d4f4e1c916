// Tests the export as binary glTF by reading the files with tinygltf.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exported_meshes.h"
#include "navspan/io/mesh_export.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"

// Renames the namespace, so that this copy of tinygltf cannot conflict with another one in the program.
#define tinygltf independent_tinygltf
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace navspan {
namespace {

using namespace export_test;
using support::Random;

AreaColors some_colors() {
    AreaColors colors{};
    for (size_t id = 0; id < colors.size(); ++id)
        colors[id] = {uint8_t(4 * id), uint8_t(255 - 4 * id), 128};
    return colors;
}

tinygltf::Model read_glb(const NavMesh& mesh) {
    const Result<std::vector<std::byte>> bytes = export_glb(mesh, some_colors());
    EXPECT_TRUE(bytes.ok());
    tinygltf::Model model;
    std::string error, warning;
    tinygltf::TinyGLTF loader;
    EXPECT_TRUE(loader.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes->data()),
                                            unsigned(bytes->size())))
        << error;
    EXPECT_EQ(error + warning, "");
    return model;
}

// Returns the values of an accessor and checks that they are inside its buffer.
template <class T>
std::vector<T> values(const tinygltf::Model& model, int accessor_index) {
    const tinygltf::Accessor& accessor = model.accessors.at(size_t(accessor_index));
    const tinygltf::BufferView& view = model.bufferViews.at(size_t(accessor.bufferView));
    EXPECT_LE(accessor.byteOffset + accessor.count * sizeof(T), view.byteLength);
    EXPECT_EQ((view.byteOffset + accessor.byteOffset) % 4, 0u);
    const std::vector<unsigned char>& buffer = model.buffers.at(size_t(view.buffer)).data;
    EXPECT_LE(view.byteOffset + view.byteLength, buffer.size());
    std::vector<T> all(accessor.count);
    std::memcpy(all.data(), buffer.data() + view.byteOffset + accessor.byteOffset, all.size() * sizeof(T));
    return all;
}

std::vector<DVec3> positions(const tinygltf::Model& model, const tinygltf::Node& node, const tinygltf::Primitive& primitive) {
    const int accessor = primitive.attributes.at("POSITION");
    EXPECT_EQ(model.accessors.at(size_t(accessor)).type, TINYGLTF_TYPE_VEC3);
    EXPECT_EQ(model.accessors[size_t(accessor)].componentType, TINYGLTF_COMPONENT_TYPE_FLOAT);
    std::vector<DVec3> points;
    DVec3 least{1e9, 1e9, 1e9}, most{-1e9, -1e9, -1e9};
    for (const std::array<float, 3>& p : values<std::array<float, 3>>(model, accessor)) {
        least = {std::min(least.x, double(p[0])), std::min(least.y, double(p[1])), std::min(least.z, double(p[2]))};
        most = {std::max(most.x, double(p[0])), std::max(most.y, double(p[1])), std::max(most.z, double(p[2]))};
        points.push_back({node.translation.at(0) + p[0], node.translation.at(1) + p[1], node.translation.at(2) + p[2]});
    }
    const tinygltf::Accessor& a = model.accessors[size_t(accessor)];
    EXPECT_EQ(a.minValues, (std::vector<double>{least.x, least.y, least.z}));
    EXPECT_EQ(a.maxValues, (std::vector<double>{most.x, most.y, most.z}));
    return points;
}

int area_id(const tinygltf::Model& model, const tinygltf::Primitive& primitive) {
    return model.materials.at(size_t(primitive.material)).extras.Get("area").GetNumberAsInt();
}

TEST(ExportGlb, IsReadByTinygltfWithTheGroundOfEveryArea) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
        for (const NavMesh& mesh : meshes(seed)) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            const tinygltf::Model model = read_glb(mesh);
            EXPECT_EQ(model.asset.version, "2.0");
            if (mesh.polygon_count() == 0) {
                EXPECT_TRUE(model.nodes.empty());
                continue;
            }
            EXPECT_EQ(model.scenes.at(0).nodes.size(), mesh.links.empty() ? 1u : 2u);
            const tinygltf::Node& node = model.nodes.at(0);
            EXPECT_EQ(node.name, "navmesh");
            std::map<int, double> areas;
            for (const tinygltf::Primitive& primitive : model.meshes.at(size_t(node.mesh)).primitives) {
                EXPECT_EQ(primitive.mode, TINYGLTF_MODE_TRIANGLES);
                const std::vector<DVec3> points = positions(model, node, primitive);
                const std::vector<uint32_t> indices = values<uint32_t>(model, primitive.indices);
                for (size_t i = 0; i + 2 < indices.size(); i += 3) {
                    const double area = area_xz(points.at(indices[i]), points.at(indices[i + 1]), points.at(indices[i + 2]));
                    EXPECT_GT(area, 0);
                    areas[area_id(model, primitive)] += area;
                }
                const NavArea& area = area_of(mesh, uint8_t(area_id(model, primitive)));
                EXPECT_EQ(model.materials[size_t(primitive.material)].name, area.name);
            }
            const std::map<int, double> expected = areas_xz(mesh);
            ASSERT_EQ(areas.size(), expected.size());
            for (const auto& [id, area] : expected)
                EXPECT_NEAR(areas[id], area, 1e-5 * (1 + area));
        }
    }
}

TEST(ExportGlb, EveryDetailTriangleIsThereWithItsHeights) {
    Random random(3);
    NavMesh mesh = support::random_mesh(random);
    const tinygltf::Model model = read_glb(mesh);
    const tinygltf::Primitive& primitive = model.meshes.at(0).primitives.at(0);
    const std::vector<DVec3> points = positions(model, model.nodes[0], primitive);
    const std::vector<uint32_t> indices = values<uint32_t>(model, primitive.indices);
    size_t at = 0;
    const NavTile& tile = *mesh.tiles[0];
    for (const NavPolygon& polygon : tile.polygons) {
        for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
            const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
            for (const uint32_t index : {triangle.a, triangle.b, triangle.c}) {
                const DVec3 expected = to_world(tile.frame, detail_corner(tile, polygon, index));
                EXPECT_LE(farthest(points.at(indices.at(at++)), expected), 1e-5);
            }
        }
    }
    EXPECT_EQ(at, indices.size());
}

TEST(ExportGlb, FarFromTheOriginPositionsKeepTheirMillimetres) {
    const NavMesh mesh = two_tiles();
    const tinygltf::Model model = read_glb(mesh);
    std::vector<DVec3> corners;
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        for (uint32_t i = 0; i < 4; ++i)
            corners.push_back(corner(mesh, polygon_ref(mesh, p), i));
    }
    for (const tinygltf::Primitive& primitive : model.meshes.at(0).primitives) {
        for (const DVec3& p : positions(model, model.nodes[0], primitive)) {
            double least = 1e9;
            for (const DVec3& c : corners)
                least = std::min(least, farthest(c, p));
            EXPECT_LE(least, 1e-5);
        }
    }
}

TEST(ExportGlb, LinksAreLinesWithTheirAreasMaterial) {
    const NavMesh mesh = two_tiles();
    const tinygltf::Model model = read_glb(mesh);
    ASSERT_EQ(model.nodes.size(), 2u);
    EXPECT_EQ(model.nodes[1].name, "off_mesh_links");
    size_t links = 0;
    for (const tinygltf::Primitive& primitive : model.meshes.at(size_t(model.nodes[1].mesh)).primitives) {
        EXPECT_EQ(primitive.mode, TINYGLTF_MODE_LINE);
        const std::vector<DVec3> points = positions(model, model.nodes[1], primitive);
        for (size_t i = 0; i + 1 < points.size(); i += 2, ++links) {
            const bool is_there = std::any_of(mesh.links.begin(), mesh.links.end(), [&](const OffMeshLink& link) {
                return link.area == area_id(model, primitive) && farthest(link.start, points[i]) < 1e-5 &&
                       farthest(link.end, points[i + 1]) < 1e-5;
            });
            EXPECT_TRUE(is_there);
        }
    }
    EXPECT_EQ(links, mesh.links.size());
}

TEST(ExportGlb, ColoursAreThoseGivenInLinearLight) {
    const tinygltf::Model model = read_glb(two_tiles());
    for (const tinygltf::Material& material : model.materials) {
        const int id = material.extras.Get("area").GetNumberAsInt();
        EXPECT_EQ(material.extras.Get("cost").GetNumberAsDouble(), 1.0);
        for (size_t i = 0; i < 3; ++i) {
            const double srgb = some_colors()[size_t(id)][i] / 255.0;
            const double light = srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
            EXPECT_NEAR(material.pbrMetallicRoughness.baseColorFactor.at(i), light, 6e-5) << id;
        }
    }
}

TEST(ExportGlb, AnyNameIsProperJson) {
    EXPECT_EQ(read_glb(oddly_named()).materials.at(0).name, "a \"b\"\n\\c \xc3\xa9 \xef\xbf\xbd");
}

}  // namespace
}  // namespace navspan
