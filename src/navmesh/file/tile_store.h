#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "navspan/core/byte_file.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Stores baked tiles in slots until they are linked. Several threads may call put() at the same time for different slots.
/// After the last put(), several threads may call get().
class TileStore {
public:
    virtual ~TileStore() = default;
    /// Stores a tile, at most once per slot. Error (failed): the tile cannot be written, for example because the disk is full.
    virtual Status put(size_t slot, NavTile tile) = 0;
    /// Returns the tile of a slot. Precondition: put() has stored a tile in this slot. Error (failed): the tile cannot be read.
    virtual Result<NavTile> get(size_t slot) const = 0;
    /// Like get(), but may remove the tile from its slot.
    virtual Result<NavTile> take(size_t slot) { return get(slot); }
};

/// Stores tiles in memory.
class MemoryTileStore : public TileStore {
public:
    explicit MemoryTileStore(size_t slots) : tiles_(slots) {}
    Status put(size_t slot, NavTile tile) override;
    Result<NavTile> get(size_t slot) const override { return tiles_[slot]; }
    Result<NavTile> take(size_t slot) override { return std::move(tiles_[slot]); }

private:
    std::vector<NavTile> tiles_;
};

/// Stores tiles in a temporary file. The system deletes the file when the store is destroyed or the process ends.
class DiskTileStore : public TileStore {
public:
    /// @param folder  folder of the temporary file; its disk must have space for all tiles
    static Result<DiskTileStore> create(const std::filesystem::path& folder, size_t slots);
    Status put(size_t slot, NavTile tile) override;
    Result<NavTile> get(size_t slot) const override;

private:
    DiskTileStore(DiskFile file, size_t slots) : file_(std::move(file)), extents_(slots) {}
    struct FileExtent {
        uint64_t offset = 0, size = 0;
    };
    DiskFile file_;
    std::vector<FileExtent> extents_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
    uint64_t end_ = 0;
};

}  // namespace navspan
