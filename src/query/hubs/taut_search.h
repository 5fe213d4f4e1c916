#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "navmesh/graph/hub_links.h"
#include "navspan/core/no_index.h"
#include "query/hubs/graph.h"
#include "query/hubs/sliced_work.h"

namespace navspan {

inline constexpr double kUnreachedVertex = std::numeric_limits<double>::infinity();

/// Dijkstra's algorithm on a TurningGraph. At each vertex, a path continues only along edges with which it bends tautly
/// (bends_tautly). At an end of a link, a path bends only if it takes the link or if the end is also a turning vertex.
class TautSearch {
public:
    struct Arrival {
        uint32_t from = kNoIndex;  // previous vertex
        // If the path arrives by a link: kTautFirst, kTautLast and kByLink. Otherwise: taut_bits of the direction back to the
        // previous vertex.
        uint32_t bits = 0;
        double distance = kUnreachedVertex;
    };

    explicit TautSearch(const TurningGraph& graph)
        : graph_(graph), arrivals_(graph.vertices.size()), marks_(graph.vertices.size()) {}

    /// Stores a number for a vertex. mark_of returns the number.
    void mark(uint32_t vertex, uint32_t number) { marks_[vertex] = number; }
    uint32_t mark_of(uint32_t vertex) const { return marks_[vertex]; }

    /// Starts a search from the source or, if `backward` is true, to the source.
    void start(uint32_t source, bool backward) {
        for (const uint32_t v : touched_)
            arrivals_[v] = {};
        touched_.assign(1, source);
        arrivals_[source] = {kNoIndex, 0, 0};
        queue_.assign(1, {0, source});
        backward_ = backward;
    }

    /// Visits vertices in the order of their distance. Continues from a vertex only if visit(vertex, arrival) returns true.
    /// Returns true if the search is finished, and false if the slice is over.
    template <class Visit>
    bool run(WorkSlice& slice, Visit visit) {
        for (; !queue_.empty(); slice.spend(1)) {
            if (slice.is_over()) return false;
            const Entry top = queue_.front();
            std::pop_heap(queue_.begin(), queue_.end(), Later{});
            queue_.pop_back();
            const Arrival reached = arrivals_[top.vertex];
            if (top.distance > reached.distance || !visit(top.vertex, reached)) continue;
            const bool at_link = graph_.vertices[top.vertex].is_link_end, at_turn = graph_.vertices[top.vertex].fan != kNoIndex;
            const auto &ahead = backward_ ? graph_.reversed_steps : graph_.steps,
                       &behind = backward_ ? graph_.steps : graph_.reversed_steps;
            const bool by_link = reached.from == kNoIndex ? has_step(behind, top.vertex) : (reached.bits & kByLink) != 0;
            if (!at_link || by_link || at_turn) {
                relax_edges(top.vertex, reached);
                slice.spend(graph_.offset[top.vertex + 1] - graph_.offset[top.vertex]);
            }
            if (at_link) relax_links(top.vertex, reached, ahead);
        }
        return true;
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

    static constexpr uint32_t kByLink = 4;

    static bool has_step(const std::vector<HubStep>& steps, uint32_t from) {
        const auto step = first_step(steps, from);
        return step != steps.end() && step->from == from;
    }

    void relax_edges(uint32_t v, const Arrival& arrival) {
        for (uint32_t i = graph_.offset[v]; i < graph_.offset[v + 1]; ++i) {
            const TautEdge& edge = graph_.edges[i];
            if (arrival.from != kNoIndex && !bends_tautly(arrival.bits, edge.bits)) continue;
            const double length = vertex_distance(graph_.vertices[v], graph_.vertices[edge.to]);
            reach(edge.to, {v, edge.back_bits, arrival.distance + length});
        }
    }

    void relax_links(uint32_t v, const Arrival& arrival, const std::vector<HubStep>& steps) {
        for (auto step = first_step(steps, v); step != steps.end() && step->from == v; ++step)
            reach(step->to, {v, kTautFirst | kTautLast | kByLink, arrival.distance + step->length});
    }

    void reach(uint32_t v, const Arrival& arrival) {
        Arrival& known = arrivals_[v];
        if (known.distance <= arrival.distance) return;
        if (known.distance == kUnreachedVertex) touched_.push_back(v);
        known = arrival;
        queue_.push_back({arrival.distance, v});
        std::push_heap(queue_.begin(), queue_.end(), Later{});
    }

    const TurningGraph& graph_;
    std::vector<Arrival> arrivals_;  // one entry for each vertex
    std::vector<uint32_t> marks_;    // one entry for each vertex
    std::vector<uint32_t> touched_;  // vertices whose arrival is set
    std::vector<Entry> queue_;
    bool backward_ = false;
};

}  // namespace navspan
