// Reads the numbers in the accessors of a glTF file.
//
// In: tables and buffers.
// Out: the numbers, converted to double or uint32_t.
// Idea: Tests the component type once for each block, so the loop over elements has no branch.
// Source: Khronos Group, glTF 2.0 specification (2021), chapters 3.6.2 and 3.11.
// Weak cases: none known.

#include "io/gltf/elements.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

namespace navspan {
namespace {

// Returns the size of a component [byte], or 0 for an undefined type.
size_t component_size(GltfComponent component) {
    switch (component) {
        case GltfComponent::int8:
        case GltfComponent::uint8:
            return 1;
        case GltfComponent::int16:
        case GltfComponent::uint16:
            return 2;
        case GltfComponent::uint32:
        case GltfComponent::float32:
            return 4;
    }
    return 0;
}

template <class From, class To>
void unpack_as(const Elements& elements, size_t begin, std::span<To> to) {
    const std::byte* const first = elements.first + begin * elements.stride;
    const auto convert = [](const std::byte* at) {
        From value;
        std::memcpy(&value, at, sizeof value);
        return To(value);
    };
    if (elements.stride == elements.width * sizeof(From)) {
        for (size_t i = 0; i < to.size(); ++i)
            to[i] = convert(first + i * sizeof(From));
    } else {
        for (size_t i = 0; i < to.size(); ++i)
            to[i] = convert(first + i / elements.width * elements.stride + i % elements.width * sizeof(From));
    }
    if constexpr (std::is_integral_v<From> && std::is_floating_point_v<To>) {
        if (!elements.normalized) return;
        for (To& value : to)
            value = std::max(value / To(std::numeric_limits<From>::max()), To(-1));
    }
}

}  // namespace

Result<Elements> find_elements(const GltfModel& model, uint32_t index, const AccessorUse& use) {
    const std::string its = gltf_place("accessors", index);
    const auto broken = [&](const std::string& what) { return input_error(model.name + ": " + what); };
    if (index >= model.accessors.size()) return broken(use.who + ": " + its + " does not exist");
    const GltfAccessor& accessor = model.accessors[index];
    if (accessor.sparse) return broken(its + " is sparse, which is not supported; export without sparse accessors");
    const size_t size = component_size(accessor.component);
    if (accessor.type != use.type || size == 0) return broken(its + " has a type that " + use.who + " cannot have");
    if (accessor.view == kNoIndex) return broken(its + " has no data");
    if (accessor.view >= model.views.size()) return broken(its + ".bufferView does not exist");
    const GltfView& view = model.views[accessor.view];
    const std::string its_view = gltf_place("bufferViews", accessor.view);
    if (view.buffer >= model.buffers.size()) return broken(its_view + ".buffer does not exist");
    const std::span<const std::byte> bytes = model.buffers[view.buffer].bytes;
    if (view.offset > bytes.size() || view.length > bytes.size() - view.offset)
        return broken(its_view + " extends past the end of its buffer");
    const size_t element = size * use.width, stride = view.stride ? view.stride : element;
    if (stride < element) return broken(its + ": elements overlap, byteStride is too small");
    // no overflow: counts and offsets are at most 2^32, strides at most 252
    if (accessor.offset + (accessor.count - 1) * stride + element > view.length)
        return broken(its + " extends past the end of its view");
    return Elements{.first = bytes.data() + view.offset + accessor.offset,
                    .count = size_t(accessor.count),
                    .width = use.width,
                    .stride = stride,
                    .component = accessor.component,
                    .normalized = accessor.normalized};
}

void unpack_elements(const Elements& elements, size_t begin, std::span<double> to) {
    switch (elements.component) {
        case GltfComponent::int8:
            return unpack_as<int8_t>(elements, begin, to);
        case GltfComponent::uint8:
            return unpack_as<uint8_t>(elements, begin, to);
        case GltfComponent::int16:
            return unpack_as<int16_t>(elements, begin, to);
        case GltfComponent::uint16:
            return unpack_as<uint16_t>(elements, begin, to);
        case GltfComponent::uint32:
            return unpack_as<uint32_t>(elements, begin, to);
        case GltfComponent::float32:
            return unpack_as<float>(elements, begin, to);
    }
}

void unpack_elements(const Elements& indices, size_t begin, std::span<uint32_t> to) {
    if (!indices.first) return std::iota(to.begin(), to.end(), uint32_t(begin));
    if (indices.component == GltfComponent::uint8) return unpack_as<uint8_t>(indices, begin, to);
    if (indices.component == GltfComponent::uint16) return unpack_as<uint16_t>(indices, begin, to);
    unpack_as<uint32_t>(indices, begin, to);
}

}  // namespace navspan
