#pragma once

// Runs the usage examples of the public headers.

#include <cstdio>
#include <utility>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"

// A level that the examples use.
struct Inputs {
    navspan::TriangleSoup soup;
    navspan::BakeConfig config;  // a config with tiles
    navspan::NavMesh mesh;       // baked from the soup in one tile with the default config
};

// Number of examples that ran to their end, and number of examples that an error ended early.
struct Report {
    int finished = 0;
    int stopped = 0;
};

// Runs an example. The last parameter of the example is a bool, which the example sets to true at its end. If the example
// returns without setting it, prints an error.
template <class Example, class... Arguments>
void run(Report& report, const char* header, Example example, Arguments&&... arguments) {
    bool finished = false;
    example(std::forward<Arguments>(arguments)..., finished);
    if (!finished) std::printf("error: an example of %s returned early\n", header);
    ++(finished ? report.finished : report.stopped);
}

// Each function runs the examples of some modules. The examples read and write files in the working folder. Returns false if an
// input of an example cannot be created.
bool bake_examples(const Inputs& inputs, Report& report);
bool core_examples(const Inputs& inputs, Report& report);
bool io_examples(const Inputs& inputs, Report& report);
bool navmesh_examples(const Inputs& inputs, Report& report);
bool query_examples(const Inputs& inputs, Report& report);
