#pragma once

#include <filesystem>

namespace navspan {

/// True if a path stands for standard input: "-", or "-" with a suffix that names the format, such as "-.obj". A file with this
/// name can be read as "./-".
inline bool is_standard_input(const std::filesystem::path& path) {
    return !path.has_parent_path() && path.stem() == "-";
}

}  // namespace navspan
