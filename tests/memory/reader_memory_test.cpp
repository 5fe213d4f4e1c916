// Tests that each reader needs memory in proportion to the input and the decoded input.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <set>
#include <string>

#include "allocations.h"
#include "bench/readers.h"

namespace navspan {
namespace {

constexpr double kSmallInputBytes = 1 << 20;  // upper bound on the memory for a small input
// Upper bound on the memory for each byte of input and of decoded input.
constexpr double kMostBytesPerByte = 30;

TEST(ReaderMemory, IsProportionalToTheInputAndTheDecodedInput) {
    std::set<std::string> readers;
    bench::grow_readers(30'000, [&](const std::string& name, size_t bytes, const std::function<size_t()>& read) {
        size_t decoded = 0;
        const double peak = double(peak_allocated_bytes([&] { decoded = read(); })), sizes = double(bytes + decoded);
        std::printf("%-20s %9zu bytes of input, %9zu decoded, peak %5.1f times both\n", name.c_str(), bytes, decoded,
                    peak / sizes);
        EXPECT_LE(peak, kSmallInputBytes + kMostBytesPerByte * sizes) << name;
        readers.insert(name);
    });
    EXPECT_GE(readers.size(), 20u);
}

}  // namespace
}  // namespace navspan
