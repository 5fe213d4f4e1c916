// Reads Wavefront OBJ files.
//
// In: OBJ files.
// Out: one triangle soup.
// Idea: the checking pass (obj_scan) reads the file in chunks and stores the positions. It converts faces, groups and materials
// to a stream of normalised statements, which tinyobjloader parses. Each face first becomes a fan. The fan of a face
// with more than three corners is replaced as soon as all positions of the face are known, at the latest at the end of the
// file. So memory contains little more than the soup. Growing an array would temporarily need twice its memory, so the vertices
// and faces of large files are counted first.

#include "navspan/io/obj.h"

#include <algorithm>
#include <cmath>
#include <istream>
#include <new>
#include <unordered_map>

#include "io/input/ngon.h"
#include "io/input/obj_scan.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

// Renames the loader's namespace. Otherwise a program with its own copy of tinyobjloader could not link with this library.
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
    SoupGroup names{};
    bool names_changed = true;
    uint32_t group = 0;
    std::vector<Face> later{};  // faces with more than three corners that use vertices defined after them
    uint64_t crossing = 0;      // number of faces that cross themselves
    std::optional<DVec3> first_crossing{};
    std::vector<uint32_t> vertices{};  // scratch memory for one face
    std::vector<DVec3> corners{};
    std::vector<std::array<uint32_t, 3>> cut{};
};

// Replaces the fan of a face by triangles that also cover a concave face.
void triangulate(Collector& c, const Face& face) {
    const std::span fan = std::span(c.soup.triangles).subspan(face.first_triangle, face.corners - 2);
    c.vertices.assign({fan[0][0], fan[0][1]});
    for (const auto& triangle : fan)
        c.vertices.push_back(triangle[2]);
    c.corners.clear();
    for (const uint32_t v : c.vertices)
        c.corners.push_back(c.soup.vertices[v]);
    c.cut.resize(fan.size());
    if (!triangulate_ngon(c.corners, c.cut) && c.crossing++ == 0) c.first_crossing = c.corners[0];
    for (size_t i = 0; i < fan.size(); ++i)
        fan[i] = {c.vertices[c.cut[i][0]], c.vertices[c.cut[i][1]], c.vertices[c.cut[i][2]]};
}

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
    const Face face{c.soup.triangles.size(), uint32_t(count)};
    const auto vertex = [&](int i) { return c.first_vertex + uint32_t(corners[i].vertex_index - 1); };
    for (int i = 2; i < count; ++i) {
        c.soup.triangles.push_back({vertex(0), vertex(i - 1), vertex(i)});
        c.soup.group_of.push_back(c.group);
    }
    if (count == 3) return;
    const bool known = std::all_of(corners, corners + count, [&](const tinyobj::index_t& i) {
        return uint32_t(i.vertex_index) <= c.soup.vertices.size() - c.first_vertex;
    });
    if (known) {
        triangulate(c, face);
    } else {
        c.later.push_back(face);
    }
}

// Returns a name without its end mark. The loader copies names through a string stream, which silently truncates a name if
// memory runs out. A name without the end mark is truncated.
std::string_view complete_name(std::string_view name) {
    if (name.empty() || name.back() != ObjScan::kNameEnd) throw std::bad_alloc();
    return name.substr(0, name.size() - 1);
}

void set_object(void* user, const char* name) {
    Collector& c = *static_cast<Collector*>(user);
    c.names.object = complete_name(name);
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
    c.names.material = complete_name(name);
    c.names_changed = true;
}

std::string joined_names(const std::vector<InputFile>& files) {
    std::string names;
    for (const InputFile& file : files)
        names += (names.empty() ? "" : ", ") + file.path;
    return names;
}

// Reads bytes from memory.
struct TextSource : ObjSource {
    explicit TextSource(std::string_view text) : text_(text) {}
    Result<size_t> read(std::span<char> to) override {
        const size_t n = std::min(to.size(), text_.size());
        std::copy_n(text_.begin(), n, to.begin());
        text_.remove_prefix(n);
        return n;
    }

private:
    std::string_view text_;
};

struct FileSource : ObjSource {
    FileSource(FileReader& file, bool hash) : file_(file), hash_(hash) {}
    Result<size_t> read(std::span<char> to) override {
        Result<size_t> n = file_.read(std::as_writable_bytes(to));
        if (n) bytes += *n;
        if (n && hash_) sha256.add(std::as_bytes(to.first(*n)));
        return n;
    }
    uint64_t bytes = 0;
    Sha256 sha256;

private:
    FileReader& file_;
    bool hash_;
};

// Number of vertices and triangles in a valid file.
struct ObjCounts {
    size_t vertices = 0, triangles = 0;
};

Result<ObjCounts> count_statements(FileReader& file) {
    ObjCounts counts;
    std::vector<char> piece(size_t{1} << 20);
    char first = 0;  // first character of the current line
    bool in_word = false;
    size_t words = 0;  // number of words of the current line after the first word
    const auto end_line = [&] {
        if (first == 'f' && words > 2) counts.triangles += words - 2;
        first = 0;
        words = 0;
        in_word = false;
    };
    while (true) {
        const Result<size_t> n = file.read(std::as_writable_bytes(std::span(piece)));
        if (!n) return n.error();
        for (const char c : std::span(piece).first(*n)) {
            if (c == '\n') {
                end_line();
                continue;
            }
            const bool space = c == ' ' || c == '\t' || c == '\r';
            if (space && first == 'v' && in_word && words == 0) ++counts.vertices, words = 1;
            if (!space && !in_word) {
                if (first == 0)
                    first = c;
                else if (first == 'f')
                    ++words;
            } else if (!space && first == 'v' && words == 0) {
                first = '#';  // the keyword is not v, but vt or vn
            }
            in_word = !space;
        }
        if (*n < piece.size()) break;
    }
    end_line();
    return counts;
}

// Builds a scene file by file.
class SceneBuilder {
public:
    explicit SceneBuilder(const SceneOptions& options) : options_(options) {}

    Status add_file(const std::string& path) {
        constexpr uint64_t kLarge = uint64_t{16} << 20;
        Result<FileReader> file = FileReader::open(path);
        if (!file) return file.error();
        if (file->size() > kLarge) {
            const Result<ObjCounts> counts = count_statements(*file);
            if (!counts) return counts.error();
            if (!file->rewind())
                return Error{ErrorKind::input, "cannot read " + path + ": it must be read twice; give a regular file"};
            scene_.soup.vertices.reserve(scene_.soup.vertices.size() + counts->vertices);
            scene_.soup.triangles.reserve(scene_.soup.triangles.size() + counts->triangles);
            scene_.soup.group_of.reserve(scene_.soup.triangles.capacity());
        }
        FileSource source(*file, options_.hash);
        if (const Status added = add(source, path); !added) return added;
        scene_.files.push_back({path, source.bytes, options_.hash ? source.sha256.hex() : std::string()});
        return Done{};
    }

    Status add_text(const ObjText& text) {
        TextSource source(text.text);
        if (const Status added = add(source, text.name); !added) return added;
        const std::span bytes = std::as_bytes(std::span(text.text));
        scene_.files.push_back({text.name, text.text.size(), options_.hash ? sha256_hex(bytes) : std::string()});
        return Done{};
    }

    Result<LoadedScene> finish() && {
        TriangleSoup& soup = scene_.soup;
        if (soup.triangles.empty()) {
            return Error{ErrorKind::input,
                         joined_names(scene_.files) + ": no triangles: " +
                             (soup.vertices.empty() ? "no vertices (v lines) and"
                                                    : std::to_string(soup.vertices.size()) + " vertices but") +
                             " no faces (f lines); export the scene with its faces"};
        }
        if (options_.flip) {
            for (auto& triangle : soup.triangles)
                std::swap(triangle[1], triangle[2]);
        }
        soup.areas.assign(soup.triangles.size(), kDefaultArea);
        return std::move(scene_);
    }

private:
    Status add(ObjSource& source, const std::string& name) {
        TriangleSoup& soup = scene_.soup;
        Collector collector{.soup = soup, .group_ids = group_ids_, .first_vertex = uint32_t(soup.vertices.size())};
        ObjScan scan(source, name, options_, soup.vertices);
        std::istream checked(&scan);
        checked.exceptions(std::ios::badbit);  // without this, an exception of the scan would look like the end of the file
        tinyobj::callback_t callbacks;
        callbacks.index_cb = add_face;
        callbacks.object_cb = set_object;
        callbacks.group_cb = set_group;
        callbacks.usemtl_cb = set_material;
        tinyobj::LoadObjWithCallback(checked, callbacks, &collector);
        if (scan.error()) return *scan.error();
        if (soup.vertices.size() > kMost || soup.triangles.size() > kMost) {
            return Error{ErrorKind::input,
                         name + ": more than 4294967295 vertices or triangles in all; bake fewer files at once"};
        }

        scan.add_warnings(scene_.warnings);
        for (const Face& face : collector.later)
            triangulate(collector, face);
        if (collector.crossing) {
            scene_.warnings.push_back(
                {"obj_face_crosses_itself",
                 name + ": " + std::to_string(collector.crossing) +
                     " faces cross themselves and may be triangulated wrongly; triangulate them on export",
                 collector.first_crossing});
        }
        return Done{};
    }

    static constexpr size_t kMost = 0xffffffffu;

    SceneOptions options_;
    LoadedScene scene_;
    std::unordered_map<std::string, uint32_t> group_ids_;
};

Status check_options(const SceneOptions& options) {
    if (options.scale > 0 && std::isfinite(options.scale)) return Done{};
    return Error{ErrorKind::usage, "--scale: " + std::to_string(options.scale) +
                                       " is out of range; give a number > 0 (to reverse triangles use --flip)"};
}

}  // namespace

Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const SceneOptions& options) {
    if (const Status fine = check_options(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const ObjText& text : texts) {
        if (const Status added = builder.add_text(text); !added) return added.error();
    }
    return std::move(builder).finish();
}

Result<LoadedScene> load_obj(std::span<const std::string> paths, const SceneOptions& options) {
    if (const Status fine = check_options(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const std::string& path : paths) {
        if (const Status added = builder.add_file(path); !added) return added.error();
    }
    return std::move(builder).finish();
}

}  // namespace navspan
