// Parses the usual statements of Wavefront OBJ files.
//
// In: complete lines.
// Out: positions, triangles and names.
// Idea: One pass over the bytes. Every line ends with '\n', so loops need no test for the end of the text. Most numbers are an
// integer below 2^53, multiplied or divided by a power of ten up to 10^22. The integer and the power are exact doubles, so the
// result of this one operation is correctly rounded. std::from_chars parses all other numbers.
// Source: Clinger, How to read floating point numbers accurately (1990).
// Weak cases: One unusual line makes parse_plain_obj reject the whole text. The general reader (obj_general.cpp) then reads the
// text again and reports errors.

#include "io/input/obj_plain.h"

#include <bit>
#include <cmath>

#include "core/simd.h"
#include "io/input/obj_scan.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr uint64_t kDigitPowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
constexpr int kMaxPower = 22;
constexpr uint64_t kMaxExact = uint64_t{1} << 53;

bool is_digit(char c) {
    return uint8_t(c - '0') < 10;
}

// The small functions that run for each character or number are declared inline. Otherwise, g++ at -O1 would inline only
// functions with a single call.
inline bool is_line_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

inline bool ends_word(char c) {
    return is_line_space(c) || c == '\n';
}

inline const char* skip_spaces(const char* p) {
    while (is_line_space(*p))
        ++p;
    return p;
}

// Loads 8 characters; the first becomes the lowest byte.
uint64_t load_characters(const char* p) {
    auto characters = load<uint64_t>(p);
    if constexpr (std::endian::native == std::endian::big) characters = __builtin_bswap64(characters);
    return characters;
}

// Converts 8 digits to a number; the leading digit is in the lowest byte. The three steps form numbers of two, four and eight
// digits.
inline uint64_t join_digits(uint64_t digits) {
    digits = (digits * (10 * 0x100 + 1) >> 8) & 0x00ff00ff00ff00ff;
    digits = (digits * (100 * 0x10000 + 1) >> 16) & 0x0000ffff0000ffff;
    return digits * (10000 * 0x100000000 + 1) >> 32;
}

// Appends the digits at p to `value`, which may overflow. Returns the end of the digits. Reads 8 characters at a time.
[[gnu::always_inline]] inline const char* read_digits(const char* p, uint64_t& value) {
    while (true) {
        const uint64_t digits = load_characters(p) ^ '0' * kByteOnes;  // 0..9 in each digit byte
        // The lowest nonzero byte of `others` marks the first non-digit. Carries may corrupt later bytes, which are not used.
        const uint64_t others = ((digits + 0x76 * kByteOnes) | digits) & 0x80 * kByteOnes;
        if (others & 0x80) return p;
        const int count = std::countr_zero(others) / 8;  // number of leading digits, 1 to 8
        value = value * kDigitPowers[count] + join_digits(digits << (64 - 8 * count));
        p += count;
        if (count < 8) return p;
    }
}

// Parses the word at p with std::from_chars. Returns the end of the word, or null if the word is not a finite number.
const char* read_unusual_number(const char* p, double& value) {
    const char* end = p;
    while (!ends_word(*end))
        ++end;
    return parse_obj_number({p, size_t(end - p)}, value) == ObjNumber::fine ? end : nullptr;
}

// Parses the number at `start`. Returns the end of the number, or null if the word is not a finite number.
[[gnu::always_inline]] inline const char* read_number(const char* const start, double& value) {
    const char* p = start;
    const bool negative = *p == '-';
    p += negative || *p == '+';
    uint64_t digits = 0;
    const char* const first = p;
    p = read_digits(p, digits);
    int64_t count = p - first, exponent = 0;
    if (*p == '.') {
        const char* const fraction = ++p;
        p = read_digits(p, digits);
        exponent = fraction - p;
        count -= exponent;
    }
    if ((*p == 'e' || *p == 'E') && count > 0) {
        ++p;
        const bool below_one = *p == '-';
        p += below_one || *p == '+';
        uint64_t power = 0;
        const char* const power_digits = p;
        p = read_digits(p, power);
        if (p == power_digits || p - power_digits > 4) return read_unusual_number(start, value);
        exponent += below_one ? -int64_t(power) : int64_t(power);
    }
    // 19 digits always fit in 64 bits
    if (count == 0 || count > 19 || digits > kMaxExact || exponent < -kMaxPower || exponent > kMaxPower || !ends_word(*p))
        return read_unusual_number(start, value);
    value = exponent < 0 ? double(digits) / kPowersOfTen[-exponent] : double(digits) * kPowersOfTen[exponent];
    if (negative) value = -value;
    return p;
}

class PlainParser {
public:
    PlainParser(std::string_view text, const SceneOptions& options, ObjPart& part)
        : end_(text.data() + text.size()), scale_(options.scale), up_(options.up), part_(part) {}

    bool parse(const char* p) {
        while (p && p < end_) {
            ++part_.lines;
            p = parse_line(skip_spaces(p));
        }
        return p != nullptr;
    }

private:
    struct FaceCorner {
        uint32_t index = 0;
        bool relative = false;
    };

    // The following functions return the start of the next line, or null if the line is not plain.

    const char* parse_line(const char* p) {
        switch (*p) {
            case '\n':
                return p + 1;
            case '#':
                return after_line_end(p);
            case 'v':
                if (is_line_space(p[1])) return parse_vertex(p + 1);
                return (p[1] == 'n' || p[1] == 't' || p[1] == 'p') && ends_word(p[2]) ? skip_statement(p) : nullptr;
            case 'f':
                return is_line_space(p[1]) ? parse_face(p + 1) : nullptr;
            case 'o':
                return ends_word(p[1]) ? parse_name(p + 1, ObjNameKind::object) : nullptr;
            case 'g':
                return ends_word(p[1]) ? parse_name(p + 1, ObjNameKind::group) : nullptr;
            case 's':
            case 'l':
            case 'p':
                return ends_word(p[1]) ? skip_statement(p) : nullptr;
            case 'm':
                return is_keyword(p, "mtllib") ? skip_statement(p) : nullptr;
            case 'u':
                return is_keyword(p, "usemtl") ? parse_name(p + 6, ObjNameKind::material) : nullptr;
            default:
                return nullptr;
        }
    }

    const char* after_line_end(const char* p) const {
        return static_cast<const char*>(std::memchr(p, '\n', size_t(end_ - p))) + 1;
    }

    static bool is_keyword(const char* p, std::string_view keyword) {
        for (const char c : keyword) {
            if (*p++ != c) return false;
        }
        return ends_word(*p);
    }

    // Returns the trimmed rest of the line at p.
    std::string_view rest_of_line(const char* p) const {
        p = skip_spaces(p);
        const char* end = after_line_end(p) - 1;
        while (end > p && is_line_space(end[-1]))
            --end;
        return {p, size_t(end - p)};
    }

    const char* skip_statement(const char* p) const {
        const std::string_view rest = rest_of_line(p);
        return rest.back() == '\\' ? nullptr : after_line_end(rest.data() + rest.size());
    }

    // Skips the end of a statement: a line end, or a comment with its line end.
    const char* end_statement(const char* p) const { return *p == '\n' ? p + 1 : *p == '#' ? skip_statement(p) : nullptr; }

    const char* parse_vertex(const char* p) {
        double coordinates[3];
        for (double& coordinate : coordinates) {
            p = read_number(skip_spaces(p), coordinate);
            if (!p) return nullptr;
            coordinate *= scale_;
            if (!(std::abs(coordinate) <= kMaxCoordinate)) return nullptr;
        }
        for (p = skip_spaces(p); *p != '\n' && *p != '#'; p = skip_spaces(p)) {
            double weight_or_color = 0;
            p = read_number(p, weight_or_color);
            if (!p) return nullptr;
        }
        const auto [x, y, z] = coordinates;
        part_.positions.push_back(up_ == UpAxis::y ? DVec3{x, y, z} : turned_upright({x, y, z}, up_));
        return end_statement(p);
    }

    // Reads an index of at most 9 digits (fits into 32 bits). Returns the end of the index, or null if there are no digits or
    // more than 9.
    static const char* read_index(const char* p, uint64_t& index) {
        const char* const first = p;
        p = read_digits(p, index);
        return p == first || p - first > 9 ? nullptr : p;
    }

    // Skips "/texture", "//normal" or "/texture/normal"; each index may be missing. Returns the end, or null if an index is too
    // long or consists only of a minus sign.
    static const char* skip_attributes(const char* p) {
        for (int k = 0; k < 2 && *p == '/'; ++k) {
            p += p[1] == '-' ? 2 : 1;
            uint64_t ignored = 0;
            if (is_digit(*p)) p = read_index(p, ignored);
            if (!p || p[-1] == '-') return nullptr;
        }
        return p;
    }

    const char* parse_face(const char* p) {
        corners_ = 0;
        any_relative_ = false;
        const uint32_t first = uint32_t(part_.triangles.size());
        for (p = skip_spaces(p); *p != '\n' && *p != '#'; p = skip_spaces(p)) {
            const bool negative = *p == '-';
            uint64_t index = 0;
            p = read_index(p + negative, index);
            if (p && *p == '/') p = skip_attributes(p);
            if (!p || !ends_word(*p) || index == 0 || !add_corner(uint32_t(index), negative)) return nullptr;
        }
        if (corners_ < 3) return nullptr;
        if (corners_ > 3) part_.polygons.push_back({first, corners_});
        return end_statement(p);
    }

    // Adds a corner to the face's fan. Returns false if the face has too many corners.
    bool add_corner(uint32_t index, bool negative) {
        if (++corners_ > kMaxFaceCorners) return false;
        const FaceCorner corner{negative ? uint32_t(part_.positions.size()) + 1 - index : index, negative};
        if (!negative && index > part_.max_index) part_.max_index = index;
        any_relative_ |= negative;
        if (corners_ > 2) {
            part_.triangles.push_back({fan_[0].index, fan_[1].index, corner.index});
            if (any_relative_) add_relative(corner);
        }
        fan_[corners_ > 1 ? 1 : 0] = corner;
        return true;
    }

    void add_relative(const FaceCorner& last) {
        const uint32_t triangle = 3 * uint32_t(part_.triangles.size() - 1);
        if (fan_[0].relative) part_.relative.push_back(triangle);
        if (fan_[1].relative) part_.relative.push_back(triangle + 1);
        if (last.relative) part_.relative.push_back(triangle + 2);
    }

    const char* parse_name(const char* p, ObjNameKind kind) {
        const std::string_view name = rest_of_line(p);
        // A carriage return inside the name may be a line end, so the line is not plain.
        if (name.size() > kMaxObjName || name.ends_with('\\') || std::memchr(p, '\r', size_t(name.data() + name.size() - p)))
            return nullptr;
        part_.names.push_back({uint32_t(part_.triangles.size()), kind, name});
        return after_line_end(name.data() + name.size());
    }

    const char* end_;
    double scale_;
    UpAxis up_;
    ObjPart& part_;
    uint32_t corners_ = 0;  // corners of the current face
    bool any_relative_ = false;
    FaceCorner fan_[2];  // first and latest corner of the current face
};

}  // namespace

bool parse_plain_obj(std::string_view text, const SceneOptions& options, ObjPart& part) {
    part.lines = 0;
    part.max_index = 0;
    part.positions.clear();
    part.triangles.clear();
    part.relative.clear();
    part.polygons.clear();
    part.names.clear();
    if (std::memchr(text.data(), '\0', text.size())) return false;
    return PlainParser(text, options, part).parse(text.data());
}

}  // namespace navspan
