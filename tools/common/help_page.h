#pragma once

// The help of a program or command, as data, and its text for a terminal, a man page and the completions of shells.

#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

/// A flag or argument in a help page.
struct HelpOption {
    std::vector<std::string> names;   ///< "-o", "--output"; an argument has one name without dashes
    std::string value;                ///< name of the value, "FILE"; empty: a flag without a value
    std::string meaning;              ///< lines that begin with two spaces are entries of a list
    std::vector<std::string> values;  ///< all values, for completions; empty: any value
    bool is_list = false;             ///< takes several values at a time
    bool is_repeatable = false;       ///< may be given several times
    bool is_required = false;
};

/// Options with a common heading.
struct HelpGroup {
    std::string title;
    std::vector<HelpOption> basic;  ///< options that --help and --help-all show
    std::vector<HelpOption> more;   ///< options that only --help-all shows
};

struct HelpCommand {
    std::string name, meaning;
};

/// The help of a program or of a command.
struct HelpPage {
    std::string name;         ///< "navbake" or "navbake merge"
    std::string description;  ///< one paragraph per line; the paragraph with the exit codes begins with "Exit codes: "
    std::string footer;       ///< printed last; empty: none
    std::vector<HelpOption> arguments;
    std::vector<HelpGroup> groups;      ///< no group is empty
    std::vector<HelpCommand> commands;  ///< commands with a help of their own
};

/// An example of a command line.
struct HelpExample {
    std::string_view page;  ///< name of the page
    std::string_view command, meaning;
};

/// A row of the table of groups: flags that are listed under one heading, for a program and its commands. A name that ends in
/// `*` stands for all flags that begin with the text before it.
struct HelpRow {
    std::string_view program, title;
    std::string_view basic, more;  ///< long names, separated by spaces
};

/// The table that assigns every flag to a group and says which flags are basic.
std::span<const HelpRow> help_rows();
/// Returns the examples of all pages.
std::span<const HelpExample> help_examples();

/// Returns the text of a help page. Lines are at most `width` characters long, except for flags, commands and words that are
/// longer. @param width  of the terminal [characters] @param all  also show the options that are not basic
std::string help_text(const HelpPage& page, size_t width, bool all);

/// Returns one man page in groff format for a program and its commands.
/// @param pages  the help page of the program, then those of its commands
std::string man_page(std::span<const HelpPage> pages);
/// Each of these functions returns the completions of a program and its commands for one shell.
std::string bash_completion(std::span<const HelpPage> pages);
std::string zsh_completion(std::span<const HelpPage> pages);
std::string fish_completion(std::span<const HelpPage> pages);

/// Writes the man page and the completions of a program to a folder: PROGRAM.1, PROGRAM.bash, _PROGRAM and PROGRAM.fish. Error
/// (failed): a file cannot be written.
Status write_generated_files(std::span<const HelpPage> pages, const std::string& folder);

}  // namespace navspan::tools
