// Tests that readers need no more memory than they estimate. An estimate must be at most a constant times the size of the input
// and of the decoded input. The tested inputs need much memory for each byte.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "allocations.h"
#include "io/gltf/gltf.h"
#include "io/plans/read_mesh.h"
#include "navspan/bake/config.h"
#include "navspan/io/obj.h"
#include "navspan/navmesh/nav_file.h"
#include "support/builders/gltf_builder.h"
#include "support/text/random.h"

namespace navspan {
namespace {

// A reader with an input. The function `read` returns the size of the decoded input [byte], or an error.
struct ReaderCase {
    std::string name;
    size_t input_bytes = 0;
    std::function<Result<size_t>(double limit)> read;
};

std::string repeated(const std::string& text, size_t times) {
    std::string all;
    all.reserve(text.size() * times);
    for (size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

size_t decoded_bytes(const LoadedScene& scene) {
    size_t names = 0;
    for (const SoupGroup& group : scene.soup.groups)
        names += sizeof(group) + group.object.size() + group.material.size() + group.group.size();
    return 24 * scene.soup.vertices.size() + 17 * scene.soup.triangles.size() + names;
}

Result<size_t> decoded_bytes(const Result<LoadedScene>& scene) {
    if (!scene) return scene.error();
    return decoded_bytes(*scene);
}

ReaderCase obj_case(const std::string& name, const std::string& text) {
    return {name, text.size(), [text](double limit) {
                return decoded_bytes(
                    parse_obj(std::vector<ObjText>{{"a.obj", text}}, {.threads = 1, .max_bytes = uint64_t(limit)}));
            }};
}

ReaderCase gltf_case(const std::string& name, const std::string& json, const std::string& binary) {
    const std::vector<std::byte> bytes = support::glb_file(json, binary);
    return {name, bytes.size(),
            [bytes](double limit) { return decoded_bytes(parse_gltf("a.glb", bytes, {.max_bytes = uint64_t(limit)})); }};
}

template <class Read>
ReaderCase mesh_case(const std::string& name, const std::string& text, Read read, double radius = 0) {
    return {name, text.size(), [text, read, radius](double limit) -> Result<size_t> {
                BakeConfig config;
                config.agent.radius = radius;
                Warnings warnings;
                NavMeshInfo info;
                info.areas = {{"ground", 63, 1, 1.0}};
                const Result<NavMesh> mesh =
                    read({.text = text, .name = "a", .config = config, .info = info, .budget = {.bytes = limit}}, warnings);
                if (!mesh) return mesh.error();
                return serialize_nav_mesh(*mesh).size();
            }};
}

std::string rectangle(int x, int z, int side_x, int side_z) {
    const auto point = [](int px, int pz) { return "[" + std::to_string(px) + "," + std::to_string(pz) + "]"; };
    const std::string first = point(x, z);
    return "[" + first + "," + point(x + side_x, z) + "," + point(x + side_x, z + side_z) + "," + point(x, z + side_z) + "," +
           first + "]";
}

std::string plan_text(const std::string& polygons) {
    return R"({"type": "MultiPolygon", "coordinates": [)" + polygons + "]}";
}

std::string crossing_bars(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text +=
            (i ? ",[" : "[") + rectangle(-1, 2 * i, 2 * count + 1, 1) + "],[" + rectangle(2 * i, -1, 1, 2 * count + 1) + "]";
    }
    return plan_text(text);
}

std::string floor_with_holes(int side) {
    std::string text = rectangle(-200, -200, 4 * side + 400, 4 * side + 400);
    for (int i = 0; i < side * side; ++i)
        text += "," + rectangle(4 * (i % side), 4 * (i / side), 1, 1);
    return plan_text("[" + text + "]");
}

std::string nested_squares(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i ? ",[" : "[") + rectangle(i, i, 4 * count - 2 * i, 4 * count - 2 * i) + "]";
    return plan_text(text);
}

std::string separate_squares(size_t count) {
    std::string vertices, squares;
    for (size_t i = 0; i < count; ++i) {
        const std::string left = std::to_string(2 * i), right = std::to_string(2 * i + 1),
                          of = " 1 " + std::to_string(i) + "\n";
        vertices += left + " 0" + of + right + " 0" + of + right + " 1" + of + left + " 1" + of;
        squares += "4 " + std::to_string(4 * i) + " " + std::to_string(4 * i + 1) + " " + std::to_string(4 * i + 2) + " " +
                   std::to_string(4 * i + 3) + " -1 -1 -1 -1\n";
    }
    return "mesh\n2\n" + std::to_string(4 * count) + " " + std::to_string(count) + "\n" + vertices + squares;
}

std::string checkerboard(size_t side) {
    std::string rows;
    for (size_t z = 0; z < side; ++z)
        rows += repeated(z % 2 ? ".@" : "@.", side / 2) + "\n";
    return "type octile\nheight " + std::to_string(side) + "\nwidth " + std::to_string(side) + "\nmap\n" + rows;
}

// A map with an obstacle in every fourth cell of every fourth row.
std::string dotted_map(size_t side) {
    std::string rows;
    for (size_t z = 0; z < side; ++z)
        rows += repeated(z % 4 ? "...." : "@...", side / 4) + "\n";
    return "type octile\nheight " + std::to_string(side) + "\nwidth " + std::to_string(side) + "\nmap\n" + rows;
}

// A map of corridors that are one cell wide. Every 16th row connects them.
std::string comb_map(size_t side) {
    std::string rows;
    for (size_t z = 0; z < side; ++z)
        rows += repeated(z % 16 ? ".@" : "..", side / 2) + "\n";
    return "type octile\nheight " + std::to_string(side) + "\nwidth " + std::to_string(side) + "\nmap\n" + rows;
}

std::string instances(size_t count, const std::string& mesh_name) {
    return R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "buffers": [{"byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"name": ")" +
           mesh_name + R"(", "primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"children": [1)" + [count] {
               std::string children, nodes;
               for (size_t i = 2; i <= count; ++i)
                   children += "," + std::to_string(i);
               for (size_t i = 1; i <= count; ++i)
                   nodes += R"(,{"mesh":0,"name":")" + std::to_string(i) + "\"}";
               return children + "]}" + nodes + "]}";
           }();
}

// A face whose corners are random points of a plane.
std::string huge_face(int corners) {
    support::Random random(1);
    std::string vertices, face = "f";
    for (int i = 1; i <= corners; ++i) {
        vertices +=
            "v " + std::to_string(random.between(0, 100'000)) + " 0 " + std::to_string(random.between(0, 100'000)) + "\n";
        face += " " + std::to_string(i);
    }
    return vertices + face + "\n";
}

std::vector<ReaderCase> reader_cases() {
    const std::string corner = "v 0 0 0\nv 0 0 1\nv 1 0 0\n", binary(36, '\0');
    std::string spiky;
    for (int i = 0; i < 3000; ++i)
        spiky += "v " + std::to_string(i) + " 0 " + std::to_string(i * 7919 % 3000) + "\n";
    std::string face = "f";
    for (int i = 1; i <= 3000; ++i)
        face += " " + std::to_string(i);
    std::string groups = "o " + std::string(4000, 'a') + "\n" + corner;
    for (int i = 0; i < 500; ++i)
        groups += "g " + std::to_string(i) + "\nf 1 2 3\n";
    const std::string square = "f 1 2 3 4\n";
    std::vector<ReaderCase> cases{
        obj_case("obj vertices", corner + repeated("v 0 0 0\n", 100'000) + "f 1 2 3\n"),
        obj_case("obj fans", corner + repeated("f" + repeated(" 1 2 3", 5'000) + "\n", 20)),
        obj_case("obj large faces", spiky + repeated(face + "\n", 30)),
        obj_case("obj one huge face", huge_face(65'535)),
        obj_case("obj names", groups),
        obj_case("obj lines continued", corner + "f 1 2" + repeated(" 3\\\n", 20'000) + " 3\n"),
        gltf_case("gltf instances", instances(5'000, "m"), binary),
        gltf_case("gltf names", instances(500, std::string(10'000, 'm')), binary),
        mesh_case("geojson holes", floor_with_holes(40), read_floor_plan),
        mesh_case("geojson holes, large radius", floor_with_holes(40), read_floor_plan, 50),
        mesh_case("geojson bars", crossing_bars(100), read_floor_plan),
        mesh_case("geojson bars, radius", crossing_bars(60), read_floor_plan, 0.25),
        mesh_case("geojson nested", nested_squares(600), read_floor_plan),
        mesh_case("map", checkerboard(128), read_grid_map),
        mesh_case("map, radius", checkerboard(64), read_grid_map, 0.25),
        mesh_case("mesh", separate_squares(5'000), read_polygon_mesh),
    };
    return cases;
}

constexpr double kFixedBytes = 4 << 20;  // upper bound on the memory for a small input: a few buffers of 1 MB
// Readers must succeed with a memory limit of this many bytes for each byte of input and of decoded input. The worst case is a
// plan whose ground vanishes because the radius is large.
constexpr double kMostPerByte = 400;

// Returns an upper bound on the lowest limit that the reader accepts. The bound exceeds the lowest limit by at most 10 %, or by
// at most 100 % with AddressSanitizer.
double lowest_limit(const ReaderCase& reader) {
    double low = 1, high = 1;
    while (!reader.read(high))
        low = high, high *= 2;
    while (high > (support::kSanitized ? 2 : 1.1) * low) {
        const double middle = (low + high) / 2;
        (reader.read(middle) ? high : low) = middle;
    }
    return high;
}

// Returns the lowest limit that the reader accepts, or a limit that is at most 5 % higher. Reads the input only once.
double raised_limit(const ReaderCase& reader) {
    double limit = double(reader.input_bytes);
    while (!reader.read(limit))
        limit *= 1.05;
    return limit;
}

TEST(ReadingBound, LargePlansNeedNoMoreThanTheLimitThatTheyAccept) {
    const std::vector<ReaderCase> cases{
        mesh_case("map of dots", dotted_map(256), read_grid_map),
        mesh_case("map of corridors", comb_map(256), read_grid_map),
        mesh_case("geojson holes", floor_with_holes(64), read_floor_plan),
    };
    for (const ReaderCase& reader : cases) {
        SCOPED_TRACE(reader.name);
        const double limit = raised_limit(reader);
        const double peak = double(peak_allocated_bytes([&] { EXPECT_TRUE(reader.read(limit).ok()); }));
        EXPECT_LE(peak, limit);
        EXPECT_LE(limit, 2 * peak);
    }
}

// 100 000 triangles cross all vertical sample lines.
TEST(ReadingBound, SamplesOfALevelTakeLittleMemory) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 50}, {50, 0, 50}};
    soup.triangles.assign(100'000, {0, 1, 2});
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups.resize(1);
    EXPECT_LE(peak_allocated_bytes([&] { (void)level_warnings(soup, {}); }), size_t{16} << 20);
}

TEST(ReadingBound, ReadersNeedNoMoreThanTheLimitThatTheyAccept) {
    for (const ReaderCase& reader : reader_cases()) {
        SCOPED_TRACE(reader.name);
        Result<size_t> decoded = Error{};
        const double peak = double(peak_allocated_bytes([&] { decoded = reader.read(0); }));
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        const double limit = lowest_limit(reader), sizes = double(reader.input_bytes + *decoded);
        std::printf("%-30s %9zu bytes of input, %9zu decoded, peak %5.1f, limit %5.1f times both\n", reader.name.c_str(),
                    reader.input_bytes, *decoded, peak / sizes, limit / sizes);
        EXPECT_LE(peak, limit + kFixedBytes);
        if (!support::kSanitized) {
            EXPECT_LE(limit, kMostPerByte * sizes);
        }
    }
}

}  // namespace
}  // namespace navspan
