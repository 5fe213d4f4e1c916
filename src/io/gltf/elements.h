#pragma once

// The numbers of a glTF file's accessors. Not public.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "io/gltf/model.h"

namespace navspan {

/// An accessor's elements where they lie.
struct Elements {
    const unsigned char* first = nullptr;
    size_t count = 0, stride = 0, size = 0;  // of one component
    int component = 0;
    bool normalized = false;
};

/// A component as a number; the normalised ones as the format's section 3.11 says.
inline double component_at(const Elements& e, const unsigned char* at) {
    const auto read = [&]<class T>(T value, double most) {
        std::memcpy(&value, at, sizeof value);
        return e.normalized ? std::max(double(value) / most, -1.0) : double(value);
    };
    switch (e.component) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return read(int8_t{}, 127);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return read(uint8_t{}, 255);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return read(int16_t{}, 32767);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return read(uint16_t{}, 65535);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return read(uint32_t{}, 4294967295.0);
        default:
            break;
    }
    float value = 0;
    std::memcpy(&value, at, sizeof value);
    return double(value);
}

/// How many bytes a component has; 0 for those that the format does not have.
inline size_t component_size(int component) {
    switch (component) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        default:
            return 0;
    }
}

}  // namespace navspan
