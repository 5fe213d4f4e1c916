#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A colour of a layer and what it means.
struct LegendEntry {
    Color color;
    std::string meaning;
};

/// Drawings that the viewer shows and hides together.
struct HtmlLayer {
    std::string name;   ///< "Walls"
    std::string group;  ///< the heading it is listed under; layers of one group stand side by side in the list
    std::string about;  ///< a sentence on what one sees; may be empty
    bool shown = false;
    bool alone = false;  ///< it covers the ground: of all layers that do, one at most is shown
    std::vector<LegendEntry> legend{};
    std::vector<Drawing> drawings{};
};

/// What a viewer's page is about.
struct HtmlScene {
    std::string title{};    ///< the level's name
    std::string program{};  ///< "navspan 0.1.0"
    std::vector<HtmlLayer> layers{};
    const NavMesh* mesh = nullptr;         ///< facts about the polygons whose numbers drawings have; null: none
    std::span<const std::byte> level{};    ///< the mesh as .nav file, for paths; empty: the page has none
    std::span<const std::byte> queries{};  ///< the library compiled to WebAssembly, for paths; empty: the page says so
};

/// The parts of a mesh as layers: polygons, detail surface, edges, tiles, links.
std::vector<HtmlLayer> mesh_layers(const NavMesh& mesh);

/// The scene as JSON text, to be put into a page inside a script element: it has no "<". Coordinates are relative to "centre";
/// equal points of all layers are one. An array of numbers is {"type": "u32", "count": 7, "data": base64 of its little-endian
/// bytes in zlib's format}. Error (failed): more than a page can hold.
Result<std::string> html_scene(const HtmlScene& scene);

/// The sources of the viewer: one page of markup, one of style, scripts in order.
struct HtmlSources {
    std::string_view markup;  ///< has the words @TITLE@, @STYLE@, @SCENE@ and @SCRIPT@ once each, in this order
    std::string_view style;
    std::vector<std::string_view> scripts;
};

/// A page that needs no other file and no network. Errors as html_scene.
Result<std::string> to_html(const HtmlScene& scene, const HtmlSources& sources);

}  // namespace navspan
