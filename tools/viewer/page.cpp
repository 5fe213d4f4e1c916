#include "viewer/page.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "common/cli.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {

// The build generates these texts from the files in viewer/.
namespace viewer {
extern const std::string_view page_html, viewer_css, unpack_js, camera_js, pick_js, renderer_js, paths_js, simple_js, panel_js,
    islands_js, input_js, main_js;
}

namespace {

constexpr const char* kWasmName = "navspan_viewer.wasm";

// Returns the folder of this program, or an empty path if it is unknown.
std::filesystem::path program_folder() {
    std::error_code problem;
    return std::filesystem::read_symlink("/proc/self/exe", problem).parent_path();
}

Result<std::vector<std::byte>> read_wasm(const std::filesystem::path& path) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (bytes && (bytes->size() < 8 || std::memcmp(bytes->data(), "\0asm", 4) != 0)) {
        return Error{ErrorKind::input,
                     path.string() + ": is not WebAssembly; build the file with cmake --build build --target wasm"};
    }
    return bytes;
}

}  // namespace

void add_viewer_flag(CommandLine& line, std::string& named) {
    line.add("--viewer-wasm", named,
             "the compiled queries for that page (build them with the target wasm); default: navspan_viewer.wasm next to "
             "this program or in ../share/navspan; without this file, or with none, the page has a simple search")
        .type("FILE");
}

Result<std::vector<std::byte>> read_viewer_queries(const std::string& named) {
    if (named == "none") return std::vector<std::byte>{};
    if (!named.empty()) return read_wasm(named);
    const std::filesystem::path folder = program_folder();
    for (const std::filesystem::path& place : {folder / kWasmName, folder / "../share/navspan" / kWasmName}) {
        std::error_code problem;
        if (folder.empty() || !std::filesystem::is_regular_file(place, problem)) continue;
        Result<std::vector<std::byte>> bytes = read_wasm(place);
        if (!bytes) return Error{bytes.error().kind, bytes.error().message + "; --viewer-wasm none makes a page without it"};
        return bytes;
    }
    return std::vector<std::byte>{};
}

Result<std::string> make_page(HtmlScene scene, std::span<const std::byte> queries) {
    std::vector<std::byte> level;
    scene.program = std::string("navspan ") + NAVSPAN_VERSION;
    if (!queries.empty() && scene.mesh) {
        level = serialize_nav_mesh(*scene.mesh);
        scene.level = level, scene.queries = queries;
    }
    const std::array scripts{viewer::unpack_js, viewer::camera_js, viewer::pick_js,    viewer::renderer_js, viewer::paths_js,
                             viewer::simple_js, viewer::panel_js,  viewer::islands_js, viewer::input_js,    viewer::main_js};
    const HtmlSources sources{
        .markup = viewer::page_html, .style = viewer::viewer_css, .scripts = {scripts.begin(), scripts.end()}};
    return to_html(scene, sources);
}

}  // namespace navspan::tools
