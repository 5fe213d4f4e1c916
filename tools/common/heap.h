#pragma once

namespace navspan::tools {

/// Makes the large arrays of a bake cheap to allocate. A new process otherwise spends up to 40 % of a bake in page faults,
/// because the system provides memory in pages of 4 KiB, and because the C library returns large arrays to the system when they
/// are freed. This function reserves address space for the heap, asks for large pages there, and keeps freed memory for later
/// arrays. The system provides memory only for the used part. Call it first in main. Does nothing with C libraries other than
/// glibc. Also does nothing if the process has a limit on its address space or data size (ulimit -v or -d), because then the
/// reservation could use up the limit.
void prepare_heap();

}  // namespace navspan::tools
