#pragma once

#include <cstdint>
#include <string>

#include "io/input/obj_scan.h"
#include "io/input/obj_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// Reads the rest of a file with tinyobjloader. Errors in the file: see load_obj.
/// @param source  the bytes after the first `lines` lines
Status read_general_obj(ObjSource& source, const std::string& name, const SceneOptions& options, uint64_t lines, ObjSoup& soup,
                        Warnings& warnings);

/// Reads a whole file. Parses plain lines on several threads (see parse_plain_obj). If a block of text contains a line that is
/// not plain, read_general_obj reads this block and the rest of the file. The result is the same as if read_general_obj read
/// the whole file.
Status read_obj(ObjSource& source, const std::string& name, const SceneOptions& options, ObjSoup& soup, Warnings& warnings);

}  // namespace navspan
