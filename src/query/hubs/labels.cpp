// Computes hub labels.
//
// In: the visibility graph of the turning vertices (vertices around which shortest paths can bend).
// Out: for each vertex, its distances to some hubs, and its neighbour on the path to each hub. If there are one-way links, also
//   the distances from hubs.
// Idea: Vertices become hubs in the order of importance: the number of sampled shortest paths through the vertex, without paths
//   through earlier hubs. From each hub, a search labels all vertices for which the earlier hubs do not give the distance.
// Source: Akiba, Iwata, Yoshida, Fast exact shortest-path distance queries by pruned landmark labeling (2013); Delling,
//   Goldberg, Pajor, Werneck, Robust distance queries on massive networks (2014), for the order.
// Weak cases: Many small obstacles need many labels.

#include "query/hubs/labels.h"

#include <algorithm>
#include <queue>

#include "query/hubs/sample_trees.h"

namespace navspan {
namespace {

constexpr size_t kSampleNodes = size_t{6} << 20;  // a sample with this many nodes gets no more trees
constexpr size_t kRootsAtOnce = 32;               // trees that are grown between two tests of the number of nodes

// One list for each vertex. HubLabel::next is an index in the graph here, not a rank (index in HubIndex::vertices).
using LabelLists = std::vector<std::vector<HubLabel>>;

// Distances from one vertex to earlier hubs, for fast look-ups.
class SourceDistances {
public:
    explicit SourceDistances(size_t hubs) : distance_(hubs, kUnreachedVertex) {}
    void set(const std::vector<HubLabel>& labels) {
        for (const HubLabel& label : labels)
            distance_[label.hub] = label.distance;
    }
    void clear(const std::vector<HubLabel>& labels) {
        for (const HubLabel& label : labels)
            distance_[label.hub] = kUnreachedVertex;
    }
    // True if a common hub gives at most this distance, up to rounding.
    bool cover(const std::vector<HubLabel>& labels, double distance) const {
        const double limit = distance * (1 + 1e-13);
        return std::any_of(labels.begin(), labels.end(),
                           [&](const HubLabel& label) { return distance_[label.hub] + label.distance <= limit; });
    }

private:
    std::vector<double> distance_;  // for each rank of a hub: distance from the source
};

class HubLabeller {
public:
    HubLabeller(const TurningGraph& graph, Workers* workers)
        : graph_(graph),
          workers_(workers),
          lists_(graph.is_symmetric() ? 1 : 2, LabelLists(graph.vertices.size())),
          is_hub_(graph.vertices.size()) {
        const size_t threads = workers ? workers->count() : 1;
        for (size_t i = 0; i < threads; ++i)
            searches_.push_back({TautSearch(graph), SourceDistances(graph.vertices.size())});
    }

    void run() {
        while (order_.size() < graph_.vertices.size())
            add_round();
    }

    const std::vector<LabelLists>& lists() const { return lists_; }  // one element for each direction
    const std::vector<uint32_t>& order() const { return order_; }    // the hub with rank 0 first, then 1, ...

private:
    struct Search {
        TautSearch search;
        SourceDistances distances;
    };

    // Draws a sample of shortest-path trees. Repeatedly makes a hub of the vertex that lies on the largest number of sampled
    // paths, and removes these paths. Stops when this number falls below 1/32 of its first value. If the sample has a tree for
    // every remaining vertex, makes hubs of all remaining vertices.
    void add_round() {
        std::vector<uint32_t> rest;
        for (uint32_t v = 0; v < is_hub_.size(); ++v) {
            if (!is_hub_[v]) rest.push_back(v);
        }
        SampleTrees trees(is_hub_.size());
        const bool complete = draw_sample(rest, trees);
        using Entry = std::pair<uint64_t, uint32_t>;  // score, and ~vertex (ties: the lowest vertex is on top)
        std::priority_queue<Entry> heap;
        for (const uint32_t v : rest)
            heap.push({trees.score(v), ~v});
        const uint64_t least = complete ? 0 : heap.top().first / 32;
        while (!heap.empty()) {
            const uint32_t v = ~heap.top().second;
            const uint64_t old_score = heap.top().first;
            heap.pop();
            if (old_score != trees.score(v)) {
                heap.push({trees.score(v), ~v});
                continue;
            }
            if (old_score < least) break;
            trees.remove_paths(v);
            add_hub(v);
        }
    }

    // Grows trees from vertices spread over `rest`. Returns true if all vertices of `rest` are roots of trees.
    bool draw_sample(const std::vector<uint32_t>& rest, SampleTrees& trees) {
        std::vector<std::vector<SampleTrees::Node>> grown(kRootsAtOnce);
        const size_t step = rest.size() % 7919 ? 7919 : 1;  // coprime to the size: steps modulo the size reach all vertices
        size_t drawn = 0;
        while (drawn < rest.size() && trees.size() < kSampleNodes) {
            const size_t count = std::min(kRootsAtOnce, rest.size() - drawn);
            for_each_index(workers_, count, 1, [&](size_t i, unsigned worker) {
                grow(rest[(drawn + i) * step % rest.size()], searches_[worker], grown[i]);
            });
            for (size_t i = 0; i < count; ++i)
                trees.add_tree(grown[i]);
            drawn += count;
        }
        trees.finish();
        return drawn == rest.size();
    }

    void grow(uint32_t root, Search& search, std::vector<SampleTrees::Node>& tree) const {
        tree.clear();
        search.distances.set(lists_.front()[root]);
        search.search.run(root, false, [&](uint32_t v, const TautSearch::Arrival& arrival) {
            if (is_hub_[v] || search.distances.cover(lists_.back()[v], arrival.distance)) return false;
            search.search.mark(v, uint32_t(tree.size()));
            tree.push_back({.vertex = v, .parent = arrival.from == kNoIndex ? kNoIndex : search.search.mark_of(arrival.from)});
            return true;
        });
        search.distances.clear(lists_.front()[root]);
    }

    void add_hub(uint32_t hub) {
        const auto rank = uint32_t(order_.size());
        order_.push_back(hub);
        add_labels(hub, rank, lists_.front(), lists_.back(), true);
        if (lists_.size() > 1) add_labels(hub, rank, lists_.back(), lists_.front(), false);
        is_hub_[hub] = 1;
    }

    // Adds labels for one hub to `lists`.
    // @param opposite  the labels of the other direction, or `lists` itself if the index has only one direction
    // @param backward  true: the labels lead to the hub
    void add_labels(uint32_t hub, uint32_t rank, LabelLists& lists, const LabelLists& opposite, bool backward) {
        Search& search = searches_[0];
        const std::vector<HubLabel> of_hub = opposite[hub];
        search.distances.set(of_hub);
        search.search.run(hub, backward, [&](uint32_t v, const TautSearch::Arrival& arrival) {
            if (v != hub && (is_hub_[v] || search.distances.cover(lists[v], arrival.distance))) return false;
            lists[v].push_back({rank, arrival.from, arrival.distance});
            return true;
        });
        search.distances.clear(of_hub);
    }

    const TurningGraph& graph_;
    Workers* workers_;
    std::vector<LabelLists> lists_;
    std::vector<Search> searches_;  // one entry for each thread
    std::vector<uint8_t> is_hub_;
    std::vector<uint32_t> order_;
};

}  // namespace

std::vector<uint32_t> build_hub_labels(const TurningGraph& graph, Workers* workers, HubIndex& index) {
    HubLabeller labeller(graph, workers);
    labeller.run();
    const std::vector<uint32_t>& order = labeller.order();
    std::vector<uint32_t> rank(order.size());
    for (uint32_t r = 0; r < order.size(); ++r)
        rank[order[r]] = r;
    index.label_offset.assign(1, 0);
    for (const uint32_t v : order)
        index.vertex_edge.push_back(graph.vertices[v].edge);
    for (const LabelLists& lists : labeller.lists()) {
        for (const uint32_t v : order) {
            for (HubLabel label : lists[v]) {  // sorted by hub, because hubs are added in this order
                if (label.next != kNoIndex) label.next = rank[label.next];
                index.labels.push_back(label);
            }
            index.label_offset.push_back(uint32_t(index.labels.size()));
        }
    }
    return rank;
}

}  // namespace navspan
