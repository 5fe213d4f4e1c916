// Computes what a turning vertex (a vertex around which shortest paths can bend) or an end of an off-mesh link sees.
//
// In: a vertex and the half-edge records of the mesh.
// Out: the parts of polygons and the corners that the vertex sees along the surface.
// Idea: The view through an edge is a cone between two rays. In the polygon behind the edge, the cone can reach several
// edges. The view continues through each of these edges as a cone of equal or smaller width. A cone is dropped if no taut path
// through it can bend at the vertex.
// Source: Bungiu, Hemmer, Hershberger, Huang, Kroeller, Efficient computation of visibility polygons (2014), for extending a
// view.
// Weak cases: If obstacles split the view, polygons may be visited several times.

#include "query/hubs/view.h"

#include "navmesh/graph/hub_links.h"

namespace navspan {
namespace {

class VisibilityScan {
public:
    VisibilityScan(const NavMesh& mesh, const TurningVertex& vertex, VertexView& view)
        : mesh_(mesh), edges_(mesh.search_edges.data()), from_(vertex), view_(view) {}

    void run() {
        if (from_.is_link_end)
            start_around_point();
        else
            for_each_in_fan(edges_, from_.edge, [this](uint32_t e) { start_in(e); });
        while (!view_.stack.empty()) {
            const SeenPart cone = view_.stack.back();
            view_.stack.pop_back();
            enter(cone);
        }
    }

private:
    LatticePoint at(uint32_t e) const { return edges_[e].start; }

    // Adds the whole polygon of half-edge e to the view. Precondition: e starts at the vertex.
    void start_in(uint32_t e) {
        view_.parts.push_back({edges_[e].first, kNoIndex, kNoIndex});
        const uint32_t last = ring_before(edges_, e);
        for (uint32_t k = ring_after(edges_, e); k != e; k = ring_after(edges_, k)) {
            view_.vertices.push_back(k);
            const uint32_t next = ring_after(edges_, k);
            if (k != last && side_of_ray(from_, at(k), at(next)) > 0) push(k, next, k);
        }
    }

    // Adds all polygons that contain the end of a link to the view.
    void start_around_point() {
        std::vector<uint32_t> polygons;
        list_polygons_around(mesh_, link_end(mesh_, from_.edge), polygons);
        for (const uint32_t first : polygons) {
            view_.parts.push_back({first, kNoIndex, kNoIndex});
            for (uint32_t e = first; e < edges_[first].end; ++e) {
                view_.vertices.push_back(e);
                const uint32_t next = ring_after(edges_, e);
                if (side_of_ray(from_, at(e), at(next)) > 0) push(e, next, e);
            }
        }
    }

    // Pushes the cone that leaves the current polygon through edge `exit`. Skips walls and useless cones.
    void push(uint32_t exit, uint32_t left, uint32_t right) {
        const uint32_t entry = edges_[exit].twin;
        if (entry == kNoIndex || is_useless(left, right)) return;
        view_.stack.push_back({entry, left, right});
    }

    // True if paths through the cone between `left` and `right` cannot bend tautly at the vertex.
    bool is_useless(uint32_t left, uint32_t right) const {
        return taut_bits(from_, at(left)) == 0 && taut_bits(from_, at(right)) == 0;
    }

    void enter(const SeenPart& cone) {
        const LatticePoint left = at(cone.left), right = at(cone.right);
        const uint32_t entry = cone.polygon;
        view_.parts.push_back({edges_[entry].first, cone.left, cone.right});
        uint32_t e = ring_after(edges_, entry);
        int past_right = side_of_ray(from_, right, at(e)), past_left = side_of_ray(from_, left, at(e));
        while (e != entry) {
            if (past_right >= 0 && past_left <= 0) view_.vertices.push_back(e);
            const uint32_t next = ring_after(edges_, e);
            const LatticePoint to = at(next);
            const int next_right = side_of_ray(from_, right, to), next_left = side_of_ray(from_, left, to);
            // Drop cones of zero width. A path along such a cone touches an obstacle on each side. It can therefore be split at
            // a turning vertex.
            if (next_right > 0 && past_left < 0 && side_of_ray(from_, at(e), to) > 0)
                push(e, next_left < 0 ? next : cone.left, past_right > 0 ? e : cone.right);
            e = next;
            past_right = next_right;
            past_left = next_left;
        }
    }

    const NavMesh& mesh_;
    const SearchEdge* edges_;
    const TurningVertex& from_;
    VertexView& view_;
};

}  // namespace

void look_around(const NavMesh& mesh, const TurningVertex& vertex, VertexView& view) {
    view.parts.clear();
    view.vertices.clear();
    view.stack.clear();
    VisibilityScan(mesh, vertex, view).run();
}

}  // namespace navspan
