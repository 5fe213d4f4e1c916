#include "depfile.h"

#include <utility>
#include <vector>

namespace navspan::tools {
namespace {

// spaces, # and : behind a backslash, $ twice; backslashes before a space or # twice, since they would hide it
Result<std::string> escaped(const std::string& name) {
    std::string text;
    size_t backslashes = 0;
    for (const char c : name) {
        if (c == '\n' || c == '\r' || c == '\t') {
            return Error{ErrorKind::usage, "--depfile: a dependency file cannot name " + name +
                                               ", which has a tab or a line end in its name; rename it"};
        }
        if (c == ' ' || c == '#') text.append(backslashes + 1, '\\');
        if (c == ':') text += '\\';
        if (c == '$') text += '$';
        text += c;
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text;
}

}  // namespace

Result<std::string> depfile_text(const std::string& made, std::span<const std::string> inputs) {
    Result<std::string> text = escaped(made);
    if (!text) return text.error();
    *text += ":";
    for (const std::string& input : inputs) {
        const Result<std::string> name = escaped(input);
        if (!name) return name.error();
        *text += " \\\n  " + *name;
    }
    return *text + "\n";
}

Result<std::optional<PendingFile>> write_depfile(const NavbakeOptions& options) {
    if (options.depfile.empty()) return std::optional<PendingFile>();
    std::vector<std::string> inputs = options.inputs;
    if (!options.gset.empty()) inputs.push_back(options.gset);
    if (!options.config_file.empty()) inputs.push_back(options.config_file);
    const Result<std::string> text = depfile_text(options.output, inputs);
    if (!text) return text.error();
    Result<PendingFile> file = PendingFile::write(options.depfile, std::as_bytes(std::span(*text)));
    if (!file) return file.error();
    return std::optional<PendingFile>(*std::move(file));
}

}  // namespace navspan::tools
