#include "common/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "common/cli.h"
#include "core/text.h"

namespace navspan::tools {
namespace {

// Returns the app's long flag most similar to the given one, or an empty string.
std::string nearest_flag(const CLI::App& app, const std::string& given) {
    std::string nearest;
    size_t least = given.size() / 2;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            const size_t distance = edit_distance("--" + name, given);
            if (distance < least) least = distance, nearest = "--" + name;
        }
    }
    return nearest;
}

// Converts an error of the argument parser to a plain message.
std::string plain_mistake(const CLI::ParseError& problem) {
    const std::string what = problem.what();
    const std::string option = what.substr(0, what.find(':'));
    if (what.find("required but received") != std::string::npos) return option + ": it is given more than once; give it once";
    if (what.find("missing") != std::string::npos) return option + ": its value is missing; give it";
    return what;
}

// Parses a finite number. Returns nullopt if the text contains anything else.
std::optional<double> number_of(const std::string& text) {
    double number = 0;
    const auto [next, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || next != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

}  // namespace

Flag& Flag::type(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Flag& Flag::check(Check check) {
    option_->check(std::move(check));
    return *this;
}

Flag& Flag::group(const std::string& title) {
    option_->group(title);
    return *this;
}

Flag& Flag::required() {
    option_->required();
    return *this;
}

Flag& Flag::one_at_a_time() {
    option_->allow_extra_args(false);
    return *this;
}

Flag& Flag::separated_by_commas() {
    option_->delimiter(',');
    return *this;
}

bool Flag::given() const {
    return option_->count() > 0;
}

CommandLine::CommandLine(const std::string& name, const std::string& help)
    : own_(std::make_unique<CLI::App>(help)), app_(own_.get()) {
    app_->name(name);
}

CommandLine::CommandLine(CLI::App& command) : app_(&command) {}

CommandLine::~CommandLine() = default;
CommandLine::CommandLine(CommandLine&&) noexcept = default;

void CommandLine::set_version(const std::string& text) {
    app_->set_version_flag("--version", text);
}

void CommandLine::set_footer(const std::string& text) {
    app_->footer(text);
}

template <class T>
Flag CommandLine::add(const std::string& names, T& value, const std::string& help) {
    return Flag(app_->add_option(names, value, help));
}
template Flag CommandLine::add(const std::string&, std::string&, const std::string&);
template Flag CommandLine::add(const std::string&, double&, const std::string&);
template Flag CommandLine::add(const std::string&, int&, const std::string&);
template Flag CommandLine::add(const std::string&, uint32_t&, const std::string&);
template Flag CommandLine::add(const std::string&, uint64_t&, const std::string&);
template Flag CommandLine::add(const std::string&, std::optional<double>&, const std::string&);
template Flag CommandLine::add(const std::string&, std::vector<int>&, const std::string&);
template Flag CommandLine::add(const std::string&, std::vector<std::string>&, const std::string&);

Flag CommandLine::add_parsed(const std::string& names, std::function<void(const std::string&)> take, const std::string& help) {
    return Flag(app_->add_option_function<std::string>(names, std::move(take), help));
}

Flag CommandLine::add_switch(const std::string& name, bool& value, const std::string& help) {
    return Flag(app_->add_flag(name, value, help));
}

Flag CommandLine::add_switch(const std::string& name, const std::string& help) {
    return Flag(app_->add_flag(name)->description(help));
}

bool CommandLine::given(const std::string& flag) const {
    return app_->count(flag) > 0;
}

std::vector<std::string> CommandLine::given_flags() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options()) {
        if (option->count() > 0 && !option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
    }
    return names;
}

CommandLine CommandLine::add_command(const std::string& name, const std::string& help) {
    app_->require_subcommand(0, 1);
    return CommandLine(*app_->add_subcommand(name, help));
}

bool CommandLine::chosen() const {
    return app_->parsed();
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
    CLI::App& app = *app_;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError&) {
        const auto commands = app.get_subcommands();
        const std::string given = app.remaining(true).front();
        const std::string nearest = nearest_flag(commands.empty() ? app : *commands.front(), given.substr(0, given.find('=')));
        const char* const what = given.starts_with('-') ? ": unknown flag" : ": not expected here";
        log_error(given + what + (nearest.empty() ? "; see --help" : "; did you mean " + nearest + "?"));
        return kUsage;
    } catch (const CLI::ParseError& problem) {
        if (problem.get_exit_code() == 0) return app.exit(problem);
        log_error(plain_mistake(problem) + "; see --help");
        return kUsage;
    }
    return std::nullopt;
}

std::string check_positive(const std::string& text) {
    const std::optional<double> number = number_of(text);
    return number && *number > 0 ? "" : text + " is not a number above 0";
}

std::string check_not_negative(const std::string& text) {
    const std::optional<double> number = number_of(text);
    return number && *number >= 0 ? "" : text + " is not a number from 0";
}

Check whole_number(uint64_t least, uint64_t most) {
    return [least, most](const std::string& text) -> std::string {
        uint64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [next, problem] = std::from_chars(text.data(), end, number);
        // reject leading zeros, which may look like octal numbers
        const bool plain = text.size() == 1 || !text.starts_with('0');
        if (problem == std::errc{} && next == end && plain && number >= least && number <= most) return "";
        return text + " is not a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    };
}

Check one_of(std::vector<std::string> names) {
    return [names = std::move(names)](const std::string& text) -> std::string {
        const bool is_known = std::find(names.begin(), names.end(), text) != names.end();
        return is_known ? "" : text + " is not known; give " + alternatives_text(names);
    };
}

std::optional<uint64_t> parse_size(const std::string& text) {
    constexpr std::string_view units = "KMGT";
    if (text.empty()) return {};
    const size_t unit = units.find(char(std::toupper(static_cast<unsigned char>(text.back()))));
    const std::optional<double> number = number_of(unit == units.npos ? text : text.substr(0, text.size() - 1));
    const double bytes = number.value_or(0) * (unit == units.npos ? 1.0 : double(uint64_t{1} << 10 * (unit + 1)));
    if (!(bytes >= 1 && bytes < 1e18)) return {};
    return uint64_t(bytes);
}

}  // namespace navspan::tools
