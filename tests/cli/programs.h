#pragma once

// Functions for the tests of the programs.

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

ProgramResult navbake(const Arguments& arguments);
ProgramResult navquery(const Arguments& arguments);

/// Returns a text with one space between its words, to compare wrapped text.
std::string words_of(const std::string& text);

ProgramResult shell(const std::string& script, const std::filesystem::path& folder);

/// Returns OBJ text of a square that faces up, with a corner at the origin.
std::string square(double side);
/// Returns OBJ text of two adjacent squares of 10 x 10 with these materials, and of a separate square "far".
std::string three_materials(const std::string& left, const std::string& right);

/// A temporary folder with scene.obj (a square of 10 x 10) and level.nav, which is baked from scene.obj.
class BakedSquare {
public:
    BakedSquare();
    TemporaryFolder folder;
    std::string scene, level;
};

/// Expects this exit code and exactly this line.
void expect_failure(const ProgramResult& result, int exit_code, const std::string& line);
/// Expects this exit code and one line that contains `part`.
void expect_failure_with(const ProgramResult& result, int exit_code, const std::string& part);
void expect_success(const ProgramResult& result);

}  // namespace navspan::cli_test
