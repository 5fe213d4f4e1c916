#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "io/gltf/model.h"
#include "navspan/core/result.h"

namespace navspan {

/// The elements of an accessor in memory.
struct Elements {
    const std::byte* first = nullptr;  // nullptr: no data, element i has the value i
    size_t count = 0;                  // number of elements
    size_t width = 1;                  // number of components of an element
    size_t stride = 0;                 // distance between the starts of two elements [byte]
    GltfComponent component = GltfComponent::uint32;
    bool normalized = false;
};

/// The requirements of a reference to an accessor.
struct AccessorUse {
    std::string who;   ///< JSON path of the reference, for messages
    std::string type;  ///< required type: SCALAR or VEC3
    size_t width = 1;  ///< number of components of the type
};

/// Locates the elements of an accessor. Checks that the elements lie in their view, and that the view lies in its buffer. Error
/// (input): the accessor does not exist, has another type, is sparse, or extends past its data.
Result<Elements> find_elements(const GltfModel& model, uint32_t accessor, const AccessorUse& use);

/// Reads consecutive elements as numbers, starting with element `begin`. Maps normalized integers to 0..1 or -1..1
/// (specification, section 3.11). @param to  components of the elements
void unpack_elements(const Elements& elements, size_t begin, std::span<double> to);

/// Reads consecutive indices. Precondition: unsigned integer components.
void unpack_elements(const Elements& indices, size_t begin, std::span<uint32_t> to);

}  // namespace navspan
