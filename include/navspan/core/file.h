#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
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

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// A file read from beginning to end, piece by piece.
class FileReader {
public:
    /// Error (input): why it cannot be read.
    static Result<FileReader> open(const std::filesystem::path& path, uint64_t most_unsized = kMostUnsizedBytes);
    /// Fills `bytes` from where the last read ended; fewer bytes than asked for only at the end. Error (input): as read_file.
    Result<size_t> read(std::span<std::byte> bytes);
    /// Goes back to the beginning. False for what cannot be read twice (a pipe).
    bool rewind();
    /// What the system says beforehand, 0 where it says nothing.
    uint64_t size() const { return size_; }

private:
    FileReader(std::filesystem::path path, OpenFile file, uint64_t size, uint64_t most)
        : path_(std::move(path)), file_(std::move(file)), size_(size), most_(most) {}
    std::filesystem::path path_;
    OpenFile file_;
    uint64_t size_, most_;
    uint64_t done_ = 0;
};

/// A file that is on the disk beside its path and not in its place yet: what else must succeed can be done before put_in_place.
/// Without that call nothing is left behind, also by a process that is killed, where the folder's disk has files without names
/// (Linux, but for network disks); elsewhere the file has a temporary name. What is not a regular file (a device, a pipe) has
/// no place to be put into: it is written to at once.
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
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&&) = delete;
    ~PendingFile();
    /// Renames the file to its path. Error (failed): what went wrong.
    Status put_in_place();

private:
    explicit PendingFile(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_, target_;
    std::optional<std::filesystem::path> temporary_;  // its name on the way; nothing once it is in its place, and for devices
    int slot_ = -1;                                   // where remove_pending_files finds it
    bool named_ = true;                               // it has that name already
    std::optional<DiskFile> open_;                    // from create to close, or until it gets its name
};

/// The folder that a file written to the path is in, symbolic links followed.
std::filesystem::path folder_of(const std::filesystem::path& path);

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
