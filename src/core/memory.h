#pragma once

namespace navspan {

/// Returns the most memory that this process may use [byte]: the machine's memory, or a lower limit of the process or
/// container.
double memory_limit_bytes();

}  // namespace navspan
