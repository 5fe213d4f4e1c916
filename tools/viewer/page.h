#pragma once

// The page that navquery --html and navbake --html write.

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

/// Reads the WebAssembly module with the queries. `named` is the path of its file. If `named` is empty, reads
/// navspan_viewer.wasm next to this program or in ../share/navspan; if neither is a valid file, returns an empty vector. If
/// `named` is "none", returns an empty vector. Error (input): the file `named` cannot be read or is not WebAssembly.
Result<std::vector<std::byte>> read_viewer_queries(const std::string& named);

/// Makes a viewer page from a scene. If `queries` is not empty and the scene has a mesh, the page also contains `queries` and
/// the mesh as a .nav file, so that it can run queries on the mesh. Error (failed): the page would be too large.
/// @param queries  WebAssembly module from read_viewer_queries
Result<std::string> make_page(HtmlScene scene, std::span<const std::byte> queries);

}  // namespace navspan::tools
