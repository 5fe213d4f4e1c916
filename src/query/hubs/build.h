#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "navspan/query/landmarks.h"
#include "query/hubs/regions.h"

namespace navspan {

/// Computes the hub index of a mesh.
class HubBuilder {
public:
    /// @param mesh  must exist until the index is taken
    HubBuilder(const NavMesh& mesh, const HubOptions& options, unsigned threads)
        : mesh_(mesh), max_bytes_(options.max_bytes), threads_(threads) {}

    /// Continues the work until it is finished or the slice is over. Returns true if the index is finished. Error (failed): an
    /// error of with_hubs; further calls return it again.
    Result<bool> advance(WorkSlice& slice);
    /// Returns the finished index. Some derived fields are missing; index_hubs computes them.
    HubIndex take_index() { return std::move(hubs_); }

private:
    enum class Stage : uint8_t { begin, graph, labels, sort, via, regions, done };

    uint64_t next_stage();
    std::optional<Error> find_error() const;
    void set_vertices();

    const NavMesh& mesh_;
    uint64_t max_bytes_;
    unsigned threads_;
    HubIndex hubs_;
    TurningGraph graph_;
    std::vector<uint32_t> rank_;  // for each vertex of the graph: its rank (index in HubIndex::vertices)
    std::vector<PolygonVia> polygons_;
    Stage stage_ = Stage::begin;
    std::unique_ptr<SlicedWork> work_;  // of the current stage
    std::optional<Error> error_;
};

}  // namespace navspan
