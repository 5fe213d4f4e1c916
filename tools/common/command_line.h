#pragma once

// The command line of a program or of one of its commands: which flags there are, and the variables that receive their values.
// Hides the argument parser, whose headers take seconds to compile.
//
//     CommandLine line("navbake merge", "Makes a level of its shards.\n");
//     line.add("-o,--output", output, "the .nav file to write").type("FILE");
//     if (const std::optional<int> code = line.parse(argc, argv)) return *code;

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace navspan::tools {

/// Says what is wrong with the text of a value; empty: nothing.
using Check = std::function<std::string(const std::string&)>;

/// One flag or argument of a command line.
class Flag {
public:
    Flag() = default;
    explicit Flag(CLI::Option* option) : option_(option) {}

    Flag& type(const std::string& name);  ///< what --help calls its value: "FILE"
    Flag& check(Check check);
    Flag& group(const std::string& title);  ///< the heading that --help lists it under
    Flag& required();
    Flag& needs(const std::string& other);  ///< the command line must have this flag, too
    Flag& one_at_a_time();                  ///< of a list: each flag is followed by one value only
    Flag& separated_by_commas();
    bool given() const;

private:
    CLI::Option* option_ = nullptr;
};

class CommandLine {
public:
    CommandLine(const std::string& name, const std::string& help);
    ~CommandLine();
    CommandLine(CommandLine&&) noexcept;

    void set_version(const std::string& text);
    void set_footer(const std::string& text);

    /// Adds a flag ("-o,--output") or argument ("scene"), whose value goes to a variable.
    template <class T>
    Flag add(const std::string& names, T& value, const std::string& help);
    /// The same, but the text of the value goes to a function.
    Flag add_parsed(const std::string& names, std::function<void(const std::string&)> take, const std::string& help);
    /// Adds a flag without a value.
    Flag add_switch(const std::string& name, bool& value, const std::string& help);
    Flag add_switch(const std::string& name, const std::string& help);

    bool given(const std::string& flag) const;
    std::vector<std::string> given_flags() const;  ///< all that were given, by their long names
    /// Adds a command: what follows it on the command line goes to its own flags.
    CommandLine add_command(const std::string& name, const std::string& help);
    bool chosen() const;  ///< of a command

    /// Returns the exit code if nothing is left to do: after --help, --version, or a mistake, which is reported in one line on
    /// stderr with the nearest known flag.
    std::optional<int> parse(int argc, char** argv);

private:
    explicit CommandLine(CLI::App& command);
    std::unique_ptr<CLI::App> own_;
    CLI::App* app_;
};

/// Checks of values.
std::string check_positive(const std::string& text);
std::string check_not_negative(const std::string& text);
/// The check of a flag that takes a whole number, in digits, from least to most.
Check whole_number(uint64_t least, uint64_t most);
/// The check of a flag that takes one of some names.
Check one_of(std::vector<std::string> names);
/// Reads a size: "500000" bytes, "1.5G"; K, M, G and T are powers of 1024. Nothing if the text is none, or less than a byte.
std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace navspan::tools
