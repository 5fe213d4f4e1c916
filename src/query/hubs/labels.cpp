// Computes hub labels.
//
// In: the visibility graph of the turning vertices (vertices around which shortest paths can bend).
// Out: for each vertex, its distances to some hubs, and the next vertex on the path to each of these hubs. If there are one-way
// links, also the distances from hubs.
// Idea: Vertices become hubs one after another. Each time, the vertex on the largest number of sampled shortest paths is
// chosen. Paths through earlier hubs do not count. A search from each hub labels the vertices. It skips a vertex if an
// earlier hub already gives the distance.
// Source: Akiba, Iwata, Yoshida, Fast exact shortest-path distance queries by pruned landmark labeling (2013); Delling,
// Goldberg, Pajor, Werneck, Robust distance queries on massive networks (2014), for the order.
// Weak cases: Many small obstacles need many labels.

#include "query/hubs/labels.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <utility>

#include "query/hubs/sample_trees.h"

namespace navspan {
namespace {

constexpr size_t kSampleNodes = size_t{6} << 20;  // if a sample has this many nodes, no more trees are added
constexpr size_t kRootsAtOnce = 32;               // batch size: number of trees grown between two tests of the node count

// The labels of each vertex. In these lists, HubLabel::next is an index in TurningGraph::vertices, not a rank (index in
// HubIndex::vertices).
using LabelLists = std::vector<std::vector<HubLabel>>;

// Distances from one vertex, the source, to the hubs chosen so far.
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
    // True if a path from the source through an earlier hub to another vertex has at most this length, up to rounding.
    // @param labels  labels of the other vertex
    bool cover(const std::vector<HubLabel>& labels, double distance) const {
        const double limit = distance * (1 + 1e-13);
        return std::any_of(labels.begin(), labels.end(),
                           [&](const HubLabel& label) { return distance_[label.hub] + label.distance <= limit; });
    }

private:
    std::vector<double> distance_;  // for each hub, by rank: distance from the source
};

class LabelWork : public SlicedWork {
public:
    LabelWork(const TurningGraph& graph, unsigned threads, HubIndex& index, std::vector<uint32_t>& rank)
        : graph_(graph),
          index_(index),
          rank_(rank),
          lists_(graph.is_symmetric() ? 1 : 2, LabelLists(graph.vertices.size())),
          grown_(kRootsAtOnce),
          is_hub_(graph.vertices.size()) {
        for (size_t i = 0; i < threads; ++i)
            searches_.push_back({TautSearch(graph), SourceDistances(graph.vertices.size())});
        add_stage([this](WorkSlice& slice) {
            while (step_ != Step::done && !slice.is_over())
                do_step(slice);
            return step_ == Step::done;
        });
        add_once([this] { return begin_index(); });
        add_loop([this] { return lists_.size() * order_.size(); }, [this](size_t i) { return add_to_index(i); });
    }

private:
    struct Search {
        TautSearch search;
        SourceDistances distances;
    };

    // A round starts with a sample of shortest-path trees. The score of a vertex is the number of sampled paths through the
    // vertex. The round repeatedly turns the vertex with the highest score into a hub, and removes its paths from the sample.
    // The round ends if the highest score falls below 1/32 of its initial value. If every remaining vertex is the root of a
    // tree, the round turns all of them into hubs.
    enum class Step : uint8_t { begin_round, grow, add_trees, choose, remove_paths, label, end_round, done };

    void do_step(WorkSlice& slice) {
        switch (step_) {
            case Step::begin_round:
                return begin_round(slice);
            case Step::grow:
                return grow_trees(slice);
            case Step::add_trees:
                return add_trees(slice);
            case Step::choose:
                return choose(slice);
            case Step::remove_paths:
                return remove_paths(slice);
            case Step::label:
                return label(slice);
            case Step::end_round:
                return end_round(slice);
            case Step::done:
                return;
        }
    }

    void begin_round(WorkSlice& slice) {
        slice.spend(is_hub_.size());
        rest_.clear();
        for (uint32_t v = 0; v < is_hub_.size(); ++v) {
            if (!is_hub_[v]) rest_.push_back(v);
        }
        trees_.emplace(is_hub_.size());
        drawn_ = 0;
        step_ = rest_.empty() ? Step::done : Step::grow;
    }

    size_t batch_size() const { return std::min(kRootsAtOnce, rest_.size() - drawn_); }

    // Spreads the roots over `rest_`. The stride is coprime to the size of `rest_`, so every vertex becomes a root once.
    uint32_t root(size_t in_batch) const {
        const size_t distance = rest_.size() % 7919 ? 7919 : 1;
        return rest_[(drawn_ + in_batch) * distance % rest_.size()];
    }

    void grow_trees(WorkSlice& slice) {
        const bool done = run_resumable(
            slice, batch_size(), position_, [this](size_t i, unsigned worker) { return start_tree(i, searches_[worker]); },
            [this](size_t i, unsigned worker, WorkSlice& part) { return grow(i, searches_[worker], part); });
        if (!done) return;
        position_ = {};
        step_ = Step::add_trees;
    }

    uint64_t start_tree(size_t in_batch, Search& search) {
        grown_[in_batch].clear();
        search.distances.set(lists_.front()[root(in_batch)]);
        search.search.start(root(in_batch), false);
        return rest_.size() / 4;
    }

    // Continues to grow a tree. Returns false if the slice is over.
    bool grow(size_t in_batch, Search& search, WorkSlice& slice) {
        std::vector<SampleTrees::Node>& tree = grown_[in_batch];
        const bool done = search.search.run(slice, [&](uint32_t v, const TautSearch::Arrival& arrival) {
            slice.spend(lists_.back()[v].size() / 4);
            if (is_hub_[v] || search.distances.cover(lists_.back()[v], arrival.distance)) return false;
            search.search.mark(v, uint32_t(tree.size()));
            tree.push_back({.vertex = v, .parent = arrival.from == kNoIndex ? kNoIndex : search.search.mark_of(arrival.from)});
            return true;
        });
        if (done) search.distances.clear(lists_.front()[root(in_batch)]);
        return done;
    }

    // Adds one tree to the sample. After the last tree of a batch, decides whether another batch is necessary.
    void add_trees(WorkSlice& slice) {
        slice.spend(grown_[position_.next].size());
        trees_->add_tree(grown_[position_.next++]);
        if (position_.next < batch_size()) return;
        drawn_ += batch_size();
        position_ = {};
        step_ = drawn_ < rest_.size() && trees_->size() < kSampleNodes ? Step::grow : Step::choose;
        if (step_ == Step::grow) return;
        std::vector<Entry> entries;
        for (const uint32_t v : rest_)
            entries.push_back({trees_->score(v), ~v});
        heap_ = std::priority_queue<Entry>(std::less<Entry>(), std::move(entries));
        least_ = drawn_ == rest_.size() ? 0 : heap_.top().first / 32;
        slice.spend(rest_.size());
    }

    // If the score of the top vertex of the heap is outdated, updates it. Otherwise the vertex becomes the next hub, or the
    // round ends.
    void choose(WorkSlice& slice) {
        slice.spend(1);
        if (heap_.empty()) {
            step_ = Step::end_round;
            return;
        }
        const auto [old_score, inverted] = heap_.top();
        hub_ = ~inverted;
        if (old_score != trees_->score(hub_)) {
            heap_.pop();
            heap_.push({trees_->score(hub_), inverted});
        } else {
            heap_.pop();
            step_ = old_score < least_ ? Step::end_round : Step::remove_paths;
        }
    }

    // Removes the paths through the chosen vertex from one tree. After the last tree, the vertex becomes a hub.
    void remove_paths(WorkSlice& slice) {
        uint64_t steps = 0;
        const bool removed = trees_->remove_paths(hub_, steps);
        slice.spend(steps);
        if (removed) return;
        order_.push_back(hub_);
        start_labels(0);
        step_ = Step::label;
    }

    // Starts the search that adds labels for the current hub h. Direction 0: labels for paths from vertices to h. Direction 1:
    // labels for paths from h to vertices. The search skips a vertex v if two older labels already give the distance. In
    // direction 0, these are a label of v (v -> earlier hub) and a label of h (earlier hub -> h), which has direction 1.
    // Therefore, labels_of_hub_ has the labels of h in the opposite direction.
    void start_labels(size_t direction) {
        direction_ = direction;
        labels_of_hub_ = lists_[lists_.size() - 1 - direction][hub_];
        searches_[0].distances.set(labels_of_hub_);
        searches_[0].search.start(hub_, direction == 0);
    }

    void label(WorkSlice& slice) {
        Search& search = searches_[0];
        LabelLists& lists = lists_[direction_];
        const auto rank = uint32_t(order_.size() - 1);
        const bool done = search.search.run(slice, [&](uint32_t v, const TautSearch::Arrival& arrival) {
            slice.spend(lists[v].size() / 4);
            if (v != hub_ && (is_hub_[v] || search.distances.cover(lists[v], arrival.distance))) return false;
            lists[v].push_back({rank, arrival.from, arrival.distance});
            return true;
        });
        if (!done) return;
        search.distances.clear(labels_of_hub_);
        if (direction_ + 1 < lists_.size()) return start_labels(direction_ + 1);
        is_hub_[hub_] = 1;
        step_ = Step::choose;
    }

    void end_round(WorkSlice& slice) {
        uint64_t steps = 0;
        if (!trees_->free_some(steps)) step_ = Step::begin_round;
        slice.spend(steps);
    }

    uint64_t begin_index() {
        rank_.resize(order_.size());
        for (uint32_t r = 0; r < order_.size(); ++r)
            rank_[order_[r]] = r;
        size_t labels = 0;
        for (const LabelLists& lists : lists_) {
            for (const std::vector<HubLabel>& list : lists)
                labels += list.size();
        }
        index_.label_offset.reserve(lists_.size() * order_.size() + 1);
        index_.label_offset.push_back(0);
        index_.labels.reserve(labels);
        index_.vertex_edge.reserve(order_.size());
        for (const uint32_t v : order_)
            index_.vertex_edge.push_back(graph_.vertices[v].edge);
        return order_.size();
    }

    // Moves the labels of a vertex to the index. Labels were added hub by hub, so they are sorted by hub.
    uint64_t add_to_index(size_t i) {
        const std::vector<HubLabel> labels = std::exchange(lists_[i / order_.size()][order_[i % order_.size()]], {});
        for (HubLabel label : labels) {
            if (label.next != kNoIndex) label.next = rank_[label.next];
            index_.labels.push_back(label);
        }
        index_.label_offset.push_back(uint32_t(index_.labels.size()));
        return labels.size() / 4;
    }

    using Entry = std::pair<uint64_t, uint32_t>;  // score, and ~vertex (ties: the lowest vertex is on top)

    const TurningGraph& graph_;
    HubIndex& index_;
    std::vector<uint32_t>& rank_;
    std::vector<LabelLists> lists_;  // one element for each direction
    std::vector<Search> searches_;   // one entry for each thread
    Step step_ = Step::begin_round;
    std::vector<uint32_t> rest_;                         // vertices that were not hubs at the start of the round
    size_t drawn_ = 0;                                   // number of roots in earlier batches of the round
    LoopPosition position_;                              // position in the current batch
    std::vector<std::vector<SampleTrees::Node>> grown_;  // trees of the current batch
    std::optional<SampleTrees> trees_;
    std::priority_queue<Entry> heap_;
    uint64_t least_ = 0;  // the round ends if the highest score is below this value
    uint32_t hub_ = 0;    // the current hub
    size_t direction_ = 0;
    std::vector<HubLabel> labels_of_hub_;
    std::vector<uint8_t> is_hub_;
    std::vector<uint32_t> order_;  // for each rank: the vertex of the graph
};

}  // namespace

std::unique_ptr<SlicedWork> hub_label_work(const TurningGraph& graph, unsigned threads, HubIndex& index,
                                           std::vector<uint32_t>& rank) {
    return std::make_unique<LabelWork>(graph, threads, index, rank);
}

}  // namespace navspan
