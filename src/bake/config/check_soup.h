#pragma once

#include <optional>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan {

/// Checks a soup against the requirements of TriangleSoup. Error (input): the message names the first invalid vertex, triangle
/// or list.
Status check_soup(const TriangleSoup& soup);

/// Tests that all triangles are less than kMaxLattice cells and height steps from the origin. Not needed for a whole level,
/// because computing its grid includes this test.
/// Error (failed): the first triangle that is farther away.
Status check_on_lattice(const TriangleSoup& soup, const Lattice& lattice);

/// A valid soup in which every triangle has an area.
class CheckedSoup {
public:
    /// Validates a soup, which must outlive the result. If the soup has no areas, copies it and gives all triangles the area
    /// "ground". Errors: those of check_soup and ground_area.
    static Result<CheckedSoup> make(const TriangleSoup& soup, const BakeConfig& config);

    const TriangleSoup& operator*() const { return copy_ ? *copy_ : *given_; }
    const TriangleSoup* operator->() const { return &**this; }

private:
    explicit CheckedSoup(const TriangleSoup& soup) : given_(&soup) {}

    const TriangleSoup* given_;
    std::optional<TriangleSoup> copy_;  // the soup with areas, if the given soup has none
};

}  // namespace navspan
