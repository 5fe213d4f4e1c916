#include "common/help_page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "common/cli.h"

namespace navspan::tools {
namespace {

// Units and types in help texts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kUnitMeanings{{
    {"[wu]", "world units: metres by convention, or what --scale and --units convert the level to"},
    {"[wu^2]", "square world units"},
    {"[deg]", "degrees"},
    {"[cell]", "cells: squares of --cell-size"},
    {" SIZE", "SIZE is a number of bytes, or one with K, M, G or T: 2G is 2 x 1024^3 bytes"},
    {" NUMBER", "NUMBER is a decimal number with a point, such as 0.3"},
}};

// Breaks text at spaces into lines of at most `width` characters, including the indent of `indent` spaces. The first line
// already has `used` characters.
std::string wrap(std::string_view text, size_t indent, size_t used, size_t width) {
    std::string lines;
    bool begins = true;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        const size_t length = end - at;
        if (length > 0) {
            if (!begins && used + 1 + length > width) {
                lines += "\n" + std::string(indent, ' ');
                used = indent;
                begins = true;
            }
            if (!begins) lines += ' ', ++used;
            lines += text.substr(at, length);
            used += length;
            begins = false;
        }
        at = end + 1;
    }
    return lines + "\n";
}

// Wraps every line of a text. A line that begins with two spaces is a list entry: its continuation lines are aligned with its
// second word.
std::string wrap_lines(std::string_view text, size_t indent, size_t width) {
    std::string all;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!all.empty()) all += std::string(indent, ' ');
        size_t rest = 0;
        if (line.starts_with("  ")) rest = line.find_first_not_of(' ', std::min(line.find(' ', 2), line.size() - 1));
        all += std::string(line.substr(0, rest)) + wrap(line.substr(rest), indent + rest, indent + rest, width);
    }
    return all;
}

std::string usage_text(const HelpPage& page) {
    std::string text = "Usage: " + page.name + " [OPTIONS]" + (page.commands.empty() ? "" : " [COMMAND]");
    for (const HelpOption& argument : page.arguments) {
        const std::string name = argument.names[0] + (argument.is_list ? "..." : "");
        text += argument.is_required ? " " + name : " [" + name + "]";
    }
    return text + "\n";
}

std::string option_text(const HelpOption& option, size_t column, size_t width) {
    std::string text = "  ";
    for (const std::string& name : option.names)
        text += (text.size() > 2 ? ", " : "") + name;
    if (!option.value.empty()) text += " " + option.value + (option.is_list ? "..." : "");
    text += text.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - text.size(), ' ');
    return text + wrap_lines(option.meaning, column, width);
}

}  // namespace

std::string help_text(const HelpPage& page, size_t width, bool all) {
    width = std::max<size_t>(width, 40);
    const size_t column = width < 72 ? 8 : 28;
    std::string text = usage_text(page) + "\n" + wrap_lines(page.description, 0, width);
    const auto add_options = [&](const std::string& title, std::span<const HelpOption> basic,
                                 std::span<const HelpOption> more) {
        if (!basic.empty() || !more.empty()) text += "\n" + title + ":\n";
        for (const std::span<const HelpOption> options : {basic, more}) {
            for (const HelpOption& option : options)
                text += option_text(option, column, width);
        }
    };
    add_options("Arguments", page.arguments, {});
    size_t hidden = 0;
    for (const HelpGroup& group : page.groups) {
        add_options(group.title, group.basic, all ? std::span(group.more) : std::span<const HelpOption>());
        hidden += all ? 0 : group.more.size();
    }
    if (!page.commands.empty()) text += "\nCommands:\n";
    for (const HelpCommand& command : page.commands)
        text += option_text({{command.name}, "", command.meaning, {}}, column, width);
    std::string units;
    for (const auto& [token, meaning] : kUnitMeanings) {
        if (text.find(token) == text.npos) continue;
        units += "  " + wrap(token.front() == '[' ? std::string(token) + " " + std::string(meaning) : meaning, 4, 2, width);
    }
    if (!units.empty()) text += "\nUnits:\n" + units;
    text += "\nExamples:\n";
    for (const HelpExample& example : help_examples()) {
        if (example.page == page.name)
            text += "  " + std::string(example.command) + "\n      " + wrap(example.meaning, 6, 6, width);
    }
    if (!page.footer.empty()) text += "\n" + wrap_lines(page.footer, 0, width);
    if (hidden > 0) text += "\n--help-all also shows " + count_of(hidden, "less common option") + ".\n";
    return text;
}

Status write_generated_files(std::span<const HelpPage> pages, const std::string& folder) {
    const std::string& program = pages[0].name;
    for (const auto& [file, text] : {std::pair{program + ".1", man_page(pages)},
                                     {program + ".bash", bash_completion(pages)},
                                     {"_" + program, zsh_completion(pages)},
                                     {program + ".fish", fish_completion(pages)}}) {
        if (const Status written = write_output(folder + "/" + file, text); !written) return written;
    }
    return Done{};
}

}  // namespace navspan::tools
