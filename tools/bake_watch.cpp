#include "bake_watch.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "navspan/io/tile_notes.h"

namespace navspan::tools {
namespace {

constexpr int kTileSteps = 20;

// counts the tile when it begins; Ctrl-C stops it
class TileProgressProbe : public BakeProbe {
public:
    explicit TileProgressProbe(TileProgress& progress) : progress_(progress) {}
    void before(Stage stage) override {
        if (stage == Stage::mark_walkable) progress_.begin_tile();
    }
    bool looks_at_filters() const override { return false; }
    bool cancelled() override { return interrupted(); }

private:
    TileProgress& progress_;
};

}  // namespace

TileProgress::TileProgress(size_t tiles, Verbosity verbosity)
    : tiles_(tiles), progress_(int(std::min<size_t>(tiles, kTileSteps)), verbosity) {}

void TileProgress::begin_tile() {
    const std::lock_guard lock(mutex_);
    const size_t steps = std::min<size_t>(tiles_, kTileSteps);
    const size_t before = begun_ * steps / tiles_;
    ++begun_;
    if (begun_ == 1 || begun_ * steps / tiles_ != before) {
        progress_.step("tile " + with_thousands(begun_) + " of " + with_thousands(tiles_));
    }
}

// one tile's probes
struct BakeWatch::Tile {
    std::string name;  // before the tile's broken invariants, empty for the only tile
    std::unique_ptr<ReportProbe> report;
    std::unique_ptr<BakeProbe> progress;
    std::unique_ptr<PictureProbe> pictures;
    CheckProbe checks;
    ProbeList all;
};

BakeProbe* BakeWatch::probe(const TileWindow* window, size_t tiles) {
    auto tile = std::make_shared<Tile>();
    std::string folder = options_.pictures;
    if (window) {
        const std::string place = std::to_string(window->tile_x) + "_" + std::to_string(window->tile_z);
        tile->name = "tile (" + std::to_string(window->tile_x) + ", " + std::to_string(window->tile_z) + "): ";
        if (!folder.empty()) folder = (std::filesystem::path(folder) / ("tile_" + place)).string();
        if (!tile_progress_) tile_progress_ = std::make_unique<TileProgress>(tiles, options_.verbosity);
        tile->progress = std::make_unique<TileProgressProbe>(*tile_progress_);
    } else {
        tile->progress = std::make_unique<ProgressProbe>(options_.verbosity);
    }
    tile_reports_.emplace_back().config = report_.config;
    tile->report = std::make_unique<ReportProbe>(tile_reports_.back(), ReportScope::tile);
    tile->all.probes = {tile->report.get(), tile->progress.get()};
    if (!folder.empty()) {
        tile->pictures = std::make_unique<PictureProbe>(folder);
        tile->all.probes.push_back(tile->pictures.get());
    }
    if (options_.check) tile->all.probes.push_back(&tile->checks);
    tiles_.push_back(tile);
    return &tiles_.back()->all;
}

std::vector<std::byte> BakeWatch::notes(size_t i) const {
    return tile_notes(tile_reports_[i]);
}

bool BakeWatch::reused(size_t i, std::span<const std::byte> notes) {
    if (!read_tile_notes(notes, tile_reports_[i])) return false;
    if (tile_progress_) tile_progress_->begin_tile();
    return true;
}

void BakeWatch::finish(const TriangleSoup& soup) {
    if (tile_progress_) tile_progress_->finish();
    for (const std::shared_ptr<Tile>& tile : tiles_) {
        if (auto* progress = dynamic_cast<ProgressProbe*>(tile->progress.get())) progress->finish();
        if (tile->pictures && picture_status_) picture_status_ = tile->pictures->status();
        const uint64_t unlisted = tile->checks.report.count - tile->checks.report.failures.size();
        for (const std::string& failure : tile->checks.report.failures)
            fail(checks_, tile->name + failure);
        checks_.count += unlisted;
    }
    if (tile_reports_.empty()) return;
    const std::vector<BakeReport> reports(tile_reports_.begin(), tile_reports_.end());
    add_tile_reports(report_, reports, soup);
}

std::string tiles_text(const BakeReport& report) {
    if (report.built_tiles + report.reused_tiles < 2 && report.reused_tiles == 0) return {};
    return "; " + with_thousands(report.built_tiles) + " tiles built, " + with_thousands(report.reused_tiles) + " reused, " +
           with_thousands(report.empty_tiles) + " empty";
}

}  // namespace navspan::tools
