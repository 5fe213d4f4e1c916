#pragma once

/// \file
/// Reads whole files and writes files atomically.
///
/// \code
/// const Result<std::vector<std::byte>> bytes = read_file("level.nav");
/// if (!bytes) return;  // bytes.error().message names the file and the reason
/// const Status written = write_file_atomically("copy.nav", *bytes);
/// if (!written) return;  // copy.nav is unchanged, and no temporary file remains
/// \endcode
///
/// Guarantees: a path that is written to holds either its old bytes or all new bytes. Throws nothing but std::bad_alloc.
///
/// Caveats: a device or a pipe cannot be replaced atomically; it is written to directly.

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

/// Default limit on the bytes read from a source of unknown size, such as a pipe or a device [byte].
constexpr uint64_t kMaxUnsizedBytes = uint64_t{1} << 31;

/// Returns all bytes of a file. Error (input): the file cannot be read, or its size is unknown and it has more than
/// \p max_unsized bytes.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, uint64_t max_unsized = kMaxUnsizedBytes);

/// Deleter of OpenFile.
struct CloseFile {
    /// Closes \p file.
    void operator()(std::FILE* file) const { std::fclose(file); }
};
/// A C file that is closed by the destructor.
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Reads a file from start to end in blocks.
class FileReader {
public:
    /// Opens a file. Error (input): the file cannot be read.
    static Result<FileReader> open(const std::filesystem::path& path, uint64_t max_unsized = kMaxUnsizedBytes);
    /// Fills \p bytes with the next bytes of the file and returns their number. The number is smaller than the size of \p bytes
    /// only at the end of the file. Error (input): as read_file.
    Result<size_t> read(std::span<std::byte> bytes);
    /// Goes back to the start. Returns false if the source cannot be read twice (a pipe).
    bool rewind();
    /// Size of the file as the operating system reports it [byte]; 0 if unknown.
    uint64_t size() const { return size_; }

private:
    FileReader(std::filesystem::path path, OpenFile file, uint64_t size, uint64_t most)
        : path_(std::move(path)), file_(std::move(file)), size_(size), most_(most) {}
    std::filesystem::path path_;
    OpenFile file_;
    uint64_t size_, most_;
    uint64_t done_ = 0;
};

/// A file that is written but not yet visible at its path. Other work that must succeed can be done before put_in_place. If
/// put_in_place is not called, the destructor removes the file.
///
/// If the process is killed, nothing remains on file systems that support files without names (local disks on Linux). On other
/// file systems a temporary file may remain next to the path. A path that is not a regular file (a device, a pipe) is written
/// to at once.
class PendingFile {
public:
    /// Writes and flushes \p bytes. Error (failed).
    static Result<PendingFile> write(const std::filesystem::path& path, std::span<const std::byte> bytes);
    /// Creates an empty file. Write to bytes(), then call close. Error (failed): the file cannot be created, or \p path is not
    /// a regular file (test with is_device).
    static Result<PendingFile> create(const std::filesystem::path& path);
    /// The file made by create. Precondition: close was not called yet.
    ByteFile& bytes() { return *open_; }
    /// Flushes and closes the file made by create. Must be called before put_in_place. Error (failed).
    Status close();
    /// Takes over the file of \p other.
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&&) = delete;
    ~PendingFile();
    /// Renames the file to its path. Error (failed).
    Status put_in_place();

private:
    explicit PendingFile(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_, target_;
    std::optional<std::filesystem::path> temporary_;  // current name; empty after put_in_place and for devices
    int slot_ = -1;                                   // index in the table that remove_pending_files reads
    bool named_ = true;                               // true if the file has the name temporary_ already
    std::optional<DiskFile> open_;                    // set from create to close, or until the file gets its name
};

/// The folder that contains the file at \p path, with symbolic links resolved.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// True if something exists at \p path that is not a regular file. It can only be written sequentially.
bool is_device(const std::filesystem::path& path);

/// Deletes the temporary files of all PendingFiles, for a process that is about to exit. Allocates nothing and takes no lock,
/// so a signal handler may call it.
void remove_pending_files() noexcept;

/// Writes \p bytes to a temporary file in the same folder, flushes it and renames it to \p path. \p path holds either the old
/// bytes or all new bytes. A path that is not a regular file (a device, a pipe) is written to directly. Error (failed): nothing
/// is left behind.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace navspan
