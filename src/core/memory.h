#pragma once

namespace navspan {

/// The most memory this process may use [byte]: what the machine has, or less where a limit or a container gives less.
double memory_limit_bytes();

}  // namespace navspan
