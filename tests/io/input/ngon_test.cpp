#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "navspan/io/obj.h"
#include "support/text/random.h"

namespace navspan {
namespace {

LoadedScene load_face(const std::vector<DVec3>& corners) {
    std::string text, face = "f";
    for (size_t i = 0; i < corners.size(); ++i) {
        char line[128];
        std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", corners[i].x, corners[i].y, corners[i].z);
        text += line;
        face.append(" ").append(std::to_string(i + 1));
    }
    text += face + "\n";
    const std::array<ObjText, 1> files{{{"face.obj", text}}};
    Result<LoadedScene> scene = parse_obj(files);
    EXPECT_TRUE(scene.ok());
    return scene.ok() ? std::move(scene).value() : LoadedScene{};
}

// Returns twice the sum of the signed triangle areas, and twice the sum of the absolute areas, seen from above.
std::pair<double, double> signed_areas(const LoadedScene& scene) {
    double sum = 0, absolute = 0;
    for (const auto& [a, b, c] : scene.soup.triangles) {
        const auto& v = scene.soup.vertices;
        const double y = cross(v[b] - v[a], v[c] - v[a]).y;
        sum += y;
        absolute += std::abs(y);
    }
    return {sum, absolute};
}

double polygon_area(const std::vector<DVec3>& p) {
    double sum = 0;
    for (size_t i = 1; i + 1 < p.size(); ++i)
        sum += cross(p[i] - p[0], p[i + 1] - p[0]).y;
    return sum;
}

void expect_covered_once(const std::vector<DVec3>& corners) {
    const LoadedScene scene = load_face(corners);
    ASSERT_EQ(scene.soup.triangles.size(), corners.size() - 2);
    const auto [sum, absolute] = signed_areas(scene);
    EXPECT_NEAR(sum, polygon_area(corners), 1e-9 * absolute);
    EXPECT_NEAR(absolute, std::abs(sum), 1e-9 * absolute) << "triangles of both windings overlap";
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(Ngon, ConvexFaceIsAFan) {
    const LoadedScene scene = load_face({{0, 0, 0}, {0, 0, 1}, {1, 0, 2}, {2, 0, 1}, {2, 0, 0}});
    EXPECT_EQ(scene.soup.triangles, (std::vector<std::array<uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Ngon, RoundingErrorAtACollinearVertexKeepsTheFan) {
    const LoadedScene scene = load_face({{0, 0, 0}, {0, 0, 1}, {1e-5, 0, 2}, {0, 0, 3}, {2, 0, 3}, {2, 0, 0}});
    EXPECT_EQ(scene.soup.triangles, (std::vector<std::array<uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
}

TEST(Ngon, ConcaveFacesAreCoveredOnceBothWays) {
    const std::vector<std::vector<DVec3>> shapes{
        {{0, 0, 0}, {1, 0, 1}, {2, 0, 0}, {1, 0, 4}},                                              // a dart
        {{0, 0, 0}, {0, 0, 3}, {1, 0, 3}, {1, 0, 1}, {3, 0, 1}, {3, 0, 0}},                        // an L
        {{0, 0, 0}, {0, 0, 3}, {1, 0, 3}, {1, 0, 1}, {2, 0, 1}, {2, 0, 3}, {3, 0, 3}, {3, 0, 0}},  // a U
        {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {2, 0, 2}, {1, 0, 1}, {2, 0, 0}, {1, 0, 0}},             // corners of 180 degrees
    };
    for (std::vector<DVec3> shape : shapes) {
        for (size_t turn = 0; turn < shape.size(); ++turn) {
            std::rotate(shape.begin(), shape.begin() + 1, shape.end());
            expect_covered_once(shape);
            expect_covered_once({shape.rbegin(), shape.rend()});
        }
    }
}

TEST(Ngon, HoleConnectedByABridgeStaysOpen) {
    // A square with a square hole as a single outline: a bridge leads to the hole and back.
    const std::vector<DVec3> ring{{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}, {0, 0, 0},
                                  {1, 0, 1}, {3, 0, 1}, {3, 0, 3}, {1, 0, 3}, {1, 0, 1}};
    expect_covered_once(ring);
    EXPECT_NEAR(signed_areas(load_face(ring)).first, 24, 1e-12);
}

TEST(Ngon, WallsAndSlopesKeepTheirShape) {
    // An upright or tilted L must be cut into triangles with the same total area as a horizontal L.
    const std::vector<DVec3> l{{0, 0, 0}, {0, 0, 3}, {1, 0, 3}, {1, 0, 1}, {3, 0, 1}, {3, 0, 0}};
    for (const int plane : {0, 1, 2, 3}) {
        std::vector<DVec3> turned;
        for (const DVec3& p : l) {
            turned.push_back(plane == 0   ? DVec3{p.x, p.z, 0}
                             : plane == 1 ? DVec3{0, p.x, p.z}
                             : plane == 2 ? DVec3{p.x, p.x * 0.5, p.z}
                                          : DVec3{p.z, p.x, p.z});
        }
        const LoadedScene scene = load_face(turned);
        DVec3 vector_area;
        double absolute = 0;
        for (const auto& [a, b, c] : scene.soup.triangles) {
            const auto& v = scene.soup.vertices;
            const DVec3 n = cross(v[b] - v[a], v[c] - v[a]);
            vector_area = vector_area + n;
            absolute += std::sqrt(dot(n, n));
        }
        EXPECT_NEAR(std::sqrt(dot(vector_area, vector_area)), absolute, 1e-12) << plane;
    }
}

TEST(Ngon, FaceThatCrossesItselfIsReported) {
    const LoadedScene scene = load_face({{0, 0, 0}, {2, 0, 2}, {0, 0, 2}, {2, 0, 0}, {3, 0, 1}});
    EXPECT_EQ(scene.soup.triangles.size(), 3u);
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_EQ(scene.warnings[0].code, "obj_face_crosses_itself");
    EXPECT_TRUE(scene.warnings[0].place.has_value());
}

TEST(Ngon, RandomStarsAreCoveredOnce) {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const int n = random.between(4, 60);
        std::vector<DVec3> star;
        for (int i = 0; i < n; ++i) {
            const double angle = 6.283185307179586 * i / n, radius = random.real(0.2, 5);
            star.push_back({radius * std::sin(angle), 0, radius * std::cos(angle)});
        }
        expect_covered_once(star);
    }
}

// Every second corner of this comb is reflex. Testing all reflex corners for each ear would take minutes.
TEST(Ngon, FaceOfSixtyThousandCornersIsTriangulatedQuickly) {
    std::vector<DVec3> corners;
    const int teeth = 15'000;
    for (int i = 0; i < teeth; ++i) {
        corners.push_back({i + 0.1, 0, 0.0});
        corners.push_back({i + 0.1, 0, -50.0 - i % 7});
        corners.push_back({i + 0.6, 0, -50.0 - i % 5});
        corners.push_back({i + 0.6, 0, 0.0});
    }
    corners.push_back({double(teeth), 0, 30});
    corners.push_back({0, 0, 30});
    std::reverse(corners.begin(), corners.end());
    expect_covered_once(corners);
}

TEST(Ngon, LargeSelfIntersectingFaceIsReportedAndKeepsItsTriangleCount) {
    std::vector<DVec3> corners;
    for (int i = 0; i < 1000; ++i) {
        const double t = i * 0.37;
        corners.push_back({std::cos(t * 5) * 10, 0, std::sin(t * 3) * 10});
    }
    const LoadedScene scene = load_face(corners);
    EXPECT_EQ(scene.soup.triangles.size(), 998u);
    EXPECT_EQ(scene.warnings.size(), 1u);
}

}  // namespace
}  // namespace navspan
