#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/byte_file.h"
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
    /// Makes an empty file, to be written in pieces and then closed. Error (failed): what went wrong; what is there is not a
    /// regular file (is_device tells beforehand).
    static Result<PendingFile> create(const std::filesystem::path& path);
    /// The file that was created, until it is closed.
    ByteFile& bytes() { return *open_; }
    /// Flushes what was written; to be called before put_in_place.
    Status close();
    /// The folder that the file will be in.
    std::filesystem::path folder() const { return target_.parent_path(); }
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
    std::optional<DiskFile> open_;                    // between create and close
};

/// True where something lies at the path that is not a regular file: it can be written from beginning to end only.
bool is_device(const std::filesystem::path& path);

/// Unlinks the temporary files of all PendingFiles that are not in their places yet, for a process that is about to end at
/// once. Allocates nothing and locks nothing: may be called in a signal handler.
void remove_pending_files() noexcept;

/// Writes a temporary file beside the path, flushes it to the disk and renames it: the path holds the old bytes or the new
/// ones, never a part. What is not a regular file (a device, a pipe) is written to directly. Error (failed): what went wrong;
/// no file is left behind.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace navspan
