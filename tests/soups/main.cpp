// Bakes and queries random levels (soups). tools/soups.sh runs this program.
// Usage: navspan_soups [--seed S] [--first N] [--soups N] [--seconds T] [--pairs N]
// Soup n depends only on S and n. Runs the soups in order, beginning with --first. For each finding, prints the command that
// repeats it. Stops after --soups soups, or at the end of the soup in which --seconds have passed. The last line of the output
// has the numbers of soups, bakes and queries, and the number of the next soup.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "soups/soup.h"

namespace navspan::soups {
namespace {

struct Options {
    uint64_t seed = 1, first = 0, soups = 100, pairs = 250;
    double seconds = 1e9;
};

bool parse(int argc, char** argv, Options& options) {
    if (argc % 2 == 0) return false;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view name = argv[i];
        const uint64_t number = std::strtoull(argv[i + 1], nullptr, 10);
        if (name == "--seed") {
            options.seed = number;
        } else if (name == "--first") {
            options.first = number;
        } else if (name == "--soups") {
            options.soups = number;
        } else if (name == "--pairs") {
            options.pairs = number;
        } else if (name == "--seconds") {
            options.seconds = double(number);
        } else {
            return false;
        }
    }
    return true;
}

bool has_watershed(const BakeConfig& config) {
    const RegionMethod standard = config.profile == Profile::recast ? RegionMethod::watershed : RegionMethod::sheets;
    return config.regions.method.value_or(standard) == RegionMethod::watershed;
}

std::string soup_fault(const Options& options, uint64_t number, Counts& counts, std::string& kind) {
    support::Random seeds(options.seed + 1000003 * number);
    support::Random random(seeds.next());
    const Soup soup = random_soup(random);
    kind = soup.kind + (soup.config.profile == Profile::recast ? ", profile recast" : ", profile accurate") +
           (has_watershed(soup.config) ? ", watershed" : "");
    std::array<support::CheckedBake, 2> bakes;
    if (const std::string fault = bake_fault(soup, random, bakes, counts); !fault.empty()) return fault;
    for (const support::CheckedBake& bake : bakes) {
        if (const std::string fault = query_fault(bake.mesh, random, options.pairs, counts); !fault.empty())
            return (&bake == &bakes[0] ? "untiled: " : "tiled: ") + fault;
    }
    return "";
}

int run(const Options& options) {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    Counts counts;
    uint64_t number = options.first, findings = 0;
    for (; number < options.first + options.soups && elapsed() < options.seconds; ++number) {
        std::string kind;
        const std::string fault = soup_fault(options, number, counts, kind);
        if (fault.empty()) continue;
        ++findings;
        std::printf("FINDING (%s): %s\n    repeat: navspan_soups --seed %llu --first %llu --soups 1 --pairs %llu\n",
                    kind.c_str(), fault.c_str(), (unsigned long long)options.seed, (unsigned long long)number,
                    (unsigned long long)options.pairs);
        std::fflush(stdout);
    }
    std::printf("seed %llu: %llu soups, %llu bakes, %llu queries, %llu findings; next soup %llu\n",
                (unsigned long long)options.seed, (unsigned long long)(number - options.first),
                (unsigned long long)counts.bakes, (unsigned long long)counts.queries, (unsigned long long)findings,
                (unsigned long long)number);
    return findings ? 1 : testing::Test::HasFailure();
}

}  // namespace
}  // namespace navspan::soups

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    navspan::soups::Options options;
    if (navspan::soups::parse(argc, argv, options)) return navspan::soups::run(options);
    std::fprintf(stderr, "usage: navspan_soups [--seed S] [--first N] [--soups N] [--seconds T] [--pairs N]\n");
    return 2;
}
