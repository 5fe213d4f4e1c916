#include <filesystem>
#include <utility>
#include <vector>

#include "navquery/answers.h"
#include "viewer/page.h"

namespace navspan::tools {

Result<Reply> answer_html(const QueryOptions& options, const NavMesh& mesh) {
    const Result<std::vector<std::byte>> queries = read_viewer_queries(options.viewer_wasm);
    if (!queries) return queries.error();
    HtmlScene scene{
        .title = std::filesystem::path(options.level).filename().string(), .layers = mesh_layers(mesh), .mesh = &mesh};
    Result<std::string> page = make_page(std::move(scene), *queries);
    if (!page) return Error{page.error().kind, options.html + ": " + page.error().message};
    Reply reply;
    reply.page = *std::move(page);
    reply.set("html", options.html);
    reply.set("polygons", mesh.polygon_count());
    return reply;
}

}  // namespace navspan::tools
