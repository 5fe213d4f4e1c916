// Reads RecastDemo's .gset.
//
// In: text, line by line: a letter, then numbers.
// Out: the name of the geometry file, the settings as a config, the volumes and the links.
// Idea: Accepts both number formats of RecastDemo: `6.000000` (before 2025) and `6`. RecastDemo writes 0 as the maximum number
// of vertices of a polygon. The reader replaces 0 by the default, 6.
// Source: Mononen, RecastDemo (2009), for the format.
// Weak cases: RecastDemo's editor may write a corrupt list after removing an off-mesh connection. Connections with invalid
// numbers are errors. The bake omits connections off the ground, with the warning "link_lost".

#include "io/input/gset.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>

#include "core/standard_input.h"
#include "core/text.h"
#include "io/plans/text_lines.h"
#include "navspan/bake/area_rules.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kFirstUserId = 1000;
constexpr double kFewestSamples = 0.9;  // smaller sample distances disable sampling [cell]

// RecastDemo's areas 1 to 5.
struct DemoArea {
    const char* name;
    double cost;
    uint16_t flags;
};
constexpr std::array<DemoArea, 5> kDemoAreas{
    {{"water", 10, 2}, {"road", 1, 1}, {"door", 1, 5}, {"grass", 2, 1}, {"jump", 1.5, 8}}};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const size_t first = text.find_first_not_of(kSpace);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

class GsetReader {
public:
    GsetReader(std::string_view text, std::string name) : lines_(text), name_(std::move(name)) {}

    Result<GsetScene> run() {
        while (const std::optional<std::string_view> whole = lines_.next()) {
            const std::string_view line = trimmed(*whole);
            if (line.empty() || line[0] == '#') continue;
            if (Status s = read_line(line); !s) return s.error();
        }
        if (scene_.geometry.empty()) {
            return Error{ErrorKind::input, name_ + ": no geometry; add a line `f FILE.obj`"};
        }
        if (unknown_) {
            scene_.warnings.push_back({"gset_unknown_lines",
                                       name_ + ":" + std::to_string(first_unknown_) + ": " + std::to_string(unknown_) +
                                           (unknown_ == 1 ? " line starts" : " lines start") +
                                           " with none of the letters f, s, c, v; such lines are skipped",
                                       {}});
        }
        return std::move(scene_);
    }

private:
    Error wrong(const std::string& what) const {
        return {ErrorKind::input, name_ + ":" + std::to_string(lines_.number()) + ": " + what};
    }
    Status read_line(std::string_view line);
    Status read_numbers(std::string_view text, const std::string& what, std::span<double> numbers) const;
    Status read_geometry(std::string_view text);
    Status read_settings(std::string_view text);
    Status read_volume(std::string_view text);
    Status read_link(std::string_view text);
    // Runs check_config. Adds file and line to the error message.
    Status checked(const BakeConfig& config) const {
        const Status sound = check_config(config);
        return sound ? sound : Status(wrong(sound.error().message));
    }
    template <class T>
    Status read_whole(double number, double high, const char* what, T& to) const {
        if (!(number >= 0 && number <= high) || std::floor(number) != number) {
            return wrong(std::string(what) + " is " + number_text(number) + "; give a whole number from 0 to " +
                         number_text(high));
        }
        to = T(number);
        return Done{};
    }

    TextLines lines_;
    std::string name_;
    GsetScene scene_;
    size_t unknown_ = 0, first_unknown_ = 0;
};

Status GsetReader::read_line(std::string_view line) {
    if (line.find('\0') != line.npos) return wrong("not a .gset file, because it is not text");
    const std::string_view rest = line.substr(1);
    const bool is_word = !rest.empty() && rest[0] != ' ' && rest[0] != '\t';
    switch (is_word ? '\0' : line[0]) {
        case 'f':
            return read_geometry(trimmed(rest));
        case 's':
            return read_settings(rest);
        case 'v':
            return read_volume(rest);
        case 'c':
            return read_link(rest);
        default:
            if (unknown_++ == 0) first_unknown_ = lines_.number();
            return Done{};
    }
}

// Reads numbers.size() numbers. Error: too few or too many words, or a word that is not a number within kMaxCoordinate.
Status GsetReader::read_numbers(std::string_view text, const std::string& what, std::span<double> numbers) const {
    size_t count = 0;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        const std::string_view word = text.substr(0, text.find_first_of(" \t"));
        text.remove_prefix(word.size());
        const std::string_view digits = word[0] == '+' ? word.substr(1) : word;
        double number = 0;
        const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (problem != std::errc() || stop != digits.data() + digits.size() || !(std::fabs(number) <= kMaxCoordinate)) {
            return wrong(what + ": " + quoted_text(word) + " is not a number within 1e+09");
        }
        if (count < numbers.size()) numbers[count] = number;
        ++count;
    }
    if (count == numbers.size()) return Done{};
    return wrong(what + " has " + std::to_string(count) + " numbers; give " + std::to_string(numbers.size()));
}

Status GsetReader::read_geometry(std::string_view text) {
    if (text.empty()) return wrong("`f` has no file name; add it");
    if (!scene_.geometry.empty()) return wrong("`f` (geometry) is given twice; keep one");
    scene_.geometry = text;
    // accept Windows paths
    std::replace(scene_.geometry.begin(), scene_.geometry.end(), '\\', '/');
    return Done{};
}

Status GsetReader::read_settings(std::string_view text) {
    if (scene_.settings) return wrong("`s` (settings) is given twice; keep one");
    std::array<double, 21> n{};
    if (Status s = read_numbers(text, "`s` (settings)", n); !s) return s;
    const auto [cell_size, cell_height, height, radius, climb, slope, region_side, merge_side, edge_length, edge_error,
                vertices, sample_distance, sample_error, partition, x, y, z, max_x, max_y, max_z, tile] = n;
    (void)max_x, (void)max_y, (void)max_z;
    BakeConfig& config = scene_.settings.emplace();
    config.voxels = {cell_size, cell_height};
    config.agent = {radius, height, climb, slope};
    int32_t most_vertices = 0, method = 0;
    if (Status s = read_whole(vertices, 255, "`s` (settings): the number of vertices of a polygon", most_vertices); !s)
        return s;
    if (Status s = read_whole(partition, 2, "`s` (settings): the partition", method); !s) return s;
    constexpr std::array<RegionMethod, 3> kMethods{RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers};
    config.regions.method = kMethods[size_t(method)];
    const double cell = cell_size * cell_size;
    config.regions.min_area = region_side * region_side * cell;
    if (config.regions.method != RegionMethod::layers) config.regions.merge_area = merge_side * merge_side * cell;
    config.contours.max_edge_length = edge_length;
    config.contours.max_error = edge_error * cell_size;
    if (most_vertices) config.polygons.max_vertices = most_vertices;
    config.detail.sample_distance = sample_distance < kFewestSamples ? 0 : sample_distance * cell_size;
    config.detail.max_error = sample_error * cell_height;
    config.tiles.origin = {x, y, z};
    config.tiles.size = tile * cell_size;
    return checked(config);
}

Status GsetReader::read_volume(std::string_view text) {
    std::array<double, 4> n{};
    if (Status s = read_numbers(text, "`v` (volume)", n); !s) return s;
    GsetVolume volume;
    size_t points = 0;
    if (Status s = read_whole(n[0], 65535, "`v` (volume): the number of points", points); !s) return s;
    if (Status s = read_whole(n[1], 63, "`v` (volume): the area", volume.area); !s) return s;
    volume.prism.shape = VolumeShape::prism;
    volume.prism.min_y = n[2];
    volume.prism.max_y = n[3];
    const uint64_t first_line = lines_.number();
    for (size_t i = 0; i < points; ++i) {
        const std::optional<std::string_view> line = lines_.next();
        if (!line) {
            return wrong("cut short: the volume of line " + std::to_string(first_line) + " has " + std::to_string(i) +
                         " of its " + std::to_string(points) + " points");
        }
        std::array<double, 3> p{};
        if (Status s = read_numbers(trimmed(*line), "a point of the volume of line " + std::to_string(first_line), p); !s)
            return s;
        volume.prism.points.push_back({p[0], 0, p[2]});
    }
    BakeConfig alone;
    alone.volumes = {volume.prism};
    if (Status s = checked(alone); !s) return s;
    scene_.volumes.push_back(std::move(volume));
    return Done{};
}

Status GsetReader::read_link(std::string_view text) {
    std::array<double, 10> n{};
    if (Status s = read_numbers(text, "`c` (off-mesh connection)", n); !s) return s;
    GsetLink link;
    uint16_t flags = 0;
    uint8_t both_ways = 0;
    if (Status s = read_whole(n[7], 1, "`c` (off-mesh connection): the direction", both_ways); !s) return s;
    if (Status s = read_whole(n[8], 63, "`c` (off-mesh connection): the area", link.area); !s) return s;
    if (Status s = read_whole(n[9], 65535, "`c` (off-mesh connection): the flags", flags); !s) return s;
    link.link = {.start = {n[0], n[1], n[2]},
                 .end = {n[3], n[4], n[5]},
                 .two_way = both_ways == 1,
                 .radius = n[6],
                 .cost = {},
                 .area = kGroundArea,
                 .flags = flags,
                 .user_id = kFirstUserId + uint32_t(scene_.links.size())};
    BakeConfig alone;
    alone.off_mesh_links = {link.link};
    if (Status s = checked(alone); !s) return s;
    scene_.links.push_back(std::move(link));
    return Done{};
}

// Returns the name of the area with an id. If there is no such area, adds one.
std::string area_name(BakeConfig& config, uint8_t id) {
    for (const AreaConfig& area : config.areas) {
        if (area.id == id) return area.name;
    }
    AreaConfig area{.name = "area_" + std::to_string(id), .id = id};
    if (id <= kDemoAreas.size() && !find_area(config.areas, kDemoAreas[id - 1u].name)) {
        const DemoArea& demo = kDemoAreas[id - 1u];
        area = {demo.name, id, demo.cost, demo.flags};
    }
    while (find_area(config.areas, area.name))
        area.name += "_";
    config.areas.push_back(area);
    return area.name;
}

}  // namespace

Result<GsetScene> parse_gset(std::string_view text, const std::string& name) {
    return GsetReader(text, name).run();
}

Result<GsetScene> load_gset(const std::string& path, InputFile& file, MemoryBudget budget) {
    const Result<std::vector<std::byte>> bytes = read_file_within(budget, path);
    if (!bytes) return bytes.error();
    // Upper bound on the memory for each byte of the file. In the worst case, each line has minimum length and becomes a link
    // or a volume point. The bound includes the old array while a list is copied to a larger array, and the copies in the
    // config and in its JSON.
    constexpr double kBytesPerByte = 96;
    const Status fits =
        check_budget(budget, input_name(path) + ": its lines", kBytesPerByte * double(bytes->size()), "give a smaller level");
    if (!fits) return fits.error();
    file = {path, bytes->size(), sha256_hex(*bytes)};
    return parse_gset(chars_of(*bytes), input_name(path));
}

Result<std::string> find_gset_geometry(const std::string& path, const GsetScene& scene) {
    const fs::path folder = fs::path(path).parent_path(), name = scene.geometry;
    const std::array<fs::path, 3> places{folder / name, folder / name.filename(), name};
    std::string looked_for;
    for (size_t i = 0; i < places.size(); ++i) {
        std::error_code ignored;
        if (fs::exists(places[i], ignored) && !fs::is_directory(places[i], ignored)) return places[i].string();
        const bool is_new = std::find(places.begin(), places.begin() + i, places[i]) == places.begin() + i;
        if (is_new) looked_for += (i == 0 ? "" : ", ") + places[i].string();
    }
    return Error{ErrorKind::input,
                 input_name(path) + ": its geometry " + scene.geometry + " was not found; looked for " + looked_for};
}

void add_gset_lists(const GsetScene& scene, BakeConfig& config) {
    std::vector<AreaVolume> volumes;
    for (const GsetVolume& volume : scene.volumes) {
        volumes.push_back(volume.prism);
        if (volume.area) volumes.back().area = area_name(config, volume.area);
    }
    config.volumes.insert(config.volumes.begin(), volumes.begin(), volumes.end());
    for (const GsetLink& link : scene.links) {
        config.off_mesh_links.push_back(link.link);
        if (link.area) config.off_mesh_links.back().area = area_name(config, link.area);
    }
}

}  // namespace navspan
