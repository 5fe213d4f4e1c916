#pragma once

// Probes of navbake.

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "common/cli.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/debug/drawing.h"

namespace navspan::tools {

/// Forwards every call to several probes, in order.
struct ProbeList : BakeProbe {
    std::vector<BakeProbe*> probes;
    void before(Stage stage) override;
    void after(Stage stage, const BakeProducts& products) override;
    bool cancelled() override;
    bool needs_fates() const override;
};

/// Returns the typical share of an untiled bake's time that has passed when a stage begins, 0..1.
double typical_share_before(Stage stage);

/// Shows progress on stderr, with the remaining time of long bakes. Stops the bake on Ctrl-C.
class ProgressProbe : public BakeProbe {
public:
    /// @param agent  name of the agent; empty if there is only one
    explicit ProgressProbe(Verbosity verbosity, const std::string& agent = {})
        : progress_(kStageCount, verbosity), before_(agent.empty() ? "" : agent + ": ") {}
    void before(Stage stage) override;
    bool cancelled() override { return interrupted(); }
    void finish() { progress_.hide(); }

private:
    Progress progress_;
    std::string before_;  // printed before the stage name
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Draws the product of a stage; nullopt without a product.
std::optional<Drawing> draw_stage(Stage stage, const BakeProducts& products);
/// Drawings of one tile, by stage.
using StageDrawings = std::array<std::optional<Drawing>, kStageCount>;

/// Draws the product of every stage of a tile for the --html page, without the halo around the tile.
class PageProbe : public BakeProbe {
public:
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }
    StageDrawings drawings;
};

/// Writes a picture of every product, such as 02_rasterize.png, to a folder. Ctrl-C removes the pictures. status() returns the
/// first error.
class PictureProbe : public BakeProbe {
public:
    explicit PictureProbe(std::string folder) : folder_(std::move(folder)) {}
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }
    const Status& status() const { return status_; }

private:
    void write(Stage stage, const std::string& suffix, std::span<const std::byte> bytes);
    std::string folder_;
    int pictures_ = 0;  // number of pictures written
    Status status_ = Done{};
};

}  // namespace navspan::tools
