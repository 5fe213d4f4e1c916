#pragma once

#include <cstddef>

#include "navbench/levels/growth.h"

namespace navspan::bench {

/// Runs each reader of text or bytes on an input whose size grows in proportion to `size`. `measure` gets the name of the input
/// and its number of bytes. Ends the program if a reader refuses its input.
void grow_readers(size_t size, const Measure& measure);

}  // namespace navspan::bench
