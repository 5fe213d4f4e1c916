#include <algorithm>
#include <string_view>

#include "common/help_page.h"

namespace navspan::tools {
namespace {

constexpr std::string_view kExitCodes = "Exit codes: ";

// Escapes the characters that groff would interpret.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (escaped.empty() && (c == '.' || c == '\'')) escaped += "\\&";
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

// Converts each line of a text to a groff paragraph. List entries have no gap before them.
std::string roff_lines(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) continue;
        const bool is_entry = line.starts_with("  ");
        if (!lines.empty()) lines += is_entry ? ".br\n" : ".PP\n";
        const std::string_view words = line.substr(line.find_first_not_of(' '));
        const size_t first = is_entry ? words.find(' ') : words.npos;
        lines += roff(words.substr(0, first));
        if (first != words.npos) lines += "  " + roff(words.substr(words.find_first_not_of(' ', first)));
        lines += "\n";
    }
    return lines;
}

std::string roff_option(const HelpOption& option) {
    std::string text = ".TP\n";
    for (const std::string& name : option.names)
        text += (&name == &option.names[0] ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
    if (!option.value.empty()) text += " \\fI" + roff(option.value) + "\\fR" + (option.is_list ? "..." : "");
    text += "\n";
    std::string meaning = roff_lines(option.meaning);
    for (size_t at = 0; (at = meaning.find(".PP\n", at)) != meaning.npos;)
        meaning.replace(at, 4, ".br\n");
    return text + meaning;
}

std::string roff_page(const HelpPage& page, bool is_program) {
    const size_t codes = page.description.find(kExitCodes);
    std::string text = is_program ? ".SH DESCRIPTION\n" : ".SH \"COMMAND " + page.name + "\"\n";
    text += roff_lines(page.description.substr(0, codes));
    if (is_program) text += ".SH OPTIONS\n";
    for (const HelpOption& argument : page.arguments)
        text += roff_option(argument);
    for (const HelpGroup& group : page.groups) {
        text += ".SS \"" + group.title + "\"\n";
        for (const HelpOption& option : group.basic)
            text += roff_option(option);
        for (const HelpOption& option : group.more)
            text += roff_option(option);
    }
    text += is_program ? ".SH EXAMPLES\n" : ".SS \"Examples\"\n";
    for (const HelpExample& example : help_examples()) {
        if (example.page == page.name) text += ".TP\n\\fB" + roff(example.command) + "\\fR\n" + roff(example.meaning) + "\n";
    }
    if (codes == page.description.npos) return text;
    text += is_program ? ".SH \"EXIT STATUS\"\n" : ".SS \"Exit status\"\n";
    return text + roff_lines(page.description.substr(codes + kExitCodes.size()));
}

}  // namespace

std::string man_page(std::span<const HelpPage> pages) {
    const HelpPage& program = pages[0];
    std::string text = ".TH " + program.name + " 1 \"\" \"navspan " NAVSPAN_VERSION "\"\n.ad l\n.SH NAME\n" + program.name +
                       " \\- " + roff(program.description.substr(0, program.description.find('.'))) + "\n.SH SYNOPSIS\n";
    for (const HelpPage& page : pages) {
        text += std::string(&page == &program ? "" : ".br\n") + "\\fB" + roff(page.name) + "\\fR [\\fIOPTIONS\\fR]";
        for (const HelpOption& argument : page.arguments)
            text += " \\fI" + roff(argument.names[0]) + "\\fR" + (argument.is_list ? "..." : "");
        text += "\n";
    }
    for (const HelpPage& page : pages)
        text += roff_page(page, &page == &program);
    return text;
}

}  // namespace navspan::tools
