#include "navbake/output/page.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "debug/palette.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/file.h"
#include "viewer/page.h"

namespace navspan::tools {
namespace {

const char* about(Stage stage) {
    switch (stage) {
        case Stage::mark_walkable:
            return "triangles that face up and are no steeper than one can walk";
        case Stage::rasterize:
            return "solid spans that triangles fill: the top of every column";
        case Stage::filter_low_hanging:
            return "low obstacles one can step onto have become walkable";
        case Stage::filter_ledges:
            return "spans beside a drop are walkable no more";
        case Stage::filter_low_height:
            return "nor are spans without headroom";
        case Stage::compact_heightfield:
            return "the open space above walkable spans";
        case Stage::erode:
            return "what is closer to a wall or drop than the agent's radius is gone";
        case Stage::mark_volumes:
            return "volumes gave the ground in them an area";
        case Stage::generate_links:
            return "drops and jumps that were found, dark where they start";
        case Stage::distance_field:
            return "how far every span is from the border";
        case Stage::regions:
            return "pieces of ground that do not lie above themselves";
        case Stage::contours:
            return "the border of every region as traced and as simplified";
        case Stage::poly_mesh:
            return "contours cut into convex polygons";
        case Stage::detail_mesh:
            return "triangles that follow the ground, by height";
        case Stage::nav_tile:
            return "half-edges, as the file holds them";
    }
    return "";
}

std::vector<LegendEntry> legend_of(Stage stage) {
    switch (stage) {
        case Stage::mark_walkable:
            return {{area_color(kDefaultArea), "walkable"},
                    {kUnwalkableColor, "too steep"},
                    {kFacingDownColor, "facing down"},
                    {kRuledOutColor, "ruled out"}};
        case Stage::rasterize:
        case Stage::filter_low_hanging:
        case Stage::filter_ledges:
        case Stage::filter_low_height:
            return {{area_color(kDefaultArea), "walkable"},
                    {kUnwalkableColor, "too steep"},
                    {kLedgeColor, "ledge"},
                    {kNoHeadroomColor, "no headroom"}};
        case Stage::compact_heightfield:
        case Stage::erode:
        case Stage::mark_volumes:
            return {{area_color(kDefaultArea), "walkable"}, {kNoGroundColor, "taken away"}};
        case Stage::generate_links:
            return {{kDropColor, "drop"}, {kLinkColor, "jump"}};
        case Stage::distance_field:
            return {{kNearBorderColor, "at the border"}, {kFarFromBorderColor, "far from it"}};
        case Stage::regions:
            return {{kNoGroundColor, "no region"}};
        case Stage::contours:
            return {{kTracedColor, "traced"}, {kWallColor, "corner that simplifying kept"}};
        case Stage::poly_mesh:
            return {{kWallColor, "wall"}, {kPortalColor, "portal"}};
        case Stage::detail_mesh:
            return {{kLowColor, "low"}, {kHighColor, "high"}};
        case Stage::nav_tile:
            return {{kWallColor, "wall"}, {kSeamColor, "tile border"}, {kPortalColor, "portal"}};
    }
    return {};
}

// "01 mark walkable", as --pictures counts
std::string name_of(Stage stage) {
    std::string name = stage_name(stage);
    std::replace(name.begin(), name.end(), '_', ' ');
    const int number = int(stage) + 1;
    return std::string(number < 10 ? "0" : "") + std::to_string(number) + " " + name;
}

// the drawings of one stage; nothing where the bake had no such stage
std::optional<HtmlLayer> stage_layer(Stage stage, std::span<StageDrawings> tiles) {
    HtmlLayer layer{.name = name_of(stage), .group = "Stages of the bake", .about = about(stage)};
    layer.alone = stage != Stage::contours;  // whose lines lie on what is there
    for (StageDrawings& drawings : tiles) {
        if (drawings[size_t(stage)]) layer.drawings.push_back(*std::exchange(drawings[size_t(stage)], {}));
    }
    if (layer.drawings.empty()) return std::nullopt;
    layer.legend = legend_of(stage);
    return layer;
}

// the level's file as the page's questions name it; one that goes elsewhere is called after what it was made of
std::string level_name(const NavbakeOptions& options) {
    if (options.output != "-" && !is_device(options.output)) return std::filesystem::path(options.output).filename().string();
    return std::filesystem::path(options.inputs[0]).filename().replace_extension(".nav").string();
}

}  // namespace

Result<ExportedFile> bake_page(const NavbakeOptions& options, const NavMesh& mesh, std::vector<StageDrawings> drawings,
                               std::span<const std::byte> queries) {
    HtmlScene scene{.title = level_name(options), .layers = mesh_layers(mesh), .mesh = &mesh};
    for (int stage = 0; stage < int(kStageCount); ++stage) {
        if (auto layer = stage_layer(Stage(stage), drawings)) scene.layers.push_back(*std::move(layer));
    }
    const size_t layers = scene.layers.size();
    const Result<std::string> page = make_page(std::move(scene), queries);
    if (!page) return Error{page.error().kind, options.html + ": " + page.error().message};
    const auto bytes = std::as_bytes(std::span(*page));
    return ExportedFile{options.html, {bytes.begin(), bytes.end()}, std::to_string(layers) + " layers", {}};
}

}  // namespace navspan::tools
