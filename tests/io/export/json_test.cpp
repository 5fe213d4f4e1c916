// Tests the export as JSON by reading the files with nlohmann_json.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exported_meshes.h"
#include "navspan/io/mesh_export.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using namespace export_test;

DVec3 point(const nlohmann::json& p) {
    return {p.at(0), p.at(1), p.at(2)};
}

TEST(ExportJson, ContainsEveryPolygonNeighbourAndLinkExactly) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
        for (const NavMesh& mesh : meshes(seed)) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            const nlohmann::json json = nlohmann::json::parse(export_json(mesh));
            EXPECT_EQ(json.at("format"), "navspan navmesh");
            EXPECT_EQ(json.at("version"), 1);
            EXPECT_EQ(json.at("agent").at("radius"), mesh.info.agent.radius);
            ASSERT_EQ(json.at("areas").size(), mesh.info.areas.size());
            for (size_t i = 0; i < mesh.info.areas.size(); ++i) {
                EXPECT_EQ(json["areas"][i].at("name"), mesh.info.areas[i].name);
                EXPECT_EQ(json["areas"][i].at("cost"), mesh.info.areas[i].cost);
            }
            ASSERT_EQ(json.at("polygons").size(), mesh.polygon_count());
            for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
                const PolygonRef ref = polygon_ref(mesh, p);
                const NavPolygon& polygon = polygon_of(mesh, ref);
                const nlohmann::json& its = json["polygons"][p];
                EXPECT_EQ(its.at("area"), polygon.area);
                EXPECT_EQ(its.at("flags"), polygon.flags);
                EXPECT_EQ(its.at("island"), island_of(mesh, ref));
                EXPECT_EQ(its.at("tile"), (nlohmann::json{tile_of(mesh, ref).tile_x, tile_of(mesh, ref).tile_z}));
                ASSERT_EQ(its.at("vertices").size(), polygon.edge_count);
                ASSERT_EQ(its.at("neighbours").size(), polygon.edge_count);
                for (uint32_t i = 0; i < polygon.edge_count; ++i) {
                    const DVec3 vertex = point(json.at("vertices").at(size_t(its["vertices"][i])));
                    const DVec3 own = corner(mesh, ref, i);
                    // Each of two tiles stores its own position of a corner on their seam. The export uses the position in the
                    // first tile.
                    if (ref.tile == 0) {
                        EXPECT_EQ(vertex, own);
                    } else {
                        EXPECT_LE(farthest(vertex, own), 1e-6 + 1e-12 * farthest(own, {}));
                    }
                    const EdgeRef twin = twin_of(mesh, {ref.tile, polygon.first_edge + i});
                    const nlohmann::json& neighbour = its["neighbours"][i];
                    ASSERT_EQ(neighbour.is_null(), !twin.valid());
                    if (!twin.valid()) continue;
                    EXPECT_EQ(neighbour, polygon_index(mesh, polygon_at(mesh, twin)));
                }
            }
            ASSERT_EQ(json.at("islands").size(), mesh.islands.size());
            for (size_t i = 0; i < mesh.islands.size(); ++i)
                EXPECT_EQ(json["islands"][i].at("area"), mesh.islands[i].area);
            ASSERT_EQ(json.at("links").size(), mesh.links.size());
            for (size_t i = 0; i < mesh.links.size(); ++i) {
                EXPECT_EQ(point(json["links"][i].at("start")), mesh.links[i].start);
                EXPECT_EQ(point(json["links"][i].at("end")), mesh.links[i].end);
                EXPECT_EQ(json["links"][i].at("cost"), mesh.links[i].cost);
                EXPECT_EQ(json["links"][i].at("radius"), mesh.links[i].radius);
                EXPECT_EQ(json["links"][i].at("user_id"), mesh.links[i].user_id);
                EXPECT_EQ(json["links"][i].at("from"), polygon_index(mesh, mesh.links[i].from));
                EXPECT_EQ(json["links"][i].at("to"), polygon_index(mesh, mesh.links[i].to));
            }
        }
    }
}

TEST(ExportJson, TwinIsTheReversedEdgeOfTheNeighbour) {
    const nlohmann::json json = nlohmann::json::parse(export_json(two_tiles()));
    size_t twins = 0;
    for (size_t p = 0; p < json.at("polygons").size(); ++p) {
        const nlohmann::json& its = json["polygons"][p];
        const size_t n = its.at("vertices").size();
        for (size_t i = 0; i < n; ++i) {
            if (its["neighbours"][i].is_null()) continue;
            const nlohmann::json& other = json["polygons"][size_t(its["neighbours"][i])];
            const size_t m = other.at("vertices").size();
            size_t found = 0;
            for (size_t k = 0; k < m; ++k) {
                found += other["vertices"][k] == its["vertices"][(i + 1) % n] &&
                         other["vertices"][(k + 1) % m] == its["vertices"][i] && other["neighbours"][k] == p;
            }
            EXPECT_EQ(found, 1u) << "polygon " << p << ", edge " << i;
            ++twins;
        }
    }
    EXPECT_GT(twins, 20u);
}

TEST(ExportJson, AnyNameIsValidJson) {
    const nlohmann::json json = nlohmann::json::parse(export_json(oddly_named()));
    EXPECT_EQ(json.at("areas").at(0).at("name"), "a \"b\"\n\\c \xc3\xa9 \xef\xbf\xbd");
}

}  // namespace
}  // namespace navspan
