#pragma once

// Fuzz targets: functions that must survive any input. libfuzzer.cpp runs them with inputs made by libFuzzer. replay.cpp runs
// them with the inputs in tests/fuzz/corpus.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/text/random.h"

namespace navspan::fuzz {

using Bytes = std::vector<std::byte>;
using Input = std::span<const std::byte>;

/// Tools of a custom mutator.
struct MutationTools {
    support::Random random;
    size_t most_bytes = 0;                                ///< maximum size of the mutated input [byte]
    void (*change)(Bytes& bytes, size_t most) = nullptr;  ///< the mutations of libFuzzer
};

/// Changes an input, for example one section of a file, and repairs its checksums.
using Mutator = void (*)(Bytes& input, MutationTools& tools);

struct Target {
    std::string_view name;
    /// Processes an input. Calls require() for each property that must hold.
    void (*run)(Input input);
    /// Returns valid inputs of the current format, from which fuzzing starts. The replay runs them together with the corpus.
    std::vector<Bytes> (*seeds)();
    Mutator mutate = nullptr;  ///< null: the mutations of libFuzzer
};

// The targets by source file.
std::span<const Target> scene_targets();
std::span<const Target> plan_targets();
std::span<const Target> text_targets();
std::span<const Target> level_targets();
std::span<const Target> tile_targets();
std::span<const Target> detour_targets();
std::span<const Target> call_targets();

std::vector<Target> all_targets();

/// Ends the program with a message if a property does not hold.
void require(bool holds, std::string_view message);

/// Requires that an error message is a single line, not empty and without control characters.
void require_one_line(std::string_view message);

inline std::string_view text_of(Input bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace navspan::fuzz
