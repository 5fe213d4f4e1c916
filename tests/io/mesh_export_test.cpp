// What is exported, read back by readers that are not ours: tinyobjloader, tinygltf, nlohmann_json.

#include "navspan/io/mesh_export.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "navspan/io/obj.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/nav_mesh_builder.h"

// a copy of each loader for these tests alone
#define tinyobj independent_tinyobj
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>
#define tinygltf independent_tinygltf
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace navspan {
namespace {

using support::Random;

std::string fail_text(uint64_t seed) {
    return "seed " + std::to_string(seed);
}

// two tiles whose ground meets, far from the world's origin, in three areas and with links between them
NavMesh two_tiles() {
    support::PolygonSoup left = support::soup_from_picture({"..1.", ".#1.", "...."});
    support::PolygonSoup right = support::soup_from_picture({"....", ".2..", ".2#."});
    for (support::PolygonSoup* soup : {&left, &right}) {
        soup->seams = true;
        soup->width = 16, soup->depth = 12;
        soup->frame.origin = {50000.1, 3.7, -70000.3};
    }
    right.frame.x0 = 16;
    right.tile_x = 1;
    NavMesh mesh = *link_tiles({support::make_tile(left), support::make_tile(right)}, support::make_info());
    Random random(5);
    return support::with_random_links(random, mesh, 3);
}

// meshes of all kinds, the last two small
std::vector<NavMesh> meshes(uint64_t seed) {
    Random random(seed);
    std::vector<NavMesh> all;
    all.push_back(support::with_random_links(random, support::random_mesh(random, {.floors = 2, .areas = 4}), 5));
    all.push_back(support::random_mesh(random, {.columns = 3, .rows = 4}));
    all.push_back(two_tiles());
    all.push_back(*link_tiles({}, support::make_info()));
    return all;
}

DVec3 corner(const NavMesh& mesh, PolygonRef ref, uint32_t i) {
    const NavTile& tile = tile_of(mesh, ref);
    return to_world(tile.frame, detail_corner(tile, polygon_of(mesh, ref), i));
}

const NavArea& area_of(const NavMesh& mesh, uint8_t id) {
    return *std::find_if(mesh.info.areas.begin(), mesh.info.areas.end(), [&](const NavArea& a) { return a.id == id; });
}

double area_xz(DVec3 a, DVec3 b, DVec3 c) {
    return 0.5 * ((b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z));
}

// area seen from above per area id
std::map<int, double> areas_xz(const NavMesh& mesh) {
    std::map<int, double> areas;
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const PolygonRef ref = polygon_ref(mesh, p);
        const double quantum = tile_of(mesh, ref).frame.quantum;
        areas[polygon_of(mesh, ref).area] += 0.5 * double(doubled_area(tile_of(mesh, ref), ref.polygon)) * quantum * quantum;
    }
    return areas;
}

double farthest(DVec3 a, DVec3 b) {
    return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
}

// --- OBJ

// what tinyobjloader reads, face by face
struct ObjFaces {
    std::vector<DVec3> vertices;
    std::vector<std::vector<uint32_t>> faces;
    std::vector<std::string> materials;  // per face
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
            SCOPED_TRACE(fail_text(seed));
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

TEST(ExportObj, LinksAreLinesOfAnObjectOfTheirOwn) {
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

TEST(ExportObj, AreaNamesAreOneWordAndStayApart) {
    support::PolygonSoup soup = support::soup_from_picture({"123"});
    NavMeshInfo info = support::make_info();
    for (NavArea& area : info.areas) {
        if (area.id <= 3) area.name = area.id == 1 ? "deep water" : area.id == 2 ? "deep\nwater" : "deep_water";
    }
    const Result<NavMesh> mesh = link_tiles({support::make_tile(soup)}, info);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(read_obj(export_obj(*mesh)).materials, (std::vector<std::string>{"deep_water", "deep_water_2", "deep_water_3"}));
}

// --- GLB

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

// an accessor's bytes, which must lie inside the buffer
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
            SCOPED_TRACE(fail_text(seed));
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

// --- JSON

DVec3 point(const nlohmann::json& p) {
    return {p.at(0), p.at(1), p.at(2)};
}

TEST(ExportJson, HoldsEveryPolygonNeighbourAndLinkExactly) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
        for (const NavMesh& mesh : meshes(seed)) {
            SCOPED_TRACE(fail_text(seed));
            const nlohmann::json json = nlohmann::json::parse(export_json(mesh));
            EXPECT_EQ(json.at("format"), "navspan navmesh");
            EXPECT_EQ(json.at("version"), 1);
            EXPECT_EQ(json.at("agent").at("radius"), mesh.info.agent.radius);
            ASSERT_EQ(json.at("areas").size(), mesh.info.areas.size());
            for (size_t i = 0; i < mesh.info.areas.size(); ++i) {
                EXPECT_EQ(json["areas"][i].at("name"), mesh.info.areas[i].name);
                EXPECT_EQ(json["areas"][i].at("cost"), mesh.info.areas[i].cost);
            }
            ASSERT_EQ(json.at("polygons").size(), mesh.polygon_count());
            for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
                const PolygonRef ref = polygon_ref(mesh, p);
                const NavPolygon& polygon = polygon_of(mesh, ref);
                const nlohmann::json& its = json["polygons"][p];
                EXPECT_EQ(its.at("area"), polygon.area);
                EXPECT_EQ(its.at("flags"), polygon.flags);
                EXPECT_EQ(its.at("island"), island_of(mesh, ref));
                EXPECT_EQ(its.at("tile"), (nlohmann::json{tile_of(mesh, ref).tile_x, tile_of(mesh, ref).tile_z}));
                ASSERT_EQ(its.at("vertices").size(), polygon.edge_count);
                ASSERT_EQ(its.at("neighbours").size(), polygon.edge_count);
                for (uint32_t i = 0; i < polygon.edge_count; ++i) {
                    const DVec3 vertex = point(json.at("vertices").at(size_t(its["vertices"][i])));
                    const DVec3 own = corner(mesh, ref, i);
                    // a corner on a seam has the place its lower tile gives it
                    if (ref.tile == 0) {
                        EXPECT_EQ(vertex, own);
                    } else {
                        EXPECT_LE(farthest(vertex, own), 1e-6 + 1e-12 * farthest(own, {}));
                    }
                    const EdgeRef twin = twin_of(mesh, {ref.tile, polygon.first_edge + i});
                    const nlohmann::json& neighbour = its["neighbours"][i];
                    ASSERT_EQ(neighbour.is_null(), !twin.valid());
                    if (!twin.valid()) continue;
                    EXPECT_EQ(neighbour, polygon_index(mesh, polygon_at(mesh, twin)));
                }
            }
            ASSERT_EQ(json.at("islands").size(), mesh.islands.size());
            for (size_t i = 0; i < mesh.islands.size(); ++i)
                EXPECT_EQ(json["islands"][i].at("area"), mesh.islands[i].area);
            ASSERT_EQ(json.at("links").size(), mesh.links.size());
            for (size_t i = 0; i < mesh.links.size(); ++i) {
                EXPECT_EQ(point(json["links"][i].at("start")), mesh.links[i].start);
                EXPECT_EQ(point(json["links"][i].at("end")), mesh.links[i].end);
                EXPECT_EQ(json["links"][i].at("cost"), mesh.links[i].cost);
                EXPECT_EQ(json["links"][i].at("radius"), mesh.links[i].radius);
                EXPECT_EQ(json["links"][i].at("user_id"), mesh.links[i].user_id);
                EXPECT_EQ(json["links"][i].at("from"), polygon_index(mesh, mesh.links[i].from));
                EXPECT_EQ(json["links"][i].at("to"), polygon_index(mesh, mesh.links[i].to));
            }
        }
    }
}

TEST(ExportJson, TheTwinIsTheNeighboursEdgeTheOtherWayRound) {
    const nlohmann::json json = nlohmann::json::parse(export_json(two_tiles()));
    size_t twins = 0;
    for (size_t p = 0; p < json.at("polygons").size(); ++p) {
        const nlohmann::json& its = json["polygons"][p];
        const size_t n = its.at("vertices").size();
        for (size_t i = 0; i < n; ++i) {
            if (its["neighbours"][i].is_null()) continue;
            const nlohmann::json& other = json["polygons"][size_t(its["neighbours"][i])];
            const size_t m = other.at("vertices").size();
            size_t found = 0;
            for (size_t k = 0; k < m; ++k) {
                found += other["vertices"][k] == its["vertices"][(i + 1) % n] &&
                         other["vertices"][(k + 1) % m] == its["vertices"][i] && other["neighbours"][k] == p;
            }
            EXPECT_EQ(found, 1u) << "polygon " << p << ", edge " << i;
            ++twins;
        }
    }
    EXPECT_GT(twins, 20u);
}

TEST(ExportJson, AnyNameIsProperJson) {
    support::PolygonSoup soup = support::soup_from_picture({"1"});
    NavMeshInfo info = support::make_info();
    info.areas[0].name = "a \"b\"\n\\c \xc3\xa9 \xff";
    const Result<NavMesh> mesh = link_tiles({support::make_tile(soup)}, info);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    const nlohmann::json json = nlohmann::json::parse(export_json(*mesh));
    EXPECT_EQ(json.at("areas").at(0).at("name"), "a \"b\"\n\\c \xc3\xa9 \xef\xbf\xbd");
    EXPECT_FALSE(read_glb(*mesh).materials.empty());
}

}  // namespace
}  // namespace navspan
