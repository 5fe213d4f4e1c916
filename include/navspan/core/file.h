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
/// Guarantees: after a write, the path contains either all old bytes or all new bytes, even if the write failed or the process
/// was killed. Throws nothing but std::bad_alloc.
///
/// Caveats: devices and pipes are written directly, not atomically. For input, the paths "-" and "-.SUFFIX" mean standard
/// input; for a file of that name, use "./-" or "./-.SUFFIX".

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/byte_file.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"

namespace navspan {

/// Default limit on the number of bytes read from a source of unknown size, such as a pipe or a device [byte].
constexpr uint64_t kMaxUnsizedBytes = uint64_t{1} << 31;

/// Reads a whole file. Error (input): the file cannot be read, or a source of unknown size (a pipe, a device) has more than
/// \p max_unsized bytes.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, uint64_t max_unsized = kMaxUnsizedBytes);

/// Deleter of OpenFile.
struct CloseFile {
    /// Closes \p file, unless it is null.
    void operator()(std::FILE* file) const {
        if (file) std::fclose(file);
    }
};
/// An owning pointer to a C file.
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Reads a file from start to end in blocks.
class FileReader {
public:
    /// Opens a file. See read_file for \p max_unsized. Error (input): the file cannot be opened.
    static Result<FileReader> open(const std::filesystem::path& path, uint64_t max_unsized = kMaxUnsizedBytes);
    /// Reads the next bytes of the file into \p bytes. Returns the number of bytes read, which is less than the size of \p
    /// bytes only at the end of the file. Same errors as read_file.
    Result<size_t> read(std::span<std::byte> bytes);
    /// Moves the read position back to the start. Returns false if the source (a pipe) cannot be read twice.
    bool rewind();
    /// Size of the file as reported by the operating system [byte]; 0 if unknown.
    uint64_t size() const { return size_; }

private:
    FileReader(std::filesystem::path path, OpenFile file, uint64_t size, uint64_t max_bytes)
        : path_(std::move(path)), file_(std::move(file)), size_(size), max_bytes_(max_bytes) {}
    std::filesystem::path path_;
    OpenFile file_;
    uint64_t size_, max_bytes_;
    uint64_t bytes_read_ = 0;
};

/// A temporary file that put_in_place moves to its target path. If put_in_place is never called, the destructor removes the
/// temporary file.
///
/// On local Linux disks, the temporary file has no name and disappears if the process is killed. Exception: put_in_place first
/// links the file as PATH.tmp-..., then renames it. A process killed between the two steps leaves PATH.tmp-... behind. On other
/// file systems, a killed process may leave a temporary file next to the path. If the path is a device or a pipe, write() sends
/// the bytes to the device or pipe immediately.
class PendingFile {
public:
    /// Writes \p bytes to a temporary file and flushes the file. Error (failed): the file cannot be created or written.
    static Result<PendingFile> write(const std::filesystem::path& path, std::span<const std::byte> bytes);
    /// Creates an empty temporary file. Write its content through bytes(), then call close. Error (failed): the file cannot be
    /// created, or \p path exists but is not a regular file (see is_device).
    static Result<PendingFile> create(const std::filesystem::path& path);
    /// The file made by create, for writing. Writes after close may fail or may be lost. Writes to an object made by write()
    /// fail or are lost.
    ByteFile& bytes() { return open_; }
    /// Ends writing to the file made by create, and flushes it. Must be called before put_in_place. Error (failed): a write
    /// failed.
    Status close();
    /// Takes over the file of \p other.
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&&) = delete;
    ~PendingFile();
    /// Gives the temporary file the target path, replacing the old file. If the folder cannot be flushed, adds the warning
    /// `folder_unflushed` to \p warnings: after a power failure, the old file may reappear. Error (failed): the file cannot be
    /// renamed.
    Status put_in_place(Warnings* warnings = nullptr);

private:
    explicit PendingFile(std::filesystem::path path) : path_(std::move(path)) {}
    Status link_in_place();
    std::filesystem::path path_, target_;
    std::optional<std::filesystem::path> temporary_;  // path of the temporary file; empty after put_in_place and for devices
    int slot_ = -1;                                   // index in the table of remove_pending_files; -1: not in the table
    bool named_ = true;                               // true if the file exists under the name temporary_
    DiskFile open_;                                   // closed by close or, for an unnamed file, by put_in_place
};

/// The folder that contains the file at \p path, after following symbolic links. Error (failed): the links cannot be followed,
/// for example because they form a loop.
Result<std::filesystem::path> folder_of(const std::filesystem::path& path);

/// True if \p path exists but is not a regular file: a device, a pipe or a folder.
bool is_device(const std::filesystem::path& path);

/// Deletes the temporary files of up to 16 PendingFile objects, for a process that is about to exit. Allocates nothing and
/// takes no lock, so a signal handler may call it.
void remove_pending_files() noexcept;

/// Writes \p bytes to a temporary file in the folder of \p path, flushes the file and renames it to \p path. For \p warnings,
/// see PendingFile::put_in_place. Error (failed): the file cannot be written; no temporary file remains.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes, Warnings* warnings = nullptr);

}  // namespace navspan
