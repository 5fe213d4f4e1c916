#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Size of a block [byte]. Readers read large OBJ files block by block.
constexpr size_t kObjBlock = size_t{1} << 20;

/// Source of the bytes of an OBJ file.
struct ObjSource {
    virtual ~ObjSource() = default;
    /// Fills `to` and returns the number of bytes; fewer than to.size() only at the end of the file.
    virtual Result<size_t> read(std::span<char> to) = 0;
    /// Returns an estimate of the number of unread bytes, computed from the size that the file had when it was opened. Returns
    /// kObjBlock if this size is unknown.
    virtual uint64_t unread() const = 0;
};

/// Returns the number of bytes to request from the source next. At the end of the source, this is one more than the number of
/// unread bytes: the source then returns fewer bytes than requested, which tells the reader that the source has ended.
inline size_t next_block_size(const ObjSource& source) {
    return size_t(std::min<uint64_t>(kObjBlock - 1, source.unread())) + 1;
}

/// Reads bytes from memory. The text must outlive the source.
class TextSource : public ObjSource {
public:
    explicit TextSource(std::string_view text) : text_(text) {}
    Result<size_t> read(std::span<char> to) override {
        const size_t n = std::min(to.size(), text_.size());
        std::copy_n(text_.begin(), n, to.begin());
        text_.remove_prefix(n);
        return n;
    }
    uint64_t unread() const override { return text_.size(); }

private:
    std::string_view text_;  // unread bytes
};

/// Longest name of an object, group or material [byte].
constexpr size_t kMaxObjName = 4096;

enum class ObjNumber { fine, no_number, not_finite };

/// Parses a word as a correctly rounded number. A number too close to zero for a double becomes 0.
ObjNumber parse_obj_number(std::string_view word, double& value);

/// Where a scan starts: at the start of the file, or at the line at which another reader stopped.
struct ObjScanStart {
    uint64_t lines = 0;         ///< number of lines before the start
    size_t first_position = 0;  ///< index of the file's first position in the soup
};

/// Stream buffer that checks an OBJ file and stores its positions. The stream has one normalized `f`, `o`, `g` or `usemtl`
/// statement per line. Faces have absolute position indices from 1; names of `o` and `usemtl` end with kNameEnd. The stream
/// ends at the first error, see error(). If memory runs out, the scan throws std::bad_alloc. To receive this exception through
/// an istream, enable exceptions for badbit.
class ObjScan : public std::streambuf {
public:
    static constexpr char kNameEnd = '\x03';  ///< ETX, which names do not contain

    /// @param name  file name for messages
    /// @param positions  receives the file's positions, scaled and with y up [wu]
    ObjScan(ObjSource& source, std::string name, const SceneOptions& options, std::vector<DVec3>& positions,
            const ObjScanStart& start);

    const std::optional<Error>& error() const { return error_; }
    void add_warnings(Warnings& warnings) const;

protected:
    int_type underflow() override;

private:
    // An index of a vertex that may follow later in the file. Checked at the end of the file.
    struct Forward {
        uint64_t line = 0;
        int64_t index = 0;
    };

    void begin();
    void refuse_binary_file();
    bool read_chunk();
    const char* find_line_end();
    bool next_statement(std::string_view& statement);
    void scan_statement(std::string_view statement);
    void scan_vertex(std::string_view rest);
    void scan_face(std::string_view rest);
    void scan_corner(std::string_view corner, int64_t& slashes);
    void scan_name(std::string_view keyword, std::string_view rest);
    void scan_other(std::string_view keyword);
    void finish();
    void fail(const std::string& what);

    ObjSource& source_;
    std::string name_;
    std::vector<char> buffer_;  // current chunk, enlarged for long lines
    const char* at_ = nullptr;  // start of the unread part
    const char* end_ = nullptr;
    bool at_end_ = false;  // the source has no more bytes
    char line_end_ = '\n';
    UpAxis up_;
    double scale_;
    std::vector<DVec3>& positions_;
    size_t first_position_;

    uint64_t line_ = 0;       // line of the current statement, counted from 1
    uint64_t next_line_ = 1;  // line at which the unread part starts, counted from 1
    bool last_line_unterminated_ = false;
    std::string joined_;  // a statement joined from continued lines
    std::string out_;
    std::vector<Forward> forward_;
    std::optional<Error> error_;
    bool unended_geometry_ = false;
    uint64_t unknown_ = 0, first_unknown_line_ = 0;
    std::string first_unknown_;
};

}  // namespace navspan
