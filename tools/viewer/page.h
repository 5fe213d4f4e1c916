#pragma once

// The page that navquery --html and navbake --html write.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/export/page.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// The queries compiled to WebAssembly: those of the file named, or else of navspan_viewer.wasm beside this program or where it
/// is installed (../share/navspan); empty where there is none, or where "none" is named. Error (input): the file named cannot
/// be read or is no such thing.
Result<std::vector<std::byte>> read_viewer_queries(const std::string& named);

/// The scene as a page; its program, level and queries are filled in here. Error (failed): it would be too large.
/// @param queries  what read_viewer_queries gave
Result<std::string> make_page(HtmlScene scene, std::span<const std::byte> queries);

}  // namespace navspan::tools
