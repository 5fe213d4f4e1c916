#pragma once

// What watches a bake on behalf of navbake.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/cli.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/debug/drawing.h"

namespace navspan::tools {

/// Hands every call on to several probes, in order.
struct ProbeList : BakeProbe {
    std::vector<BakeProbe*> probes;
    void before(Stage stage) override;
    void after(Stage stage, const BakeProducts& products) override;
    bool cancelled() override;
};

/// Shows progress on stderr and stops the bake on Ctrl-C.
class ProgressProbe : public BakeProbe {
public:
    /// @param agent  which of several agents the bake is for, or empty
    explicit ProgressProbe(Verbosity verbosity, const std::string& agent = {})
        : progress_(kStageCount, verbosity), before_(agent.empty() ? "" : agent + ": ") {}
    void before(Stage stage) override { progress_.step(before_ + stage_name(stage)); }
    bool cancelled() override { return interrupted(); }
    void finish() { progress_.hide(); }

private:
    Progress progress_;
    std::string before_;  // the stage's name
};

/// The product of a stage; nothing where there is none to draw.
std::optional<Drawing> draw_stage(Stage stage, const BakeProducts& products);
/// Those of a tile, by stage.
using StageDrawings = std::array<std::optional<Drawing>, kStageCount>;

/// Keeps a drawing of every product, for a page; of cells those that are the tile's own.
class PageProbe : public BakeProbe {
public:
    void after(Stage stage, const BakeProducts& products) override;
    StageDrawings drawings;
};

/// Draws every product into a folder: 02_rasterize.png and so on; Ctrl-C takes them away again. Keeps the first error.
class PictureProbe : public BakeProbe {
public:
    explicit PictureProbe(std::string folder) : folder_(std::move(folder)) {}
    void after(Stage stage, const BakeProducts& products) override;
    const Status& status() const { return status_; }

private:
    void write(Stage stage, const std::string& suffix, std::span<const std::byte> bytes);
    std::string folder_;
    Status status_ = Done{};
};

}  // namespace navspan::tools
