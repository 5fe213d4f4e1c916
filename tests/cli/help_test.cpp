// Tests --help, the man pages and the completions, which come from the same tables as the flags.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/programs.h"
#include "common/cli.h"
#include "common/help_page.h"

namespace navspan::cli_test {
namespace {

struct HelpCase {
    std::string program;
    Arguments command;
};

std::vector<HelpCase> help_cases() {
    std::vector<HelpCase> cases{
        {"navbake", {}}, {"navbake", {"merge"}}, {"navbake", {"export"}}, {"navbake", {"diff"}}, {"navquery", {}}};
    if (!std::filesystem::exists(support::program_path("navbench"))) return cases;
    cases.push_back({"navbench", {}});
    for (const char* name :
         {"bake", "kinds", "process", "scoreboard", "tiles", "query", "rebuild", "live", "growth", "agents", "warnings"})
        cases.push_back({"navbench", {name}});
    return cases;
}

std::string help_of(const HelpCase& help, const std::string& flag, uint16_t columns = 0) {
    ProgramCall call;
    call.program = support::program_path(help.program);
    call.arguments = help.command;
    call.arguments.push_back(flag);
    call.stdout_is_terminal = columns > 0;
    call.terminal_columns = columns;
    const ProgramResult result = run_program(call);
    expect_success(result);
    return result.out;
}

std::string name_of(const HelpCase& help) {
    return help.program + (help.command.empty() ? "" : " " + help.command[0]);
}

// Returns all long flags that a help text describes.
std::set<std::string> listed_flags(const std::string& help) {
    std::set<std::string> flags;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  -")) continue;
        std::istringstream words(line.substr(0, line.find("   ", 2)));
        for (std::string word; words >> word && word.starts_with('-');) {
            if (word.ends_with(',')) word.pop_back();
            if (word.starts_with("--")) flags.insert(word);
        }
    }
    return flags;
}

size_t longest_line(const std::string& text, const std::string& ignored) {
    size_t longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.starts_with(ignored)) longest = std::max(longest, line.size());
    }
    return longest;
}

TEST(Help, ShowsTheBasicOptionsAndHelpAllShowsAllOptions) {
    for (const HelpCase& help : help_cases()) {
        const std::string all = help_of(help, "--help-all"), basic = help_of(help, "--help");
        const std::set<std::string> all_flags = listed_flags(all), basic_flags = listed_flags(basic);
        EXPECT_TRUE(std::includes(all_flags.begin(), all_flags.end(), basic_flags.begin(), basic_flags.end())) << basic;
        EXPECT_TRUE(basic_flags.contains("--help") && basic_flags.contains("--help-all")) << basic;
        EXPECT_EQ(basic.find("--help-all also shows") != std::string::npos, all_flags.size() > basic_flags.size()) << basic;
    }
    const std::string basic = help_of({"navbake", {}}, "--help");
    EXPECT_TRUE(listed_flags(basic).contains("--agent-radius"));
    EXPECT_FALSE(listed_flags(basic).contains("--contours-max-error")) << basic;
}

TEST(Help, EveryOptionHasAGroup) {
    for (const HelpCase& help : help_cases()) {
        const std::string text = help_of(help, "--help-all");
        EXPECT_EQ(text.find("\n:\n"), std::string::npos) << "a flag is missing in help_table.cpp:\n" << text;
        EXPECT_NE(text.find("\nMessages and help:\n"), std::string::npos) << text;
    }
}

TEST(Help, EveryRowOfTheTableNamesOptions) {
    std::map<std::string, std::string> texts;
    for (const HelpCase& help : help_cases())
        texts[help.program] += help_of(help, "--help-all");
    for (const tools::HelpRow& row : tools::help_rows()) {
        if (!texts.contains(std::string(row.program))) continue;
        const std::string& text = texts[std::string(row.program)];
        std::istringstream names(std::string(row.basic) + " " + std::string(row.more));
        for (std::string name; names >> name;) {
            const bool is_prefix = name.ends_with('*');
            if (is_prefix) name.pop_back();
            EXPECT_NE(text.find(name), std::string::npos) << row.title << ": " << name;
        }
    }
}

TEST(Help, ShowsThreeExamplesWithKnownFlagsForEveryProgramAndCommand) {
    for (const HelpCase& help : help_cases()) {
        const std::string text = help_of(help, "--help");
        const std::set<std::string> flags = listed_flags(help_of(help, "--help-all"));
        int count = 0;
        for (const tools::HelpExample& example : tools::help_examples()) {
            if (example.page != name_of(help)) continue;
            ++count;
            EXPECT_NE(text.find("  " + std::string(example.command) + "\n"), std::string::npos) << text;
            if (name_of(help) == "navbench") continue;  // the examples of navbench use flags of its benchmarks
            std::istringstream words{std::string(example.command)};
            for (std::string word; words >> word;)
                EXPECT_TRUE(!word.starts_with("--") || flags.contains(word)) << example.command;
        }
        EXPECT_EQ(count, 3) << name_of(help);
    }
}

TEST(Help, ExplainsUnits) {
    const std::string navbake = words_of(help_of({"navbake", {}}, "--help"));
    for (const char* text : {"[wu] world units: metres", "[deg] degrees", "SIZE is a number of bytes"})
        EXPECT_NE(navbake.find(text), std::string::npos) << text;
    EXPECT_NE(help_of({"navquery", {}}, "--help").find("[wu] world units"), std::string::npos);
    EXPECT_EQ(help_of({"navquery", {}}, "--help").find("[deg]"), std::string::npos);
}

TEST(Help, WrapsTo80ColumnsIfThereIsNoTerminal) {
    for (const HelpCase& help : help_cases()) {
        const std::string text = help_of(help, "--help-all");
        EXPECT_LE(longest_line(text.substr(0, text.find("\nExamples:")), "Usage: "), 80u) << text;
    }
}

TEST(Help, WrapsToTheWidthOfTheTerminal) {
    if (!has_pseudo_terminals()) GTEST_SKIP() << "this machine has no pseudo terminals";
    for (const uint16_t width : {60, 100, 140}) {
        const std::string text = help_of({"navquery", {}}, "--help", width);
        const size_t longest = longest_line(text.substr(0, text.find("\nExamples:")), "Usage: ");
        EXPECT_LE(longest, width) << text;
        EXPECT_GT(longest, width - 20u) << text;
    }
}

TEST(Help, NamesEveryValueOfAChoice) {
    const std::string text = words_of(help_of({"navbake", {}}, "--help-all"));
    for (const char* value : {"quake", "unreal", "watershed", ".geojson", ".bin64"})
        EXPECT_NE(text.find(value), std::string::npos) << value;
}

void generate(const std::string& program, const TemporaryFolder& folder) {
    ProgramCall call;
    call.program = support::program_path(program);
    call.arguments = {"--generate", folder.path().string()};
    expect_success(run_program(call));
    EXPECT_EQ(folder.names(), "_" + program + " " + program + ".1 " + program + ".bash " + program + ".fish");
}

TEST(Manuals, ContainEveryOption) {
    for (const std::string program : {"navbake", "navquery"}) {
        const TemporaryFolder folder;
        generate(program, folder);
        const std::string man = file_text(folder / (program + ".1")), bash = file_text(folder / (program + ".bash")),
                          zsh = file_text(folder / ("_" + program)), fish = file_text(folder / (program + ".fish"));
        for (const HelpCase& help : help_cases()) {
            if (help.program != program) continue;
            for (const std::string& flag : listed_flags(help_of(help, "--help-all"))) {
                std::string escaped;
                for (const char c : flag)
                    escaped += c == '-' ? "\\-" : std::string(1, c);
                EXPECT_NE(man.find("\\fB" + escaped + "\\fR"), std::string::npos) << flag;
                EXPECT_NE((words_of(bash) + " ").find(flag), std::string::npos) << flag;
                EXPECT_NE(zsh.find(flag + "["), std::string::npos) << flag;
                EXPECT_NE(fish.find(" -l " + flag.substr(2) + " "), std::string::npos) << flag;
            }
            for (const std::string& command : help.command) {
                EXPECT_NE(man.find("COMMAND " + program + " " + command), std::string::npos) << command;
                EXPECT_NE(bash.find("    " + command + ") flags="), std::string::npos) << command;
                EXPECT_NE(zsh.find("    " + command + ") flags="), std::string::npos) << command;
                EXPECT_NE(fish.find("__fish_use_subcommand -a " + command + " "), std::string::npos) << command;
            }
        }
    }
}

// In fish, a value without a description of its own gets the description of the flag.
TEST(Manuals, ValuesInFishHaveNoDescriptionOfTheFlag) {
    const TemporaryFolder folder;
    generate("navquery", folder);
    EXPECT_NE(file_text(folder / "navquery.fish").find(" -l method -x -a 'automatic\\t exact\\t "), std::string::npos);
}

bool has_tool(const std::string& tool) {
    return shell("command -v " + tool, ".").exit_code == 0;
}

TEST(Manuals, ManPagesHaveNoFormattingErrors) {
    if (!has_tool("mandoc") && !has_tool("groff")) GTEST_SKIP() << "neither mandoc nor groff is installed";
    for (const std::string program : {"navbake", "navquery"}) {
        const TemporaryFolder folder;
        generate(program, folder);
        const bool groff = has_tool("groff");
        const std::string format = groff ? "groff -ww -man -Tascii -P-cbou " : "mandoc -T lint -W error ";
        const ProgramResult result = shell(format + program + ".1", folder.path());
        expect_success(result);
        EXPECT_EQ(result.err, "");
        if (!groff) continue;
        for (const char* text : {"SYNOPSIS", "OPTIONS", "EXAMPLES", "EXIT STATUS"})
            EXPECT_NE(result.out.find(text), std::string::npos) << text;
    }
}

TEST(Manuals, BashCompletesCommandsFlagsAndValues) {
    if (!has_tool("bash")) GTEST_SKIP() << "bash is not installed";
    const TemporaryFolder folder;
    generate("navbake", folder);
    expect_success(shell("bash -n navbake.bash", folder.path()));
    const auto complete = [&](const std::string& words, int at) {
        const ProgramResult result =
            shell("bash -c 'compopt() { :; }; . ./navbake.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(at) +
                      "; _navbake; printf \"%s \" \"${COMPREPLY[@]}\"'",
                  folder.path());
        expect_success(result);
        EXPECT_EQ(result.err, "");
        return result.out;
    };
    EXPECT_EQ(complete("navbake mer", 1), "merge ");
    EXPECT_EQ(complete("navbake --agent-ra", 1), "--agent-radius ");
    EXPECT_EQ(complete("navbake diff --agent-ra", 2), " ");
    EXPECT_EQ(complete("navbake diff --height-t", 2), "--height-tolerance ");
    EXPECT_EQ(complete("navbake level.obj --units m", 3), "m mm ");
}

TEST(Manuals, ZshAndFishCanReadTheCompletions) {
    const bool zsh = has_tool("zsh"), fish = has_tool("fish");
    if (!zsh && !fish) GTEST_SKIP() << "neither zsh nor fish is installed";
    for (const std::string program : {"navbake", "navquery"}) {
        const TemporaryFolder folder;
        generate(program, folder);
        if (zsh) expect_success(shell("zsh -n _" + program, folder.path()));
        if (fish) expect_success(shell("fish -n " + program + ".fish", folder.path()));
    }
}

}  // namespace
}  // namespace navspan::cli_test
