#pragma once

// Mutations of sectioned binary files.

#include "fuzz/targets/target.h"

namespace navspan::fuzz {

/// Changes words of 32 bits, at positions that are multiples of four: to extreme values, by small differences, or to copies of
/// other words.
void mutate_words(Bytes& input, MutationTools& tools);

/// Changes a section of a .nav file or of a baked tile: its words, its elements or its size. Then repairs the checksum of the
/// file.
void mutate_nav(Bytes& input, MutationTools& tools);

}  // namespace navspan::fuzz
