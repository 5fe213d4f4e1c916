#pragma once

// The help of a program or command as data, and its output to a terminal, a man page and shell completions.

#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

/// A flag or argument in a help page.
struct HelpOption {
    std::vector<std::string> names;   ///< "-o", "--output"; an argument has one name without dashes
    std::string value;                ///< name of the value, "FILE"; empty: a flag without a value
    std::string meaning;              ///< lines with two leading spaces are list entries
    std::vector<std::string> values;  ///< all values, for completions; empty: any value
    bool is_list = false;             ///< takes several values at a time
    bool is_repeatable = false;       ///< may be given several times
    bool is_required = false;
};

/// Options with a common heading.
struct HelpGroup {
    std::string title;
    std::vector<HelpOption> basic;  ///< shown by --help and --help-all
    std::vector<HelpOption> more;   ///< shown by --help-all only
};

struct HelpCommand {
    std::string name, meaning;
};

/// The help of a program or of a command.
struct HelpPage {
    std::string name;         ///< "navbake" or "navbake merge"
    std::string description;  ///< one paragraph per line; the exit codes begin with "Exit codes: "
    std::string footer;       ///< printed last; empty: none
    std::vector<HelpOption> arguments;
    std::vector<HelpGroup> groups;      ///< no group is empty
    std::vector<HelpCommand> commands;  ///< commands with their own help
};

/// An example of a command line.
struct HelpExample {
    std::string_view page;  ///< name of the page
    std::string_view command, meaning;
};

/// Flags under one heading, for a program and its commands. A name that ends in `*` matches all flags with this prefix.
struct HelpRow {
    std::string_view program, title;
    std::string_view basic, more;  ///< long names, separated by spaces
};

/// The table of groups: assigns every flag to a group, as basic or not.
std::span<const HelpRow> help_rows();
/// Returns the examples of all pages.
std::span<const HelpExample> help_examples();

/// Returns the text of a help page, wrapped at `width` except for long words.
/// @param width  width of the terminal [characters]
/// @param all    true: also show options that are not basic
std::string help_text(const HelpPage& page, size_t width, bool all);

/// Returns one man page in groff format for a program and its commands.
/// @param pages  help page of the program, then of each command
std::string man_page(std::span<const HelpPage> pages);
/// Each function returns the completions of a program and its commands for one shell.
std::string bash_completion(std::span<const HelpPage> pages);
std::string zsh_completion(std::span<const HelpPage> pages);
std::string fish_completion(std::span<const HelpPage> pages);

/// Writes PROGRAM.1, PROGRAM.bash, _PROGRAM and PROGRAM.fish (man page and completions) to a folder. Error (failed): a file
/// cannot be written.
Status write_generated_files(std::span<const HelpPage> pages, const std::string& folder);

}  // namespace navspan::tools
