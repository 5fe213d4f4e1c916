#pragma once

// The page that navquery --html and navbake --html write.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/export/page.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// Reads the queries compiled to WebAssembly: from the named file, or else from navspan_viewer.wasm next to this program or in
/// ../share/navspan. Empty if there is none, or if the name is "none". Error (input): the named file cannot be read or is not
/// WebAssembly.
Result<std::vector<std::byte>> read_viewer_queries(const std::string& named);

/// Makes a page from the scene, after filling in its program, level and queries. Error (failed): it would be too large.
/// @param queries  from read_viewer_queries
Result<std::string> make_page(HtmlScene scene, std::span<const std::byte> queries);

}  // namespace navspan::tools
