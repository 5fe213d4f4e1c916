// Calls public functions with valid and invalid arguments. No call may crash.

#include <gtest/gtest.h>

#include <string>

#include "fuzz/public_api_caller.h"

namespace navspan {
namespace {

constexpr uint64_t kParts = 4;  // the million calls are divided among this many tests, which can run in parallel

class PublicApi : public testing::TestWithParam<uint64_t> {};

// With sanitizers, other tests run fewer rounds, but this test still makes all calls.
TEST_P(PublicApi, RandomArgumentsNeverCrash) {
    uint64_t calls = 0;
    for (uint64_t seed = GetParam(); calls < 1'000'000 / kParts; seed += kParts) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        misuse::Random random(seed);
        misuse::Objects objects(random);
        misuse::Caller caller(random, objects);
        for (int i = 0; i < 3000; ++i)
            calls += caller.query();
        for (int i = 0; i < 230; ++i)
            calls += caller.build();
        for (int i = 0; i < 1000; ++i)
            calls += caller.query();
        ASSERT_FALSE(HasFailure());
    }
}
INSTANTIATE_TEST_SUITE_P(Part, PublicApi, testing::Range(uint64_t{0}, kParts));

}  // namespace
}  // namespace navspan
