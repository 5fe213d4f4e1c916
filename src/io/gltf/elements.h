#pragma once

// Reads the numbers in the accessors of a glTF file.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "io/gltf/model.h"

namespace navspan {

/// The elements of an accessor in memory.
struct Elements {
    const unsigned char* first = nullptr;
    size_t count = 0;   // number of elements
    size_t stride = 0;  // distance between the starts of two elements [byte]
    size_t size = 0;    // size of one component [byte]
    int component = 0;
    bool normalized = false;
};

/// Returns a component as a number. Maps normalised integers to 0..1 or -1..1, as in section 3.11 of the specification.
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

/// Returns the size of a component [byte]; 0 if the specification does not have this type.
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
