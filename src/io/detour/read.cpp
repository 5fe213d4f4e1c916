// Splits the bytes of a set of Detour tiles into arrays.
//
// In: untrusted bytes.
// Out: the arrays of each tile, with valid indices, ranges and numbers.
// Idea: The position of the first tile's magic number shows the width of references. With 32-bit references, the number is 8
// bytes after the set header; with 64-bit references, 16 bytes. The arrays of a tile must fill the tile exactly.
// Source: Mononen, Detour (2009), for the layout of the tiles.
// Weak cases: none known.

#include "io/detour/read.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <tuple>
#include <utility>

#include "core/text.h"

namespace navspan {
namespace {

using std::to_string;

constexpr size_t kEntry32 = 8, kEntry64 = 16;           // size of the record before a tile [byte]
constexpr int32_t kMaxLayer = 255;                      // greatest accepted layer; ample, as Detour reads at most 32 layers
constexpr uint8_t kGround = 0, kOffMesh = 1;            // types in the two high bits of area_and_type
constexpr double kMaxDetourCoordinate = kMaxHeight_wu;  // largest absolute coordinate [wu]

template <class T>
T value_at(std::span<const std::byte> bytes, size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

// Reads the arrays of a tile in order.
class Blocks {
public:
    explicit Blocks(std::span<const std::byte> bytes) : left_(bytes) {}

    template <class T>
    void take(std::vector<T>& to, int32_t count) {
        to.resize(size_t(count));
        if (count) std::memcpy(to.data(), left_.data(), to.size() * sizeof(T));
        skip(to.size() * sizeof(T));
    }
    void skip(size_t bytes) { left_ = left_.subspan(bytes); }

private:
    std::span<const std::byte> left_;
};

Status check_header(const DetourTileHeader& h, size_t bytes, size_t link_bytes) {
    if (h.magic != kDetourTileMagic) return input_error(" does not start with Detour's magic number");
    if (h.version != kDetourTileVersion) {
        return input_error(" has version " + to_string(h.version) + ", this program reads version " +
                           to_string(kDetourTileVersion));
    }
    uint64_t wanted = sizeof(DetourTileHeader);
    const auto add = [&wanted](int32_t count, size_t size) { wanted += uint64_t(uint32_t(count)) * size; };
    for (const int32_t count : {h.polygons, h.vertices, h.links, h.details, h.detail_vertices, h.detail_triangles, h.tree_nodes,
                                h.off_mesh_links, h.first_off_mesh}) {
        if (count < 0) return input_error(" has a negative count");
    }
    add(h.vertices, 3 * sizeof(float));
    add(h.polygons, sizeof(DetourPolygon));
    add(h.links, link_bytes);
    add(h.details, sizeof(DetourDetail));
    add(h.detail_vertices, 3 * sizeof(float));
    add(h.detail_triangles, sizeof(DetourDetailTriangle));
    add(h.tree_nodes, sizeof(DetourTreeNode));
    add(h.off_mesh_links, sizeof(DetourOffMeshLink));
    if (wanted != bytes) {
        return input_error(" has " + to_string(bytes) + " bytes, but its header says " + to_string(wanted));
    }
    if (h.layer < 0 || h.layer > kMaxLayer) return input_error(" is in layer " + to_string(h.layer) + "; layers are 0 to 255");
    if (h.first_off_mesh > h.polygons || h.polygons - h.first_off_mesh != h.off_mesh_links || h.details != h.first_off_mesh) {
        return input_error(" has inconsistent counts of polygons, off-mesh connections and details");
    }
    for (const auto& [value, name] : {std::pair{h.agent_height, "agent height"},
                                      {h.agent_radius, "agent radius"},
                                      {h.agent_max_climb, "maximum climb"},
                                      {h.tree_factor, "quantization factor of its tree"}}) {
        if (!(value >= 0 && double(value) <= kMaxDetourCoordinate))
            return input_error(std::string(" has ") + name + " " + number_text(double(value)) + "; give 0 to 1e9");
    }
    return Done{};
}

Status check_points(const std::vector<float>& points, const char* what) {
    for (size_t i = 0; i < points.size(); ++i) {
        if (std::isfinite(points[i]) && std::fabs(double(points[i])) <= kMaxDetourCoordinate) continue;
        return input_error(std::string(": ") + what + " " + to_string(i / 3) +
                           " has a coordinate that is not finite or beyond 1e9");
    }
    return Done{};
}

Status check_polygon(const DetourTile& tile, size_t p) {
    const DetourPolygon& polygon = tile.polygons[p];
    const auto fail = [&](const std::string& what) { return input_error(": polygon " + to_string(p) + what); };
    const bool ground = p < tile.details.size();
    if (polygon.area_and_type >> 6 != (ground ? kGround : kOffMesh)) return fail(" has the wrong type for its index");
    const bool counts =
        ground ? polygon.corner_count >= 3 && polygon.corner_count <= kDetourMostCorners : polygon.corner_count == 2;
    if (!counts) return fail(" has " + to_string(polygon.corner_count) + " corners");
    for (size_t i = 0; i < polygon.corner_count; ++i) {
        if (polygon.corners[i] >= tile.vertices.size() / 3) return fail(" has a vertex that does not exist");
        if (!ground) continue;
        const uint16_t across = polygon.neighbours[i];
        if (across & kDetourPortal) {
            if (across & 1 || (across & ~kDetourPortal) > 6) return fail(" has a portal to a side that does not exist");
        } else if (across > tile.details.size()) {
            return fail(" has a neighbour that does not exist");
        }
    }
    return Done{};
}

Status check_detail(const DetourTile& tile, size_t p) {
    const DetourDetail& detail = tile.details[p];
    const auto fail = [&](const std::string& what) { return input_error(": the detail of polygon " + to_string(p) + what); };
    if (uint64_t{detail.first_vertex} + detail.vertices > tile.detail_vertices.size() / 3 ||
        uint64_t{detail.first_triangle} + detail.triangles > tile.detail_triangles.size()) {
        return fail(" refers to elements beyond the end of an array");
    }
    const uint32_t corners = uint32_t{tile.polygons[p].corner_count} + detail.vertices;
    for (uint32_t t = 0; t < detail.triangles; ++t) {
        const DetourDetailTriangle& triangle = tile.detail_triangles[detail.first_triangle + t];
        if (std::max({triangle.a, triangle.b, triangle.c}) >= corners) return fail(" has a corner that does not exist");
    }
    return Done{};
}

Status check_link(const DetourTile& tile, size_t i) {
    const DetourOffMeshLink& link = tile.off_mesh_links[i];
    const auto fail = [&](const std::string& what) { return input_error(": off-mesh connection " + to_string(i) + what); };
    if (link.polygon < tile.details.size() || link.polygon >= tile.polygons.size())
        return fail(" does not refer to an off-mesh polygon");
    for (const float v : {link.start[0], link.start[1], link.start[2], link.end[0], link.end[1], link.end[2], link.radius}) {
        if (!std::isfinite(v) || std::fabs(double(v)) > kMaxDetourCoordinate)
            return fail(" has a number that is not finite or beyond 1e9");
    }
    if (link.radius < 0) return fail(" has a negative radius");
    if (link.side != kDetourSameTile && link.side > 7) return fail(" leads to a side that does not exist");
    return Done{};
}

Status check_tile(const DetourTile& tile) {
    if (Status s = check_points(tile.vertices, "vertex"); !s) return s;
    if (Status s = check_points(tile.detail_vertices, "detail vertex"); !s) return s;
    for (size_t p = 0; p < tile.polygons.size(); ++p) {
        if (Status s = check_polygon(tile, p); !s) return s;
    }
    for (size_t p = 0; p < tile.details.size(); ++p) {
        if (Status s = check_detail(tile, p); !s) return s;
    }
    for (size_t i = 0; i < tile.off_mesh_links.size(); ++i) {
        if (Status s = check_link(tile, i); !s) return s;
    }
    return Done{};
}

Result<DetourTile> read_tile(std::span<const std::byte> bytes, DetourRefs refs) {
    if (bytes.size() < sizeof(DetourTileHeader)) return input_error(" is too short for a tile");
    DetourTile tile;
    tile.header = value_at<DetourTileHeader>(bytes, 0);
    const DetourTileHeader& h = tile.header;
    const size_t link_bytes = detour_link_bytes(refs);
    if (Status s = check_header(h, bytes.size(), link_bytes); !s) return s.error();
    Blocks blocks(bytes.subspan(sizeof h));
    blocks.take(tile.vertices, 3 * h.vertices);
    blocks.take(tile.polygons, h.polygons);
    blocks.skip(size_t(h.links) * link_bytes);
    blocks.take(tile.details, h.details);
    blocks.take(tile.detail_vertices, 3 * h.detail_vertices);
    blocks.take(tile.detail_triangles, h.detail_triangles);
    blocks.skip(size_t(h.tree_nodes) * sizeof(DetourTreeNode));
    blocks.take(tile.off_mesh_links, h.off_mesh_links);
    if (Status s = check_tile(tile); !s) return s.error();
    return tile;
}

Status check_set_header(const DetourSetHeader& h) {
    if (h.version != kDetourSetVersion) {
        return input_error("the tile set has version " + to_string(h.version) + ", this program reads version " +
                           to_string(kDetourSetVersion));
    }
    for (const float v : {h.origin[0], h.origin[1], h.origin[2]}) {
        if (!std::isfinite(v) || std::fabs(double(v)) > kMaxDetourCoordinate)
            return input_error("the origin of the tile set is not finite or beyond 1e9");
    }
    if (h.tiles <= 0) return input_error("the tile set has no tiles");
    return Done{};
}

// Detects the width of references from the position of the first tile's magic number.
Result<DetourRefs> find_refs(std::span<const std::byte> bytes) {
    for (const auto& [entry, refs] : {std::pair{kEntry32, DetourRefs::bits32}, {kEntry64, DetourRefs::bits64}}) {
        const size_t at = sizeof(DetourSetHeader) + entry;
        if (at + 4 <= bytes.size() && value_at<int32_t>(bytes, at) == kDetourTileMagic) return refs;
    }
    return input_error("no Detour tile follows the header of the set");
}

}  // namespace

std::string detour_tile_name(const DetourSet& set, size_t tile) {
    const DetourTileHeader& h = set.tiles[tile].header;
    return "tile " + to_string(tile) + " (" + to_string(h.x) + ", " + to_string(h.z) + ")";
}

Result<DetourSet> read_detour_set(std::span<const std::byte> bytes) {
    if (!is_detour_file(bytes)) return input_error("not a Detour tile set");
    if (bytes.size() < sizeof(DetourSetHeader)) return input_error("the file is cut short");
    DetourSet set;
    set.header = value_at<DetourSetHeader>(bytes, 0);
    if (Status s = check_set_header(set.header); !s) return s.error();
    const Result<DetourRefs> refs = find_refs(bytes);
    if (!refs) return refs.error();
    set.refs = *refs;

    const size_t entry = set.refs == DetourRefs::bits32 ? kEntry32 : kEntry64;
    const size_t size_at = set.refs == DetourRefs::bits32 ? 4 : 8;
    std::set<std::tuple<int32_t, int32_t, int32_t>> places;
    size_t at = sizeof(DetourSetHeader);
    for (int32_t i = 0; i < set.header.tiles; ++i) {
        const std::string who = "tile " + to_string(i);
        if (bytes.size() - at < entry) return input_error(who + ": the file is cut short");
        const uint64_t ref = entry == kEntry32 ? value_at<uint32_t>(bytes, at) : value_at<uint64_t>(bytes, at);
        const auto size = value_at<int32_t>(bytes, at + size_at);
        at += entry;
        if (ref == 0 || size == 0) break;  // Detour's loaders stop here too
        if (size < 0 || bytes.size() - at < size_t(size)) return input_error(who + ": the file is cut short");
        Result<DetourTile> tile = read_tile(bytes.subspan(at, size_t(size)), set.refs);
        if (!tile) return input_error(who + tile.error().message);
        at += size_t(size);
        const DetourTileHeader& h = tile->header;
        if (!places.insert({h.x, h.z, h.layer}).second) return input_error(who + " has the same coordinates as another tile");
        set.tiles.push_back(*std::move(tile));
    }
    if (at != bytes.size()) return input_error("there are bytes after the last tile");
    return set;
}

}  // namespace navspan
