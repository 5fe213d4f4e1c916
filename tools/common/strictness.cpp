#include "common/strictness.h"

#include <algorithm>

#include "common/cli.h"
#include "core/text.h"
#include "io/report/warning_codes.h"

namespace navspan::tools {
namespace {

std::vector<std::string> code_names() {
    std::vector<std::string> names;
    for (const WarningCode& code : warning_codes())
        names.emplace_back(code.code);
    return names;
}

std::string check_code(const std::string& text) {
    constexpr size_t kListed = 3;
    std::vector<std::string> names = code_names();
    if (std::find(names.begin(), names.end(), text) != names.end()) return "";
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return edit_distance(a, text) < edit_distance(b, text);
    });
    names.resize(kListed);
    return quoted_text(text) + " is not a warning code; the most similar codes are " + list_text(names, "or");
}

bool contains(const std::vector<std::string>& codes, const std::string& code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

void add_strictness_flags(CommandLine& line, Strictness& strictness) {
    line.add_switch("--strict", strictness.strict, "fail on every warning (exit 4), except those of --allow");
    const auto add_codes = [&line](const char* flag, std::vector<std::string>& codes, const char* help) {
        line.add(flag, codes, help).check(check_code).values(code_names()).type("CODE").one_at_a_time();
    };
    add_codes("--allow", strictness.allow, "do not fail on warnings with this code under --strict; may be repeated");
    add_codes("--deny", strictness.deny, "fail on warnings with this code (exit 4), also without --strict; may be repeated");
}

std::vector<Fact> strictness_facts(const Strictness& strictness) {
    std::vector<Fact> facts;
    if (strictness.strict) facts.push_back({"--strict"});
    if (!strictness.allow.empty()) facts.push_back({"--allow"});
    if (!strictness.deny.empty()) facts.push_back({"--deny"});
    for (const std::string& code : strictness.deny) {
        if (contains(strictness.allow, code)) facts.push_back({facts::kAllowedCode, code});
    }
    return facts;
}

std::string refusal(const Strictness& strictness, const Warnings& warnings) {
    uint64_t denied = 0, strict = 0;
    for (const Warning& warning : warnings) {
        if (contains(strictness.deny, warning.code)) {
            ++denied;
        } else if (strictness.strict && !contains(strictness.allow, warning.code)) {
            ++strict;
        }
    }
    if (denied + strict == 0) return "";
    return count_of(denied + strict, "warning") + (denied == 0   ? " under --strict"
                                                   : strict == 0 ? " of --deny"
                                                                 : " under --strict and --deny");
}

}  // namespace navspan::tools
