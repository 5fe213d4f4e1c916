#include "navbake/watch.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "check/stages/checks.h"
#include "io/report/tile_notes.h"
#include "navmesh/mesh/agent_name.h"

namespace navspan::tools {
namespace {

constexpr int kTileSteps = 20;

// Counts a tile at the start of its bake. Cancels the bake on Ctrl-C.
class TileProgressProbe : public BakeProbe {
public:
    explicit TileProgressProbe(TileProgress& progress) : progress_(progress) {}
    void before(Stage stage) override {
        if (stage == Stage::mark_walkable) progress_.begin_tile();
    }
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
    const size_t finished = begun_++;
    if (finished == 0 || finished * steps / tiles_ != (finished - 1) * steps / tiles_) {
        const double done = double(finished) / double(tiles_);
        progress_.step("tile " + with_thousands(begun_) + " of " + with_thousands(tiles_) +
                       remaining_text(std::chrono::steady_clock::now() - start_, done));
    }
}

// Observers and results of one tile during its bake.
struct BakeWatch::Work {
    BakeReport report;
    ReportProbe to_report{report, ReportScope::tile};
    std::unique_ptr<BakeProbe> progress;
    std::optional<PictureProbe> pictures;
    std::optional<PageProbe> page;
    CheckProbe checks;
    ProbeList all;
};

// A tile of the bake. notes() frees `work` when the tile is finished, because there may be millions of tiles. `work` is kept
// for finish() if a check or a picture has failed, or if the bake is untiled.
class BakeWatch::Tile : public BakeProbe {
public:
    Tile(BakeWatch& watch, const TileWindow* window) : watch_(watch) {
        if (window) window_ = *window;
    }
    void before(Stage stage) override {
        if (!work) work = watch_.begin_work(window_);
        work->all.before(stage);
    }
    void after(Stage stage, const BakeProducts& products) override {
        work->all.after(stage, products);
        if (stage == Stage::mark_walkable && !window_) watch_.count_input(*products.walkable);
    }
    bool cancelled() override { return interrupted(); }
    bool needs_fates() const override { return work && work->all.needs_fates(); }
    bool needs_soup() const override {
        return watch_.options_.check || watch_.options_.page || !watch_.options_.pictures.empty();
    }
    // Returns the prefix for messages about the tile; empty for a single tile of a single agent.
    std::string name() const {
        const std::string agent = watch_.options_.agent.empty() ? "" : agent_prefix(watch_.options_.agent);
        return agent +
               (window_ ? "tile (" + std::to_string(window_->tile_x) + ", " + std::to_string(window_->tile_z) + "): " : "");
    }

    std::unique_ptr<Work> work;
    double area = 0;  // polygon area of the finished tile [wu^2]

private:
    BakeWatch& watch_;
    std::optional<TileWindow> window_;
};

BakeWatch::BakeWatch(WatchOptions options, BakeReport& report, const TriangleSoup& soup)
    : options_(std::move(options)), report_(report), soup_(soup) {}
BakeWatch::~BakeWatch() = default;

BakeProbe* BakeWatch::probe(const TileWindow* window, size_t tiles) {
    if (window && !tile_progress_) {
        tile_progress_ = std::make_unique<TileProgress>(tiles, options_.counts_tiles ? options_.verbosity : Verbosity::quiet);
        count_input();  // here for the whole level, because a tile's probe gets only the triangles of its tile
    }
    return tiles_.emplace_back(std::make_unique<Tile>(*this, window)).get();
}

std::unique_ptr<BakeWatch::Work> BakeWatch::begin_work(const std::optional<TileWindow>& window) const {
    auto work = std::make_unique<Work>();
    std::string folder = options_.pictures;
    if (window) {
        const std::string place = std::to_string(window->tile_x) + "_" + std::to_string(window->tile_z);
        if (!folder.empty()) folder = (std::filesystem::path(folder) / ("tile_" + place)).string();
        work->progress = std::make_unique<TileProgressProbe>(*tile_progress_);
    } else {
        work->progress = std::make_unique<ProgressProbe>(options_.verbosity, options_.agent);
    }
    work->all.probes = {&work->to_report, work->progress.get()};
    if (!folder.empty()) work->all.probes.push_back(&work->pictures.emplace(folder));
    if (options_.page) work->all.probes.push_back(&work->page.emplace());
    if (options_.check) work->all.probes.push_back(&work->checks);
    return work;
}

// Adds a tile's results to the report, except area and warnings. Tiles finish in any order, so finish() adds areas and warnings
// in tile order.
void BakeWatch::add(size_t i, BakeReport tile) {
    tiles_[i]->area = std::exchange(tile.funnel.area, 0);
    const std::lock_guard lock(adding_);
    if (!tile.warnings.empty()) warnings_[i] = std::exchange(tile.warnings, {});
    add_tile_reports(report_, std::span(&tile, 1));
}

void BakeWatch::keep_drawings(size_t i) {
    std::optional<PageProbe>& page = tiles_[i]->work->page;
    if (!page) return;
    const std::lock_guard lock(adding_);
    drawings_[i] = std::exchange(page->drawings, {});
}

std::vector<StageDrawings> BakeWatch::take_drawings() {
    std::vector<StageDrawings> all;
    for (auto& [tile, drawings] : std::exchange(drawings_, {}))
        all.push_back(std::move(drawings));
    return all;
}

std::vector<std::byte> BakeWatch::notes(size_t i) {
    Work& work = *tiles_[i]->work;
    std::vector<std::byte> notes = tile_notes(work.report);
    const bool has_more = work.checks.report.count > 0 || (work.pictures && !work.pictures->status());
    if (has_more || !tile_progress_) return notes;
    add(i, std::move(work.report));
    keep_drawings(i);
    tiles_[i]->work.reset();
    return notes;
}

bool BakeWatch::reused(size_t i, std::span<const std::byte> notes) {
    BakeReport tile;
    if (!read_tile_notes(notes, tile)) return false;
    count_input();
    tile.failed_stage = Stage::nav_tile;
    add(i, std::move(tile));
    if (tile_progress_) tile_progress_->begin_tile();
    return true;
}

// Adds the input facts to the report. An untiled bake has already found the walkable triangles.
void BakeWatch::count_input(const WalkableTriangles& walkable) {
    counted_input_ = true;
    add_input_facts(report_, soup_, walkable);
}

void BakeWatch::count_input() {
    if (!counted_input_) count_input(mark_walkable_triangles(soup_, report_.config.agent.max_slope));
}

void BakeWatch::finish() {
    if (tile_progress_) tile_progress_->finish();
    if (tiles_.empty()) return;
    for (size_t i = 0; i < tiles_.size(); ++i) {
        if (!tiles_[i]->work) continue;
        keep_drawings(i);
        Work& work = *tiles_[i]->work;
        if (auto* progress = dynamic_cast<ProgressProbe*>(work.progress.get())) progress->finish();
        if (work.pictures && picture_status_) picture_status_ = work.pictures->status();
        const uint64_t unlisted = work.checks.report.count - work.checks.report.failures.size();
        for (const std::string& failure : work.checks.report.failures)
            fail(checks_, tiles_[i]->name() + failure);
        checks_.count += unlisted;
        add(i, std::move(work.report));
    }
    count_input();  // has an effect only if the bake failed before it counted the input
    for (const std::unique_ptr<Tile>& tile : tiles_)
        report_.funnel.area += tile->area;
    for (auto& [tile, warnings] : warnings_)
        std::move(warnings.begin(), warnings.end(), std::back_inserter(report_.warnings));
}

std::string tiles_text(const BakeReport& report) {
    if (report.built_tiles + report.reused_tiles < 2 && report.reused_tiles == 0) return {};
    return "; " + with_thousands(report.built_tiles) + " tiles built, " + with_thousands(report.reused_tiles) + " reused, " +
           with_thousands(report.empty_tiles) + " empty";
}

}  // namespace navspan::tools
