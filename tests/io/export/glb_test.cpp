// Tests the export as binary glTF. Reads the files with a JSON parser and the rules of the specification, not with the
// library's own reader.

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

struct Glb {
    nlohmann::json tables;
    std::string binary;
};

uint32_t word_of(const std::string& bytes, size_t at) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.substr(at, 4).data(), 4);
    return word;
}

// Reads a chunk, and moves `at` to its end. Checks the rules of chapter 4 of the specification.
std::string read_chunk(const std::string& bytes, const std::string& type, size_t& at) {
    const size_t size = word_of(bytes, at);
    EXPECT_EQ(size % 4, 0u);
    EXPECT_EQ(bytes.substr(at + 4, 4), type);
    EXPECT_LE(at + 8 + size, bytes.size());
    at += 8 + size;
    return bytes.substr(at - size, size);
}

Glb read_glb(const NavMesh& mesh) {
    const Result<std::vector<std::byte>> exported = export_glb(mesh, some_colors());
    EXPECT_TRUE(exported.ok());
    const std::string bytes(reinterpret_cast<const char*>(exported->data()), exported->size());
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(word_of(bytes, 4), 2u);
    EXPECT_EQ(word_of(bytes, 8), bytes.size());
    size_t at = 12;
    Glb glb{nlohmann::json::parse(read_chunk(bytes, "JSON", at)), {}};
    if (at < bytes.size()) glb.binary = read_chunk(bytes, std::string("BIN\0", 4), at);
    EXPECT_EQ(at, bytes.size());
    EXPECT_EQ(glb.tables.at("asset").at("version"), "2.0");
    const nlohmann::json buffers = glb.tables.value("buffers", nlohmann::json::array());
    EXPECT_EQ(buffers.size(), glb.binary.empty() ? 0u : 1u);
    for (const nlohmann::json& buffer : buffers) {
        EXPECT_LE(buffer.at("byteLength"), glb.binary.size());
        EXPECT_GT(buffer.at("byteLength").get<size_t>() + 4, glb.binary.size());
    }
    return glb;
}

// Returns the values of an accessor and checks that they are inside its buffer.
template <class T>
std::vector<T> values(const Glb& glb, size_t index, const std::string& type, int component) {
    const nlohmann::json& accessor = glb.tables.at("accessors").at(index);
    EXPECT_EQ(accessor.at("type"), type);
    EXPECT_EQ(accessor.at("componentType"), component);
    const nlohmann::json& view = glb.tables.at("bufferViews").at(accessor.at("bufferView").get<size_t>());
    EXPECT_EQ(view.at("buffer"), 0);
    const size_t offset = accessor.value("byteOffset", size_t{0}), count = accessor.at("count");
    const size_t first = view.value("byteOffset", size_t{0}), length = view.at("byteLength");
    EXPECT_FALSE(view.contains("byteStride"));
    EXPECT_LE(offset + count * sizeof(T), length);
    EXPECT_EQ((first + offset) % 4, 0u);
    EXPECT_LE(first + length, glb.tables.at("buffers").at(0).at("byteLength").get<size_t>());
    std::vector<T> all(count);
    if (first + offset + count * sizeof(T) <= glb.binary.size())
        std::memcpy(all.data(), glb.binary.data() + first + offset, count * sizeof(T));
    return all;
}

std::vector<uint32_t> indices_of(const Glb& glb, const nlohmann::json& primitive) {
    return values<uint32_t>(glb, primitive.at("indices"), "SCALAR", 5125);
}

std::vector<DVec3> positions(const Glb& glb, const nlohmann::json& node, const nlohmann::json& primitive) {
    const size_t index = primitive.at("attributes").at("POSITION");
    const std::vector<double> corner = node.at("translation");
    std::vector<DVec3> points;
    std::vector<double> least(3, 1e9), most(3, -1e9);
    for (const std::array<float, 3>& p : values<std::array<float, 3>>(glb, index, "VEC3", 5126)) {
        for (size_t i = 0; i < 3; ++i) {
            least[i] = std::min(least[i], double(p[i]));
            most[i] = std::max(most[i], double(p[i]));
        }
        points.push_back({corner.at(0) + p[0], corner.at(1) + p[1], corner.at(2) + p[2]});
    }
    const nlohmann::json& accessor = glb.tables["accessors"][index];
    EXPECT_EQ(accessor.at("min").get<std::vector<double>>(), least);
    EXPECT_EQ(accessor.at("max").get<std::vector<double>>(), most);
    return points;
}

const nlohmann::json& primitives_of(const Glb& glb, const nlohmann::json& node) {
    return glb.tables.at("meshes").at(node.at("mesh").get<size_t>()).at("primitives");
}

const nlohmann::json& material_of(const Glb& glb, const nlohmann::json& primitive) {
    return glb.tables.at("materials").at(primitive.at("material").get<size_t>());
}

int area_id(const Glb& glb, const nlohmann::json& primitive) {
    return material_of(glb, primitive).at("extras").at("area");
}

constexpr int kLineMode = 1, kTriangleMode = 4;  // modes of primitives

TEST(ExportGlb, ContainsTheGroundOfEveryArea) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
        for (const NavMesh& mesh : meshes(seed)) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            const Glb glb = read_glb(mesh);
            const nlohmann::json nodes = glb.tables.value("nodes", nlohmann::json::array());
            if (mesh.polygon_count() == 0) {
                EXPECT_TRUE(nodes.empty());
                continue;
            }
            EXPECT_EQ(glb.tables.at("scenes").at(0).at("nodes").size(), mesh.links.empty() ? 1u : 2u);
            const nlohmann::json& node = nodes.at(0);
            EXPECT_EQ(node.at("name"), "navmesh");
            std::map<int, double> areas;
            for (const nlohmann::json& primitive : primitives_of(glb, node)) {
                EXPECT_EQ(primitive.value("mode", kTriangleMode), kTriangleMode);
                const std::vector<DVec3> points = positions(glb, node, primitive);
                const std::vector<uint32_t> indices = indices_of(glb, primitive);
                for (size_t i = 0; i + 2 < indices.size(); i += 3) {
                    const double area = area_xz(points.at(indices[i]), points.at(indices[i + 1]), points.at(indices[i + 2]));
                    EXPECT_GT(area, 0);
                    areas[area_id(glb, primitive)] += area;
                }
                const NavArea& area = area_of(mesh, uint8_t(area_id(glb, primitive)));
                EXPECT_EQ(material_of(glb, primitive).at("name"), area.name);
            }
            const std::map<int, double> expected = areas_xz(mesh);
            ASSERT_EQ(areas.size(), expected.size());
            for (const auto& [id, area] : expected)
                EXPECT_NEAR(areas[id], area, 1e-5 * (1 + area));
        }
    }
}

TEST(ExportGlb, ContainsEveryDetailTriangleWithItsHeights) {
    Random random(3);
    NavMesh mesh = support::random_mesh(random);
    const Glb glb = read_glb(mesh);
    const nlohmann::json& node = glb.tables.at("nodes").at(0);
    const nlohmann::json& primitive = primitives_of(glb, node).at(0);
    const std::vector<DVec3> points = positions(glb, node, primitive);
    const std::vector<uint32_t> indices = indices_of(glb, primitive);
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

TEST(ExportGlb, PositionsFarFromTheOriginAreExactToAMillimetre) {
    const NavMesh mesh = two_tiles();
    const Glb glb = read_glb(mesh);
    std::vector<DVec3> corners;
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        for (uint32_t i = 0; i < 4; ++i)
            corners.push_back(corner(mesh, polygon_ref(mesh, p), i));
    }
    const nlohmann::json& node = glb.tables.at("nodes").at(0);
    for (const nlohmann::json& primitive : primitives_of(glb, node)) {
        for (const DVec3& p : positions(glb, node, primitive)) {
            double least = 1e9;
            for (const DVec3& c : corners)
                least = std::min(least, farthest(c, p));
            EXPECT_LE(least, 1e-5);
        }
    }
}

TEST(ExportGlb, LinksAreLinesWithTheMaterialOfTheirArea) {
    const NavMesh mesh = two_tiles();
    const Glb glb = read_glb(mesh);
    ASSERT_EQ(glb.tables.at("nodes").size(), 2u);
    const nlohmann::json& node = glb.tables["nodes"][1];
    EXPECT_EQ(node.at("name"), "off_mesh_links");
    size_t links = 0;
    for (const nlohmann::json& primitive : primitives_of(glb, node)) {
        EXPECT_EQ(primitive.at("mode"), kLineMode);
        const std::vector<DVec3> points = positions(glb, node, primitive);
        for (size_t i = 0; i + 1 < points.size(); i += 2, ++links) {
            const bool is_there = std::any_of(mesh.links.begin(), mesh.links.end(), [&](const OffMeshLink& link) {
                return link.area == area_id(glb, primitive) && farthest(link.start, points[i]) < 1e-5 &&
                       farthest(link.end, points[i + 1]) < 1e-5;
            });
            EXPECT_TRUE(is_there);
        }
    }
    EXPECT_EQ(links, mesh.links.size());
}

TEST(ExportGlb, ColoursAreConvertedToLinear) {
    const Glb glb = read_glb(two_tiles());
    for (const nlohmann::json& material : glb.tables.at("materials")) {
        const int id = material.at("extras").at("area");
        EXPECT_EQ(material.at("extras").at("cost"), 1.0);
        const nlohmann::json& factor = material.at("pbrMetallicRoughness").at("baseColorFactor");
        for (size_t i = 0; i < 3; ++i) {
            const double srgb = some_colors()[size_t(id)][i] / 255.0;
            const double light = srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
            EXPECT_NEAR(factor.at(i).get<double>(), light, 6e-5) << id;
        }
    }
}

TEST(ExportGlb, AnyNameIsValidJson) {
    EXPECT_EQ(read_glb(oddly_named()).tables.at("materials").at(0).at("name"), "a \"b\"\n\\c \xc3\xa9 \xef\xbf\xbd");
}

}  // namespace
}  // namespace navspan
