#include "navbake/output/depfile.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace navspan::tools {
namespace {

// Characters that Make or Ninja misreads in a name even if escaped.
constexpr std::string_view kUnescapable = "\"&'*;<=>?^`|";

// Describes the first character that a dependency file cannot represent, or returns nullopt.
std::optional<std::string> find_unescapable(const std::string& name) {
    for (size_t i = 0; i < name.size(); ++i) {
        const char c = name[i], next = i + 1 < name.size() ? name[i + 1] : '\0';
        if (c == '\t') return "a tab";
        if (c == '\n' || c == '\r') return "a line end";
        if ((c > 0 && c < ' ') || c == '\x7f') return "a control character";
        if (kUnescapable.find(c) != std::string_view::npos) return std::string(1, c);
        if (c == '\\' && (next == '#' || next == ':' || !next)) return next ? std::string("\\") + next : "a \\ at its end";
        if (c == ':' && !next) return "a : at its end";
    }
    return {};
}

// Returns the name with escapes for Make and Ninja: a backslash before each ' ', '#' and ':', and a '$' before each '$'.
// Doubles the backslashes directly before a ' ' or '#'.
Result<std::string> escaped(const std::string& name) {
    if (const std::optional<std::string> what = find_unescapable(name)) {
        std::string shown = name;
        std::replace_if(
            shown.begin(), shown.end(), [](unsigned char c) { return c < ' '; }, '?');
        return Error{ErrorKind::usage, "--depfile: Make and Ninja cannot both read the name " + shown + ", because it has " +
                                           *what + " in it; rename the file"};
    }
    std::string text;
    size_t backslashes = 0;
    for (const char c : name) {
        if (c == ' ' || c == '#') text.append(backslashes + 1, '\\');
        if (c == ':') text += '\\';
        if (c == '$') text += '$';
        text += c;
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text;
}

std::vector<std::string> files_made(const NavbakeOptions& options) {
    std::vector<std::string> made{options.output};
    made.insert(made.end(), options.exports.begin(), options.exports.end());
    if (!options.html.empty()) made.push_back(options.html);
    return made;
}

}  // namespace

std::vector<std::string> files_read(const NavbakeOptions& options, std::span<const InputFile> read) {
    std::vector<std::string> inputs = options.inputs;
    if (!options.gset.empty()) inputs.push_back(options.gset);
    if (!options.config_file.empty()) inputs.push_back(options.config_file);
    if (!options.viewer_wasm.empty() && options.viewer_wasm != "none") inputs.push_back(options.viewer_wasm);
    for (const InputFile& file : read) {
        if (std::find(inputs.begin(), inputs.end(), file.path) == inputs.end()) inputs.push_back(file.path);
    }
    return inputs;
}

Result<std::string> depfile_text(std::span<const std::string> made, std::span<const std::string> inputs) {
    std::string text;
    for (const std::string& output : made) {
        const Result<std::string> name = escaped(output);
        if (!name) return name.error();
        text += (text.empty() ? "" : " ") + *name;
    }
    text += ":";
    for (const std::string& input : inputs) {
        const Result<std::string> name = escaped(input);
        if (!name) return name.error();
        text += " \\\n  " + *name;
    }
    return text + "\n";
}

Status check_depfile(const NavbakeOptions& options, std::span<const InputFile> read) {
    if (options.depfile.empty()) return Done{};
    const Result<std::string> text = depfile_text(files_made(options), files_read(options, read));
    return text ? Status(Done{}) : text.error();
}

Result<std::optional<PendingFile>> write_depfile(const NavbakeOptions& options, std::span<const InputFile> read) {
    if (options.depfile.empty()) return std::optional<PendingFile>();
    const Result<std::string> text = depfile_text(files_made(options), files_read(options, read));
    if (!text) return text.error();
    Result<PendingFile> file = PendingFile::write(options.depfile, std::as_bytes(std::span(*text)));
    if (!file) return file.error();
    return std::optional<PendingFile>(*std::move(file));
}

}  // namespace navspan::tools
