// Fuzz targets for the readers of level geometry: OBJ, glTF, GLB, heightmap PNG and .gset.

#include <array>

#include "fuzz/targets/sections.h"
#include "fuzz/targets/stored_input.h"
#include "fuzz/targets/target.h"
#include "io/gltf/chunks.h"
#include "io/gltf/gltf.h"
#include "io/input/gset.h"
#include "io/input/heightmap.h"
#include "support/builders/gltf_builder.h"
#include "support/checks/obj_readers.h"
#include "support/scenes/loaded_scenes.h"

namespace navspan::fuzz {
namespace {

// With this low limit, readers reject large files at once instead of taking seconds.
constexpr uint64_t kMostMemory = uint64_t{1} << 24;

// Requires sound geometry, an input error, or an error of the memory limit.
void require_sound(const Result<LoadedScene>& scene) {
    if (!scene && scene.error().kind == ErrorKind::failed) return require_one_line(scene.error().message);
    const std::string fault = support::result_error(scene);
    require(fault.empty(), fault);
}

// Reads an OBJ text with our reader and with tinyobjloader, which must agree. The first byte of the text selects the options.
void run_obj(Input input) {
    const std::string text(text_of(input));
    const unsigned choice = text.empty() ? 0 : uint8_t(text[0]);
    const SceneOptions options{.up = choice % 2 ? UpAxis::z : UpAxis::y,
                               .scale = choice % 3 ? 1 : 0.01,
                               .flip = choice % 4 == 2,
                               .threads = 1,
                               .max_bytes = kMostMemory};
    const std::array<ObjText, 1> texts{{{"fuzz.obj", text}}};
    require_sound(parse_obj(texts, options));
    if (reads_from_file(input)) {
        const std::array<std::string, 1> paths{StoredInput(input, ".obj").path()};
        require(!load_obj(paths).ok(), "a removed file can be read");
        const StoredInput file(input, ".obj");
        require_sound(load_obj(paths, options));
    }
    SceneOptions unlimited = options;
    unlimited.max_bytes = 0;
    const std::string difference = support::obj_reader_difference(text, unlimited);
    require(difference.empty(), "the readers differ: " + difference);
}

// Returns an OBJ file with a single face of `count` corners.
Bytes ring_of_corners(int count) {
    std::string text = "o ring\n", face = "f";
    for (int i = 0; i < count; ++i) {
        text += "v " + std::to_string(i < count / 2 ? i : count - i) + " 0 " + std::to_string(i < count / 2 ? i % 3 : 9) + "\n";
        face += " " + std::to_string(i + 1);
    }
    return bytes_of(text + face + "\n");
}

std::vector<Bytes> obj_seeds() {
    return {bytes_of("# box\no floor\nv 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nusemtl stone\nf 1 4 3 2\n"),
            bytes_of("g a b\r\nv 0 0 0 1 1 1\nv 1e0 .5 -0.25\nv +2 0 1\nvt 0 0\nvn 0 1 0\nf 1/1/1 2//1 3\\\n/1\nf -1 -2 -3\n"),
            bytes_of("v 1e-400 0 -0.0e-999999999999999999999\nv 0 1e400 0\nf 1 2 3\n"),
            bytes_of("v 0 0 nan\n"),
            bytes_of("v 0 0 2e9\n"),
            ring_of_corners(300),
            bytes_of("f 1 2 3 4 5\nv 0 0 0\nv 0 0 2\nv 1 0 1\nv 2 0 2\nv 2 0 0\ns off\nmtllib x.mtl\nl 1 2\np 1")};
}

void run_gltf(Input input, const char* name) {
    require_sound(parse_gltf(name, input, {.max_bytes = kMostMemory}));
}

// Four positions as floats, four positions as 16-bit integers, the indices of a strip, and the indices of two triangles.
std::string gltf_buffer() {
    return support::bytes_of(std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0}) +
           support::bytes_of(std::vector<int16_t>{0, 0, 0, 0, 0, 0, 9, 0, 9, 0, 9, 0, 9, 0, 0, 0}) +
           support::bytes_of(std::vector<uint8_t>{0, 1, 3, 2}) + support::bytes_of(std::vector<uint32_t>{0, 1, 2, 0, 2, 3});
}

std::string gltf_json(const std::string& uri) {
    return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2]}],
"nodes": [{"children": [1], "scale": [1, 2, -1]}, {"name": "a", "mesh": 0, "rotation": [0, 0.6, 0, 0.8]},
{"mesh": 1, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1]}],
"meshes": [{"name": "m", "primitives": [{"attributes": {"POSITION": 0}, "indices": 3, "material": 0}]},
{"primitives": [{"attributes": {"POSITION": 1}, "indices": 2, "mode": 5},
{"attributes": {"POSITION": 0}, "indices": 2, "mode": 6}, {"attributes": {"POSITION": 0}, "mode": 1}]}],
"materials": [{"name": "stone"}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
{"bufferView": 1, "componentType": 5122, "normalized": true, "count": 4, "type": "VEC3"},
{"bufferView": 2, "componentType": 5121, "count": 4, "type": "SCALAR"},
{"bufferView": 2, "byteOffset": 4, "componentType": 5125, "count": 6, "type": "SCALAR"}],
"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 32, "byteStride": 8},
{"buffer": 0, "byteOffset": 80, "byteLength": 28}],
"buffers": [{)" +
           uri + R"("byteLength": 108}]})";
}

std::vector<Bytes> gltf_seeds() {
    return {bytes_of(gltf_json(
                R"("uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAIA/)"
                R"(AACAPwAAAAAAAAAAAAAAAAAAAAAAAAAACQAAAAkAAAAJAAAACQAAAAAAAAAAAQMCAAAAAAEAAAACAAAAAAAAAAIAAAADAAAA", )")),
            bytes_of(R"({"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_draco_mesh_compression"]})"),
            bytes_of(R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "../a%20b.bin", "byteLength": 8}], "x": 1234567})"),
            bytes_of(R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 8}]})")};
}

// Mutates one chunk of a GLB file and repairs the lengths.
void mutate_glb(Bytes& input, MutationTools& tools) {
    const Result<GltfChunks> chunks = split_gltf("fuzz.glb", input);
    if (!chunks || tools.random.chance(0.1)) return tools.change(input, tools.most_bytes);
    Bytes json(chunks->json.begin(), chunks->json.end()), binary(chunks->binary.begin(), chunks->binary.end());
    Bytes& changed = tools.random.chance(0.7) ? json : binary;
    tools.change(changed, std::max<size_t>(tools.most_bytes, input.size() + 64) - input.size() + changed.size());
    input = support::glb_file(std::string(text_of(json)), std::string(text_of(binary)));
}

void run_png(Input input) {
    for (const double size : {10.0, 0.001}) {
        const HeightmapOptions map{.size_x = size, .size_z = 7, .height = 30, .corner = {1, 2, 3}};
        require_sound(parse_heightmap("fuzz.png", input, map, {.hash = size == 10, .max_bytes = kMostMemory}));
    }
}

std::vector<Bytes> png_seeds() {
    return {support::png_file(3, 2, {0, 100, 65535, 7, 8, 9}), support::png_file(2, 2, {1, 2, 3, 4}, 8),
            support::png_file(2, 2, {1, 2, 3, 4}, 16, 2)};
}

void run_gset(Input input) {
    Result<GsetScene> scene = parse_gset(text_of(input), "fuzz.gset");
    if (reads_from_file(input)) {
        const StoredInput file(input, ".gset");
        InputFile facts;
        scene = load_gset(file.path(), facts);
        if (scene) (void)find_gset_geometry(file.path(), *scene).ok();
    }
    if (!scene) return require_one_line(scene.error().message);
    require(!scene->geometry.empty(), "a .gset without geometry");
    BakeConfig config = scene->settings.value_or(BakeConfig{});
    add_gset_lists(*scene, config);
    const Status sound = check_config(config);
    require(sound.ok(), sound ? "" : sound.error().message);
    require(config.off_mesh_links.size() == scene->links.size() && config.volumes.size() == scene->volumes.size(),
            "a list of the .gset is incomplete");
}

std::vector<Bytes> gset_seeds() {
    return {
        bytes_of("f level.obj\ns 0.3 0.2 2 0.6 0.9 45 8 20 12 1.3 6.000000 6 1 0 -2.8 -4 -9 64 15 30 32\n"
                 "c 1 0 2 5 1.5 2 0.6 1 5 8\r\nc 5 1.5 2 9 0 2 0.4 0 0 1\nv 4 1 -1 3\n0 0 0\n4 0 0\n4 0 4\n0 0 4\n"
                 "v 3 0 -1 3\n1 0 0\n4 0 0\n4 0 4\n# the end\n")};
}

constexpr std::array kSceneTargets{
    Target{"obj", run_obj, obj_seeds},
    Target{"gltf", [](Input input) { run_gltf(input, "fuzz.gltf"); }, gltf_seeds},
    Target{"glb", [](Input input) { run_gltf(input, "fuzz.glb"); },
           [] { return std::vector<Bytes>{support::glb_file(gltf_json(""), gltf_buffer())}; }, mutate_glb},
    Target{"png", run_png, png_seeds},
    Target{"gset", run_gset, gset_seeds},
};

}  // namespace

std::span<const Target> scene_targets() {
    return kSceneTargets;
}

}  // namespace navspan::fuzz
