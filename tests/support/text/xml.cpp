#include "support/text/xml.h"

#include <cctype>
#include <set>
#include <vector>

namespace navspan::support {
namespace {

bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == ':';
}

bool is_known_entity(std::string_view rest) {
    for (const std::string_view entity : {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"}) {
        if (rest.starts_with(entity)) return true;
    }
    return false;
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::string fault() {
        while (at_ < text_.size() && fault_.empty()) {
            if (text_[at_] == '<') {
                tag();
            } else {
                character();
            }
        }
        if (fault_.empty() && !open_.empty()) complain(open_.back() + " is never closed");
        if (fault_.empty() && roots_ != 1) complain("there is not one root");
        return fault_;
    }

private:
    void complain(const std::string& what) {
        if (fault_.empty()) fault_ = what + " (byte " + std::to_string(at_) + ")";
    }
    void character() {
        const char c = text_[at_];
        if (c == '&' && !is_known_entity(text_.substr(at_))) complain("a bare &");
        if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' && c != '\r') complain("a control character");
        if (open_.empty() && !std::isspace(static_cast<unsigned char>(c))) complain("text outside of the root");
        ++at_;
    }
    std::string name() {
        const size_t first = at_;
        while (at_ < text_.size() && is_name(text_[at_]))
            ++at_;
        if (at_ == first) complain("a name is missing");
        return std::string(text_.substr(first, at_ - first));
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void spaces() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
            ++at_;
    }
    void attribute(std::set<std::string>& seen) {
        if (!seen.insert(name()).second) complain("an attribute is there twice");
        if (!take('=') || !take('"')) return complain("an attribute without a quoted value");
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '<') complain("a bare < in a value");
            if (text_[at_] == '&' && !is_known_entity(text_.substr(at_))) complain("a bare & in a value");
        }
        if (!take('"')) complain("a value without its end");
    }
    void tag() {
        take('<');
        if (take('/')) {
            const std::string closed = name();
            if (open_.empty() || open_.back() != closed) return complain(closed + " is closed, not the innermost element");
            open_.pop_back();
            if (!take('>')) complain("a tag without its end");
            return;
        }
        const std::string opened = name();
        if (open_.empty()) ++roots_;
        std::set<std::string> attributes;
        for (spaces(); at_ < text_.size() && is_name(text_[at_]) && fault_.empty(); spaces())
            attribute(attributes);
        const bool is_empty = take('/');
        if (!take('>')) return complain("a tag without its end");
        if (!is_empty) open_.push_back(opened);
    }

    std::string_view text_;
    size_t at_ = 0;
    int roots_ = 0;
    std::vector<std::string> open_;
    std::string fault_;
};

}  // namespace

std::string xml_error(std::string_view text) {
    return Reader(text).fault();
}

}  // namespace navspan::support
