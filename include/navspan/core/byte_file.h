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

/// Bytes that are written and read in pieces: in memory or on a disk. Writing beyond the end fills what lies between with
/// zeros. Pieces that do not overlap may be written and read by several threads at once, but for MemoryFile.
class ByteFile {
public:
    virtual ~ByteFile() = default;
    /// Error (failed): the disk is full, and the like.
    virtual Status write_at(uint64_t offset, std::span<const std::byte> bytes) = 0;
    /// Error (failed): it cannot be read, or ends before.
    virtual Status read_at(uint64_t offset, std::span<std::byte> bytes) const = 0;
};

class MemoryFile : public ByteFile {
public:
    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    std::vector<std::byte> bytes;
};

/// An open file.
class DiskFile : public ByteFile {
public:
    /// Makes a new file. @param name  what errors call it
    static Result<DiskFile> create(const std::filesystem::path& path, const std::filesystem::path& name);
    /// Makes a file without a name in a folder: gone with this object, however the process ends.
    static Result<DiskFile> create_nameless(const std::filesystem::path& folder);
    /// The same, to be given a name later; nothing where the system or the folder's disk has no such files.
    static std::optional<DiskFile> create_unnamed(const std::filesystem::path& folder, const std::filesystem::path& name);
    DiskFile(DiskFile&& other) noexcept;
    DiskFile& operator=(DiskFile&& other) noexcept;
    ~DiskFile() override;

    Status write_at(uint64_t offset, std::span<const std::byte> bytes) override;
    Status read_at(uint64_t offset, std::span<std::byte> bytes) const override;
    /// Waits until all is on the disk.
    Status flush();
    /// Gives a file of create_unnamed a name that nothing has yet. Error (failed).
    Status give_name(const std::filesystem::path& path);
    /// Flushes and closes the file.
    Status close();

private:
    DiskFile(int file, std::string name) : file_(file), name_(std::move(name)) {}
    int file_ = -1;
    std::string name_;
};

}  // namespace navspan
