#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "navspan/core/hash.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct TileCacheOptions {
    std::filesystem::path folder;  ///< made when it is not there
    uint64_t max_bytes = 0;  ///< the least recently used entries go when all together have more [byte], whatever blocks the
                             ///< disk gives them; 0: no limit
};

/// What is kept of a baked tile.
struct CachedTile {
    NavTile tile;
    std::vector<std::byte> notes;  ///< whatever else there is to know of the tile's bake, for example its warnings
};

/// What a cache did so far.
struct TileCacheCounts {
    uint64_t found = 0, missing = 0;
    uint64_t damaged = 0;    ///< of the missing: entries that could not be read or are not what was written
    uint64_t unwritten = 0;  ///< tiles that could not be kept
    uint64_t evicted = 0;    ///< entries removed to stay within max_bytes
};

/// A folder of finished tiles, found by what they depend on (tile_key). Any number of threads and processes may use one folder
/// at the same time, and a process may be killed at any moment: an entry appears under its name when it is whole. What is read
/// is trusted in nothing; what cannot be written is counted. Neither is an error.
class TileCache {
public:
    /// Opens a folder. Error (failed): it cannot be made or is not a folder.
    static Result<TileCache> open(const TileCacheOptions& options);
    TileCache(TileCache&&) noexcept;
    ~TileCache();

    /// The tile kept under a key, if there is one; it counts as used now.
    std::optional<CachedTile> find(Hash128 key);
    /// Keeps a tile under a key. Where it would pass max_bytes, other entries go first.
    void store(Hash128 key, const NavTile& tile, std::span<const std::byte> notes);
    /// Removes the least recently used entries until the folder holds no more than max_bytes, what other processes wrote
    /// meanwhile included. To be called when a bake is done.
    void trim();

    TileCacheCounts counts() const;
    /// What a user should hear of: "cache_damaged", "cache_unwritten".
    Warnings warnings() const;

private:
    struct State;
    explicit TileCache(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace navspan
