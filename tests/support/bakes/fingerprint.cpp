#include "support/bakes/fingerprint.h"

#include <span>
#include <type_traits>

#include "bake/jumps/generate_links.h"
#include "bake/voxelize/walkable_triangles.h"
#include "navspan/core/hash.h"

namespace navspan::support {
namespace {

// Hashes values one by one, because the padding bytes of a struct are arbitrary.
class Hasher {
public:
    template <class... Values>
    Hasher& add(const Values&... values) {
        (add_one(values), ...);
        return *this;
    }
    uint64_t hash = 0xcbf29ce484222325u;

private:
    template <class T>
    void add_one(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        hash = hash_bytes(std::as_bytes(std::span(&value, 1)), hash);
    }
    template <class T>
    void add_one(const std::vector<T>& values) {
        add_one(values.size());
        if constexpr (std::is_arithmetic_v<T>) {
            hash = hash_bytes(std::as_bytes(std::span(values)), hash);
        } else {
            for (const T& value : values)
                add_one(value);
        }
    }
    void add_one(const DVec3& p) { add(p.x, p.y, p.z); }
    void add_one(const std::array<uint32_t, 3>& t) { add(t[0], t[1], t[2]); }
    void add_one(const Grid& g) { add(g.x0, g.z0, g.y0, g.width, g.depth); }
    void add_one(const Span& s) { add(s.bottom, s.top, s.area, s.fate); }
    void add_one(const Run& r) { add(r.x0, r.length, r.first); }
    void add_one(const ContourVertex& v) { add(v.x, v.z, v.y, v.neighbour, v.area_border); }
    void add_one(const Contour& c) { add(c.region, c.area, c.hole, c.first, c.count, c.raw_first, c.raw_count); }
    void add_one(const PolyMeshVertex& v) { add(v.x, v.z, v.y); }
    void add_one(const PolyMeshPolygon& p) { add(p.first, p.count, p.region, p.area); }
    void add_one(const DetailPart& p) { add(p.first_vertex, p.vertex_count, p.first_triangle, p.triangle_count); }
    void add_one(const DetailVertex& v) { add(v.x, v.z, v.y); }
    void add_one(const NavPolygon& p) {
        add(p.first_edge, p.edge_count, p.flags, p.area, p.first_detail_vertex, p.detail_vertex_count, p.first_detail_triangle,
            p.detail_triangle_count);
    }
    void add_one(const HalfEdge& e) { add(e.x, e.z, e.vertex, e.twin); }
    void add_one(const NavDetailVertex& v) { add(v.x, v.z, v.y); }
    void add_one(const NavDetailTriangle& t) { add(t.a, t.b, t.c); }
    void add_one(const BvhNode& n) { add(n.min_x, n.min_z, n.max_x, n.max_z, n.min_y, n.max_y, n.right, n.polygon); }
    void add_one(const SeamStep& s) { add(s.own, s.across); }
};

}  // namespace

uint64_t fingerprint(const WalkableTriangles& product) {
    return Hasher().add(product.areas).hash;
}

uint64_t fingerprint(const Heightfield& product) {
    return Hasher().add(product.grid, product.first, product.spans).hash;
}

uint64_t fingerprint(const CompactHeightfield& product) {
    return Hasher()
        .add(product.grid, product.runs, product.row_run, product.row_span, product.floor, product.clearance, product.area,
             product.links, product.up, product.down)
        .hash;
}

uint64_t fingerprint(const DistanceField& product) {
    return Hasher().add(product.distance, product.max_distance).hash;
}

uint64_t fingerprint(const RegionMap& product) {
    return Hasher().add(product.region, product.region_count, product.area).hash;
}

uint64_t fingerprint(const ContourSet& product) {
    return Hasher().add(product.grid, product.contours, product.vertices, product.raw_vertices).hash;
}

uint64_t fingerprint(const PolyMesh& product) {
    return Hasher().add(product.grid, product.vertices, product.polygons, product.indices, product.neighbours).hash;
}

uint64_t fingerprint(const DetailMesh& product) {
    return Hasher().add(product.vertex_y, product.parts, product.vertices, product.triangles).hash;
}

uint64_t fingerprint(const NavTile& product) {
    return Hasher()
        .add(product.tile_x, product.tile_z, product.width, product.depth, product.polygons, product.half_edges,
             product.vertex_y, product.detail_vertices, product.detail_triangles, product.bvh)
        .hash;
}

uint64_t fingerprint(const std::vector<GeneratedLink>& product) {
    std::vector<int32_t> numbers;
    for (const GeneratedLink& l : product)
        numbers.insert(numbers.end(), {l.x, l.z, l.y, l.end_x, l.end_z, l.end_y, l.two_way, l.drop});
    return Hasher().add(numbers).hash;
}

uint64_t fingerprint(const TileBorder& product) {
    return Hasher().add(product.steps, product.polygon_cells).hash;
}

void FingerprintProbe::after(Stage stage, const BakeProducts& p) {
    const auto note = [&](uint64_t hash) { stages.emplace_back(stage_name(stage), hash); };
    switch (stage) {
        case Stage::mark_walkable:
            return note(fingerprint(*p.walkable));
        case Stage::rasterize:
        case Stage::filter_low_hanging:
        case Stage::filter_ledges:
        case Stage::filter_low_height:
            return note(fingerprint(solid_after(stage, p)));
        case Stage::compact_heightfield:
        case Stage::erode:
        case Stage::mark_volumes:
            return note(fingerprint(*p.compact));
        case Stage::generate_links:
            return note(fingerprint(*p.links));
        case Stage::distance_field:
            return note(fingerprint(*p.distance));
        case Stage::regions:
            return note(fingerprint(*p.regions));
        case Stage::contours:
            return note(fingerprint(*p.contours));
        case Stage::poly_mesh:
            return note(fingerprint(*p.poly_mesh));
        case Stage::detail_mesh:
            return note(fingerprint(*p.detail));
        case Stage::nav_tile:
            return note(fingerprint(*p.tile));
    }
}

}  // namespace navspan::support
