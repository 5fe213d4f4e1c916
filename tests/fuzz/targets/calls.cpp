// Fuzz targets that bake a random level, or call public functions with hostile arguments. The input determines the level and
// the arguments.

#include <array>

#include "fuzz/public_api_caller.h"
#include "fuzz/targets/target.h"
#include "support/checks/tiled_bake.h"
#include "support/worlds/random_soups.h"

namespace navspan::fuzz {
namespace {

using support::Random;

constexpr int kMaxShapes = 8;  // maximum number of shapes of a level
constexpr int kMaxCalls = 40;  // maximum number of public functions that an input calls

// Bakes a level with and without tiles. All products must satisfy their invariants.
void run_bake(Input input) {
    Random random(input);
    const BakeConfig config = support::random_bake_config(random);
    const int32_t tile_cells = random.between(kMinTile, kMinTile + 16);
    TriangleSoup soup;
    soup.groups.resize(1);
    for (int i = 0; i < kMaxShapes && (i == 0 || random.has_choices()); ++i)
        support::add_random_shape(soup, random);
    const std::string fault = support::tiled_bake_fault(soup, config, tile_cells, random);
    require(fault.empty(), fault);
}

// Calls public functions. The shared objects are made once, because making them takes most of the time.
void run_api(Input input) {
    static const misuse::Objects original = [] {
        Random fixed(1);
        return misuse::Objects(fixed);
    }();
    Random random(input);
    misuse::Objects objects(original.meshes, original.world);
    misuse::Caller caller(random, objects);
    for (int i = 0; i < kMaxCalls && random.has_choices(); ++i) {
        if (random.chance(0.97)) {
            caller.query();
        } else {
            caller.build();
        }
    }
}

// Returns random bytes, which Random(bytes) uses as its random numbers.
Bytes choices(uint64_t seed, size_t size) {
    Random random(seed);
    Bytes bytes(size);
    for (std::byte& b : bytes)
        b = std::byte(random.next());
    return bytes;
}

std::vector<Bytes> bake_seeds() {
    return {choices(1, 120), choices(2, 200), choices(3, 300)};
}

std::vector<Bytes> api_seeds() {
    std::vector<Bytes> seeds;
    for (uint64_t seed = 1; seed <= 4; ++seed)
        seeds.push_back(choices(seed, 600));
    return seeds;
}

constexpr std::array kCallTargets{
    Target{"bake", run_bake, bake_seeds},
    Target{"api", run_api, api_seeds},
};

}  // namespace

std::span<const Target> call_targets() {
    return kCallTargets;
}

}  // namespace navspan::fuzz
