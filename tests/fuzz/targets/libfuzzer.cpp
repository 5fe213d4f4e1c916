// The entry points of libFuzzer. The name of the program selects the target: navspan_fuzz_obj runs target "obj".

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "fuzz/targets/target.h"

extern "C" {
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
}

namespace navspan::fuzz {
namespace {

std::optional<Target> chosen;

void change_with_libfuzzer(Bytes& bytes, size_t most) {
    const size_t size = std::min(bytes.size(), most);
    bytes.resize(most);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size, most));
}

}  // namespace
}  // namespace navspan::fuzz

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace navspan::fuzz;
    (void)argc;
    // A failed EXPECT of shared test code must end the program.
    GTEST_FLAG_SET(throw_on_failure, true);
    const std::string_view program = *argv[0];
    for (const Target& target : all_targets()) {
        if (program.ends_with("navspan_fuzz_" + std::string(target.name))) chosen = target;
    }
    if (!chosen) {
        std::fprintf(stderr, "%s: the program's name must be navspan_fuzz_TARGET\n", *argv[0]);
        std::exit(2);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    navspan::fuzz::chosen->run(std::as_bytes(std::span(data, size)));
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
    using namespace navspan::fuzz;
    if (!chosen->mutate || max_size == 0) return LLVMFuzzerMutate(data, size, max_size);
    const auto given = std::as_bytes(std::span(data, size));
    Bytes input(given.begin(), given.end());
    MutationTools tools{navspan::support::Random(seed), max_size, change_with_libfuzzer};
    chosen->mutate(input, tools);
    input.resize(std::min(input.size(), max_size));
    if (!input.empty()) std::memcpy(data, input.data(), input.size());
    return input.size();
}
