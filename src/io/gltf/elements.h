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
    const std::byte* first = nullptr;  // nullptr: no data; element i is i
    size_t count = 0;                  // number of elements
    size_t width = 1;                  // number of components of an element
    size_t stride = 0;                 // distance between the starts of two elements [byte]
    GltfComponent component = GltfComponent::uint32;
    bool normalized = false;
};

/// What an accessor is used for.
struct AccessorUse {
    std::string who;   ///< JSON path of the value that refers to the accessor, for messages
    std::string type;  ///< required type: SCALAR or VEC3
    size_t width = 1;  ///< number of components of the type
};

/// Locates the elements of an accessor. Checks that they lie inside their view, and the view inside its buffer. Error (input):
/// the accessor does not exist, has another type, is sparse, or extends past the end of its data.
Result<Elements> find_elements(const GltfModel& model, uint32_t accessor, const AccessorUse& use);

/// Reads consecutive elements, starting with element `begin`, as numbers. Maps normalized integers to 0..1 or -1..1, as in
/// section 3.11 of the specification. @param to  the components of these elements
void unpack_elements(const Elements& elements, size_t begin, std::span<double> to);

/// Reads consecutive indices. Precondition: the components are unsigned integers.
void unpack_elements(const Elements& indices, size_t begin, std::span<uint32_t> to);

}  // namespace navspan
