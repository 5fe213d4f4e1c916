// Draws fields as text for the messages of failing tests.

#include "support/checks/text_field.h"

#include <algorithm>
#include <vector>

namespace navspan::support {

std::string text_of_field(const CompactHeightfield& field, const std::function<std::string(uint32_t)>& value) {
    // Collect the open spans of every cell and sort them by floor height. A field does not store them in this order.
    std::vector<std::vector<uint32_t>> cells(cell_count(field.grid));
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                cells[size_t(z) * size_t(field.grid.width) + size_t(run.x0) + k].push_back(run.first + k);
            }
        }
    }
    size_t storeys = 0, widest = 1;
    for (auto& cell : cells) {
        std::sort(cell.begin(), cell.end(), [&](uint32_t a, uint32_t b) { return field.floor[a] < field.floor[b]; });
        storeys = std::max(storeys, cell.size());
        for (uint32_t i : cell)
            widest = std::max(widest, value(i).size());
    }

    std::string text;
    for (size_t storey = 0; storey < storeys; ++storey) {
        if (storeys > 1) text += "storey " + std::to_string(storey) + "\n";
        for (int32_t z = 0; z < field.grid.depth; ++z) {
            for (int32_t x = 0; x < field.grid.width; ++x) {
                const auto& cell = cells[size_t(z) * size_t(field.grid.width) + size_t(x)];
                const std::string word = storey < cell.size() ? value(cell[storey]) : ".";
                text += std::string(widest + (x > 0) - std::min(word.size(), widest), ' ') + word;
            }
            text += '\n';
        }
    }
    return text;
}

}  // namespace navspan::support
