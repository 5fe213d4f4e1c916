#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace navspan {

/// True if a path stands for standard input: "-", or "-" with a suffix that names the format, such as "-.obj". To read a file
/// that is named "-.obj", use the path "./-.obj".
inline bool is_standard_input(const std::filesystem::path& path) {
    return !path.has_parent_path() && path.stem() == "-";
}

/// Returns the name of an input for messages: "standard input", or the path.
inline std::string input_name(const std::filesystem::path& path) {
    return is_standard_input(path) ? "standard input" : path.string();
}

/// Returns the size of a file or of redirected standard input [byte]. Returns nullopt if the size is unknown, for example
/// because the input is a pipe.
inline std::optional<uint64_t> size_of_input(const std::filesystem::path& path) {
    std::error_code unknown;
    const uint64_t size = std::filesystem::file_size(is_standard_input(path) ? "/dev/stdin" : path, unknown);
    return unknown ? std::nullopt : std::optional(size);
}

}  // namespace navspan
