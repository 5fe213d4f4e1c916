// Completions for bash, zsh and fish. FILE completes to files, DIR to folders, a choice to its values.

#include <algorithm>
#include <set>
#include <string_view>

#include "common/help_page.h"

namespace navspan::tools {
namespace {

// Returns all flags of a page.
std::vector<HelpOption> flags_of(const HelpPage& page) {
    std::vector<HelpOption> flags;
    for (const HelpGroup& group : page.groups) {
        flags.insert(flags.end(), group.basic.begin(), group.basic.end());
        flags.insert(flags.end(), group.more.begin(), group.more.end());
    }
    return flags;
}

std::string joined(std::span<const std::string> words, const std::string& separator) {
    std::string text;
    for (const std::string& word : words)
        text += (&word == &words.front() ? "" : separator) + word;
    return text;
}

// Returns the command of a page: "merge" for "navbake merge", empty for the program.
std::string command_of(const HelpPage& page) {
    const size_t space = page.name.find(' ');
    return space == page.name.npos ? "" : page.name.substr(space + 1);
}

std::string commands_of(std::span<const HelpPage> pages) {
    std::vector<std::string> names;
    for (const HelpPage& page : pages.subspan(1))
        names.push_back(command_of(page));
    return joined(names, " ");
}

// Returns the first clause of a help text.
std::string short_meaning(const std::string& meaning) {
    size_t end = meaning.size();
    for (const std::string_view separator : {": ", ":\n", "; ", ". ", "\n", " ("})
        end = std::min(end, meaning.find(separator));
    return meaning.substr(0, end);
}

// Puts a backslash before each of the characters.
std::string with_backslashes(const std::string& text, std::string_view characters) {
    std::string escaped;
    for (const char c : text) {
        if (characters.find(c) != characters.npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

// Quotes a word for zsh.
std::string quoted(const std::string& text) {
    std::string quote = "'";
    for (const char c : text)
        quote += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quote + "'";
}

std::string bash_flags(const HelpPage& page) {
    std::string all;
    for (const HelpOption& flag : flags_of(page))
        all += (all.empty() ? "" : " ") + joined(flag.names, " ");
    return all;
}

// Describes a flag for zsh's function _arguments, with a line for each name.
std::string zsh_flag(const HelpOption& flag) {
    std::string rest = "[" + with_backslashes(short_meaning(flag.meaning), "[]:\\") + "]";
    if (!flag.value.empty()) {
        rest += ":" + with_backslashes(flag.value, ":\\") + ":";
        rest += !flag.values.empty()   ? "(" + joined(flag.values, " ") + ")"
                : flag.value == "FILE" ? "_files"
                : flag.value == "DIR"  ? "_files -/"
                                       : " ";
    }
    std::string text;
    for (const std::string& name : flag.names) {
        const std::string others = flag.is_repeatable ? "*" : "(" + joined(flag.names, " ") + ")";
        text += "        " + quoted(others + name + rest) + "\n";
    }
    return text;
}

std::string fish_flag(const HelpOption& flag) {
    std::string text;
    for (const std::string& name : flag.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!flag.values.empty()) {
        text += " -x -a '" + joined(flag.values, "\\t ") + "\\t'";  // fish shows the text after a tab as description
    } else if (flag.value == "DIR") {
        text += " -x -a '(__fish_complete_directories)'";
    } else if (!flag.value.empty()) {
        text += flag.value == "FILE" ? " -r -F" : " -x";
    }
    return text + " -d '" + with_backslashes(short_meaning(flag.meaning), "'\\") + "'\n";
}

}  // namespace

std::string bash_completion(std::span<const HelpPage> pages) {
    const std::string& program = pages[0].name;
    std::string text = "# Completion of " + program + " for bash.\n_" + program +
                       "() {\n    local word=${COMP_WORDS[COMP_CWORD]} " +
                       "previous=${COMP_WORDS[COMP_CWORD - 1]} flags\n    COMPREPLY=()\n    case $previous in\n";
    std::set<std::string> seen;
    for (const HelpPage& page : pages) {
        for (const HelpOption& flag : flags_of(page)) {
            if (flag.values.empty() && flag.value != "DIR") continue;
            if (!seen.insert(flag.names.back()).second) continue;
            const std::string source = flag.values.empty() ? "-d" : "-W '" + joined(flag.values, " ") + "'";
            text += "    " + joined(flag.names, " | ") + ") mapfile -t COMPREPLY < <(compgen " + source +
                    " -- \"$word\"); return ;;\n";
        }
    }
    text += "    esac\n    case ${COMP_WORDS[1]} in\n";
    for (const HelpPage& page : pages.subspan(1))
        text += "    " + command_of(page) + ") flags='" + bash_flags(page) + "' ;;\n";
    text += "    *) flags='" + bash_flags(pages[0]) + "' ;;\n    esac\n";
    text += "    if [[ $word == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W \"$flags\" -- \"$word\")\n";
    if (pages.size() > 1) {
        text +=
            "    elif ((COMP_CWORD == 1)); then\n        compopt -o filenames\n        mapfile -t COMPREPLY < <(compgen -f -W "
            "'" +
            commands_of(pages) + "' -- \"$word\")\n";
    }
    // If the function suggests nothing, bash completes file names.
    return text + "    fi\n}\ncomplete -o default -F _" + program + " " + program + "\n";
}

std::string zsh_completion(std::span<const HelpPage> pages) {
    const std::string& program = pages[0].name;
    std::string text =
        "#compdef " + program + "\n# Completion of " + program + " for zsh.\nlocal -a flags\ncase $words[2] in\n";
    const auto add_page = [&](const std::string& pattern, const HelpPage& page) {
        text += "    " + pattern + ") flags=(\n";
        for (const HelpOption& flag : flags_of(page))
            text += zsh_flag(flag);
        text += "    ) ;;\n";
    };
    for (const HelpPage& page : pages.subspan(1))
        add_page(command_of(page), page);
    add_page("*", pages[0]);
    text += "esac\n_arguments -s $flags ";
    if (pages.size() > 1)
        text += "'1: : _alternative \"commands:command:(" + commands_of(pages) + ")\" \"files:level:_files\"' ";
    return text + "'*:file:_files'\n";
}

std::string fish_completion(std::span<const HelpPage> pages) {
    const std::string& program = pages[0].name;
    const std::string begin = "complete -c " + program + " -n ";
    std::string text = "# Completion of " + program + " for fish.\n";
    for (const HelpPage& page : pages.subspan(1)) {
        const std::string meaning = with_backslashes(short_meaning(page.description), "'\\");
        text += begin + "__fish_use_subcommand -a " + command_of(page) + " -d '" + meaning + "'\n";
    }
    for (const HelpPage& page : pages) {
        const bool is_program = &page == &pages[0];
        const std::string words = is_program ? commands_of(pages) : command_of(page);
        const std::string condition =
            words.empty() ? "true" : std::string(is_program ? "not " : "") + "__fish_seen_subcommand_from " + words;
        for (const HelpOption& flag : flags_of(page))
            text += begin + "'" + condition + "'" + fish_flag(flag);
    }
    return text;
}

}  // namespace navspan::tools
