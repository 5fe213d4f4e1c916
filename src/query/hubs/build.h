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
    /// @param mesh  must exist until take_index() is called
    HubBuilder(const NavMesh& mesh, const HubOptions& options, unsigned threads)
        : mesh_(mesh), max_bytes_(options.max_bytes), threads_(threads) {}

    /// Continues the work until it is finished or the slice is over. Returns true if the index is finished. Error (failed): the
    /// same errors as with_hubs; after an error, every further call returns this error.
    Result<bool> advance(WorkSlice& slice);
    /// Moves the finished index out, into memory of its exact size. Its derived fields are not set; the caller must call
    /// index_hubs.
    HubIndex take_index();

private:
    enum class HubStage : uint8_t { begin, graph, labels, sort, via, regions, done };

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
    HubStage stage_ = HubStage::begin;
    std::unique_ptr<SlicedWork> work_;  // work of the current stage
    std::optional<Error> error_;
};

}  // namespace navspan
