#pragma once

/// \file
/// Files that are written and read by offset, in memory or on disk.
///
/// \code
/// Result<DiskFile> file = DiskFile::create("level.bin", "level.bin");
/// if (!file) return;  // for example, the file exists already
/// const std::vector<std::byte> header(64), body(1000);
/// if (!file->write_at(header.size(), body)) return;
/// if (!file->write_at(0, header)) return;
/// if (!file->close()) return;  // for example, the disk is full
/// \endcode
///
/// Guarantees: a call either transfers all bytes or returns an error. A file made by create_temporary is deleted when the
/// process ends, even if the process is killed. Exception: if the file system does not support files without names, a process
/// killed inside create_temporary leaves an empty file behind. Throws nothing but std::bad_alloc.
///
/// Caveats: the destructor of DiskFile closes the file without reporting errors; call close to get the errors. After an error,
/// a file made by create remains and may be incomplete. To replace a file atomically, use PendingFile (core/file.h).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

/// A byte sequence with random access, in memory or on disk. Writing beyond the end fills the gap with zeros. Threads may
/// concurrently access disjoint ranges of a DiskFile, but not of a MemoryFile.
class ByteFile {
public:
    virtual ~ByteFile() = default;
    /// Writes \p bytes at \p offset [byte]. Error (failed): the write failed, for example because the disk is full.
    virtual Status write_at(uint64_t offset, std::span<const std::byte> bytes) = 0;
    /// Fills \p bytes with the content that starts at \p offset [byte]. Error (failed): the read failed, or the file ends
    /// before \p bytes is full.
    virtual Status read_at(uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// A ByteFile in memory. Not safe for concurrent writes.
class MemoryFile : public ByteFile {
public:
    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    std::vector<std::byte> bytes;  ///< content of the file
};

/// An open file on a disk. The destructor closes it.
class DiskFile : public ByteFile {
public:
    /// Creates a new file at \p path. Error messages use \p name as its name. Error (failed): the file cannot be created, for
    /// example because \p path exists already.
    static Result<DiskFile> create(const std::filesystem::path& path, const std::filesystem::path& name);
    /// Creates a temporary file without a name in \p folder. The operating system deletes the file when this object is
    /// destroyed or the process ends. Error (failed): the file cannot be created.
    static Result<DiskFile> create_temporary(const std::filesystem::path& folder);
    /// Creates a file without a name in \p folder. Call link_to_path to give it a name. Error messages use \p name as its name.
    /// Error (failed): the file cannot be created, for example because the file system does not support files without names.
    static Result<DiskFile> create_linkable(const std::filesystem::path& folder, const std::filesystem::path& name);
    /// Takes over the open file of \p other.
    DiskFile(DiskFile&& other) noexcept;
    /// Makes a closed file, on which reads, writes and flushes fail.
    DiskFile() = default;
    /// Closes this file and takes over the open file of \p other.
    DiskFile& operator=(DiskFile&& other) noexcept;
    ~DiskFile() override;

    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    /// Waits until all written bytes are on the disk. Error (failed): a write failed.
    Status flush();
    /// Gives the name \p path to a file made by create_linkable. Returns false if \p path exists already. Error (failed): the
    /// file cannot get this name.
    Result<bool> link_to_path(const std::filesystem::path& path);
    /// Closes the file without flushing it. Error (failed): a write failed.
    Status close();
    /// False after close, and if the file was moved to another object.
    bool is_open() const { return file_ >= 0; }

private:
    DiskFile(int file, std::string name) : file_(file), name_(std::move(name)) {}
    std::string take_name() noexcept { return std::exchange(name_, "a closed file"); }
    int file_ = -1;
    std::string name_ = "a closed file";
};

}  // namespace navspan
