#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "query/hubs/graph.h"

namespace navspan {

inline constexpr double kUnreachedVertex = std::numeric_limits<double>::infinity();

/// Dijkstra's algorithm on a TurningGraph. A path continues only along edges for which it bends tautly at the vertex
/// (bends_tautly).
class TautSearch {
public:
    struct Arrival {
        uint32_t from = kNoIndex;  // previous vertex
        uint32_t bits = 0;         // taut_bits of the direction back to the previous vertex
        double distance = kUnreachedVertex;
    };

    explicit TautSearch(const TurningGraph& graph)
        : graph_(graph), arrivals_(graph.vertices.size()), marks_(graph.vertices.size()) {}

    /// Stores a number for a vertex.
    void mark(uint32_t vertex, uint32_t number) { marks_[vertex] = number; }
    uint32_t mark_of(uint32_t vertex) const { return marks_[vertex]; }

    /// Visits vertices in the order of their distance from the source. Continues from a vertex only if visit(vertex, arrival)
    /// returns true.
    template <class Visit>
    void run(uint32_t source, Visit visit) {
        for (const uint32_t v : touched_)
            arrivals_[v] = {};
        touched_.assign(1, source);
        arrivals_[source] = {kNoIndex, 0, 0};
        queue_.push_back({0, source});
        while (!queue_.empty()) {
            const Entry top = queue_.front();
            std::pop_heap(queue_.begin(), queue_.end(), Later{});
            queue_.pop_back();
            const Arrival& arrival = arrivals_[top.vertex];
            if (top.distance > arrival.distance || !visit(top.vertex, arrival)) continue;
            relax(top.vertex, arrival);
        }
    }

private:
    struct Entry {
        double distance;
        uint32_t vertex;
    };
    struct Later {
        bool operator()(const Entry& a, const Entry& b) const {
            return a.distance != b.distance ? a.distance > b.distance : a.vertex > b.vertex;
        }
    };

    void relax(uint32_t v, const Arrival arrival) {
        for (uint32_t i = graph_.offset[v]; i < graph_.offset[v + 1]; ++i) {
            const TautEdge& edge = graph_.edges[i];
            if (arrival.from != kNoIndex && !bends_tautly(arrival.bits, edge.bits)) continue;
            const double d = arrival.distance + lattice_distance(graph_.vertices[v].at, graph_.vertices[edge.to].at);
            Arrival& next = arrivals_[edge.to];
            if (next.distance <= d) continue;
            if (next.distance == kUnreachedVertex) touched_.push_back(edge.to);
            next = {v, edge.back_bits, d};
            queue_.push_back({d, edge.to});
            std::push_heap(queue_.begin(), queue_.end(), Later{});
        }
    }

    const TurningGraph& graph_;
    std::vector<Arrival> arrivals_;  // one entry for each vertex
    std::vector<uint32_t> marks_;    // one entry for each vertex
    std::vector<uint32_t> touched_;  // vertices whose arrival is set
    std::vector<Entry> queue_;
};

}  // namespace navspan
