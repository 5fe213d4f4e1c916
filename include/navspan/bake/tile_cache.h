#pragma once

/// \file
/// A folder of baked tiles. A bake reuses the tiles whose input did not change.
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
///     const Warnings warnings = cache->warnings();  // what to tell the user
/// }
/// \endcode
///
/// Guarantees: a bake with a cache gives the same bytes as one without. Any number of threads and processes may share a folder,
/// and a process may be killed at any time: an entry appears under its name only when it is complete. A damaged entry is
/// detected by its checksum, baked again and replaced. Throws no exception of its own; std::bad_alloc may pass through.
///
/// Caveats: after opening, faults are counted and not reported as errors. The limit applies to file sizes, not to disk blocks,
/// and is exact only after trim if several processes write.

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

/// Options of TileCache::open. If the folder exceeds the limit, the least recently used entries are removed.
struct TileCacheOptions {
    std::filesystem::path folder;  ///< the folder; created if it does not exist
    uint64_t max_bytes = 0;        ///< limit on the sum of file sizes [byte]; 0: no limit
};

/// An entry of the cache.
struct CachedTile {
    NavTile tile;                  ///< the baked tile
    std::vector<std::byte> notes;  ///< other results of its bake, for example warnings
};

/// Counts of a cache since it was opened.
struct TileCacheCounts {
    uint64_t found = 0,      ///< lookups with an entry
        missing = 0;         ///< lookups without a usable entry
    uint64_t damaged = 0;    ///< part of `missing`: entries that could not be read or failed their checksum
    uint64_t unwritten = 0;  ///< tiles that could not be stored
    uint64_t evicted = 0;    ///< entries removed to keep within max_bytes
};

/// A folder of baked tiles, found by a hash of everything that their bake depends on. Thread-safe.
class TileCache {
public:
    /// Opens a folder. Error (failed): it cannot be created or is not a folder.
    static Result<TileCache> open(const TileCacheOptions& options);
    /// Takes over the open folder of the other cache.
    TileCache(TileCache&&) noexcept;
    ~TileCache();

    /// Returns the entry of a key, or nothing, and marks it as used now.
    std::optional<CachedTile> find(Hash128 key);
    /// Stores an entry. Removes other entries first if it would exceed max_bytes.
    void store(Hash128 key, const NavTile& tile, std::span<const std::byte> notes);
    /// Removes the least recently used entries until the folder holds at most max_bytes, including entries written by other
    /// processes. Call it after a bake.
    void trim();

    /// Counts since the cache was opened.
    TileCacheCounts counts() const;
    /// Warnings for the user: "cache_damaged", "cache_unwritten".
    Warnings warnings() const;

private:
    struct State;
    explicit TileCache(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace navspan
