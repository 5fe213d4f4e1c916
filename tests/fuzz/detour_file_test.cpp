// Imports Detour tile sets with random changes. The reader must reject them or return a valid mesh on which every query works.
// Intended for AddressSanitizer and UndefinedBehaviorSanitizer.

#include "navspan/io/detour_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "navspan/check/nav_mesh.h"
#include "navspan/query/path.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/local_queries.h"

namespace navspan {
namespace {

using support::Random;
using Bytes = std::vector<std::byte>;

void mutate_detour(Random& random, Bytes& bytes) {
    constexpr std::array<uint32_t, 14> words{0,          1,          2,          0x7fffffff, 0x80000000,
                                             0xffffffff, 0x7fc00000, 0x7f800000, 0x3f800000, 0x40400000,
                                             0x4e6e6b28, 0x00010000, 0x80008002, 0x00060004};
    const auto place = [&] { return size_t(random.between(0, int32_t(bytes.size()) - 1)); };
    const size_t at = place() & ~size_t{3};
    uint32_t word = 0;
    switch (random.between(0, 4)) {
        case 0:
            bytes[place()] ^= std::byte(1 << random.between(0, 7));
            return;
        case 1:
            word = random.chance(0.7) ? words[size_t(random.between(0, 13))] : uint32_t(random.next());
            break;
        case 2:
            std::memcpy(&word, bytes.data() + at, std::min<size_t>(4, bytes.size() - at));
            word += uint32_t(random.between(-2, 2));
            break;
        case 3: {
            const size_t to = place() & ~size_t{3};
            std::memmove(bytes.data() + to, bytes.data() + at, std::min({size_t{16}, bytes.size() - at, bytes.size() - to}));
            return;
        }
        default: {
            const float number = float(random.between(-64, 64)) / 8;
            std::memcpy(&word, &number, 4);
        }
    }
    std::memcpy(bytes.data() + at, &word, std::min<size_t>(4, bytes.size() - at));
}

NavMesh small_detour_mesh(Random& random, bool seams) {
    if (!seams) {
        return support::with_random_links(random,
                                          support::random_mesh(random, {.columns = 2, .rows = 2, .hole = 0.2, .areas = 3}), 2);
    }
    return support::two_small_tiles();
}

void ask_detour_mesh(Random& random, const NavMesh& mesh) {
    SearchScratch scratch;
    support::LocalResults answers;
    const QueryFilter filter = default_filter(mesh);
    for (int i = 0; i < 3; ++i) {
        const DVec3 from = support::random_point(random, mesh), to = support::random_point(random, mesh);
        support::run_local_queries(mesh, scratch, {from, to, 5, &filter, random.next()}, answers);
        for (const PathMethod method : {PathMethod::automatic, PathMethod::astar}) {
            Path path;
            const PathRequest request{.start = from, .goal = to, .filter = &filter, .method = method};
            (void)find_path(mesh, scratch, request, path);
        }
    }
}

TEST(DetourFileFuzz, ChangedFilesAreRefusedOrAnswerEveryQuery) {
    int accepted = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const NavMesh mesh = small_detour_mesh(random, seed % 2);
        const Result<DetourFile> file = detour_file(mesh, seed % 3 ? DetourRefs::bits32 : DetourRefs::bits64);
        ASSERT_TRUE(file.ok());
        for (int i = 0; i < 500; ++i) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " mutation " + std::to_string(i));
            Bytes changed = file->bytes;
            for (int n = random.between(1, 3); n > 0; --n)
                mutate_detour(random, changed);
            if (random.chance(0.02)) changed.resize(size_t(random.between(0, int32_t(changed.size()))));
            const Result<ImportedDetour> imported = parse_detour_file(changed);
            if (!imported) {
                EXPECT_FALSE(imported.error().message.empty());
                EXPECT_EQ(imported.error().message.find('\n'), std::string::npos);
                continue;
            }
            ++accepted;
            const Status valid = validate_nav_mesh(imported->mesh);
            ASSERT_TRUE(valid.ok()) << valid.error().message;
            ask_detour_mesh(random, imported->mesh);
        }
    }
    EXPECT_GT(accepted, 1000);
}

TEST(DetourFileFuzz, AnyBytesAreRefused) {
    Random seeds(0);
    const Bytes start = detour_file(small_detour_mesh(seeds, true), DetourRefs::bits32)->bytes;
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed);
        Bytes bytes(size_t(random.between(0, 2000)));
        for (std::byte& b : bytes)
            b = std::byte(random.next());
        const size_t kept = std::min({start.size(), bytes.size(), size_t(random.between(8, 200))});
        if (seed % 2) std::copy_n(start.begin(), kept, bytes.begin());
        EXPECT_FALSE(parse_detour_file(bytes).ok()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
