#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bake/jumps/generate_links.h"
#include "bake/jumps/ground.h"
#include "bake/jumps/sweep.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// A link between two open spans, as found by LinkScan.
struct LinkCandidate {
    uint32_t start = kNoIndex, end = kNoIndex;
    int32_t squared_length = 0;  ///< squared horizontal length [cell^2]
    bool two_way = false;        ///< true if the jump back is possible
    bool forward = false;        ///< true if the link leads towards +x, or straight towards +z
    /// True if the link is two-way but not forward, and the scan from `end` also finds the reverse link as two-way.
    bool mirrored = false;
    bool drop = false;  ///< true if the end is lower than the start by more than the climb
};

/// Finds links that start where the ground ends.
class LinkScan {
public:
    LinkScan(const Heightfield& solid, LinkGround& ground, const GenerateLinksParams& params);

    /// Appends the links that start at a span, in all directions that lead off the ground.
    void scan(uint32_t start, std::vector<LinkCandidate>& found);

private:
    struct Landing {
        uint32_t span = kNoIndex;
        int32_t steps = 0;
    };

    bool leaves(uint32_t start, int direction) const;
    template <class Lands>
    Landing nearest_landing(uint32_t start, int direction, double farthest, Lands lands);
    Landing across(uint32_t start, int direction);
    Landing down(uint32_t start, int direction);
    bool can_jump(uint32_t start, uint32_t end, int direction, int32_t steps) const;
    bool can_drop(uint32_t start, uint32_t end, int direction, int32_t steps) const;
    LinkCandidate candidate(uint32_t start, int direction, Landing landing);

    const Heightfield& solid_;
    LinkGround& ground_;
    const GenerateLinksParams params_;
    std::array<std::vector<SweptCell>, 16> swept_;
};

/// Removes candidates that are nearly duplicates, as described in thin.cpp.
/// @param candidates  all candidates that start in the cells returned by cells_to_scan
/// @return candidates to keep, including mirrored candidates and candidates that start outside params.own
std::vector<LinkCandidate> thin_links(std::vector<LinkCandidate> candidates, const Grid& grid, LinkGround& ground,
                                      const GenerateLinksParams& params);

/// Returns the cells whose candidates affect the links that start in params.own.
CellRectangle cells_to_scan(const Grid& grid, const GenerateLinksParams& params);

}  // namespace navspan
