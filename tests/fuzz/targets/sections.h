#pragma once

// Mutations of sectioned binary files.

#include "fuzz/targets/target.h"

namespace navspan::fuzz {

/// Changes aligned 32-bit words. A word becomes an extreme value, a copy of another word, or its old value plus a small number.
void mutate_words(Bytes& input, MutationTools& tools);

/// Changes the words, the elements or the size of a section in a .nav file or in a baked tile. Then repairs the checksum of the
/// file.
void mutate_nav(Bytes& input, MutationTools& tools);

}  // namespace navspan::fuzz
