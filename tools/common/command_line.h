#pragma once

// The command line of a program or a command: flags and the variables for their values. Hides the argument parser, whose
// headers compile slowly.
//
//     CommandLine line("navbake merge", "Makes a level of its shards.\n");
//     line.add("-o,--output", output, "the .nav file to write").type("FILE");
//     if (const std::optional<int> code = line.parse(argc, argv)) return *code;

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/help_page.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace navspan::tools {

/// Checks the text of a value. Returns the reason if it is invalid, otherwise an empty string.
using Check = std::function<std::string(const std::string&)>;

/// Describes a flag or argument. The parser's option is created only for given flags or for --help, because most flags are not
/// used.
struct FlagSpec {
    std::string names;                     ///< "-o,--output", or the name of an argument
    std::function<CLI::Option*()> make;    ///< makes the parser's option
    std::string type = {};                 ///< name of the value in --help; empty: the variable's type
    std::vector<Check> checks = {};        ///< all must accept the text of the value
    std::vector<std::string> values = {};  ///< all values, for completions
    bool is_required = false;
    bool is_one_at_a_time = false;
    bool is_separated_by_commas = false;
    CLI::Option* option = nullptr;  ///< null: not made yet
};

/// A flag or argument of a command line. Its group in --help comes from the table in help_table.cpp.
class Flag {
public:
    Flag() = default;
    explicit Flag(FlagSpec& spec) : spec_(&spec) {}

    Flag& type(const std::string& name);  ///< name of the value in --help: "FILE"
    Flag& check(Check check);
    Flag& values(std::vector<std::string> names);  ///< all values, for completions; not checked
    Flag& one_of(std::vector<std::string> names);  ///< the value must be one of these names
    Flag& required();
    Flag& one_at_a_time();  ///< for a list: one value per occurrence of the flag
    Flag& separated_by_commas();
    bool given() const;

private:
    FlagSpec* spec_ = nullptr;
};

class CommandLine {
public:
    CommandLine(const std::string& name, const std::string& help);
    ~CommandLine();
    CommandLine(CommandLine&&) noexcept;

    void set_version(const std::string& text);
    void set_footer(const std::string& text);

    /// Adds a flag ("-o,--output") or argument ("scene") that sets a variable.
    template <class T>
    Flag add(const std::string& names, T& value, const std::string& help);
    /// Like add(), but passes the text of the value to a function.
    Flag add_parsed(const std::string& names, std::function<void(const std::string&)> take, const std::string& help);
    /// Adds a flag without a value.
    Flag add_switch(const std::string& name, bool& value, const std::string& help);
    Flag add_switch(const std::string& name, const std::string& help);

    bool given(const std::string& flag) const;
    std::vector<std::string> given_flags() const;  ///< long names of all flags that were given
    /// Adds a command. It parses the arguments after its name.
    CommandLine add_command(const std::string& name, const std::string& help);
    bool chosen() const;  ///< true if this command was given

    /// Returns the help of this command line.
    HelpPage page() const;

    /// Parses the arguments. Returns an exit code if the program should end: after --help, --help-all or --version, or after a
    /// mistake. Reports a mistake in one line on stderr; for an unknown flag, suggests the most similar flag.
    std::optional<int> parse(int argc, char** argv);

private:
    using Specs = std::map<const CLI::App*, std::deque<FlagSpec>>;

    CommandLine(CLI::App& command, std::shared_ptr<Specs> specs);
    void add_help_flags();
    Flag add_spec(const std::string& names, std::function<CLI::Option*()> make);
    std::unique_ptr<CLI::App> own_;
    CLI::App* app_;
    std::shared_ptr<Specs> specs_;  // the flags of this command line and of its commands
};

std::string check_positive(const std::string& text);
std::string check_not_negative(const std::string& text);
/// Returns a check for decimal integers from `least` to `most`.
Check whole_number(uint64_t least, uint64_t most);
/// Parses a size in bytes: "500000" or "1.5G". K, M, G and T are powers of 1024. Returns nullopt if the text is invalid or the
/// size is not in [1, 1e18).
std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace navspan::tools
