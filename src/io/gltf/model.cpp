// Reads the tables of a glTF file.
//
// In: the bytes of the file.
// Out: scenes, nodes, meshes with positions, material names, accessors, views and buffers.
// Idea: Reads only the values that a bake uses, and checks their types.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 5.
// Weak cases: none known.

#include "io/gltf/model.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "io/config/json.h"
#include "io/gltf/buffers.h"
#include "io/gltf/chunks.h"

namespace navspan {
namespace {

// A JSON object of the file and its name for messages; the root's name is empty.
struct GltfRow {
    Json& json;
    std::string name;

    Json* find(const char* key) const {
        const auto found = json.find(key);
        return found == json.end() ? nullptr : &*found;
    }
    std::string place(const char* key) const { return name.empty() ? key : name + "." + key; }
};

// Range of an integer. `missing` is the value of an absent key; nullopt: the key is required.
struct WholeRange {
    uint64_t least = 0, most = 0;
    std::optional<uint64_t> missing;
};
constexpr uint64_t kMaxGltfIndex = std::numeric_limits<int32_t>::max(), kMaxGltfSize = uint64_t{1} << 32;
constexpr WholeRange kOptionalIndex{0, kMaxGltfIndex, kNoIndex}, kRequiredIndex{0, kMaxGltfIndex, {}};

// Reads the tables and keeps the first error. Values read after an error are not used.
class TableReader {
public:
    TableReader(Json& json, const std::string& name, bool has_binary) : root_{json, {}}, has_binary_(has_binary) {
        model_.name = name;
    }

    Result<GltfModel> read() && {
        check_version();
        check_extensions();
        model_.scene = uint32_t(whole(root_, "scene", {0, kMaxGltfIndex, 0}));
        each("scenes", [&](const GltfRow& row) { model_.scenes.push_back(indices(row, "nodes")); });
        each("nodes", [&](const GltfRow& row) { read_node(row); });
        each("materials", [&](const GltfRow& row) { model_.materials.push_back(text(row, "name")); });
        each("accessors", [&](const GltfRow& row) { read_accessor(row); });
        each("bufferViews", [&](const GltfRow& row) { read_view(row); });
        each("buffers", [&](const GltfRow& row) { read_buffer(row); });
        each("meshes", [&](const GltfRow& row) { read_mesh(row); });
        if (error_) return *error_;
        return std::move(model_);
    }

private:
    void fail(const std::string& what) {
        if (!error_) error_ = input_error(model_.name + ": " + what);
    }

    void check_version() {
        Json* const asset = root_.find("asset");
        const Json* const version = asset && asset->is_object() ? GltfRow{*asset, "asset"}.find("version") : nullptr;
        if (!version || !version->is_string()) return fail("asset.version is missing; this is not a glTF file");
        const std::string& number = version->get_ref<const std::string&>();
        if (!number.starts_with("2.")) fail("version " + quoted_text(number) + " of glTF is not supported; export as glTF 2.0");
    }

    void check_extensions() {
        for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
            const Json* const list = root_.find(key);
            if (!list || !list->is_array()) continue;
            for (const Json& item : *list) {
                const std::string extension = item.is_string() ? item.get<std::string>() : std::string();
                if (extension == "EXT_mesh_gpu_instancing" || extension == "EXT_meshopt_compression" ||
                    extension == "KHR_draco_mesh_compression" || extension == "KHR_meshopt_compression") {
                    return fail("the extension " + extension + " is not supported; export without it");
                }
            }
        }
    }

    // Calls read(row) for each object of a table.
    template <class Read>
    void each(const char* table, Read read) {
        Json* const rows = root_.find(table);
        if (!rows || error_) return;
        if (!rows->is_array()) return fail(std::string(table) + " is not a list");
        for (size_t i = 0; i < rows->size() && !error_; ++i) {
            const GltfRow row{(*rows)[i], gltf_place(table, i)};
            if (!row.json.is_object()) return fail(row.name + " is not an object");
            read(row);
        }
    }

    // Moves a string out of the JSON; empty if the key is missing.
    std::string text(const GltfRow& row, const char* key) {
        Json* const value = row.find(key);
        if (!value) return {};
        if (value->is_string()) return std::move(value->get_ref<std::string&>());
        fail(row.place(key) + " is not a string");
        return {};
    }

    bool flag(const GltfRow& row, const char* key) {
        const Json* const value = row.find(key);
        if (value && !value->is_boolean()) fail(row.place(key) + " is neither true nor false");
        return value && value->is_boolean() && value->get<bool>();
    }

    static bool is_whole(const Json& value, uint64_t most) {
        return value.is_number_unsigned() && value.get<uint64_t>() <= most;
    }

    uint64_t whole(const GltfRow& row, const char* key, const WholeRange& range) {
        const Json* const value = row.find(key);
        if (!value && range.missing) return *range.missing;
        if (value && is_whole(*value, range.most) && value->get<uint64_t>() >= range.least) return value->get<uint64_t>();
        fail(row.place(key) + " must be a whole number from " + std::to_string(range.least) +
             (range.most == kMaxGltfIndex ? "" : " to " + std::to_string(range.most)));
        return 0;
    }

    uint32_t index(const GltfRow& row, const char* key, const WholeRange& range = kOptionalIndex) {
        return uint32_t(whole(row, key, range));
    }

    std::vector<uint32_t> indices(const GltfRow& row, const char* key) {
        const Json* const list = row.find(key);
        if (!list) return {};
        const auto is_index = [](const Json& item) { return is_whole(item, kMaxGltfIndex); };
        if (list->is_array() && std::all_of(list->begin(), list->end(), is_index)) return list->get<std::vector<uint32_t>>();
        fail(row.place(key) + " is not a list of whole numbers");
        return {};
    }

    // Reads a list of numbers. Returns false if the key is missing.
    template <size_t N>
    bool numbers(const GltfRow& row, const char* key, std::array<double, N>& to) {
        const Json* const list = row.find(key);
        if (!list) return false;
        if (is_number_list(*list, N))
            to = list->get<std::array<double, N>>();
        else
            fail(row.place(key) + " is not a list of " + std::to_string(N) + " numbers");
        return true;
    }

    void read_node(const GltfRow& row) {
        if (row.find("skin") && row.find("mesh")) model_.posed.push_back(row.name);
        GltfNode& node = model_.nodes.emplace_back();
        node.name = text(row, "name");
        node.mesh = index(row, "mesh");
        node.children = indices(row, "children");
        if (std::array<double, 16> matrix{}; numbers(row, "matrix", matrix)) node.matrix = matrix;
        numbers(row, "translation", node.translation);
        numbers(row, "rotation", node.rotation);
        numbers(row, "scale", node.scale);
    }

    void read_mesh(const GltfRow& row) {
        GltfMesh& mesh = model_.meshes.emplace_back();
        mesh.name = text(row, "name");
        Json* const primitives = row.find("primitives");
        if (!primitives || !primitives->is_array()) return fail(row.place("primitives") + " is not a list");
        bool has_targets = false;
        for (size_t i = 0; i < primitives->size() && !error_; ++i) {
            const GltfRow primitive{(*primitives)[i], row.name + "." + gltf_place("primitives", i)};
            mesh.primitives.push_back(read_primitive(primitive));
            has_targets |= primitive.json.contains("targets");
        }
        if (has_targets) model_.posed.push_back(row.name);
    }

    GltfPrimitive read_primitive(const GltfRow& row) {
        Json* const attributes = row.json.is_object() ? row.find("attributes") : nullptr;
        if (!attributes || !attributes->is_object()) {
            fail(row.place("attributes") + " is not an object");
            return {};
        }
        GltfPrimitive primitive;
        primitive.positions = index({*attributes, row.place("attributes")}, "POSITION");
        primitive.indices = index(row, "indices");
        primitive.material = index(row, "material");
        primitive.mode = GltfMode(index(row, "mode", {0, kMaxGltfIndex, uint64_t(GltfMode::triangles)}));
        // an invalid index is an error even in an unused mesh
        if (primitive.indices != kNoIndex && primitive.indices >= model_.accessors.size()) {
            fail(row.place("indices") + ": " + gltf_place("accessors", primitive.indices) + " does not exist");
        }
        return primitive;
    }

    void read_accessor(const GltfRow& row) {
        constexpr std::array<std::string_view, 7> kTypes{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
        GltfAccessor& accessor = model_.accessors.emplace_back();
        accessor.view = index(row, "bufferView");
        accessor.offset = whole(row, "byteOffset", {0, kMaxGltfSize, 0});
        accessor.component = GltfComponent(whole(row, "componentType", {5120, 5130, {}}));
        accessor.normalized = flag(row, "normalized");
        accessor.count = whole(row, "count", {1, kMaxGltfSize, {}});
        accessor.type = text(row, "type");
        if (std::find(kTypes.begin(), kTypes.end(), accessor.type) == kTypes.end()) {
            fail(row.place("type") + " must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4");
        }
        // find_elements rejects sparse accessors of meshes; sparse accessors of morph targets and animations are ignored
        accessor.sparse = row.json.contains("sparse");
    }

    void read_view(const GltfRow& row) {
        GltfView& view = model_.views.emplace_back();
        view.buffer = index(row, "buffer", kRequiredIndex);
        view.offset = whole(row, "byteOffset", {0, kMaxGltfSize, 0});
        view.length = whole(row, "byteLength", {1, kMaxGltfSize, {}});
        view.stride = whole(row, "byteStride", {4, 252, 0});
        if (view.stride % 4 != 0) fail(row.place("byteStride") + " must be a multiple of 4");
    }

    void read_buffer(const GltfRow& row) {
        GltfBuffer& buffer = model_.buffers.emplace_back();
        buffer.length = whole(row, "byteLength", {1, kMaxGltfSize, {}});
        if (row.find("uri"))
            buffer.uri = text(row, "uri");
        else if (!has_binary_ || model_.buffers.size() > 1)
            fail(row.name + " has no data");
    }

    GltfRow root_;
    const bool has_binary_;
    GltfModel model_;
    std::optional<Error> error_;
};

Result<GltfModel> read_tables(const std::string& name, const GltfChunks& chunks, const MemoryBudget& budget) {
    const std::string_view text = chars_of(chunks.json);
    // Upper bound: each JSON object may become a node. The factor 2 allows for growing arrays: the old and the new array exist
    // at the same time.
    const double bytes = json_bytes(text) + 2.0 * sizeof(GltfNode) * double(std::count(text.begin(), text.end(), '{'));
    if (const Status fits = check_budget(budget, name + ": its tables", bytes, "give a smaller file"); !fits)
        return fits.error();
    Result<Json> json = parse_json(text, name);
    if (!json) return input_error(json.error().message);
    if (!json->is_object()) return input_error(name + ": the JSON is not an object");
    return TableReader(*json, name, !chunks.binary.empty()).read();
}

}  // namespace

Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash, MemoryBudget& budget) {
    const Result<GltfChunks> chunks = split_gltf(name, bytes);
    if (!chunks) return chunks.error();
    Result<GltfModel> model = read_tables(name, *chunks, budget);
    if (!model) return model;
    const GltfBufferSource source{.binary = chunks->binary, .folder = folder, .hash = hash};
    if (const Status read = read_buffers(source, *model, budget); !read) return read.error();
    return model;
}

}  // namespace navspan
