#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/nav_mesh_drawing.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A colour of a layer and its meaning.
struct LegendEntry {
    Color color;
    std::string meaning;
};

/// Drawings that the viewer shows and hides together.
struct HtmlLayer {
    std::string name;   ///< for example "Walls"
    std::string group;  ///< heading in the list of layers; layers of one group are adjacent
    std::string about;  ///< one sentence that explains the layer; may be empty
    bool shown = false;
    bool alone = false;  ///< true: covers the ground; the viewer shows at most one such layer
    std::vector<LegendEntry> legend{};
    std::vector<Drawing> drawings{};
};

/// The content of a viewer's page.
struct HtmlScene {
    std::string title{};    ///< the level's name
    std::string program{};  ///< name and version, for example "navspan 0.2.0"
    std::vector<HtmlLayer> layers{};
    const TriangleSoup* soup = nullptr;    ///< the level's triangles, drawn under the mesh; may be null
    const NavMesh* mesh = nullptr;         ///< drawn mesh; the page also shows facts about it; may be null
    std::span<const std::byte> level{};    ///< the mesh as a .nav file for path queries; may be empty
    std::span<const std::byte> queries{};  ///< the library as WebAssembly; empty: the page uses a simple search
};

/// Returns the parts of a mesh as layers: polygons, detail surface, portals, walls, tiles, links.
/// @param surface  initially visible ground layer: polygons or detail_surface
std::vector<HtmlLayer> mesh_layers(const NavMesh& mesh, MeshPart surface = MeshPart::polygons);

/// Returns the scene as JSON text without "<", for use in a script element. Coordinates are relative to "centre", but the ends
/// of off-mesh links are world coordinates. All layers share one table of points. An array of numbers is written as {"type":
/// "u32", "count": 7, "data": "..."}. The data are the little-endian bytes of the array, compressed with zlib, in base64. Error
/// (failed): the page would be too large.
Result<std::string> html_scene(const HtmlScene& scene);

/// The sources of the viewer.
struct HtmlSources {
    std::string_view markup;  ///< contains @TITLE@, @STYLE@, @SCENE@ and @SCRIPT@ once each, in this order
    std::string_view style;
    std::vector<std::string_view> scripts;  ///< in the order in which they run
};

/// Returns a self-contained page. Errors: those of html_scene.
Result<std::string> to_html(const HtmlScene& scene, const HtmlSources& sources);

}  // namespace navspan
