// Checks a Wavefront OBJ file.
//
// In: the bytes of the file.
// Out: the positions of the file, and a stream of checked, normalized statements.
// Idea: Checks every vertex line and face line, and stops at the first error. The checks are necessary because tinyobjloader,
// which reads the stream, silently replaces invalid numbers by zeros. Common variants, such as CR line ends and colours after a
// position, are accepted.
// Source: Wavefront Technologies, Advanced Visualizer Manual, appendix B1: object files (1995).
// Weak cases: A file truncated inside its last number is well-formed. Such a file only causes the warning about the missing
// final line end.

#include "io/input/obj_scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/text.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

constexpr size_t kChunk = 65536;  // size of a batch of statements for the loader [byte]

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// Removes and returns the next word of a statement. A comment ends the statement.
std::string_view take_word(std::string_view& rest) {
    size_t begin = 0;
    while (begin < rest.size() && is_blank(rest[begin]))
        ++begin;
    size_t end = begin;
    while (end < rest.size() && !is_blank(rest[end]))
        ++end;
    std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    if (!word.empty() && word[0] == '#') {
        rest = {};
        word = {};
    }
    return word;
}

std::string_view trimmed_line(std::string_view text) {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

// True if a number is too close to zero for a double; false if it is too large. Precondition: `word` is a number outside the
// range of double.
bool is_underflow(std::string_view word) {
    const size_t e = std::min(word.find_first_of("eE"), word.size());
    const std::string_view mantissa = word.substr(0, e);
    const auto point = int64_t(std::min(mantissa.find('.'), e));
    const auto leading = int64_t(mantissa.find_first_of("123456789"));
    int64_t power = 0;
    if (e < word.size()) {
        std::string_view digits = word.substr(e + 1);
        if (digits.starts_with('+')) digits.remove_prefix(1);
        const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
        if (problem != std::errc()) return digits.starts_with('-');
    }
    return point - leading < -power;
}

bool parse_index(std::string_view word, int64_t& value) {
    const char* const end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, value);
    return problem == std::errc() && stop == end;
}

bool is_known_keyword(std::string_view word) {
    constexpr std::array<std::string_view, 16> known{"vt",         "vn",        "vp",       "s",       "l",   "p",
                                                     "mtllib",     "usemap",    "maplib",   "bevel",   "lod", "mg",
                                                     "shadow_obj", "trace_obj", "d_interp", "c_interp"};
    return std::find(known.begin(), known.end(), word) != known.end();
}

}  // namespace

ObjNumber parse_obj_number(std::string_view word, double& value) {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const char* const end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, value);
    if (problem == std::errc::invalid_argument || stop != end) return ObjNumber::no_number;
    if (problem == std::errc::result_out_of_range) {
        if (!is_underflow(word)) return ObjNumber::not_finite;
        value = 0;
    }
    return std::isfinite(value) ? ObjNumber::fine : ObjNumber::not_finite;
}

ObjScan::ObjScan(ObjSource& source, std::string name, const SceneOptions& options, std::vector<DVec3>& positions,
                 const ObjScanStart& start)
    : source_(source),
      name_(std::move(name)),
      up_(options.up),
      scale_(options.scale),
      positions_(positions),
      first_position_(start.first_position),
      next_line_(start.lines + 1) {
    if (start.lines == 0) begin();
}

// Reads the first chunk. Detects binary data, line ends and a byte order mark.
void ObjScan::begin() {
    read_chunk();
    if (error_) return;
    if (at_ == end_) {
        error_ = Error{ErrorKind::input, name_ + ": the file is empty"};
        return;
    }
    if (std::memchr(at_, '\0', size_t(end_ - at_))) return refuse_binary_file();
    if (!std::memchr(at_, '\n', size_t(end_ - at_)) && std::memchr(at_, '\r', size_t(end_ - at_))) line_end_ = '\r';
    if (std::string_view(at_, size_t(end_ - at_)).substr(0, 3) == "\xef\xbb\xbf") at_ += 3;
}

void ObjScan::refuse_binary_file() {
    error_ = Error{ErrorKind::input, name_ + ": this is a binary file, not a Wavefront OBJ; export the scene as OBJ text"};
}

// Appends the next chunk to the unread bytes in the buffer. Returns false at the end of the file or after an error.
bool ObjScan::read_chunk() {
    if (at_end_ || error_) return false;
    const size_t left = size_t(end_ - at_);
    if (left > 0) std::memmove(buffer_.data(), at_, left);
    if (buffer_.empty() || left > buffer_.size() / 2) {
        buffer_.resize(std::max(next_block_size(source_), 2 * buffer_.size()));
    }
    const Result<size_t> n = source_.read(std::span(buffer_).subspan(left));
    at_ = buffer_.data();
    end_ = at_ + left;
    if (!n) {
        error_ = n.error();
        return false;
    }
    at_end_ = *n < buffer_.size() - left;
    end_ += *n;
    return *n > 0;
}

// Returns the end of the first unread line, or null if the file ends first.
const char* ObjScan::find_line_end() {
    size_t seen = 0;
    while (true) {
        const size_t size = size_t(end_ - at_);
        if (size > seen) {
            if (const void* stop = std::memchr(at_ + seen, line_end_, size - seen)) return static_cast<const char*>(stop);
        }
        seen = size;
        if (!read_chunk()) return nullptr;
    }
}

ObjScan::int_type ObjScan::underflow() {
    out_.clear();
    std::string_view statement;
    while (!error_ && out_.size() < kChunk && next_statement(statement))
        scan_statement(statement);
    if (!error_ && out_.size() < kChunk) finish();
    if (error_) out_.clear();
    if (out_.empty()) return traits_type::eof();
    setg(out_.data(), out_.data(), out_.data() + out_.size());
    return traits_type::to_int_type(out_[0]);
}

// Reads the next statement. Skips empty lines and comments, and joins continued lines. Returns false at the end of the file or
// after an error.
bool ObjScan::next_statement(std::string_view& statement) {
    joined_.clear();
    bool continued = false;
    while (at_ < end_ || read_chunk()) {
        const char* stop = find_line_end();
        if (error_) return false;
        last_line_unterminated_ = stop == nullptr;
        if (!stop) stop = end_;
        if (std::memchr(at_, '\0', size_t(stop - at_))) {
            refuse_binary_file();
            return false;
        }
        std::string_view text = trimmed_line({at_, size_t(stop - at_)});
        at_ = stop + (last_line_unterminated_ ? 0 : 1);
        if (!continued) line_ = next_line_;
        ++next_line_;

        if (!continued && (text.empty() || text[0] == '#')) continue;
        const bool goes_on = !text.empty() && text.back() == '\\';
        if (!goes_on && !continued) {
            statement = text;
            return true;
        }
        if (goes_on) text.remove_suffix(1);
        joined_.append(text).push_back(' ');
        continued = goes_on;
        if (!goes_on) {
            statement = trimmed_line(joined_);
            if (!statement.empty()) return true;
            joined_.clear();
        }
    }
    if (continued && !error_) fail("the file ends in a continued line (\\) and seems cut off; export or copy it again");
    return false;
}

void ObjScan::scan_statement(std::string_view statement) {
    std::string_view rest = statement;
    const std::string_view keyword = take_word(rest);
    if (keyword == "v") {
        scan_vertex(rest);
    } else if (keyword == "f") {
        scan_face(rest);
    } else if (keyword == "o" || keyword == "g" || keyword == "usemtl") {
        scan_name(keyword, rest);
    } else if (!is_known_keyword(keyword)) {
        scan_other(keyword);
    }
}

void ObjScan::scan_vertex(std::string_view rest) {
    std::array<double, 3> p{};
    for (int i = 0; !rest.empty() || i < 3; ++i) {
        const std::string_view word = take_word(rest);
        if (word.empty()) {
            if (i >= 3) break;
            return fail("the v line has " + std::to_string(i) + " of its 3 numbers; give it x, y and z");
        }
        double value = 0;
        const ObjNumber kind = parse_obj_number(word, value);
        if (kind == ObjNumber::no_number) return fail(quoted_text(word) + " on the v line is not a number; correct it");
        if (i >= 3) continue;  // a weight or a colour
        if (kind == ObjNumber::not_finite)
            return fail("coordinate " + quoted_text(word) + " is not finite; correct the vertex");
        p[size_t(i)] = value * scale_;
        if (!(std::abs(p[size_t(i)]) <= kMaxCoordinate)) {
            return fail("coordinate " + quoted_text(word) +
                        " is farther than 1e9 units from the origin; correct the vertex or shrink the scene with --scale");
        }
    }
    positions_.push_back(turned_upright({p[0], p[1], p[2]}, up_));
    unended_geometry_ |= last_line_unterminated_;
}

void ObjScan::scan_face(std::string_view rest) {
    out_ += 'f';
    int64_t corners = 0, slashes = -1;
    while (!error_ && !rest.empty()) {
        const std::string_view word = take_word(rest);
        if (word.empty()) break;
        scan_corner(word, slashes);
        ++corners;
    }
    out_ += '\n';
    if (error_) return;
    if (corners < 3) return fail("the face has " + count_text(corners, "corner") + "; it needs at least 3");
    if (corners > kMaxFaceCorners) {
        return fail("the face has " + std::to_string(corners) + " corners, more than " + std::to_string(kMaxFaceCorners) +
                    "; triangulate it on export");
    }
    unended_geometry_ |= last_line_unterminated_;
}

// Reads index, index/texture, index//normal or index/texture/normal. Uses only the index.
void ObjScan::scan_corner(std::string_view corner, int64_t& slashes) {
    std::string_view parts = corner;
    int64_t index = 0;
    for (int part = 0; part < 4; ++part) {
        const size_t length = std::min(parts.find('/'), parts.size());
        const std::string_view digits = parts.substr(0, length);
        int64_t number = 0;
        if (part == 3 || !(parse_index(digits, number) || (part > 0 && digits.empty()))) {
            return fail(quoted_text(corner) + " is not a corner of a face; write index, index/texture or index/texture/normal");
        }
        if (part == 0) index = number;
        parts.remove_prefix(length);
        if (parts.empty()) {
            // If the last line has no line end, the file may be cut off. Corners of this line are rejected if they end with `/`
            // or have more or fewer slashes than the previous corner.
            const bool cut = last_line_unterminated_ && (corner.back() == '/' || (slashes >= 0 && slashes != part));
            if (cut) return fail("the corner " + quoted_text(corner) + " is incomplete");
            slashes = part;
            break;
        }
        parts.remove_prefix(1);
    }

    const int64_t known = int64_t(positions_.size() - first_position_);
    if (index == 0) return fail("face index 0 is out of range: vertices count from 1, or from -1 backwards");
    if (index < -known) {
        return fail("face index " + std::to_string(index) +
                    " is out of range: " + count_text(uint64_t(known), "vertex comes", "vertices come") + " before this line");
    }
    if (index < 0) index += known + 1;
    if (index > std::numeric_limits<int32_t>::max()) return fail("face index " + std::to_string(index) + " is out of range");
    if (index > known && (forward_.empty() || index > forward_.back().index)) forward_.push_back({line_, index});
    std::array<char, 24> digits{};
    digits[0] = ' ';
    out_.append(digits.data(), std::to_chars(digits.data() + 1, digits.data() + digits.size(), index).ptr);
}

void ObjScan::scan_name(std::string_view keyword, std::string_view rest) {
    // The loader ends lines at every CR or LF. The text after such a character would become a statement that was not checked.
    if (rest.find_first_of("\r\n") != rest.npos) {
        return fail("the " + std::string(keyword) + " statement contains a line ending of another kind; save the " +
                    "file with one kind of line ending");
    }
    const std::string_view name = trimmed_line(rest);
    if (name.size() > kMaxObjName) {
        return fail("the name has " + std::to_string(name.size()) + " bytes, more than " + std::to_string(kMaxObjName) +
                    "; shorten it");
    }
    out_.append(keyword).push_back(' ');
    out_.append(name);
    if (keyword != "g") out_ += kNameEnd;
    out_ += '\n';
}

void ObjScan::scan_other(std::string_view keyword) {
    for (const char c : keyword) {
        if (c < ' ' || c > '~')
            return fail("binary data instead of a statement; this is not a Wavefront OBJ, or it is damaged");
    }
    if (unknown_++ == 0) {
        first_unknown_line_ = line_;
        first_unknown_ = keyword;
    }
}

void ObjScan::finish() {
    const int64_t known = int64_t(positions_.size() - first_position_);
    if (known > std::numeric_limits<int32_t>::max()) {
        return fail("more than 2147483647 vertices; split the file and give navbake the parts");
    }
    for (const Forward& f : forward_) {
        if (f.index <= known) continue;
        line_ = f.line;
        last_line_unterminated_ = false;
        return fail("face index " + std::to_string(f.index) + " is out of range: the file has " +
                    count_text(uint64_t(known), "vertex", "vertices"));
    }
    forward_.clear();
}

void ObjScan::fail(const std::string& what) {
    error_ = Error{ErrorKind::input, name_ + ":" + std::to_string(line_) + ": " + what};
    if (last_line_unterminated_)
        error_->message += "; the file ends in this line and seems cut off, so export or copy it again";
}

void ObjScan::add_warnings(Warnings& warnings) const {
    if (unended_geometry_) {
        warnings.push_back({"obj_no_final_newline",
                            name_ + ":" + std::to_string(line_) +
                                ": the last line has no newline; export the file again if it was cut off here, otherwise "
                                "add a newline",
                            {}});
    }
    if (unknown_) {
        warnings.push_back({"obj_unknown_statement",
                            name_ + ":" + std::to_string(first_unknown_line_) + ": " +
                                count_text(unknown_, "statement was", "statements were") + " skipped, the first is " +
                                quoted_text(first_unknown_),
                            {}});
    }
}

}  // namespace navspan
