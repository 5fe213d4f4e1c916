// The table of export formats.

#include "navbake/output/export_formats.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "common/cli.h"
#include "core/text.h"
#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "navspan/io/detour_file.h"
#include "navspan/io/mesh_export.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

std::string links_text(const NavMesh& mesh) {
    return mesh.links.empty() ? "" : ", " + count_of(mesh.links.size(), "off-mesh link");
}

Status to_text(const NavMesh& mesh, const std::string& text, ExportedFile& file) {
    const std::span bytes = std::as_bytes(std::span(text));
    file.bytes = {bytes.begin(), bytes.end()};
    file.summary = count_of(mesh.polygon_count(), "polygon") + links_text(mesh);
    return Done{};
}

Status to_detour(const NavMesh& mesh, DetourRefs refs, ExportedFile& file) {
    Result<DetourFile> detour = detour_file(mesh, refs);
    if (!detour) return detour.error();
    file.summary = count_of(detour->tiles, "tile") + " for Detour, " + count_of(detour->polygons, "polygon") +
                   (detour->cut ? " (" + with_thousands(detour->cut) + " of the level's were cut)" : "");
    file.bytes = std::move(detour->bytes);
    file.warnings = std::move(detour->warnings);
    return Done{};
}

Status to_glb(const NavMesh& mesh, ExportedFile& file) {
    AreaColors colors{};
    for (size_t id = 0; id < colors.size(); ++id) {
        const Color color = area_color(uint8_t(id));
        colors[id] = {color.r, color.g, color.b};
    }
    Result<std::vector<std::byte>> bytes = export_glb(mesh, colors);
    if (!bytes) return bytes.error();
    file.bytes = *std::move(bytes);
    size_t triangles = 0;
    for (const auto& tile : mesh.tiles)
        triangles += tile->detail_triangles.size();
    file.summary = count_of(triangles, "triangle") + links_text(mesh);
    return Done{};
}

struct Format {
    std::string_view suffix, meaning;
    Status (*make)(const NavMesh&, ExportedFile&);
};

constexpr std::array<Format, 6> kFormats{{
    {".bin", "Detour: a tile set as RecastDemo saves and loads it, 32-bit references",
     [](const NavMesh& mesh, ExportedFile& file) { return to_detour(mesh, DetourRefs::bits32, file); }},
    {".bin64", "the same for Detour built with DT_POLYREF64",
     [](const NavMesh& mesh, ExportedFile& file) { return to_detour(mesh, DetourRefs::bits64, file); }},
    {".obj", "Wavefront OBJ: the polygons, a material name per area, off-mesh links as lines",
     [](const NavMesh& mesh, ExportedFile& file) { return to_text(mesh, export_obj(mesh), file); }},
    {".glb", "binary glTF 2.0: the detail triangles, a coloured material per area, off-mesh links as lines", to_glb},
    {".svg", "picture of the level from above",
     [](const NavMesh& mesh, ExportedFile& file) { return to_text(mesh, to_svg(draw_nav_mesh(mesh)), file); }},
    {".json", "polygons, neighbours, areas, islands and off-mesh links, see docs/inputs-and-exports.md",
     [](const NavMesh& mesh, ExportedFile& file) { return to_text(mesh, export_json(mesh), file); }},
}};

const Format* format_of(std::string_view path) {
    const auto is_its = [&](const Format& f) { return has_suffix(path, f.suffix); };
    const auto found = std::find_if(kFormats.begin(), kFormats.end(), is_its);
    return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace

std::string export_formats_help() {
    std::string text;
    for (const Format& format : kFormats)
        text +=
            "  " + std::string(format.suffix) + std::string(8 - format.suffix.size(), ' ') + std::string(format.meaning) + "\n";
    return text;
}

bool has_export_suffix(const std::string& path) {
    return format_of(path) != nullptr;
}

Status check_export_path(const std::string& flag, const std::string& path) {
    if (format_of(path)) return Done{};
    std::vector<std::string> known;
    for (const Format& format : kFormats)
        known.emplace_back(format.suffix);
    return Error{ErrorKind::usage, flag + " " + path + ": no format has this suffix; give " + list_text(known, "or")};
}

Result<ExportedFile> export_mesh(const NavMesh& mesh, const std::string& path) {
    ExportedFile file{.path = path, .bytes = {}, .summary = {}, .warnings = {}};
    if (const Status made = format_of(path)->make(mesh, file); !made) return made.error();
    file.summary += ", " + count_of(file.bytes.size(), "byte");
    return file;
}

}  // namespace navspan::tools
