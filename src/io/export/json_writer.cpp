#include "io/export/json_writer.h"

#include "io/config/json.h"

namespace navspan {

std::string json_quoted(std::string_view string) {
    std::string text = Json(std::string(string)).dump(-1, ' ', false, Json::error_handler_t::replace);
    for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at))
        text.replace(at, 1, "\\u003c");
    return text;
}

}  // namespace navspan
