#pragma once

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

/// Where the bytes of an OBJ file come from, piece by piece.
struct ObjSource {
    virtual ~ObjSource() = default;
    /// Fills `to`; fewer bytes than asked for only at the end.
    virtual Result<size_t> read(std::span<char> to) = 0;
};

/// The checking pass over an OBJ file, shaped as a stream so that what is checked can be read on at once: it yields the
/// statements `f`, `o`, `g` and `usemtl`, normalised (one line each, faces as absolute position indices counted from 1, names
/// of `o` and `usemtl` followed by kNameEnd), and keeps the positions. At the first fault the stream ends and error() reports
/// it. If memory runs out, the scan throws std::bad_alloc: the reader must enable exceptions for badbit.
class ObjScan : public std::streambuf {
public:
    static constexpr char kNameEnd = '\x03';  ///< ETX, a character that names in text files do not contain

    /// @param name  what messages call the file
    /// @param positions  the file's vertices are appended here, scaled and with y up
    ObjScan(ObjSource& source, std::string name, const SceneOptions& options, std::vector<DVec3>& positions);

    const std::optional<Error>& error() const { return error_; }
    void add_warnings(Warnings& warnings) const;

protected:
    int_type underflow() override;

private:
    // an index beyond the vertices read so far, to be settled at the end of the file
    struct Forward {
        uint64_t line = 0;
        int64_t index = 0;
    };

    void begin();
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
    std::vector<char> buffer_;  // the piece in hand; longer than usual where a line is
    const char* at_ = nullptr;  // what is left of it
    const char* end_ = nullptr;
    bool at_end_ = false;  // of the source
    char line_end_ = '\n';
    UpAxis up_;
    double scale_;
    std::vector<DVec3>& positions_;
    size_t first_position_;

    uint64_t line_ = 0;       // of the statement at hand, counted from 1
    uint64_t next_line_ = 1;  // of the text at at_
    bool last_line_unterminated_ = false;
    std::string joined_;  // a statement put together from continued lines
    std::string out_;
    std::vector<Forward> forward_;
    std::optional<Error> error_;
    bool unended_geometry_ = false;
    uint64_t unknown_ = 0, first_unknown_line_ = 0;
    std::string first_unknown_;
};

}  // namespace navspan
