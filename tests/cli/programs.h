#pragma once

// Shared by the tests of the programs: functions that run them, small levels, and checks of failures.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/scenes/places.h"
#include "support/text/run_program.h"

namespace navspan::cli_test {

using support::file_text;
using support::has_pseudo_terminals;
using support::ProgramCall;
using support::ProgramResult;
using support::TemporaryFolder;

inline const std::string kNavbake = support::program_path("navbake");
inline const std::string kNavquery = support::program_path("navquery");
inline const std::string kCourtyard = support::source_path("data/scenes/courtyard.obj");

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kUnderAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kUnderAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kUnderAddressSanitizer = false;
#endif

using Arguments = std::vector<std::string>;

/// Runs navbake or navquery with these arguments.
ProgramResult navbake(const Arguments& arguments);
ProgramResult navquery(const Arguments& arguments);

/// Runs a shell command in a folder.
ProgramResult shell(const std::string& script, const std::filesystem::path& folder);

/// Returns OBJ text of a flat square that faces up, with a corner at the origin.
std::string square(double side);
/// Returns OBJ text of two adjacent squares of 10 by 10 with the materials `left` and `right`, and of a separate square with
/// material "far".
std::string three_materials(const std::string& left, const std::string& right);

/// A folder with scene.obj, a square of 10 by 10, and the level.nav baked from it.
class BakedSquare {
public:
    BakedSquare();
    TemporaryFolder folder;
    std::string scene, level;
};

/// Fails the test unless the program exited with this code and printed exactly this line.
void expect_failure(const ProgramResult& result, int exit_code, const std::string& line);
/// Like expect_failure, but `part` only needs to occur in the line.
void expect_failure_with(const ProgramResult& result, int exit_code, const std::string& part);
/// Fails the test unless the program exited with code 0.
void expect_success(const ProgramResult& result);

}  // namespace navspan::cli_test
