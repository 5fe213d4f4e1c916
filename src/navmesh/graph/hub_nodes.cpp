// Arranges the labels of a hub index for queries that follow a path from label to label.
//
// In: a valid hub index, and the next label of every label.
// Out: the labels as nodes, and the node of every via-label.
// Idea: The labels of a hub form a tree with the hub at its root. Each step along a path reads a label at an unpredictable
// position of HubIndex::labels, which is usually a cache miss. The nodes of a tree are therefore stored as paths: starting at
// the least important vertex, the nodes from a label to the hub are placed one after the other, until a node that is already
// placed. A query then reads a path as a few runs of consecutive nodes.
// Source: own method.
// Weak cases: If links of length 0 form a cycle, a path does not end at its hub. The node that closes the cycle is then already
// placed, so the placement ends.

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory.h"
#include "navmesh/graph/hub_links.h"
#include "navmesh/graph/turning_vertex.h"

namespace navspan {
namespace {

// Returns the position of each label in HubIndex::nodes.
std::vector<uint32_t> place_labels(const HubIndex& hubs, std::span<const uint32_t> next_label) {
    std::vector<uint32_t> next_free(hubs.vertices.size());  // for each hub: first free position
    for (const HubLabel& label : hubs.labels)
        ++next_free[label.hub];
    uint32_t placed = 0;
    for (uint32_t& count : next_free) {
        const uint32_t first = placed;
        placed += count;
        count = first;
    }
    std::vector<uint32_t> position;
    reserve_large(position, hubs.labels.size());
    position.resize(hubs.labels.size(), kNoIndex);
    for (size_t i = hubs.labels.size(); i-- > 0;) {
        uint32_t& free = next_free[hubs.labels[i].hub];
        for (auto label = uint32_t(i); label != kNoIndex && position[label] == kNoIndex; label = next_label[label])
            position[label] = free++;
    }
    return position;
}

// Returns HubIndex::via_node. @param position  the position of each label in HubIndex::nodes
std::vector<uint32_t> find_via_nodes(const HubIndex& hubs, std::span<const HubDirection> region_direction,
                                     std::span<const uint32_t> position) {
    std::vector<uint32_t> via_node;
    reserve_large(via_node, hubs.via_vertex.size());
    for (size_t r = 0; r + 1 < hubs.regions.size(); ++r) {
        const HubPoint* const points = hubs.points.data() + hubs.regions[r].first_point;
        for (uint32_t g = hubs.regions[r].first_group; g < hubs.regions[r + 1].first_group; ++g) {
            for (uint32_t i = hubs.groups[g].first; i < hubs.groups[g + 1].first; ++i) {
                const uint32_t vertex = points[hubs.via_vertex[i]].vertex;
                const HubLabel* label = hub_label(hubs, region_direction[r], vertex, hubs.groups[g].hub);
                via_node.push_back(label ? position[size_t(label - hubs.labels.data())] : kNoIndex);
            }
        }
    }
    return via_node;
}

}  // namespace

std::vector<HubNode> hub_nodes(const HubIndex& hubs, std::span<const uint32_t> next_label,
                               std::span<const HubDirection> region_direction, std::vector<uint32_t>& via_node) {
    const std::vector<uint32_t> position = place_labels(hubs, next_label);
    std::vector<HubNode> nodes;
    reserve_large(nodes, hubs.labels.size());
    nodes.resize(hubs.labels.size());
    const size_t vertices = hubs.vertices.size();
    for (size_t v = 0; v + 1 < hubs.label_offset.size(); ++v) {
        for (uint32_t i = hubs.label_offset[v]; i < hubs.label_offset[v + 1]; ++i) {
            const uint32_t next = next_label[i];
            nodes[position[i]] = {.distance = hubs.labels[i].distance,
                                  .vertex = uint32_t(v < vertices ? v : v - vertices),
                                  .next = next == kNoIndex ? kNoIndex : position[next]};
        }
    }
    via_node = find_via_nodes(hubs, region_direction, position);
    return nodes;
}

}  // namespace navspan
