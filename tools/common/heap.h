#pragma once

namespace navspan::tools {

/// Makes the large arrays of a bake cheap to allocate: reserves address space for the heap, asks for large pages there, and
/// keeps freed memory for later arrays. Without this, page faults can take 40 % of the time of a bake. Physical memory is used
/// only for pages that are written. Call it first in main. Does nothing with C libraries other than glibc. Also does nothing if
/// the process has a limit on its address space or data size (ulimit -v or -d), because the reservation could use up the limit.
void prepare_heap();

}  // namespace navspan::tools
