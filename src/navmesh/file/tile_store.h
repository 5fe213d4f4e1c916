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

/// Where baked tiles wait to be linked, in slots. Tiles of different slots may be put in, and later got, by several threads at
/// once.
class TileStore {
public:
    virtual ~TileStore() = default;
    /// Keeps a tile; once a slot. Error (failed): the disk is full, and the like.
    virtual Status put(size_t slot, NavTile tile) = 0;
    /// The tile of a slot that has one. Error (failed): it cannot be read back.
    virtual Result<NavTile> get(size_t slot) const = 0;
    /// The same tile, which may be gone from its slot afterwards.
    virtual Result<NavTile> take(size_t slot) { return get(slot); }
};

/// In memory.
class MemoryTileStore : public TileStore {
public:
    explicit MemoryTileStore(size_t slots) : tiles_(slots) {}
    Status put(size_t slot, NavTile tile) override;
    Result<NavTile> get(size_t slot) const override { return tiles_[slot]; }
    Result<NavTile> take(size_t slot) override { return std::move(tiles_[slot]); }

private:
    std::vector<NavTile> tiles_;
};

/// In a temporary file, which is gone with the store, however the process ends.
class DiskTileStore : public TileStore {
public:
    /// @param folder  where there is room for all tiles
    static Result<DiskTileStore> create(const std::filesystem::path& folder, size_t slots);
    Status put(size_t slot, NavTile tile) override;
    Result<NavTile> get(size_t slot) const override;

private:
    DiskTileStore(DiskFile file, size_t slots) : file_(std::move(file)), places_(slots) {}
    struct Place {
        uint64_t offset = 0, size = 0;
    };
    DiskFile file_;
    std::vector<Place> places_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
    uint64_t end_ = 0;
};

}  // namespace navspan
