// Writes a mesh as a binary glTF 2.0 file.
//
// In: a mesh.
// Out: one file without external buffers.
// Idea: The detail triangles of each area form a primitive with its own material. Normals are omitted, so readers use flat
// shading. Off-mesh links become lines. Positions are floats relative to an integer point near the mesh, for precision far from
// the origin.
// Source: Khronos Group, glTF 2.0 specification (2021); IEC 61966-2-1, sRGB (1999).
// Weak cases: Positions in a mesh much wider than 16 km are coarser than a millimetre.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "io/config/json.h"
#include "io/gltf/glb_layout.h"
#include "io/input/welded_mesh.h"
#include "navspan/io/mesh_export.h"

namespace navspan {
namespace {

constexpr int kFloat = 5126, kUnsignedInt = 5125, kVertexData = 34962, kIndexData = 34963, kLines = 1, kTriangles = 4;

void append_word(std::vector<std::byte>& bytes, uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes.push_back(std::byte(word >> shift & 0xff));
}

// One primitive of the file: geometry with one material.
struct GlbPart {
    uint8_t area = 0;
    std::vector<DVec3> points;
    std::vector<uint32_t> indices;  // empty: each pair of points is a line
};

// The tables and the binary chunk of the file under construction.
struct Glb {
    Json views = Json::array(), accessors = Json::array(), materials = Json::array();
    std::vector<int> material_of = std::vector<int>(64, -1);  // material of each area id; -1: not created yet
    DVec3 corner;
    std::vector<std::byte> bytes;
};

// Returns x^(1/5) for x in 0..1 by Newton's method. The results of the C library's pow differ between platforms.
double fifth_root(double x) {
    double y = 1;
    for (int i = 0; i < 60; ++i)
        y = (4 * y + x / (y * y * y * y)) / 5;
    return y;
}

// Converts an sRGB channel to linear light from 0 to 1, rounded to four decimals.
double linear(uint8_t channel) {
    const double c = channel / 255.0;
    const double base = (c + 0.055) / 1.055;
    const double root = fifth_root(base);
    const double light = c <= 0.04045 ? c / 12.92 : base * base * root * root;
    return std::floor(light * 10000 + 0.5) / 10000;
}

int material(Glb& glb, const WeldedMesh& welded, uint8_t id, const AreaColors& colors) {
    int& index = glb.material_of[id];
    if (index >= 0) return index;
    index = int(glb.materials.size());
    const NavArea& area = welded.areas[id];
    const auto& [r, g, b] = colors[id];
    glb.materials.push_back(
        {{"name", area.name},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {linear(r), linear(g), linear(b), 1}}, {"metallicFactor", 0}, {"roughnessFactor", 1}}},
         {"doubleSided", true},
         {"extras", {{"area", area.id}, {"flags", area.flags}, {"cost", json_number(area.cost)}}}});
    return index;
}

int view(Glb& glb, size_t first, int target) {
    glb.views.push_back({{"buffer", 0}, {"byteOffset", first}, {"byteLength", glb.bytes.size() - first}, {"target", target}});
    return int(glb.views.size()) - 1;
}

int add_points(Glb& glb, const std::vector<DVec3>& points) {
    const size_t first = glb.bytes.size();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    float least[3]{kInfinity, kInfinity, kInfinity}, most[3]{-kInfinity, -kInfinity, -kInfinity};
    for (const DVec3& p : points) {
        const float at[3]{float(p.x - glb.corner.x), float(p.y - glb.corner.y), float(p.z - glb.corner.z)};
        for (int i = 0; i < 3; ++i) {
            least[i] = std::min(least[i], at[i]), most[i] = std::max(most[i], at[i]);
            append_word(glb.bytes, std::bit_cast<uint32_t>(at[i]));
        }
    }
    glb.accessors.push_back({{"bufferView", view(glb, first, kVertexData)},
                             {"componentType", kFloat},
                             {"count", points.size()},
                             {"type", "VEC3"},
                             {"min", least},
                             {"max", most}});
    return int(glb.accessors.size()) - 1;
}

int add_indices(Glb& glb, const std::vector<uint32_t>& indices) {
    const size_t first = glb.bytes.size();
    for (const uint32_t index : indices)
        append_word(glb.bytes, index);
    glb.accessors.push_back({{"bufferView", view(glb, first, kIndexData)},
                             {"componentType", kUnsignedInt},
                             {"count", indices.size()},
                             {"type", "SCALAR"}});
    return int(glb.accessors.size()) - 1;
}

Json add_part(Glb& glb, const WeldedMesh& welded, const GlbPart& part, const AreaColors& colors) {
    Json primitive{{"attributes", {{"POSITION", add_points(glb, part.points)}}}};
    if (!part.indices.empty()) primitive["indices"] = add_indices(glb, part.indices);
    primitive["material"] = material(glb, welded, part.area, colors);
    primitive["mode"] = part.indices.empty() ? kLines : kTriangles;
    return primitive;
}

// Collects the detail triangles of all polygons of one area. Polygons share corner points, but not detail vertices.
class SurfacePart {
public:
    explicit SurfacePart(const WeldedMesh& welded) : welded_(welded), number_(welded.vertices.size(), kNoIndex) {}

    void begin(uint8_t area) {
        part = {.area = area, .points = {}, .indices = {}};
        std::fill(number_.begin(), number_.end(), kNoIndex);
    }
    void add(const NavMesh& mesh, PolygonRef ref) {
        const NavTile& tile = tile_of(mesh, ref);
        const NavPolygon& polygon = polygon_of(mesh, ref);
        const uint32_t first = edge_index(mesh, {ref.tile, polygon.first_edge});
        local_.clear();
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            uint32_t& number = number_[welded_.corners[first + i]];
            if (number == kNoIndex) number = add_point(welded_.vertices[welded_.corners[first + i]]);
            local_.push_back(number);
        }
        for (uint32_t i = 0; i < polygon.detail_vertex_count; ++i)
            local_.push_back(add_point(to_world(tile.frame, detail_corner(tile, polygon, polygon.edge_count + i))));
        for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
            const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
            part.indices.insert(part.indices.end(), {local_[triangle.a], local_[triangle.b], local_[triangle.c]});
        }
    }
    GlbPart part;

private:
    uint32_t add_point(DVec3 p) {
        part.points.push_back(p);
        return uint32_t(part.points.size()) - 1;
    }
    const WeldedMesh& welded_;
    std::vector<uint32_t> number_;  // index in part.points for each mesh vertex, or kNoIndex
    std::vector<uint32_t> local_;   // index in part.points for each corner and detail vertex of a polygon
};

Json surface_primitives(Glb& glb, const NavMesh& mesh, const WeldedMesh& welded, const AreaColors& colors) {
    Json primitives = Json::array();
    SurfacePart surface(welded);
    const auto area = [&](size_t i) { return polygon_of(mesh, polygon_ref(mesh, welded.by_area[i])).area; };
    for (size_t i = 0; i < welded.by_area.size(); ++i) {
        if (i == 0 || area(i) != area(i - 1)) surface.begin(area(i));
        surface.add(mesh, polygon_ref(mesh, welded.by_area[i]));
        if (i + 1 == welded.by_area.size() || area(i + 1) != area(i))
            primitives.push_back(add_part(glb, welded, surface.part, colors));
    }
    return primitives;
}

Json link_primitives(Glb& glb, const NavMesh& mesh, const WeldedMesh& welded, const AreaColors& colors) {
    Json primitives = Json::array();
    for (uint8_t area = 1; area < 64; ++area) {
        GlbPart part{.area = area, .points = {}, .indices = {}};
        for (const OffMeshLink& link : mesh.links) {
            if (link.area == area) part.points.insert(part.points.end(), {link.start, link.end});
        }
        if (!part.points.empty()) primitives.push_back(add_part(glb, welded, part, colors));
    }
    return primitives;
}

// Returns the minimum x, y and z of all vertices, rounded down.
DVec3 lowest_corner(const WeldedMesh& welded) {
    if (welded.vertices.empty()) return {};
    DVec3 least = welded.vertices[0];
    for (const DVec3& p : welded.vertices)
        least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
    return {std::floor(least.x), std::floor(least.y), std::floor(least.z)};
}

// Adds a mesh and its node. Adds nothing if there are no primitives, because glTF does not allow empty meshes.
void add_node(Json& nodes, Json& meshes, const char* name, Json primitives, DVec3 at) {
    if (primitives.empty()) return;
    nodes.push_back(
        {{"name", name}, {"mesh", meshes.size()}, {"translation", {json_number(at.x), json_number(at.y), json_number(at.z)}}});
    meshes.push_back({{"name", name}, {"primitives", std::move(primitives)}});
}

// Joins the header, the JSON chunk and the binary chunk into a GLB file.
Result<std::vector<std::byte>> pack(const std::string& json, const std::vector<std::byte>& binary) {
    const uint64_t json_size = (json.size() + 3) / 4 * 4;
    const uint64_t size = 12 + 8 + json_size + (binary.empty() ? 0 : 8 + binary.size());
    if (size > 0xffffffffu) {
        return Error{ErrorKind::failed, "the GLB file would have " + std::to_string(size) +
                                            " bytes, and the limit is 4294967295; export as .obj or .json"};
    }
    std::vector<std::byte> file;
    file.reserve(size);
    for (const uint32_t word : {kGlbMagic, 2u, uint32_t(size), uint32_t(json_size), kJsonChunk})
        append_word(file, word);
    for (const char c : json)
        file.push_back(std::byte(c));
    file.resize(20 + json_size, std::byte(' '));
    if (!binary.empty()) {
        append_word(file, uint32_t(binary.size()));
        append_word(file, kBinaryChunk);
        file.insert(file.end(), binary.begin(), binary.end());
    }
    return file;
}

}  // namespace

Result<std::vector<std::byte>> export_glb(const NavMesh& mesh, const AreaColors& colors) {
    const WeldedMesh welded = weld_mesh(mesh);
    Glb glb;
    glb.corner = lowest_corner(welded);
    Json nodes = Json::array(), meshes = Json::array();
    add_node(nodes, meshes, "navmesh", surface_primitives(glb, mesh, welded, colors), glb.corner);
    add_node(nodes, meshes, "off_mesh_links", link_primitives(glb, mesh, welded, colors), glb.corner);

    Json scene{{"name", "navmesh"}};
    if (!nodes.empty()) scene["nodes"] = Json::array();
    for (size_t i = 0; i < nodes.size(); ++i)
        scene["nodes"].push_back(i);
    Json json{{"asset", {{"version", "2.0"}, {"generator", mesh.info.tool_version}}}, {"scene", 0}};
    json["scenes"] = Json::array({std::move(scene)});
    for (auto& [key, list] : {std::pair<const char*, Json&>{"nodes", nodes},
                              {"meshes", meshes},
                              {"materials", glb.materials},
                              {"accessors", glb.accessors},
                              {"bufferViews", glb.views}}) {
        if (!list.empty()) json[key] = std::move(list);
    }
    if (!glb.bytes.empty()) json["buffers"] = Json::array({{{"byteLength", glb.bytes.size()}}});
    return pack(json.dump(-1, ' ', false, Json::error_handler_t::replace), glb.bytes);
}

}  // namespace navspan
