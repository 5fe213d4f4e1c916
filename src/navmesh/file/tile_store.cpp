// Stores baked tiles until they are linked: as objects in memory, or as bytes in a file (tile_bytes.h).

#include "navmesh/file/tile_store.h"

#include "navmesh/file/tile_bytes.h"

namespace navspan {

Status MemoryTileStore::put(size_t slot, NavTile tile) {
    tiles_[slot] = std::move(tile);
    return Done{};
}

Result<DiskTileStore> DiskTileStore::create(const std::filesystem::path& folder, size_t slots) {
    Result<DiskFile> file = DiskFile::create_temporary(folder);
    if (!file) return file.error();
    return DiskTileStore(*std::move(file), slots);
}

Status DiskTileStore::put(size_t slot, NavTile tile) {
    const std::vector<std::byte> bytes = serialize_tile(tile);
    FileExtent& extent = extents_[slot];
    {
        const std::lock_guard lock(*mutex_);
        extent = {end_, bytes.size()};
        end_ += bytes.size();
    }
    return file_.write_at(extent.offset, bytes);
}

Result<NavTile> DiskTileStore::get(size_t slot) const {
    std::vector<std::byte> bytes(extents_[slot].size);
    if (const Status read = file_.read_at(extents_[slot].offset, bytes); !read) return read.error();
    Result<NavTile> tile = parse_tile(bytes);
    if (!tile) return Error{ErrorKind::failed, "the temporary file of baked tiles is damaged: " + tile.error().message};
    return tile;
}

}  // namespace navspan
