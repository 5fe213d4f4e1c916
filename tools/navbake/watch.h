#pragma once

// Observes a bake of one tile or of many tiles.

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/report/report.h"
#include "navbake/probes.h"
#include "navspan/bake/tile_window.h"
#include "navspan/check/nav_mesh.h"

namespace navspan::tools {

struct WatchOptions {
    Verbosity verbosity = Verbosity::normal;
    std::string pictures;  ///< folder for pictures, with a subfolder for each tile of a tiled bake; empty: no pictures
    bool page = false;     ///< keep drawings of all stages
    bool check = false;
    std::string agent = {};    ///< name of the agent; empty if there is only one
    bool counts_tiles = true;  ///< show progress over tiles; true for only one of the agents, because they share the tiles
};

/// Shows progress over many tiles, with the remaining time. Updates the display at the first tile and about 20 times in total.
class TileProgress {
public:
    TileProgress(size_t tiles, Verbosity verbosity);
    void begin_tile();  ///< call when a tile's bake begins or the tile comes from the cache; thread-safe
    void finish() { progress_.hide(); }

private:
    std::mutex mutex_;
    size_t tiles_, begun_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Progress progress_;
};

/// Makes a probe for each tile and adds the results of all tiles to one report.
class BakeWatch {
public:
    /// @param soup  the input of the bake
    BakeWatch(WatchOptions options, BakeReport& report, const TriangleSoup& soup);
    ~BakeWatch();
    /// @param window  null for a bake with a single tile
    BakeProbe* probe(const TileWindow* window, size_t tiles);
    /// Returns the notes (tile_notes.h) to store with tile i. Call it when the tile is finished. Thread-safe.
    std::vector<std::byte> notes(size_t i);
    /// Adds the notes of tile i, which was reused instead of baked. Returns false for invalid notes. Thread-safe.
    bool reused(size_t i, std::span<const std::byte> notes);
    /// Call once after the bake, even if it failed.
    void finish();
    const Status& pictures() const { return picture_status_; }
    const CheckReport& checks() const { return checks_; }
    /// Returns the drawings of each tile for a page. Call it after finish().
    std::vector<StageDrawings> take_drawings();

private:
    struct Work;
    class Tile;
    std::unique_ptr<Work> begin_work(const std::optional<TileWindow>& window) const;
    void add(size_t i, BakeReport tile);
    void keep_drawings(size_t i);
    void count_input(const WalkableTriangles& walkable);
    void count_input();

    WatchOptions options_;
    BakeReport& report_;
    const TriangleSoup& soup_;
    bool counted_input_ = false;
    std::unique_ptr<TileProgress> tile_progress_;
    std::vector<std::unique_ptr<Tile>> tiles_;
    std::mutex adding_;
    std::map<size_t, Warnings> warnings_;       ///< key: tile index
    std::map<size_t, StageDrawings> drawings_;  ///< key: tile index
    Status picture_status_ = Done{};
    CheckReport checks_;
};

/// Returns "; 3 tiles built, 5 reused, 1 empty", or an empty string for a single baked tile.
std::string tiles_text(const BakeReport& report);

}  // namespace navspan::tools
