// Reads .nav files with random changes and a correct checksum. The reader must reject them or return a mesh on which every
// query works. Intended for AddressSanitizer and UndefinedBehaviorSanitizer.

#include "navspan/navmesh/nav_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "navspan/query/landmarks.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/every_query.h"

namespace navspan {
namespace {

using support::Random;
using Bytes = std::vector<std::byte>;

void put_word(Bytes& bytes, size_t at, uint32_t word) {
    if (at + sizeof(word) <= bytes.size()) std::memcpy(bytes.data() + at, &word, sizeof(word));
}

uint32_t curious_word(Random& random) {
    constexpr std::array<uint32_t, 16> words{0,          1,          2,          3,          0x7fffffff, 0x80000000,
                                             0xffffffff, 0xfffffffe, 0x7fc00000, 0x7f800000, 0xff800000, 0x4e6e6b28,
                                             0x00400000, 0x20000000, 0x00010000, 0x80000001};
    return random.chance(0.7) ? words[size_t(random.between(0, 15))] : uint32_t(random.next());
}

void mutate_nav(Random& random, Bytes& bytes) {
    const auto place = [&] { return size_t(random.between(0, int32_t(bytes.size()) - 1)); };
    const size_t at = place() & ~size_t{3};
    switch (random.between(0, 5)) {
        case 0:
            bytes[place()] ^= std::byte(1 << random.between(0, 7));
            break;
        case 1:
        case 2:
            put_word(bytes, at, curious_word(random));
            break;
        case 3: {
            // Add a random number from -2 to 2.
            if (at + 4 > bytes.size()) break;
            uint32_t word = 0;
            std::memcpy(&word, bytes.data() + at, 4);
            put_word(bytes, at, word + uint32_t(random.between(-2, 2)));
            break;
        }
        case 4: {
            const size_t to = place() & ~size_t{3};
            std::memmove(bytes.data() + to, bytes.data() + at, std::min({size_t{16}, bytes.size() - at, bytes.size() - to}));
            break;
        }
        default:
            if (random.chance(0.1)) bytes.resize(place());
            break;
    }
}

NavMesh small_mesh(Random& random, bool seams, bool links) {
    if (links) {
        const NavMesh mesh = support::with_random_links(random, small_mesh(random, seams, false), 3, random.chance(0.5));
        return *with_hubs(*with_landmarks(mesh, uint32_t(random.between(0, 3))));
    }
    if (!seams) return *with_hubs(support::random_mesh(random, {.columns = 2, .rows = 2, .hole = 0.2, .areas = 3}));
    return *with_hubs(support::two_small_tiles());
}

TEST(NavFileFuzz, ChangedFilesAreRefusedOrAnswerEveryQuery) {
    int accepted = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const Bytes bytes = serialize_nav_mesh(small_mesh(random, seed % 2, seed % 3 == 0));
        for (int i = 0; i < 500; ++i) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " mutation " + std::to_string(i));
            Bytes changed = bytes;
            for (int n = random.between(1, 3); n > 0 && !changed.empty(); --n)
                mutate_nav(random, changed);
            repair_nav_checksum(changed);
            const auto meshes = parse_nav_meshes(changed);
            if (!meshes) {
                EXPECT_EQ(meshes.error().kind, ErrorKind::input);
                EXPECT_FALSE(meshes.error().message.empty());
                EXPECT_EQ(meshes.error().message.find('\n'), std::string::npos);
                continue;
            }
            ++accepted;
            for (const NavMesh& mesh : *meshes)
                support::run_every_query(random, mesh);
        }
    }
    EXPECT_GT(accepted, 100);  // a change of only heights, costs or padding usually gives a valid file
}

TEST(NavFileFuzz, AnyBytesAreRefused) {
    const Bytes start = serialize_nav_meshes({});
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed);
        Bytes bytes(size_t(random.between(0, 2000)));
        for (std::byte& b : bytes)
            b = std::byte(random.next());
        // In every second round, keep the valid header and a part of the directory.
        const size_t kept = std::min({start.size(), bytes.size(), size_t(random.between(16, 128))});
        if (seed % 2) std::copy_n(start.begin(), kept, bytes.begin());
        repair_nav_checksum(bytes);
        EXPECT_FALSE(parse_nav_meshes(bytes).ok()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
