#include "bench/readers.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/config/json.h"
#include "io/gltf/gltf.h"
#include "io/input/gset.h"
#include "io/input/heightmap.h"
#include "io/report/routes.h"
#include "navspan/io/config_json.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/grid_map.h"
#include "navspan/io/obj.h"
#include "navspan/io/polygon_mesh_file.h"
#include "support/builders/gltf_builder.h"
#include "support/text/random.h"

namespace navspan::bench {
namespace {

// Reads a face whose corners are random points of a plane, so its edges cross.
void grow_crossing_face(size_t corners, const MeasureReader& measure) {
    support::Random random(1);
    std::string obj, face = "f";
    for (size_t i = 1; i <= corners; ++i) {
        obj += "v " + std::to_string(random.between(0, 99'999)) + " 0 " + std::to_string(random.between(0, 99'999)) + "\n";
        face += " " + std::to_string(i);
    }
    obj += face + "\n";
    const std::vector<ObjText> texts{{"a.obj", obj}};
    measure("read obj crossing face", obj.size(), [&] { return scene_bytes(value_of(parse_obj(texts, {.threads = 1}))); });
}

// Repeats a text, separated by commas.
std::string list_of(size_t count, const std::function<std::string(size_t)>& item) {
    std::string text;
    for (size_t i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + item(i);
    return text;
}

std::string point(size_t i) {
    return "[" + std::to_string(i % 100) + ",0," + std::to_string(i / 100) + "]";
}

// Reads a ring with shallow teeth, as an OBJ face and as a plan. The overlay of a plan tests all pairs of segments whose
// bounding boxes overlap. The teeth are shallow so that few pairs overlap and the count does not grow quadratically.
void grow_rings_of_files(size_t corners, const MeasureReader& measure) {
    std::string obj, face = "f", ring;
    for (size_t i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * double(i) / double(corners), radius = i % 2 ? 1 : 1 - 6 / double(corners);
        const std::string x = std::to_string(radius * std::cos(angle)), z = std::to_string(-radius * std::sin(angle));
        obj += "v " + x + " 0 " + z + "\n";
        face += " " + std::to_string(i + 1);
        ring += "[" + x + "," + z + "],";
    }
    obj += face + "\n";
    const std::vector<ObjText> texts{{"a.obj", obj}};
    measure("read obj", obj.size(), [&] { return scene_bytes(value_of(parse_obj(texts, {.threads = 1}))); });
    const std::string first = ring.substr(0, ring.find(']') + 1);
    const std::string plan = R"({"type": "Polygon", "coordinates": [[)" + ring + first + "]]}";
    measure("read geojson", plan.size(), [&] {
        const Result<FloorPlan> floor = parse_floor_plan(plan, "a.geojson");
        (void)value_of(snap_floor_plan(value_of(floor), {}, "a.geojson"));
        return size_t{0};
    });
}

// A row of unit squares.
std::string row_of_squares(size_t count) {
    std::string vertices, polygons;
    for (size_t i = 0; i <= count; ++i) {
        const std::string left = i > 0 ? std::to_string(i - 1) : "", right = i < count ? std::to_string(i) : "";
        const std::string around =
            (i > 0 && i < count ? "3 " : "2 ") + right + (i > 0 && i < count ? " " : "") + left + " -1\n";
        vertices += std::to_string(i) + " 0 " + around + std::to_string(i) + " 1 " + around;
    }
    for (size_t i = 0; i < count; ++i) {
        const std::string before = i > 0 ? std::to_string(i - 1) : "-1", after = i + 1 < count ? std::to_string(i + 1) : "-1";
        polygons += "4 " + std::to_string(2 * i) + " " + std::to_string(2 * i + 2) + " " + std::to_string(2 * i + 3) + " " +
                    std::to_string(2 * i + 1) + " " + before + " -1 " + after + " -1\n";
    }
    return "mesh\n2\n" + std::to_string(2 * count + 2) + " " + std::to_string(count) + "\n" + vertices + polygons;
}

void grow_texts(size_t size, const MeasureReader& measure) {
    const auto text = [&](const char* name, const std::string& content, const auto& read) {
        measure(name, content.size(), [&] {
            (void)value_of(read(content));
            return size_t{0};
        });
    };
    text("parse json list", "[" + list_of(size, [](size_t) { return R"({"a": [1]})"; }) + "]",
         [](const std::string& json) { return parse_json(json, "a.json"); });
    text("parse json empty lists", "[" + list_of(size, [](size_t) { return "[]"; }) + "]",
         [](const std::string& json) { return parse_json(json, "a.json"); });
    // An object with more than 4096 members is refused.
    const std::string object = "{" + list_of(size, [](size_t i) { return "\"" + std::to_string(i) + "\": 1"; }) + "}";
    measure("parse json object", object.size(), [&] {
        const Json json = json_or_discarded(object);
        if (json.size() != size) end_after_error({ErrorKind::failed, "the JSON object lost members"});
        return size_t{0};
    });
    const std::string links =
        list_of(size / 8, [](size_t i) { return R"({"start": )" + point(i) + R"(, "end": )" + point(i + 1) + "}"; });
    text("read config", R"({"off_mesh_links": [)" + links + "]}",
         [](const std::string& json) { return parse_config(json, "a.json"); });
    const size_t points = size / 8, routes = size / 8;
    text("read routes",
         R"({"points": {)" + list_of(points, [](size_t i) { return "\"p" + std::to_string(i) + "\": " + point(i); }) +
             R"(}, "required": [)" +
             list_of(routes, [](size_t i) { return R"({"from": "p0", "to": "p)" + std::to_string(i) + "\"}"; }) + "]}",
         [](const std::string& json) { return parse_routes(json, "a.json"); });
    std::string map = "type octile\nheight " + std::to_string(size / 4) + "\nwidth 8\nmap\n", gset = "f a.obj\n";
    for (size_t i = 0; i < size / 4; ++i)
        map += "..@..T..\n";
    for (size_t i = 0; i < size / 8; ++i)
        gset += "v 3 5 0 2\n0 0 0\n1 0 0\n1 0 -1\n";
    text("read map", map, [](const std::string& grid) { return parse_grid_map(grid, "a.map"); });
    text("read gset", gset, [](const std::string& set) { return parse_gset(set, "a.gset"); });
    text("read mesh", row_of_squares(size / 8), [](const std::string& mesh) { return parse_polygon_mesh(mesh, "a.mesh"); });
}

void grow_scenes(size_t size, const MeasureReader& measure) {
    const size_t nodes = size / 8;
    const std::string json =
        R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [)" + list_of(nodes, [](size_t i) { return std::to_string(i); }) +
        R"(]}], "nodes": [)" + list_of(nodes, [](size_t) { return R"({"mesh": 0})"; }) +
        R"(], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 0,)"
        R"( "componentType": 5126, "count": 3, "type": "VEC3"}], "bufferViews": [{"buffer": 0, "byteLength": 36}],)"
        R"( "buffers": [{"byteLength": 36}]})";
    const std::vector<std::byte> glb = support::glb_file(json, support::bytes_of<float>({0, 0, 0, 0, 0, 1, 1, 0, 0}));
    measure("read glb", glb.size(), [&] { return scene_bytes(value_of(parse_gltf("a.glb", glb))); });
    const uint32_t rows = uint32_t(size / 16);
    const std::vector<std::byte> png = support::png_file(16, rows, std::vector<uint16_t>(size_t{16} * rows, 7));
    measure("read png", png.size(), [&] {
        return scene_bytes(value_of(parse_heightmap("a.png", png, {.size_x = 16, .size_z = 16, .height = 1, .corner = {}})));
    });
}

}  // namespace

void end_after_error(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    std::exit(1);
}

size_t scene_bytes(const LoadedScene& scene) {
    size_t names = 0;
    for (const SoupGroup& group : scene.soup.groups)
        names += sizeof(group) + group.object.size() + group.material.size() + group.group.size();
    return 24 * scene.soup.vertices.size() + 17 * scene.soup.triangles.size() + names;
}

void grow_readers(size_t size, const MeasureReader& measure) {
    grow_rings_of_files(size, measure);
    grow_crossing_face(size, measure);
    grow_texts(size, measure);
    grow_scenes(size, measure);
    grow_level_readers(size, measure);
}

}  // namespace navspan::bench
