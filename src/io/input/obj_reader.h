#pragma once

#include <cstdint>
#include <string>

#include "io/input/obj_scan.h"
#include "io/input/obj_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// Reads the rest of a file with tinyobjloader. Errors of the file are those of load_obj.
/// @param source  the bytes after the first `lines` lines
Status read_general_obj(ObjSource& source, const std::string& name, const SceneOptions& options, uint64_t lines, ObjSoup& soup,
                        Warnings& warnings);

/// Reads a whole file: plain lines on several threads, and the rest of the file from the first part with another line on as
/// read_general_obj does. The result is that of read_general_obj for the whole file.
/// @param size  size of the file [byte]; 0: unknown
Status read_obj(ObjSource& source, const std::string& name, uint64_t size, const SceneOptions& options, ObjSoup& soup,
                Warnings& warnings);

}  // namespace navspan
