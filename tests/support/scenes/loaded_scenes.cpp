#include "support/scenes/loaded_scenes.h"

#include "check/stages/checks.h"
#include "core/text.h"

namespace navspan::support {

std::string result_error(const Result<LoadedScene>& scene) {
    if (!scene) {
        const std::string& line = scene.error().message;
        if (printable_text(line) != line) return "not printable: " + line;
        return scene.error().kind == ErrorKind::input ? "" : "another kind of error: " + line;
    }
    CheckReport report;
    check_triangle_soup(scene->soup, report);
    if (!report.ok()) return report.failures[0];
    return scene->soup.triangles.empty() ? "no triangles" : "";
}

}  // namespace navspan::support
