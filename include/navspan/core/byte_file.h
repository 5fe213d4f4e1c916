#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

/// A sequence of bytes with random access, in memory or on a disk. A write beyond the end fills the gap with zeros. Several
/// threads may read and write ranges that do not overlap at the same time, except in a MemoryFile.
class ByteFile {
public:
    virtual ~ByteFile() = default;
    /// Writes \p bytes at \p offset. Error (failed): the write failed, for example because the disk is full.
    virtual Status write_at(uint64_t offset, std::span<const std::byte> bytes) = 0;
    /// Fills \p bytes from \p offset. Error (failed): the read failed, or the file ends before the last byte.
    virtual Status read_at(uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// A ByteFile in memory. Not safe for concurrent writes.
class MemoryFile : public ByteFile {
public:
    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    std::vector<std::byte> bytes;  ///< the content
};

/// An open file on a disk. The destructor closes it.
class DiskFile : public ByteFile {
public:
    /// Creates a file at \p path. Messages call the file \p name.
    static Result<DiskFile> create(const std::filesystem::path& path, const std::filesystem::path& name);
    /// Creates a temporary file without a name in \p folder. The file disappears with this object, also if the process is
    /// killed.
    static Result<DiskFile> create_nameless(const std::filesystem::path& folder);
    /// Creates a file without a name in \p folder; link_to_path names it later. Returns nothing if the operating system or the
    /// file system does not support files without names. Messages call the file \p name.
    static std::optional<DiskFile> create_unnamed(const std::filesystem::path& folder, const std::filesystem::path& name);
    /// Takes over the open file of \p other.
    DiskFile(DiskFile&& other) noexcept;
    /// Closes this file and takes over the open file of \p other.
    DiskFile& operator=(DiskFile&& other) noexcept;
    ~DiskFile() override;

    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    /// Waits until all written bytes are on the disk. Error (failed).
    Status flush();
    /// Names a file made by create_unnamed. Error (failed): for example because \p path exists already.
    Status link_to_path(const std::filesystem::path& path);
    /// Flushes and closes the file. Error (failed).
    Status close();

private:
    DiskFile(int file, std::string name) : file_(file), name_(std::move(name)) {}
    int file_ = -1;
    std::string name_;
};

}  // namespace navspan
