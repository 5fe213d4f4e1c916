#pragma once

// The page that navquery --html and navbake --html write.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/debug/html.h"

namespace navspan::tools {

/// The queries compiled to WebAssembly: those of the file named, or else of navspan_viewer.wasm beside this program or where it
/// is installed (../share/navspan); empty where there is none, or where "none" is named. Error (input): the file named cannot
/// be read or is no such thing.
Result<std::vector<std::byte>> read_viewer_queries(const std::string& named);

/// The scene as a page; its program, level and queries are filled in here. Error (input, failed). @param wasm  --viewer-wasm
Result<std::string> make_page(HtmlScene scene, const std::string& wasm);

}  // namespace navspan::tools
