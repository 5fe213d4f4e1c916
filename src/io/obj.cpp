// In: OBJ files. Out: one triangle soup.
//
// The checking pass (obj_scan) reads the bytes, keeps the positions and hands on the faces, groups and materials as a stream
// of normalised statements; tinyobjloader reads that stream and calls back. Faces are laid down as fans at once; those of more
// than three corners are noted and triangulated at the end of the file, when every position is known.

#include "navspan/io/obj.h"

#include <cmath>
#include <istream>
#include <unordered_map>

#include "navspan/core/file.h"
#include "navspan/core/hash.h"
#include "ngon.h"
#include "obj_scan.h"

// under a name of our own, so that a program with its own copy of the loader links with this library
#define tinyobj navspan_tinyobj
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

namespace navspan {
namespace {

struct Face {
    uint64_t first_triangle = 0;
    uint32_t corners = 0;
};

// Receives the statements of one file.
struct Collector {
    TriangleSoup& soup;
    std::unordered_map<std::string, uint32_t>& group_ids;
    uint32_t first_vertex = 0;
    SoupGroup names;
    bool names_changed = true;
    uint32_t group = 0;
    std::vector<Face> faces;  // of more than three corners
};

uint32_t group_id(Collector& c) {
    const std::string key = c.names.object + '\n' + c.names.group + '\n' + c.names.material;
    const auto [at, is_new] = c.group_ids.try_emplace(key, uint32_t(c.soup.groups.size()));
    if (is_new) c.soup.groups.push_back(c.names);
    return at->second;
}

void add_face(void* user, tinyobj::index_t* corners, int count) {
    Collector& c = *static_cast<Collector*>(user);
    if (c.names_changed) c.group = group_id(c);
    c.names_changed = false;
    if (count > 3) c.faces.push_back({c.soup.triangles.size(), uint32_t(count)});
    const auto vertex = [&](int i) { return c.first_vertex + uint32_t(corners[i].vertex_index - 1); };
    for (int i = 2; i < count; ++i) {
        c.soup.triangles.push_back({vertex(0), vertex(i - 1), vertex(i)});
        c.soup.group_of.push_back(c.group);
    }
}

void set_object(void* user, const char* name) {
    Collector& c = *static_cast<Collector*>(user);
    c.names.object = name;
    c.names_changed = true;
}

void set_group(void* user, const char** names, int count) {
    Collector& c = *static_cast<Collector*>(user);
    c.names.group.clear();
    for (int i = 0; i < count; ++i) {
        if (i > 0) c.names.group += ' ';
        c.names.group += names[i];
    }
    c.names_changed = true;
}

void set_material(void* user, const char* name, int) {
    Collector& c = *static_cast<Collector*>(user);
    c.names.material = name;
    c.names_changed = true;
}

// replaces the fans of faces that need a better cut
uint64_t triangulate_faces(TriangleSoup& soup, std::span<const Face> faces, std::optional<DVec3>& first_crossing) {
    uint64_t crossing = 0;
    std::vector<uint32_t> vertices;
    std::vector<DVec3> corners;
    std::vector<std::array<uint32_t, 3>> cut;
    for (const Face& face : faces) {
        const std::span fan = std::span(soup.triangles).subspan(face.first_triangle, face.corners - 2);
        vertices.assign({fan[0][0], fan[0][1]});
        for (const auto& triangle : fan)
            vertices.push_back(triangle[2]);
        corners.clear();
        for (const uint32_t v : vertices)
            corners.push_back(soup.vertices[v]);
        cut.resize(fan.size());
        if (!triangulate_ngon(corners, cut) && crossing++ == 0) first_crossing = corners[0];
        for (size_t i = 0; i < fan.size(); ++i)
            fan[i] = {vertices[cut[i][0]], vertices[cut[i][1]], vertices[cut[i][2]]};
    }
    return crossing;
}

std::string joined_names(const std::vector<InputFile>& files) {
    std::string names;
    for (const InputFile& file : files)
        names += (names.empty() ? "" : ", ") + file.path;
    return names;
}

// Puts a scene together file by file.
class SceneBuilder {
public:
    explicit SceneBuilder(const ObjOptions& options) : options_(options) {}

    Status add(const ObjText& file) {
        TriangleSoup& soup = scene_.soup;
        Collector collector{soup, group_ids_, uint32_t(soup.vertices.size()), {}, true, 0, {}};
        ObjScan scan(file, options_, soup.vertices);
        std::istream checked(&scan);
        tinyobj::callback_t callbacks;
        callbacks.index_cb = add_face;
        callbacks.object_cb = set_object;
        callbacks.group_cb = set_group;
        callbacks.usemtl_cb = set_material;
        tinyobj::LoadObjWithCallback(checked, callbacks, &collector);
        if (scan.error()) return *scan.error();
        if (soup.vertices.size() > kMost || soup.triangles.size() > kMost) {
            return Error{ErrorKind::input,
                         file.name + ": more than 4294967295 vertices or triangles in all; bake fewer files at once"};
        }

        scan.add_warnings(scene_.warnings);
        std::optional<DVec3> place;
        if (const uint64_t crossing = triangulate_faces(soup, collector.faces, place)) {
            scene_.warnings.push_back({"obj_face_crosses_itself",
                                       file.name + ": " + std::to_string(crossing) +
                                           " faces cross themselves and may be covered wrongly; triangulate them on export",
                                       place});
        }
        const std::span bytes = std::as_bytes(std::span(file.text));
        scene_.files.push_back({file.name, file.text.size(), options_.hash ? sha256_hex(bytes) : std::string()});
        return Done{};
    }

    Result<LoadedScene> finish() && {
        TriangleSoup& soup = scene_.soup;
        if (soup.triangles.empty()) {
            return Error{ErrorKind::input, joined_names(scene_.files) +
                                               ": no triangles: " + std::to_string(soup.vertices.size()) +
                                               " vertices but no faces (f lines); export the scene with its faces"};
        }
        if (options_.flip) {
            for (auto& triangle : soup.triangles)
                std::swap(triangle[1], triangle[2]);
        }
        soup.areas.assign(soup.triangles.size(), kDefaultArea);
        return std::move(scene_);
    }

private:
    static constexpr size_t kMost = 0xffffffffu;

    ObjOptions options_;
    LoadedScene scene_;
    std::unordered_map<std::string, uint32_t> group_ids_;
};

Status check_options(const ObjOptions& options) {
    if (options.scale > 0 && std::isfinite(options.scale)) return Done{};
    return Error{ErrorKind::usage, "--scale: " + std::to_string(options.scale) +
                                       " is out of range; give a number > 0 (to turn triangles over use --flip)"};
}

}  // namespace

Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const ObjOptions& options) {
    if (const Status fine = check_options(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const ObjText& text : texts) {
        if (const Status added = builder.add(text); !added) return added.error();
    }
    return std::move(builder).finish();
}

Result<LoadedScene> load_obj(std::span<const std::string> paths, const ObjOptions& options) {
    if (const Status fine = check_options(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const std::string& path : paths) {
        const Result<std::vector<std::byte>> bytes = read_file(path);
        if (!bytes) return bytes.error();
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (const Status added = builder.add({path, text}); !added) return added.error();
    }
    return std::move(builder).finish();
}

}  // namespace navspan
