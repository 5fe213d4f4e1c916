#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace navspan {

/// Broken invariants, in the order found. Checks stop adding after kMost of one kind but go on counting.
struct CheckReport {
    static constexpr uint32_t kMost = 10;
    std::vector<std::string> failures;  ///< one line each: which product, which law, where
    uint64_t count = 0;                 ///< all broken invariants, also those not listed
    bool ok() const { return count == 0; }
};

/// Notes one broken invariant.
inline void fail(CheckReport& report, std::string line) {
    if (++report.count <= CheckReport::kMost) report.failures.push_back(std::move(line));
}

}  // namespace navspan
