#pragma once

namespace navspan {

/// Returns the memory that this process may use [byte]: the smallest of the machine's memory, the limit of the process, and the
/// limit of its container.
double memory_limit_bytes();

}  // namespace navspan
