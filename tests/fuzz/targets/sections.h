#pragma once

// Mutations of sectioned binary files.

#include "fuzz/targets/target.h"

namespace navspan::fuzz {

/// Changes aligned 32-bit words. A word becomes an extreme value, a copy of another word, or its old value plus a small number.
void mutate_words(Bytes& input, MutationTools& tools);

/// Changes a section of a .nav file or of a baked tile: its words, its elements or its size. Then repairs the checksum of the
/// file.
void mutate_nav(Bytes& input, MutationTools& tools);

}  // namespace navspan::fuzz
