#pragma once

// Everything that watches navbake's bakes, of one tile or of many.

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
    std::string pictures;  ///< folder, empty = none; with tiles a folder in it for each
    bool page = false;     ///< keep drawings of all stages
    bool check = false;
    std::string agent = {};    ///< which of several agents' meshes it is, or empty
    bool counts_tiles = true;  ///< shows progress over tiles; of several agents one does, as all of a tile come together
};

/// Progress over many tiles: a step whenever another twentieth of them has begun.
class TileProgress {
public:
    TileProgress(size_t tiles, Verbosity verbosity);
    void begin_tile();  ///< a tile is baked or taken from the cache; may be called by several threads
    void finish() { progress_.hide(); }

private:
    std::mutex mutex_;
    size_t tiles_, begun_ = 0;
    Progress progress_;
};

/// Makes a probe for each tile and adds up what they saw.
class BakeWatch {
public:
    BakeWatch(WatchOptions options, BakeReport& report);
    ~BakeWatch();
    /// @param window  null: the bake has one tile and this is it
    BakeProbe* probe(const TileWindow* window, size_t tiles);
    /// What is kept of the i-th tile's report with the tile, which is done. May be called by several threads.
    std::vector<std::byte> notes(size_t i);
    /// The i-th tile was kept, and these are its notes; false when they are none. May be called by several threads.
    bool reused(size_t i, std::span<const std::byte> notes);
    /// To be called once, after the bake, whether it succeeded or not.
    void finish(const TriangleSoup& soup);
    const Status& pictures() const { return picture_status_; }
    const CheckReport& checks() const { return checks_; }
    /// What was drawn for a page, tile by tile; after finish.
    std::vector<StageDrawings> take_drawings();

private:
    struct Work;
    class Tile;
    std::unique_ptr<Work> begin_work(const std::optional<TileWindow>& window) const;
    void add(size_t i, BakeReport tile);
    void keep_drawings(size_t i);

    WatchOptions options_;
    BakeReport& report_;
    std::unique_ptr<TileProgress> tile_progress_;
    std::vector<std::unique_ptr<Tile>> tiles_;
    std::mutex adding_;
    std::map<size_t, Warnings> warnings_;       ///< by tile
    std::map<size_t, StageDrawings> drawings_;  ///< by tile
    Status picture_status_ = Done{};
    CheckReport checks_;
};

/// How many tiles there were, "; 3 tiles built, 5 reused, 1 empty"; nothing for a single one that was baked.
std::string tiles_text(const BakeReport& report);

}  // namespace navspan::tools
