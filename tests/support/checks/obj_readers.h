#pragma once

#include <string>

#include "navspan/bake/triangle_soup.h"
#include "navspan/io/obj.h"

namespace navspan::support {

struct ObjReadResult {
    TriangleSoup soup;
    Warnings warnings;
    std::string error;  ///< message; empty: no error
};

/// Reads an OBJ text with tinyobjloader only.
ObjReadResult read_general(const std::string& text, const SceneOptions& options);

/// Compares the reader of plain OBJ files with tinyobjloader: both must give the same soup, names, warnings and messages.
/// Returns a description of the first difference; empty if there is none.
std::string obj_reader_difference(const std::string& text, const SceneOptions& options = {});

}  // namespace navspan::support
