// Imports a set of Detour tiles.
//
// In: the bytes of the set.
// Out: a mesh with a single tile.
// Idea: Reads the tiles (read.h), finds a lattice for their corners (lattice.h), and connects polygons across seams (rings.h).
// Cuts concave polygons into convex parts and drops degenerate polygons. Repairs the detail triangles (surface.h), and snaps
// the ends of off-mesh connections to the ground.
// Source: own method.
// Weak cases: A polygon becomes flat if its detail triangles cannot be repaired.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "io/detour/areas.h"
#include "io/detour/lattice.h"
#include "io/detour/read.h"
#include "io/detour/rings.h"
#include "io/detour/surface.h"
#include "navmesh/index/nearest_ground.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "polygon/merge_convex.h"
#include "polygon/ring.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

using std::to_string;

// Counts the problems of one kind and stores the position of the first.
struct Trouble {
    size_t count = 0;
    DVec3 place;
    void add(DVec3 at) {
        if (count++ == 0) place = at;
    }
};

// A side of a polygon, or of a convex part of a polygon.
struct PartSide {
    uint32_t node = 0;
    uint32_t key = 0;            // unique number of the side: index in rings_.sides; chords have greater numbers
    uint32_t corner = kNoIndex;  // see DetourRingSide::corner
};

DVec3 point_from(const float* at) {
    return {double(at[0]), double(at[1]), double(at[2])};
}

// Finds the nearest ground at an end of an off-mesh connection, within sqrt(radius^2 + climb^2) in 3D. Returns nullopt if the
// ground is farther than `radius` horizontally.
std::optional<SurfacePoint> ground_near(const NavMesh& mesh, DVec3 at, double radius, double climb) {
    const std::optional<SurfacePoint> found = find_nearest_ground(mesh, at, std::sqrt(radius * radius + climb * climb));
    const DVec3 gap = found ? found->position - at : DVec3{};
    return gap.x * gap.x + gap.z * gap.z <= radius * radius ? found : std::nullopt;
}

class Importer {
public:
    explicit Importer(const DetourSet& set) : set_(set) {}
    Result<ImportedDetour> run();

private:
    void compute_frame();
    Status add_polygons(uint32_t tile, uint32_t first);
    Status add_polygon(const DetourTile& tile, uint32_t number, const std::vector<PartSide>& ring, uint32_t first_side);
    bool add_parts(const DetourPolygon& polygon, const std::vector<PartSide>& ring);
    void add_part(const DetourPolygon& polygon, const std::vector<PartSide>& part, const DetourSurface& surface);
    std::optional<DetourSurface> surface_of(const DetourTile& tile, uint32_t number, const std::vector<PartSide>& ring);
    void join_parts();
    std::vector<OffMeshLink> links_on(const NavMesh& mesh);
    void add_warning(const Trouble& trouble, const char* code, const std::string& one, const std::string& many);

    LatticePoint local(uint32_t node) const {
        const LatticePoint p = rings_.nodes[node].at;
        return {p.x - tile_.frame.x0, p.z - tile_.frame.z0};
    }
    DVec3 world(uint32_t node) const {
        const DetourNode& n = rings_.nodes[node];
        return {lattice_.origin.x + lattice_.quantum * n.at.x, n.y, lattice_.origin.z + lattice_.quantum * n.at.z};
    }
    void fill_ring(const std::vector<PartSide>& sides) {
        points_.clear();
        for (const PartSide& side : sides)
            points_.push_back(local(side.node));
    }

    const DetourSet& set_;
    DetourLattice lattice_;
    DetourRings rings_;
    NavTile tile_;
    NavMeshInfo info_;
    DetourAreas areas_;
    std::vector<uint32_t> vertex_of_;   // for each node: its vertex in tile_
    std::vector<uint32_t> twin_key_;    // for each PartSide::key: key of the twin
    std::vector<uint32_t> half_edge_;   // for each PartSide::key: half-edge in tile_
    std::vector<LatticePoint> points_;  // corners of the current ring
    Trouble lost_polygons_, cut_polygons_, flattened_polygons_, lost_links_;
    Warnings warnings_;
};

void Importer::compute_frame() {
    int32_t low_x = kMaxLattice, low_z = kMaxLattice, high_x = -kMaxLattice, high_z = -kMaxLattice;
    double low_y = kMaxLattice;
    for (const DetourRingSide& side : rings_.sides) {
        const DetourNode& node = rings_.nodes[side.node];
        low_x = std::min(low_x, node.at.x), high_x = std::max(high_x, node.at.x);
        low_z = std::min(low_z, node.at.z), high_z = std::max(high_z, node.at.z);
        low_y = std::min(low_y, node.y);
    }
    tile_.frame = {.origin = lattice_.origin,
                   .quantum = lattice_.quantum,
                   .height_quantum = 1,
                   .x0 = low_x,
                   .z0 = low_z,
                   .y0 = int32_t(std::floor(std::max(low_y, -double(kMaxLattice))))};
    tile_.width = high_x - low_x;
    tile_.depth = high_z - low_z;
}

// Returns the detail surface of a polygon that is not cut into parts; nullopt if the detail cannot be repaired.
std::optional<DetourSurface> Importer::surface_of(const DetourTile& tile, uint32_t number, const std::vector<PartSide>& ring) {
    const DetourDetail& detail = tile.details[number];
    const uint32_t corners = tile.polygons[number].corner_count, count = uint32_t(ring.size());
    if (detail.triangles == 0) return flat_surface(points_);
    std::vector<uint32_t> moved(corners + detail.vertices, kNoIndex);
    for (uint32_t i = 0; i < count; ++i) {
        if (ring[i].corner != kNoIndex) moved[ring[i].corner] = i;
    }
    DetourSurface surface;
    for (uint32_t i = 0; i < detail.vertices; ++i) {
        const float* const p = &tile.detail_vertices[size_t{3} * (detail.first_vertex + i)];
        const int64_t x =
            lattice_.units(double(p[0]), lattice_.origin.x, kDetailQuantum) - int64_t{kDetailQuantum} * tile_.frame.x0;
        const int64_t z =
            lattice_.units(double(p[2]), lattice_.origin.z, kDetailQuantum) - int64_t{kDetailQuantum} * tile_.frame.z0;
        // rounding may move a border point out of the tile
        const int64_t right = int64_t{tile_.width} * kDetailQuantum, far = int64_t{tile_.depth} * kDetailQuantum;
        const int64_t in_x = std::clamp(x, int64_t{0}, right), in_z = std::clamp(z, int64_t{0}, far);
        if (std::max(std::abs(x - in_x), std::abs(z - in_z)) > kDetailQuantum) return std::nullopt;
        moved[corners + i] = count + i;
        surface.vertices.push_back({int32_t(in_x), int32_t(in_z), float(double(p[1]) - tile_.frame.y0)});
    }
    for (uint32_t t = 0; t < detail.triangles; ++t) {
        const DetourDetailTriangle& d = tile.detail_triangles[detail.first_triangle + t];
        const NavDetailTriangle triangle{moved[d.a], moved[d.b], moved[d.c]};
        if (std::max({triangle.a, triangle.b, triangle.c}) == kNoIndex) return std::nullopt;  // a corner was merged away
        surface.triangles.push_back(triangle);
    }
    if (!repair_surface(points_, surface)) return std::nullopt;
    return surface;
}

void Importer::add_part(const DetourPolygon& polygon, const std::vector<PartSide>& part, const DetourSurface& surface) {
    const uint8_t area = polygon.area_and_type & kDetourAreaBits;
    NavPolygon to{.first_edge = uint32_t(tile_.half_edges.size()),
                  .edge_count = uint32_t(part.size()),
                  .flags = polygon.flags,
                  .area = area ? area : areas_.of_zero,
                  .first_detail_vertex = uint32_t(tile_.detail_vertices.size()),
                  .detail_vertex_count = uint32_t(surface.vertices.size()),
                  .first_detail_triangle = uint32_t(tile_.detail_triangles.size()),
                  .detail_triangle_count = uint32_t(surface.triangles.size())};
    for (const PartSide& side : part) {
        uint32_t& vertex = vertex_of_[side.node];
        if (vertex == kNoIndex) {
            vertex = uint32_t(tile_.vertex_y.size());
            tile_.vertex_y.push_back(float(rings_.nodes[side.node].y - tile_.frame.y0));
        }
        half_edge_[side.key] = uint32_t(tile_.half_edges.size());
        const LatticePoint p = local(side.node);
        tile_.half_edges.push_back({p.x, p.z, vertex, side.key});  // join_parts replaces the key by the twin
    }
    tile_.detail_vertices.insert(tile_.detail_vertices.end(), surface.vertices.begin(), surface.vertices.end());
    tile_.detail_triangles.insert(tile_.detail_triangles.end(), surface.triangles.begin(), surface.triangles.end());
    tile_.polygons.push_back(to);
}

// Cuts a concave ring into convex parts and adds these parts to the tile. Returns false if the ring cannot be triangulated.
bool Importer::add_parts(const DetourPolygon& polygon, const std::vector<PartSide>& ring) {
    const Triangulation cut = triangulate(points_);
    if (!cut.rest.empty() || cut.triangles.empty()) return false;
    int64_t area = 0;
    std::vector<LatticePoint> corners;
    for (const auto& [a, b, c] : cut.triangles) {
        const int64_t part = orient2d(points_[a], points_[b], points_[c]);
        if (part <= 0) return false;
        area += part;
        corners.insert(corners.end(), {points_[a], points_[b], points_[c]});
    }
    if (area != doubled_area(points_)) return false;
    const ConvexParts parts = merge_convex(corners, cut.twins, int32_t(ring.size()));
    const auto first_key = uint32_t(twin_key_.size());
    twin_key_.resize(first_key + cut.twins.size(), kNoIndex);
    half_edge_.resize(twin_key_.size(), kNoIndex);
    std::vector<PartSide> part;
    for (size_t i = 0; i + 1 < parts.first.size(); ++i) {
        part.clear();
        std::vector<LatticePoint> points;
        for (uint32_t k = parts.first[i]; k < parts.first[i + 1]; ++k) {
            const uint32_t edge = parts.edges[k], corner = cut.triangles[edge / 3][edge % 3];
            const bool chord = cut.twins[edge] != kNoIndex;
            if (chord) twin_key_[first_key + edge] = first_key + cut.twins[edge];
            part.push_back({ring[corner].node, chord ? first_key + edge : ring[corner].key, kNoIndex});
            points.push_back(points_[corner]);
        }
        add_part(polygon, part, flat_surface(points));
    }
    return true;
}

// Adds a polygon to the tile, or counts the polygon as lost. Error (input): the polygon is clockwise.
// @param ring  sides of the polygon, without sides of length 0
// @param first_side  index of a side; warnings report its start position
Status Importer::add_polygon(const DetourTile& tile, uint32_t number, const std::vector<PartSide>& ring, uint32_t first_side) {
    const DetourPolygon& polygon = tile.polygons[number];
    const DVec3 place = world(rings_.sides[first_side].node);
    fill_ring(ring);
    RingShape shape = ring_shape(points_);
    if (shape == RingShape::clockwise) {
        // Rounding may reverse a ring that is thinner than a lattice step. A wider clockwise ring is an input error.
        int64_t around = 0;
        for (size_t i = 0; i < points_.size(); ++i) {
            const LatticePoint a = points_[i], b = points_[(i + 1) % points_.size()];
            around += std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z);
        }
        if (-doubled_area(points_) > around) {
            return Error{ErrorKind::input,
                         ": polygon " + to_string(number) + " runs clockwise seen from above; y must point up"};
        }
        shape = RingShape::flat;
    }
    if (shape == RingShape::convex) {
        std::optional<DetourSurface> surface = surface_of(tile, number, ring);
        if (!surface) flattened_polygons_.add(place);
        add_part(polygon, ring, surface ? *surface : flat_surface(points_));
    } else if (shape == RingShape::other && add_parts(polygon, ring)) {
        cut_polygons_.add(place);
    } else {
        lost_polygons_.add(place);
    }
    return Done{};
}

Status Importer::add_polygons(uint32_t t, uint32_t first) {
    const DetourTile& tile = set_.tiles[t];
    std::vector<PartSide> ring;
    for (uint32_t p = 0; p < tile.details.size(); ++p) {
        ring.clear();
        const uint32_t begin = rings_.first[first + p], end = rings_.first[first + p + 1];
        for (uint32_t side = begin; side < end; ++side) {
            const uint32_t next = side + 1 == end ? begin : side + 1;
            if (rings_.sides[side].node == rings_.sides[next].node) continue;
            ring.push_back({rings_.sides[side].node, side, rings_.sides[side].corner});
        }
        if (Status s = add_polygon(tile, p, ring, begin); !s) {
            return Error{s.error().kind, detour_tile_name(set_, t) + s.error().message};
        }
    }
    return Done{};
}

// Replaces the side key in each half-edge's `twin` by the twin's index.
void Importer::join_parts() {
    std::vector<uint32_t>& polygon_of = tile_.edge_polygon;
    polygon_of.resize(tile_.half_edges.size());
    for (uint32_t p = 0; p < tile_.polygons.size(); ++p) {
        const NavPolygon& polygon = tile_.polygons[p];
        std::fill_n(polygon_of.begin() + polygon.first_edge, polygon.edge_count, p);
    }
    for (uint32_t e = 0; e < tile_.half_edges.size(); ++e) {
        uint32_t& twin = tile_.half_edges[e].twin;
        twin = twin_key_[twin];
        twin = twin == kNoIndex ? kNoIndex : half_edge_[twin];
        if (twin != kNoIndex && polygon_of[twin] == polygon_of[e]) twin = kNoIndex;
    }
}

// Converts the off-mesh connections to links. The cost of a link is its length.
std::vector<OffMeshLink> Importer::links_on(const NavMesh& mesh) {
    std::vector<OffMeshLink> links;
    for (const DetourTile& tile : set_.tiles) {
        for (const DetourOffMeshLink& from : tile.off_mesh_links) {
            const DetourPolygon& polygon = tile.polygons[from.polygon];
            // rounding to the lattice may have moved the ground by up to one lattice step
            const double radius = std::max(double(from.radius), lattice_.quantum), climb = double(tile.header.agent_max_climb);
            const DVec3 wanted_start = point_from(from.start), wanted_end = point_from(from.end);
            const auto start = ground_near(mesh, wanted_start, radius, climb);
            const auto end = start ? ground_near(mesh, wanted_end, radius, climb) : std::nullopt;
            if (!end) {
                lost_links_.add(start ? wanted_end : wanted_start);
                continue;
            }
            const DVec3 offset = end->position - start->position;
            const uint8_t area = polygon.area_and_type & kDetourAreaBits;
            const OffMeshLink link{.from = start->polygon,
                                   .to = end->polygon,
                                   .start = start->position,
                                   .end = end->position,
                                   .cost = std::sqrt(dot(offset, offset)),
                                   .flags = polygon.flags,
                                   .area = area ? area : areas_.of_zero,
                                   .user_id = from.user_id,
                                   .radius = double(from.radius)};
            links.push_back(link);
            if (from.both_ways & 1) links.push_back(reversed(link));
        }
    }
    return links;
}

void Importer::add_warning(const Trouble& trouble, const char* code, const std::string& one, const std::string& many) {
    if (trouble.count == 0) return;
    const DVec3 p = trouble.place;
    const std::string where = point_text(p);
    warnings_.push_back(
        {code, trouble.count == 1 ? one + ", at " + where : to_string(trouble.count) + " " + many + ", the first at " + where,
         p});
}

Result<ImportedDetour> Importer::run() {
    Result<DetourLattice> lattice = find_detour_lattice(set_);
    if (!lattice) return lattice.error();
    lattice_ = *lattice;
    Result<DetourRings> rings = join_detour_polygons(set_, lattice_);
    if (!rings) return rings.error();
    rings_ = *std::move(rings);
    if (rings_.sides.empty()) return Error{ErrorKind::input, "the tile set has no polygons"};
    Result<DetourAreas> areas = name_detour_areas(set_);
    if (!areas) return areas.error();
    areas_ = *std::move(areas);
    const DetourTileHeader& h = set_.tiles[0].header;
    info_.areas = areas_.table;
    info_.tool_version = "Detour";
    info_.agent = {double(h.agent_radius), double(h.agent_height), double(h.agent_max_climb), 0};
    compute_frame();
    vertex_of_.assign(rings_.nodes.size(), kNoIndex);
    half_edge_.assign(rings_.sides.size(), kNoIndex);
    for (const DetourRingSide& side : rings_.sides)
        twin_key_.push_back(side.twin);
    uint32_t first = 0;
    for (uint32_t t = 0; t < set_.tiles.size(); ++t) {
        if (Status s = add_polygons(t, first); !s) return s.error();
        first += uint32_t(set_.tiles[t].details.size());
    }
    join_parts();
    share_heights_on_edges(tile_);
    index_tile(tile_);
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(tile_));
    Result<NavMesh> mesh = link_tiles(std::move(tiles), std::move(info_));
    if (!mesh) return Error{ErrorKind::input, mesh.error().message};
    if (mesh->polygon_count() == 0) return Error{ErrorKind::input, "no polygon of the tile set has any area"};
    std::vector<OffMeshLink> links = links_on(*mesh);
    if (!links.empty()) mesh = with_links(*mesh, std::move(links));
    if (!mesh) return mesh.error();

    add_warning(lost_polygons_, "polygon_lost", "a polygon without area was left out", "polygons without area were left out");
    add_warning(cut_polygons_, "polygon_cut", "a polygon that is not convex was cut", "polygons that are not convex were cut");
    add_warning(flattened_polygons_, "detail_lost", "the detail triangles of a polygon do not cover it, so it is imported flat",
                "polygons are not covered by their detail triangles, so they are imported flat");
    add_warning(lost_links_, "link_lost",
                "an off-mesh connection was left out, because one end has no ground within its radius",
                "off-mesh connections were left out, because one end has no ground within the radius");
    return ImportedDetour{*std::move(mesh), set_.refs, set_.tiles.size(), std::move(warnings_)};
}

}  // namespace

bool is_detour_file(std::span<const std::byte> bytes) {
    int32_t magic = 0;
    if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
    return magic == kDetourSetMagic;
}

Result<ImportedDetour> parse_detour_file(std::span<const std::byte> bytes) {
    const Result<DetourSet> set = read_detour_set(bytes);
    if (!set) return set.error();
    return Importer(*set).run();
}

}  // namespace navspan
