// Writes the levels of data/scenes into a folder. Usage: navspan_make_scenes [FOLDER]

#include <fstream>
#include <iostream>

#include "support/scenes/own_scenes.h"
#include "support/scenes/places.h"

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : navspan::support::source_path("data/scenes");
    for (const auto& scene : navspan::support::own_scenes()) {
        const std::string path = folder + "/" + scene.name + ".obj";
        std::ofstream file(path, std::ios::binary);
        file << scene.text;
        file.close();
        if (!file) {
            std::cerr << "cannot write " << path << "\n";
            return 1;
        }
        std::cout << path << ": " << scene.text.size() << " bytes\n";
    }
    return 0;
}
