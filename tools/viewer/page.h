#pragma once

// The page of navquery --html and navbake --html.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "io/export/page.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// Adds the flag --viewer-wasm. Its value is the argument of read_viewer_queries.
void add_viewer_flag(CommandLine& line, std::string& named);

/// Reads the WebAssembly module with the queries from the file `named`. If `named` is empty, tries navspan_viewer.wasm next to
/// this program and in ../share/navspan. Returns an empty vector if there is no file, or for "none". Error (input): the file
/// cannot be read or is not WebAssembly.
Result<std::vector<std::byte>> read_viewer_queries(const std::string& named);

/// Makes a viewer page from a scene. With `queries` and a mesh, the page also contains both (the mesh as a .nav file) and can
/// answer queries. Error (failed): the page would be too large.
/// @param queries  WebAssembly module from read_viewer_queries; may be empty
Result<std::string> make_page(HtmlScene scene, std::span<const std::byte> queries);

}  // namespace navspan::tools
