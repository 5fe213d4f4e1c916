// Public functions must not crash, whatever their arguments are.

#include <gtest/gtest.h>

#include <string>

#include "fuzz/public_api_caller.h"

namespace navspan {
namespace {

TEST(PublicApi, RandomArgumentsNeverCrash) {
    const uint64_t wanted = support::rounds(1'000'000);
    uint64_t calls = 0;
    for (uint64_t seed = 0; calls < wanted; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        misuse::Random random(seed);
        misuse::Objects objects(random);
        misuse::Caller caller(random, objects);
        for (int i = 0; i < 3000; ++i)
            calls += caller.query();
        for (int i = 0; i < 150; ++i)
            calls += caller.build();
        for (int i = 0; i < 1000; ++i)
            calls += caller.query();
        ASSERT_FALSE(HasFailure());
    }
}

}  // namespace
}  // namespace navspan
