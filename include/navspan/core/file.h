#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

/// Most bytes read from something that does not tell its size beforehand: a pipe, a device.
constexpr uint64_t kMostUnsizedBytes = uint64_t{1} << 31;

/// The whole file. Error (input): why it cannot be read; what tells no size and gives more than `most_unsized` bytes is
/// refused.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, uint64_t most_unsized = kMostUnsizedBytes);

/// A file that is on the disk under a temporary name beside its path and not in its place yet: what else must succeed can be
/// done before put_in_place. Without that call nothing is left behind. What is not a regular file (a device, a pipe) has no
/// place to be put into: it is written to at once.
class PendingFile {
public:
    /// Writes and flushes the bytes. Error (failed): what went wrong.
    static Result<PendingFile> write(const std::filesystem::path& path, std::span<const std::byte> bytes);
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&&) = delete;
    ~PendingFile();
    /// Renames the file to its path. Error (failed): what went wrong.
    Status put_in_place();

private:
    explicit PendingFile(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_, target_;
    std::optional<std::filesystem::path> temporary_;  // nothing once it is in its place, and for devices
    int slot_ = -1;                                   // where remove_pending_files finds it
};

/// Unlinks the temporary files of all PendingFiles that are not in their places yet, for a process that is about to end at
/// once. Allocates nothing and locks nothing: may be called in a signal handler.
void remove_pending_files() noexcept;

/// Writes a temporary file beside the path, flushes it to the disk and renames it: the path holds the old bytes or the new
/// ones, never a part. What is not a regular file (a device, a pipe) is written to directly. Error (failed): what went wrong;
/// no file is left behind.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace navspan
