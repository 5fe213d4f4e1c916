// Reads the text format in which the authors of Polyanya publish their maps.
//
// In: the text of a .mesh file, version 2.
// Out: a PolygonSet.
// Idea: Compares the counts in the header with the length of the text before allocating. Each polygon lists its vertices, and
// each vertex lists its polygons; the file is rejected if these lists disagree.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017), for the format.
// Weak cases: none known.

#include "navspan/io/polygon_mesh_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/group_by_count.h"
#include "core/text.h"
#include "navspan/core/file.h"

namespace navspan {
namespace {

using std::to_string;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// Splits a text into words. Counts lines for error messages.
class TextWords {
public:
    TextWords(std::string_view text, const std::string& name) : at_(text.data()), end_(at_ + text.size()), name_(name) {}

    // Returns the next word, or an empty word at the end of the text.
    std::string_view next() {
        skip_space();
        const char* const begin = at_;
        while (at_ != end_ && !is_space(*at_))
            ++at_;
        return {begin, size_t(at_ - begin)};
    }

    template <class Number>
    Result<Number> number(const char* what) {
        const std::string_view word = next();
        Number value{};
        if (word.empty()) return broken(std::string("the file ends where ") + what + " should be");
        const auto [rest, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (problem != std::errc{} || rest != word.data() + word.size()) {
            return broken(quoted_text(word) + " is not " + what);
        }
        return value;
    }

    Error broken(const std::string& what) const {
        return Error{ErrorKind::input, name_ + ":" + to_string(line_) + ": " + what};
    }
    size_t line() const { return line_; }
    bool at_end() {
        skip_space();
        return at_ == end_;
    }
    size_t left() const { return size_t(end_ - at_); }

private:
    void skip_space() {
        for (; at_ != end_ && is_space(*at_); ++at_)
            line_ += *at_ == '\n';
    }

    const char* at_;
    const char* end_;
    const std::string& name_;
    size_t line_ = 1;
};

struct MeshCounts {
    uint32_t vertices = 0, polygons = 0;
};

Result<MeshCounts> read_header(TextWords& words) {
    if (words.next() != "mesh") return words.broken("not a polygon mesh; the first word must be mesh");
    const Result<uint32_t> version = words.number<uint32_t>("a format version");
    if (!version) return version.error();
    if (*version != 2) return words.broken("format version " + to_string(*version) + ", this program reads version 2");
    const Result<uint32_t> vertices = words.number<uint32_t>("a number of vertices");
    if (!vertices) return vertices.error();
    const Result<uint32_t> polygons = words.number<uint32_t>("a number of polygons");
    if (!polygons) return polygons.error();

    // shortest vertex: "0 0 0\n"; shortest polygon: "3 0 0 0 0 0 0\n"
    if (uint64_t{*vertices} * 6 + uint64_t{*polygons} * 14 > words.left() + 1) {
        return words.broken("the file is too short for " + to_string(*vertices) + " vertices and " + to_string(*polygons) +
                            " polygons");
    }
    return MeshCounts{*vertices, *polygons};
}

// The polygons that the file lists for each vertex.
struct VertexPolygons {
    std::vector<uint32_t> polygons, first{0};
    std::vector<size_t> line;  // line of each vertex in the file
};

// Reads a polygon index. Returns kNoIndex for -1 (no polygon).
Result<uint32_t> read_polygon_index(TextWords& words, uint32_t polygon_count, const std::string& who) {
    const Result<int64_t> index = words.number<int64_t>("a polygon's index or -1");
    if (!index) return index.error();
    if (*index >= -1 && *index < int64_t{polygon_count}) return *index < 0 ? kNoIndex : uint32_t(*index);
    return words.broken(who + ": polygon " + to_string(*index) + " does not exist; there are " + to_string(polygon_count) +
                        ", counted from 0");
}

Status read_vertex(TextWords& words, const MeshCounts& counts, PolygonSet& set, VertexPolygons& around) {
    const std::string who = "vertex " + to_string(set.vertices.size());
    double at[2] = {};
    for (double& coordinate : at) {
        const Result<double> number = words.number<double>("a coordinate");
        if (!number) return number.error();
        if (!std::isfinite(*number)) return words.broken(who + " has a coordinate that is not finite");
        coordinate = *number;
    }
    around.line.push_back(words.line());
    const Result<uint32_t> count = words.number<uint32_t>("a number of polygons around a vertex");
    if (!count) return count.error();
    if (*count > words.left()) return words.broken("the file is too short for the polygons around " + who);
    for (uint32_t i = 0; i < *count; ++i) {
        const Result<uint32_t> polygon = read_polygon_index(words, counts.polygons, who);
        if (!polygon) return polygon.error();
        if (*polygon != kNoIndex) around.polygons.push_back(*polygon);
    }
    around.first.push_back(uint32_t(around.polygons.size()));
    set.vertices.push_back({at[0], 0, 0 - at[1]});
    return Done{};
}

Status read_polygon(TextWords& words, const MeshCounts& counts, PolygonSet& set) {
    const std::string who = "polygon " + to_string(set.first_corner.size() - 1);
    const Result<uint32_t> count = words.number<uint32_t>("a number of corners");
    if (!count) return count.error();
    if (*count < 3) return words.broken(who + " has fewer than 3 corners");
    if (*count > words.left() / 4 + 1) return words.broken("the file is too short for the corners of " + who);
    for (uint32_t i = 0; i < *count; ++i) {
        const Result<uint32_t> vertex = words.number<uint32_t>("a vertex's index");
        if (!vertex) return vertex.error();
        if (*vertex >= counts.vertices) {
            return words.broken(who + ": vertex " + to_string(*vertex) + " does not exist; there are " +
                                to_string(counts.vertices) + ", counted from 0");
        }
        set.corners.push_back(*vertex);
    }
    // In the file, the first neighbour of a polygon is at the edge from the last corner to corner 0. The rotation below moves
    // this neighbour to the end. Neighbour i is then at the edge from corner i to corner i + 1.
    const size_t first = set.neighbours.size();
    for (uint32_t i = 0; i < *count; ++i) {
        const Result<uint32_t> neighbour = read_polygon_index(words, counts.polygons, who);
        if (!neighbour) return neighbour.error();
        set.neighbours.push_back(*neighbour);
    }
    std::rotate(set.neighbours.begin() + ptrdiff_t(first), set.neighbours.begin() + ptrdiff_t(first) + 1, set.neighbours.end());
    set.first_corner.push_back(uint32_t(set.corners.size()));
    return Done{};
}

// Checks that each vertex lists exactly the polygons that have the vertex as a corner.
Status check_vertex_polygons(const PolygonSet& set, VertexPolygons& around, const std::string& name) {
    std::vector<uint32_t> first, users;
    const auto for_each_corner = [&](auto visit) {
        for (uint32_t p = 0; p < set.polygon_count(); ++p) {
            for (uint32_t c = set.first_corner[p]; c < set.first_corner[p + 1]; ++c)
                visit(set.corners[c], p);
        }
    };
    group_by_count(set.vertices.size(), for_each_corner, first, users);
    for (size_t v = 0; v < set.vertices.size(); ++v) {
        const std::span<uint32_t> listed{around.polygons.data() + around.first[v], around.first[v + 1] - around.first[v]};
        std::sort(listed.begin(), listed.end());
        // Ignore duplicate corners of a polygon; nav_mesh_from_polygons reports them.
        const auto begin = users.begin() + first[v], end = std::unique(begin, users.begin() + first[v + 1]);
        if (std::equal(listed.begin(), listed.end(), begin, end)) continue;
        return Error{ErrorKind::input, name + ":" + to_string(around.line[v]) + ": vertex " + to_string(v) +
                                           " lists polygons around it that differ from the polygons that have it as a corner"};
    }
    return Done{};
}

}  // namespace

Result<PolygonSet> parse_polygon_mesh(std::string_view text, const std::string& name) {
    TextWords words(text, name);
    const Result<MeshCounts> counts = read_header(words);
    if (!counts) return counts.error();
    PolygonSet set;
    VertexPolygons around;
    for (uint32_t v = 0; v < counts->vertices; ++v) {
        if (const Status read = read_vertex(words, *counts, set, around); !read) return read.error();
    }
    set.first_corner.push_back(0);
    for (uint32_t p = 0; p < counts->polygons; ++p) {
        if (const Status read = read_polygon(words, *counts, set); !read) return read.error();
    }
    if (!words.at_end()) return words.broken("there is text after the last polygon");
    if (const Status same = check_vertex_polygons(set, around, name); !same) return same.error();
    return set;
}

Result<PolygonSet> load_polygon_mesh(const std::filesystem::path& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    return parse_polygon_mesh(chars_of(*bytes), path.string());
}

}  // namespace navspan
