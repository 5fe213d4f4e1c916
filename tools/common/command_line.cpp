#include "common/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "common/cli.h"
#include "core/text.h"

namespace navspan::tools {
namespace {

// Calls visit(name) for each name of a flag: "-o", "--output".
template <class Visit>
void for_each_name(const FlagSpec& spec, Visit visit) {
    for (std::string_view rest = spec.names; !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find(','));
        visit(name);
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
}

// Suggests flags for the unknown flag `given`. Considers the long flags that end with the words of `given`, and returns those
// with the fewest words. Example: for --height, "--agent-height or --cell-height". If no flag ends with these words, returns
// the most similar long flag, or an empty string.
std::string nearest_flag(const std::deque<FlagSpec>& specs, const std::string& given) {
    std::vector<std::string> longer;
    std::string nearest;
    std::ptrdiff_t fewest = 9;
    size_t least = given.size() / 2;
    for (const FlagSpec& spec : specs) {
        for_each_name(spec, [&](std::string_view name) {
            if (!name.starts_with("--")) return;
            const size_t distance = edit_distance(std::string(name), given);
            if (distance < least) least = distance, nearest = name;
            if (!given.starts_with("--") || !name.ends_with(given.substr(1))) return;
            const auto words = std::count(name.begin(), name.end(), '-');
            if (words < fewest) fewest = words, longer.clear();
            if (words == fewest) longer.emplace_back(name);
        });
    }
    return longer.empty() ? nearest : list_text(longer, "or");
}

// Returns the parser's option for a flag, and creates it at the first call.
const CLI::Option& option_of(FlagSpec& spec) {
    if (spec.option) return *spec.option;
    CLI::Option& option = *(spec.option = spec.make());
    if (!spec.type.empty()) option.type_name(spec.type);
    for (const Check& check : spec.checks)
        option.check(check);
    if (spec.is_required) option.required();
    if (spec.is_one_at_a_time) option.allow_extra_args(false);
    if (spec.is_separated_by_commas) option.delimiter(',');
    return option;
}

// The flags among a program's arguments. An argument with a single dash, such as -qv, can combine several short flags. If there
// is such an argument, need() returns true for all short flags of the program.
struct NamedFlags {
    std::set<std::string_view> long_names;
    bool has_short = false;

    NamedFlags(int argc, char** argv) {
        for (int i = 1; i < argc; ++i) {
            const std::string_view argument = argv[i];
            if (argument.starts_with("--")) long_names.insert(argument.substr(0, argument.find('=')));
            has_short |= argument.starts_with('-') && !argument.starts_with("--");
        }
    }
    // True if the parser must know the flag to parse the arguments.
    bool need(const FlagSpec& spec) const {
        bool needed = spec.is_required;
        for_each_name(spec, [&](std::string_view name) {
            needed |= !name.starts_with('-') || (name.starts_with("--") ? long_names.contains(name) : has_short);
        });
        return needed;
    }
};

// Converts an error of the argument parser to a plain message.
std::string plain_mistake(const CLI::ParseError& problem) {
    const std::string what = problem.what();
    const std::string option = what.substr(0, what.find(':'));
    if (what.find("required but received") != std::string::npos) return option + ": it is given more than once; give it once";
    if (what.find("missing") != std::string::npos) return option + ": its value is missing; give it";
    return what;
}

// Parses a finite number. Returns nullopt for any other text.
std::optional<double> number_of(const std::string& text) {
    double number = 0;
    const auto [next, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || next != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

HelpOption help_option(const CLI::Option& option) {
    HelpOption described;
    for (const std::string& name : option.get_snames())
        described.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        described.names.push_back("--" + name);
    if (option.get_positional()) described.names = {option.get_name(true)};
    if (option.get_items_expected_max() > 0) described.value = option.get_type_name();
    described.meaning = option.get_description();
    described.is_repeatable = option.get_items_expected_max() > 1;
    described.is_list = described.is_repeatable && option.get_allow_extra_args();
    described.is_required = option.get_required();
    return described;
}

// True if the space-separated list contains a name of the flag. A name that ends in `*` matches by prefix.
bool names_flag(std::string_view list, const HelpOption& flag) {
    while (!list.empty()) {
        const std::string_view name = list.substr(0, list.find(' '));
        list.remove_prefix(std::min(name.size() + 1, list.size()));
        const bool is_it = std::any_of(flag.names.begin(), flag.names.end(), [&](const std::string& flag_name) {
            return name.ends_with('*') ? flag_name.starts_with(name.substr(0, name.size() - 1)) : flag_name == name;
        });
        if (is_it) return true;
    }
    return false;
}

// Moves the flags named in the list from `flags` to `chosen`.
void move_flags(std::string_view list, std::vector<HelpOption>& flags, std::vector<HelpOption>& chosen) {
    const auto rest =
        std::stable_partition(flags.begin(), flags.end(), [&](const HelpOption& flag) { return names_flag(list, flag); });
    chosen.assign(std::make_move_iterator(flags.begin()), std::make_move_iterator(rest));
    flags.erase(flags.begin(), rest);
}

// Sorts the flags of a page into the groups of the table. Flags outside the table go into a group without a title.
std::vector<HelpGroup> grouped_options(const std::string& page, std::vector<HelpOption> flags) {
    std::vector<HelpGroup> groups;
    for (const HelpRow& row : help_rows()) {
        if (page.substr(0, page.find(' ')) != row.program) continue;
        HelpGroup group{std::string(row.title), {}, {}};
        move_flags(row.basic, flags, group.basic);
        move_flags(row.more, flags, group.more);
        if (!group.basic.empty() || !group.more.empty()) groups.push_back(std::move(group));
    }
    if (!flags.empty()) groups.push_back({"", {}, std::move(flags)});
    return groups;
}

}  // namespace

Flag& Flag::type(const std::string& name) {
    spec_->type = name;
    return *this;
}

Flag& Flag::check(Check check) {
    spec_->checks.push_back(std::move(check));
    return *this;
}

Flag& Flag::values(std::vector<std::string> names) {
    spec_->values = std::move(names);
    return *this;
}

Flag& Flag::one_of(std::vector<std::string> names) {
    values(names);
    return check([names = std::move(names)](const std::string& text) -> std::string {
        const bool is_known = std::find(names.begin(), names.end(), text) != names.end();
        return is_known ? "" : text + " is not known; give " + list_text(names, "or");
    });
}

Flag& Flag::required() {
    spec_->is_required = true;
    return *this;
}

Flag& Flag::one_at_a_time() {
    spec_->is_one_at_a_time = true;
    return *this;
}

Flag& Flag::separated_by_commas() {
    spec_->is_separated_by_commas = true;
    return *this;
}

bool Flag::given() const {
    return spec_->option && spec_->option->count() > 0;
}

CommandLine::CommandLine(const std::string& name, const std::string& help)
    : own_(std::make_unique<CLI::App>(help)), app_(own_.get()), specs_(std::make_shared<Specs>()) {
    app_->name(name);
    app_->set_help_flag();  // replaced by the flags of add_help_flags
    add_help_flags();
}

CommandLine::CommandLine(CLI::App& command, std::shared_ptr<Specs> specs) : app_(&command), specs_(std::move(specs)) {}

void CommandLine::add_help_flags() {
    CLI::App* const app = app_;
    add_spec("-h,--help", [app] { return app->set_help_flag("-h,--help", "print the common options and exit"); });
    add_spec("--help-all", [app] { return app->set_help_all_flag("--help-all", "print all options and exit"); });
}

CommandLine::~CommandLine() = default;
CommandLine::CommandLine(CommandLine&&) noexcept = default;

void CommandLine::set_version(const std::string& text) {
    add_spec("--version",
             [app = app_, text] { return app->set_version_flag("--version", text, "print the version and exit"); });
}

void CommandLine::set_footer(const std::string& text) {
    app_->footer(text);
}

Flag CommandLine::add_spec(const std::string& names, std::function<CLI::Option*()> make) {
    return Flag((*specs_)[app_].emplace_back(FlagSpec{.names = names, .make = std::move(make)}));
}

template <class T>
Flag CommandLine::add(const std::string& names, T& value, const std::string& help) {
    return add_spec(names, [app = app_, names, &value, help] { return app->add_option(names, value, help); });
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
    return add_spec(names, [app = app_, names, take = std::move(take), help] {
        return app->add_option_function<std::string>(names, take, help);
    });
}

Flag CommandLine::add_switch(const std::string& name, bool& value, const std::string& help) {
    return add_spec(name, [app = app_, name, &value, help] { return app->add_flag(name, value, help); });
}

Flag CommandLine::add_switch(const std::string& name, const std::string& help) {
    return add_spec(name, [app = app_, name, help] { return app->add_flag(name)->description(help); });
}

bool CommandLine::given(const std::string& flag) const {
    const CLI::Option* const option = app_->get_option_no_throw(flag);
    return option && option->count() > 0;
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
    CommandLine command(*app_->add_subcommand(name, help), specs_);
    command.add_help_flags();
    return command;
}

bool CommandLine::chosen() const {
    return app_->parsed();
}

HelpPage CommandLine::page() const {
    HelpPage page;
    const CLI::App* const parent = app_->get_parent();
    page.name = (parent ? parent->get_name() + " " : "") + app_->get_name();
    page.description = app_->get_description();
    page.footer = app_->get_footer();
    std::vector<HelpOption> flags;
    for (FlagSpec& spec : (*specs_)[app_]) {
        const CLI::Option& option = option_of(spec);
        HelpOption described = help_option(option);
        described.values = spec.values;
        (option.get_positional() ? page.arguments : flags).push_back(std::move(described));
    }
    page.groups = grouped_options(page.name, std::move(flags));
    for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
        page.commands.push_back({command->get_name(), command->get_description()});
    return page;
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
    CLI::App& app = *app_;
    const auto print = [](const std::string& text) -> int {
        const Status written = write_output("-", text);
        return written ? kDone : report_error(written.error());
    };
    const auto print_help = [&](bool all) -> int {
        const auto commands = app.get_subcommands();
        const HelpPage shown = commands.empty() ? page() : CommandLine(*commands.front(), specs_).page();
        return print(help_text(shown, terminal_width(), all));
    };
    const NamedFlags named(argc, argv);
    for (auto& [command, specs] : *specs_) {
        for (FlagSpec& spec : specs) {
            if (named.need(spec)) option_of(spec);
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError&) {
        const auto commands = app.get_subcommands();
        const std::string given = app.remaining(true).front();
        const std::string nearest =
            nearest_flag((*specs_)[commands.empty() ? &app : commands.front()], given.substr(0, given.find('=')));
        // a stray number is a common mistake, as in `--from 3 0 25`; it can start with '-'
        const bool is_number = number_of(given).has_value();
        const char* const what = given.starts_with('-') && !is_number ? ": unknown flag" : ": not expected here";
        log_error(given + what +
                  (is_number         ? "; write a point as x,y,z without spaces"
                   : nearest.empty() ? "; see --help"
                                     : "; did you mean " + nearest + "?"));
        return kUsage;
    } catch (const CLI::CallForHelp&) {
        return print_help(false);
    } catch (const CLI::CallForAllHelp&) {
        return print_help(true);
    } catch (const CLI::CallForVersion& version) {
        return print(std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& problem) {
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
        // reject leading zeros, which look like octal numbers
        const bool plain = text.size() == 1 || !text.starts_with('0');
        if (problem == std::errc{} && next == end && plain && number >= least && number <= most) return "";
        return text + " is not a whole number from " + std::to_string(least) + " to " + std::to_string(most);
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
