// Writes a drawing's cells as PNG: the highest cell of each column, lit from the upper left. Also implements zlib_pack with
// stb_image_write.

#include <cstdlib>
#include <new>

namespace navspan {
namespace {

// The encoder does not check its allocations.
void* require_encoder_memory(void* memory) {
    return memory ? memory : throw std::bad_alloc();
}

}  // namespace
}  // namespace navspan

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#define STBIW_MALLOC(size) navspan::require_encoder_memory(std::malloc(size))
#define STBIW_REALLOC(memory, size) navspan::require_encoder_memory(std::realloc(memory, size))
#define STBIW_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include "debug/palette.h"
#include "io/export/zlib_pack.h"
#include "navspan/io/picture.h"

namespace navspan {
namespace {

constexpr int32_t kLargestSide = 2000;    // longest side of a picture [px]
constexpr int32_t kPreferredSide = 1200;  // small drawings are enlarged to about this size [px]
constexpr int32_t kLargestCell = 8;       // maximum side of a cell [px]; limits the enlargement of tiny drawings
constexpr Color kBackground{246, 244, 239, 255};

// The highest cell of each square block of cells. If no side of the drawing is longer than kLargestSide, a block is a single
// cell.
struct Relief {
    int32_t width = 0, depth = 0;
    std::vector<Color> color;
    std::vector<float> height;  // NaN if there is no cell
};

Relief highest_cells(const Drawing& drawing, int32_t shrink) {
    Relief relief;
    relief.width = (drawing.width + shrink - 1) / shrink;
    relief.depth = (drawing.depth + shrink - 1) / shrink;
    const size_t count = size_t(relief.width) * size_t(relief.depth);
    relief.color.assign(count, kBackground);
    relief.height.assign(count, std::numeric_limits<float>::quiet_NaN());
    for (const Drawing::Cell& cell : drawing.cells) {
        const size_t at = size_t(cell.z / shrink) * size_t(relief.width) + size_t(cell.x / shrink);
        if (relief.height[at] > cell.y) continue;
        relief.height[at] = cell.y;
        relief.color[at] = cell.color;
    }
    return relief;
}

// Shades a cell with light from the upper left. The cell is bright if the ground rises to the lower right, and dark if the
// ground falls.
Color lit(const Relief& relief, int32_t x, int32_t z, double cell_size) {
    const auto height = [&](int32_t xx, int32_t zz) {
        return relief.height[size_t(std::clamp(zz, 0, relief.depth - 1)) * size_t(relief.width) +
                             size_t(std::clamp(xx, 0, relief.width - 1))];
    };
    const Color color = relief.color[size_t(z) * size_t(relief.width) + size_t(x)];
    const float here = height(x, z);
    if (std::isnan(here)) return color;
    double slope = 0;
    for (const auto& [dx, dz] : {std::pair{-1, 0}, std::pair{0, -1}}) {
        const float there = height(x + dx, z + dz);
        if (!std::isnan(there)) slope += (here - there) / cell_size;
    }
    const double strength = std::min(0.45, std::fabs(slope) * 0.22);
    return mix(color, slope > 0 ? Color{255, 255, 250, 255} : Color{30, 32, 44, 255}, strength);
}

void append_bytes(void* context, void* data, int size) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
}

}  // namespace

std::vector<std::byte> to_png(const Drawing& drawing) {
    if (!is_drawable(drawing)) return {};
    const int32_t side = std::max({drawing.width, drawing.depth, 1});
    const int32_t shrink = (side + kLargestSide - 1) / kLargestSide;
    const int32_t grow = shrink > 1 ? 1 : std::clamp(kPreferredSide / side, 1, kLargestCell);
    const Relief relief = highest_cells(drawing, shrink);
    const int32_t width = std::max(1, relief.width * grow), height = std::max(1, relief.depth * grow);
    std::vector<uint8_t> pixels(size_t(width) * size_t(height) * 3, 255);
    for (int32_t z = 0; z < relief.depth; ++z) {
        for (int32_t x = 0; x < relief.width; ++x) {
            const Color c = lit(relief, x, z, drawing.cell_size * shrink);
            for (int32_t py = z * grow; py < (z + 1) * grow; ++py) {
                for (int32_t px = x * grow; px < (x + 1) * grow; ++px) {
                    uint8_t* pixel = &pixels[(size_t(py) * size_t(width) + size_t(px)) * 3];
                    pixel[0] = c.r, pixel[1] = c.g, pixel[2] = c.b;
                }
            }
        }
    }
    std::vector<std::byte> bytes;
    stbi_write_png_to_func(append_bytes, &bytes, width, height, 3, pixels.data(), width * 3);
    return bytes;
}

std::vector<std::byte> zlib_pack(std::span<const std::byte> bytes) {
    constexpr int kQuality = 8;  // compression level; stb's default for PNG
    std::vector<std::byte> packed;
    // the compressor only reads the data, although the parameter is not const
    auto* const data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
    int size = 0;
    unsigned char* const out = stbi_zlib_compress(data, int(bytes.size()), &size, kQuality);
    append_bytes(&packed, out, size);
    STBIW_FREE(out);
    return packed;
}

}  // namespace navspan
