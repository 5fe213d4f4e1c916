#include "navbake/passages.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "bake/field/distance_field.h"
#include "bake/field/neighbour_rows.h"
#include "common/cli.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::tools {
namespace {

// Measures the passages of one tile.
struct PassageProbe : BakeProbe {
    Passages found;

    bool cancelled() override { return interrupted(); }
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::rasterize) measure_headroom(*products.heightfield, products.config->lattice.cell_height);
        if (stage != Stage::compact_heightfield || products.compact->area.empty()) return;
        const CompactHeightfield& field = *products.compact;
        const DistanceField distance = build_distance_field(field, list_neighbour_rows(field));
        // max_distance [1/2 cell] is 0 if the widest passage is one or two cells wide. It grows by 2 for every two additional
        // cells.
        found.width = (distance.max_distance + 2) * products.config->lattice.cell_size;
    }

    void measure_headroom(const Heightfield& field, double cell_height) {
        for (size_t column = 0; column + 1 < field.first.size(); ++column) {
            const std::span<const Span> spans = column_spans(field, column);
            for (size_t i = 0; i + 1 < spans.size(); ++i) {
                const double gap = (spans[i + 1].bottom - spans[i].top) * cell_height;
                if (spans[i].area != kNullArea) found.height = std::max(found.height, gap);
            }
        }
    }
};

}  // namespace

Passages measure_passages(const TriangleSoup& soup, const BakeConfig& config, unsigned threads) {
    std::vector<std::unique_ptr<PassageProbe>> probes;
    BakeOptions options{.threads = threads};
    options.observer.probe = [&](const TileWindow*, size_t) { return probes.emplace_back(new PassageProbe).get(); };
    Passages all;
    if (!bake_nav_mesh(soup, config, nav_mesh_info(config, {}, {}), options)) return all;
    for (const auto& probe : probes) {
        all.width = std::max(all.width, probe->found.width);
        all.height = std::max(all.height, probe->found.height);
    }
    return all;
}

}  // namespace navspan::tools
