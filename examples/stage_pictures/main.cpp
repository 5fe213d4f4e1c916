// Observes a bake with a probe. The probe measures the time of each stage and draws the products of two stages.
// Usage: stage_pictures [LEVEL.obj [OUTPUT_FOLDER]]

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// The bake calls the probe before and after every stage. Products that do not exist at that time are null.
class PictureProbe : public navspan::BakeProbe {
public:
    explicit PictureProbe(std::string folder) : folder_(std::move(folder)) {}

    // Returns the first error. The bake does not return errors of a probe.
    const navspan::Status& status() const { return status_; }

    void before(navspan::Stage) override { started_ = std::chrono::steady_clock::now(); }

    void after(navspan::Stage stage, const navspan::BakeProducts& products) override {
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started_;
        std::printf("%-20s %8.2f ms\n", navspan::stage_name(stage), took.count());
        const navspan::Lattice& lattice = products.config->lattice;
        // Fields of cells become PNG files. Lines and polygons become SVG files.
        if (stage == navspan::Stage::erode)
            write("erode.png", navspan::to_png(navspan::draw_compact_heightfield(*products.compact, lattice)));
        if (stage == navspan::Stage::contours) {
            const std::string svg = navspan::to_svg(navspan::draw_contours(*products.contours, lattice));
            write("contours.svg", std::as_bytes(std::span(svg)));
        }
    }

    // The bake calls this before each stage. If it returns true, the bake ends with ErrorKind::interrupted.
    bool cancelled() override { return !status_; }

private:
    void write(const std::string& name, std::span<const std::byte> bytes) {
        const std::string path = folder_ + "/" + name;
        status_ = navspan::write_file_atomically(path, bytes);
        if (status_) std::printf("%s: %zu bytes\n", path.c_str(), bytes.size());
    }

    std::string folder_;
    navspan::Status status_ = navspan::Done{};
    std::chrono::steady_clock::time_point started_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "data/scenes/courtyard.obj";
    const std::string folder = argc > 2 ? argv[2] : "out";
    const navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());

    // An untiled bake has one probe. For a tiled bake, set BakeOptions::observer.probe, which returns a probe for each tile.
    PictureProbe probe(folder);
    const navspan::Result<navspan::NavTile> tile = navspan::bake_tile(scene->soup, navspan::BakeConfig{}, &probe);
    if (!probe.status()) return fail(probe.status().error());
    if (!tile) return fail(tile.error());
    std::printf("%zu polygons in the tile\n", tile->polygons.size());
    return 0;
}
