// Reads OBJ files of any form with tinyobjloader.
//
// In: a file, and the number of the line at which to start.
// Out: the statements from this line to the end of the file, as faces and names.
// Idea: ObjScan checks the file, stores the positions, and passes normalized statements to tinyobjloader.
// Source: Wavefront Technologies, Advanced Visualizer Manual, appendix B1: object files (1995), for the format.
// Weak cases: The rest of the file is parsed on one thread.

#include <istream>
#include <new>
#include <vector>

#include "io/input/obj_reader.h"

// Renames the loader's namespace, so that programs with their own copy of tinyobjloader can link with this library.
#define tinyobj navspan_tinyobj
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

namespace navspan {
namespace {

struct FaceReceiver {
    ObjSoup& soup;
    std::vector<uint32_t> corners{};
};

void add_face(void* user, tinyobj::index_t* corners, int count) {
    FaceReceiver& to = *static_cast<FaceReceiver*>(user);
    to.corners.clear();
    for (int i = 0; i < count; ++i)
        to.corners.push_back(uint32_t(corners[i].vertex_index));
    to.soup.add_face(to.corners);
}

// Returns a name without its end mark. Throws if the mark is missing: the loader silently truncates names if memory runs out.
std::string_view complete_name(std::string_view name) {
    if (name.empty() || name.back() != ObjScan::kNameEnd) throw std::bad_alloc();
    return name.substr(0, name.size() - 1);
}

void set_object(void* user, const char* name) {
    static_cast<FaceReceiver*>(user)->soup.set_name(ObjNameKind::object, complete_name(name));
}

void set_group(void* user, const char** names, int count) {
    std::string joined;
    for (int i = 0; i < count; ++i)
        joined.append(i > 0 ? " " : "").append(names[i]);
    static_cast<FaceReceiver*>(user)->soup.set_name(ObjNameKind::group, joined);
}

void set_material(void* user, const char* name, int) {
    static_cast<FaceReceiver*>(user)->soup.set_name(ObjNameKind::material, complete_name(name));
}

}  // namespace

Status read_general_obj(ObjSource& source, const std::string& name, const SceneOptions& options, uint64_t lines, ObjSoup& soup,
                        Warnings& warnings) {
    ObjScan scan(source, name, options, soup.positions(), {lines, soup.first_position()});
    std::istream checked(&scan);
    // Rethrow exceptions of the scan, which would otherwise look like the end of the file.
    checked.exceptions(std::ios::badbit);
    tinyobj::callback_t callbacks;
    callbacks.index_cb = add_face;
    callbacks.object_cb = set_object;
    callbacks.group_cb = set_group;
    callbacks.usemtl_cb = set_material;
    FaceReceiver receiver{soup};
    tinyobj::LoadObjWithCallback(checked, callbacks, &receiver);
    if (scan.error()) return *scan.error();
    scan.add_warnings(warnings);
    return Done{};
}

}  // namespace navspan
