#include "support/checks/obj_readers.h"

#include <algorithm>
#include <array>
#include <bit>

#include "io/input/obj_reader.h"

namespace navspan::support {
namespace {

template <class Read>
ObjReadResult result_of(const std::string& text, Read read) {
    ObjReadResult result;
    ObjGroupIds ids;
    ObjSoup soup(result.soup, ids);
    TextSource source(text);
    const Status done = read(source, soup, result.warnings);
    if (!done) result.error = done.error().message;
    return result;
}

ObjReadResult read_plain(const std::string& text, const SceneOptions& options) {
    return result_of(text, [&](ObjSource& source, ObjSoup& soup, Warnings& warnings) {
        return read_obj(source, "a.obj", options, soup, warnings);
    });
}

}  // namespace

ObjReadResult read_general(const std::string& text, const SceneOptions& options) {
    return result_of(text, [&](ObjSource& source, ObjSoup& soup, Warnings& warnings) {
        const Status done = read_general_obj(source, "a.obj", options, 0, soup, warnings);
        if (done) soup.finish("a.obj", warnings);
        return done;
    });
}

std::string obj_reader_difference(const std::string& text, const SceneOptions& options) {
    const ObjReadResult plain = read_plain(text, options), general = read_general(text, options);
    if (plain.error != general.error) return "message \"" + plain.error + "\" instead of \"" + general.error + "\"";
    if (!plain.error.empty()) return "";
    if (plain.soup.triangles != general.soup.triangles) return "triangles";
    if (plain.soup.group_of != general.soup.group_of || plain.soup.groups != general.soup.groups) return "groups";
    const auto bits = [](const DVec3& p) { return std::bit_cast<std::array<uint64_t, 3>>(p); };
    if (!std::equal(plain.soup.vertices.begin(), plain.soup.vertices.end(), general.soup.vertices.begin(),
                    general.soup.vertices.end(), [&](const DVec3& a, const DVec3& b) { return bits(a) == bits(b); }))
        return "vertices";
    const auto same_warning = [](const Warning& a, const Warning& b) {
        return a.code == b.code && a.message == b.message && a.place == b.place;
    };
    return std::equal(plain.warnings.begin(), plain.warnings.end(), general.warnings.begin(), general.warnings.end(),
                      same_warning)
               ? ""
               : "warnings";
}

}  // namespace navspan::support
