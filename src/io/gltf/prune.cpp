// Reduces a glTF file's tables to the parts that a bake uses.
//
// In: the file's JSON.
// Out: scenes, nodes, meshes with positions, material names, accessors, views and buffers. Every value has the required type.
// Idea: the loader cannot misread a value that was removed, and later code cannot use the value by accident.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 5.

#include "io/gltf/prune.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>

namespace navspan {
namespace {

bool is_whole(const Json& value, uint64_t most) {
    return value.is_number_unsigned() && value.get<uint64_t>() <= most;
}

// Checks and prunes the tables. Stops at the first error.
class Pruner {
public:
    Pruner(Json& json, const GltfFile& file, PruneResult& notes) : json_(json), file_(file), notes_(notes) {}

    Status run() {
        check_extensions();
        for (const char* key : {"scenes", "nodes", "meshes", "materials", "accessors", "bufferViews", "buffers"})
            table(key);
        if (!error_) prune_values();
        if (error_) return *error_;
        return Done{};
    }

private:
    void fail(const std::string& what) {
        if (!error_) error_ = Error{ErrorKind::input, file_.name + ": " + what};
    }

    void check_extensions() {
        const auto asset = json_.find("asset");
        const bool has_version =
            asset != json_.end() && asset->is_object() && asset->contains("version") && (*asset)["version"].is_string();
        if (!has_version) return fail("asset.version is missing; this is not a glTF file");
        if (const std::string version = (*asset)["version"]; version.rfind("2.", 0) != 0) {
            return fail("version " + quoted_text(version) + " of glTF is not supported; export as glTF 2.0");
        }
        json_["asset"] = {{"version", "2.0"}};
        for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
            const auto list = json_.find(key);
            if (list == json_.end() || !list->is_array()) continue;
            for (const Json& item : *list) {
                const std::string extension = item.is_string() ? item.get<std::string>() : std::string();
                if (extension == "EXT_mesh_gpu_instancing" || extension == "EXT_meshopt_compression" ||
                    extension == "KHR_draco_mesh_compression" || extension == "KHR_meshopt_compression") {
                    return fail("the extension " + extension + " is not supported; export without it");
                }
            }
        }
        Json kept = Json::object();
        for (const char* key :
             {"asset", "scene", "scenes", "nodes", "meshes", "materials", "accessors", "bufferViews", "buffers"}) {
            if (json_.contains(key)) kept[key] = std::move(json_[key]);
        }
        json_ = std::move(kept);
    }

    // Checks that a table is a list of objects.
    void table(const char* key) {
        if (!json_.contains(key)) return;
        if (!json_[key].is_array()) return fail(std::string(key) + " is not a list");
        for (size_t i = 0; i < json_[key].size(); ++i) {
            if (!json_[key][i].is_object()) return fail(gltf_place(key, i) + " is not an object");
        }
    }

    void each(const char* key, const std::function<void(Json&, const std::string&)>& row) {
        if (!json_.contains(key)) return;
        for (size_t i = 0; i < json_[key].size() && !error_; ++i)
            row(json_[key][i], gltf_place(key, i));
    }

    static void keep(Json& row, std::initializer_list<const char*> keys) {
        Json kept = Json::object();
        for (const char* key : keys) {
            if (row.contains(key)) kept[key] = std::move(row[key]);
        }
        row = std::move(kept);
    }
    void text(const Json& row, const std::string& who, const char* key) {
        if (row.contains(key) && !row[key].is_string()) fail(who + "." + key + " is not a string");
    }
    void index(const Json& row, const std::string& who, const char* key, bool required = false) {
        if (!row.contains(key) ? required : !is_whole(row[key], std::numeric_limits<int32_t>::max())) {
            fail((who.empty() ? "" : who + ".") + key + " must be a whole number from 0");
        }
    }
    void size(const Json& row, const std::string& who, const char* key, uint64_t least, bool required = false) {
        constexpr uint64_t kMost = uint64_t{1} << 32;
        if (!row.contains(key) ? required : !is_whole(row[key], kMost) || row[key].get<uint64_t>() < least) {
            fail(who + "." + key + " must be a whole number from " + std::to_string(least) + " to 4294967296");
        }
    }
    void indices(const Json& row, const std::string& who, const char* key) {
        if (!row.contains(key)) return;
        const auto is_index = [](const Json& item) { return is_whole(item, std::numeric_limits<int32_t>::max()); };
        if (!row[key].is_array() || !std::all_of(row[key].begin(), row[key].end(), is_index)) {
            fail(who + "." + key + " is not a list of whole numbers");
        }
    }
    void numbers(const Json& row, const std::string& who, const char* key, size_t count) {
        if (!row.contains(key)) return;
        const auto is_number = [](const Json& item) { return item.is_number(); };
        if (!row[key].is_array() || row[key].size() != count || !std::all_of(row[key].begin(), row[key].end(), is_number)) {
            fail(who + "." + key + " is not a list of " + std::to_string(count) + " numbers");
        }
    }

    void prune_mesh(Json& mesh, const std::string& who) {
        keep(mesh, {"name", "primitives"});
        text(mesh, who, "name");
        if (!mesh.contains("primitives") || !mesh["primitives"].is_array()) return fail(who + ".primitives is not a list");
        for (size_t i = 0; i < mesh["primitives"].size() && !error_; ++i) {
            Json& primitive = mesh["primitives"][i];
            const std::string its = who + "." + gltf_place("primitives", i);
            if (!primitive.is_object() || !primitive.contains("attributes") || !primitive["attributes"].is_object()) {
                return fail(its + ".attributes is not an object");
            }
            morphs_ |= primitive.contains("targets");
            keep(primitive, {"attributes", "indices", "material", "mode"});
            keep(primitive["attributes"], {"POSITION"});
            index(primitive["attributes"], its + ".attributes", "POSITION");
            index(primitive, its, "indices");
            index(primitive, its, "material");
            index(primitive, its, "mode");
        }
    }

    void prune_values() {
        index(json_, "", "scene");
        each("scenes", [&](Json& row, const std::string& who) {
            keep(row, {"nodes"});
            indices(row, who, "nodes");
        });
        each("nodes", [&](Json& row, const std::string& who) {
            if (row.contains("skin") && row.contains("mesh")) notes_.posed.push_back(who);
            keep(row, {"name", "mesh", "children", "matrix", "translation", "rotation", "scale"});
            text(row, who, "name");
            index(row, who, "mesh");
            indices(row, who, "children");
            numbers(row, who, "matrix", 16);
            numbers(row, who, "translation", 3);
            numbers(row, who, "rotation", 4);
            numbers(row, who, "scale", 3);
        });
        each("meshes", [&](Json& row, const std::string& who) {
            morphs_ = false;
            prune_mesh(row, who);
            if (morphs_) notes_.posed.push_back(who);
        });
        each("materials", [&](Json& row, const std::string& who) {
            keep(row, {"name"});
            text(row, who, "name");
        });
        each("accessors", [&](Json& row, const std::string& who) {
            // a sparse accessor is an error only if a mesh uses it; morph targets and animations may be sparse
            notes_.sparse.push_back(row.contains("sparse"));
            keep(row, {"bufferView", "byteOffset", "componentType", "normalized", "count", "type"});
            index(row, who, "bufferView");
            size(row, who, "byteOffset", 0);
            index(row, who, "componentType", true);
            size(row, who, "count", 1, true);
            text(row, who, "type");
        });
        each("bufferViews", [&](Json& row, const std::string& who) {
            keep(row, {"buffer", "byteOffset", "byteLength", "byteStride"});
            index(row, who, "buffer", true);
            size(row, who, "byteOffset", 0);
            size(row, who, "byteLength", 1, true);
            size(row, who, "byteStride", 4);
        });
        each("buffers", [&](Json& row, const std::string& who) {
            keep(row, {"byteLength", "uri"});
            size(row, who, "byteLength", 1, true);
            text(row, who, "uri");
            if (!row.contains("uri") && !(file_.has_binary && who == "buffers[0]")) fail(who + " has no data");
        });
    }

    Json& json_;
    const GltfFile& file_;
    PruneResult& notes_;
    bool morphs_ = false;
    std::optional<Error> error_;
};

}  // namespace

Status prune_gltf(Json& json, const GltfFile& file, PruneResult& notes) {
    return Pruner(json, file, notes).run();
}

std::string gltf_place(const std::string& table, size_t i) {
    return table + "[" + std::to_string(i) + "]";
}

}  // namespace navspan
