// clang-format off: the text equals that of README.md

#include <cstdio>

#include "navspan/runtime.h"

int main() {
    auto mesh = navspan::read_nav_mesh("out/courtyard.nav");
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    navspan::SearchScratch search;  // one per thread
    auto path = navspan::find_path(*mesh, search, {.start = {3, 0, 25}, .goal = {57.5, 2.4, 10.5}});
    if (!path) return std::puts(path.error().message.c_str()), 1;
    for (const navspan::DVec3& p : path->points) std::printf("%.2f %.2f %.2f\n", p.x, p.y, p.z);
}
