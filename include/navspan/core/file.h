#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

/// The whole file. Error (input): why it cannot be read.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

/// Writes a temporary file beside the path, flushes it to the disk and renames it: the path holds the old bytes or the new
/// ones, never a part. What is not a regular file (a device, a pipe) is written to directly. Error (failed): what went wrong; no
/// file is left behind.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace navspan
