#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan::bench {

/// Callback that runs `read` on an input of `bytes` bytes. `read` returns the size of the decoded input [byte], or 0 if the
/// decoded input is about as large as the input.
using MeasureReader = std::function<void(const std::string& name, size_t bytes, const std::function<size_t()>& read)>;

/// Runs each reader of text or bytes on an input whose size grows in proportion to `size`. Ends the program if a reader refuses
/// its input.
void grow_readers(size_t size, const MeasureReader& measure);

/// The part of grow_readers for files that navspan writes: levels, live worlds, shards, cache entries and Detour files.
void grow_level_readers(size_t size, const MeasureReader& measure);

/// Prints an error and ends the program.
[[noreturn]] void end_after_error(const Error& error);

/// Returns the value of a result. Ends the program if it is an error.
template <class T>
const T& value_of(const Result<T>& result) {
    if (!result) end_after_error(result.error());
    return *result;
}

/// Memory of the triangles and names of a scene [byte].
size_t scene_bytes(const LoadedScene& scene);

}  // namespace navspan::bench
