#pragma once

/// \file
/// A cache of baked tiles in a folder. A bake reuses the tiles whose input did not change.
///
/// Given `const TriangleSoup& soup` and `const BakeConfig& config`, with bake/bake_nav_mesh.h:
/// \code
/// Result<TileCache> cache = TileCache::open({.folder = "cache", .max_bytes = uint64_t{4} << 30});
/// if (!cache) return;
/// const BakeOptions options{.threads = 0, .cache = &*cache};
/// const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "my game 1.0"), options);
/// if (!mesh) return;
/// cache->trim();
/// const TileCacheCounts counts = cache->counts();
/// if (counts.damaged + counts.unwritten > 0) {
///     const Warnings warnings = cache->warnings();  // show these to the user
/// }
/// \endcode
///
/// Guarantees: a bake with a cache gives the same bytes as a bake without a cache. Any number of threads and processes may
/// share a folder. A process may be killed at any time: incomplete entries have temporary file names and are never read. If an
/// entry has a wrong checksum, the tile is baked again and the entry is replaced. The library throws no exceptions itself;
/// std::bad_alloc can propagate to the caller.
///
/// Caveats: only TileCache::open returns errors; the other functions count faults (TileCacheCounts). max_bytes limits the sum
/// of file sizes, not of disk blocks. While several processes write, the folder may exceed max_bytes until one of them calls
/// trim.

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

/// Options of TileCache::open.
struct TileCacheOptions {
    std::filesystem::path folder;  ///< the folder; created if it does not exist
    uint64_t max_bytes = 0;        ///< limit on the sum of file sizes [byte]; 0: no limit
};

/// An entry of the cache.
struct CachedTile {
    NavTile tile;                  ///< the baked tile
    std::vector<std::byte> notes;  ///< other results of the bake of the tile, for example warnings
};

/// Counts of events since the cache was opened.
struct TileCacheCounts {
    uint64_t found = 0,      ///< number of lookups that found an entry
        missing = 0;         ///< number of lookups that found no usable entry
    uint64_t damaged = 0;    ///< number of entries that were unreadable or had a wrong checksum; included in `missing`
    uint64_t unwritten = 0;  ///< number of tiles that could not be stored
    uint64_t evicted = 0;    ///< number of entries removed to stay within max_bytes
};

/// A cache of baked tiles in a folder. The key of a tile is a hash of everything that its bake depends on. Copies are the same
/// cache. Thread-safe.
class TileCache {
public:
    /// Opens or creates a folder. Error (failed): the folder cannot be created, or the path is not a folder.
    static Result<TileCache> open(const TileCacheOptions& options);
    /// Makes another object for the same cache. A move does the same, so the moved object stays valid.
    TileCache(const TileCache&) = default;

    /// Returns the entry with this key and marks it as the most recently used entry. Returns nothing if there is no usable
    /// entry.
    std::optional<CachedTile> find(Hash128 key);
    /// Stores an entry. If the folder would then exceed max_bytes, removes the least recently used entries before storing.
    void store(Hash128 key, const NavTile& tile, std::span<const std::byte> notes);
    /// Removes the least recently used entries, including those of other processes, until the folder has at most max_bytes.
    /// Call trim after a bake.
    void trim();

    /// Returns the counts since the cache was opened.
    TileCacheCounts counts() const;
    /// Returns warnings for the user: "cache_damaged", "cache_unwritten".
    Warnings warnings() const;

private:
    struct State;
    explicit TileCache(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

}  // namespace navspan
