// navspan_recast_process: bakes an OBJ file with librecast and writes a Detour tile, for `navbench process`.
//
// Works like a small tool built on Recast: reads the file, parses it line by line, and bakes one tile on one thread. Frees each
// product after its last use. Does not link navspan, whose code would add to the measured memory.
//
// Usage: navspan_recast_process LEVEL.obj OUTPUT CS CH SLOPE HEIGHT CLIMB RADIUS MAX_EDGE MAX_ERROR MIN_REGION MERGE_REGION
// MAX_VERTICES SAMPLE_DISTANCE SAMPLE_ERROR
// The numbers are members of rcConfig, in its units (see config_of()).
//
// The program reads only positions and faces. It cuts off lines after 511 characters.

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "navbench/recast/owned_objects.h"

namespace {

using navspan::support::RecastPtr;

struct Triangles {
    std::vector<float> vertices;  // x y z [wu]
    std::vector<int> corners;     // three vertex indices per triangle
};

void require(bool succeeded, const char* what) {
    if (succeeded) return;
    std::fprintf(stderr, "navspan_recast_process: %s failed\n", what);
    std::exit(1);
}

std::string file_text(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    require(file, "opening the level");
    std::fseek(file, 0, SEEK_END);
    std::string text(size_t(std::ftell(file)), '\0');
    std::rewind(file);
    require(std::fread(text.data(), 1, text.size(), file) == text.size(), "reading the level");
    std::fclose(file);
    return text;
}

// Adds a face line as a triangle fan. Ignores faces with undefined vertices.
void add_face(const char* at, Triangles& level) {
    const int count = int(level.vertices.size() / 3);
    std::vector<int> face;
    while (*at) {
        while (*at && std::isspace(static_cast<unsigned char>(*at)))
            ++at;
        if (!*at) break;
        const int index = std::atoi(at);
        face.push_back(index < 0 ? count + index : index - 1);
        while (*at && !std::isspace(static_cast<unsigned char>(*at)))
            ++at;
    }
    for (const int vertex : face) {
        if (vertex < 0 || vertex >= count) return;
    }
    for (size_t i = 2; i < face.size(); ++i)
        level.corners.insert(level.corners.end(), {face[0], face[i - 1], face[i]});
}

Triangles read_obj(const char* path) {
    const std::string text = file_text(path);
    Triangles level;
    char line[512];
    for (size_t at = 0; at < text.size();) {
        const char* begin = text.data() + at;
        const void* end = std::memchr(begin, '\n', text.size() - at);
        const size_t length = end ? size_t(static_cast<const char*>(end) - begin) : text.size() - at;
        at += length + 1;
        // Copy the line, because sscanf first measures its whole input: the rest of the file.
        const size_t copied = length < sizeof line ? length : sizeof line - 1;
        std::memcpy(line, begin, copied);
        line[copied] = 0;
        if (line[0] == 'v' && (line[1] == ' ' || line[1] == '\t')) {
            float x = 0, y = 0, z = 0;
            std::sscanf(line + 1, "%f %f %f", &x, &y, &z);
            level.vertices.insert(level.vertices.end(), {x, y, z});
        } else if (line[0] == 'f') {
            add_face(line + 1, level);
        }
    }
    return level;
}

rcConfig config_of(char** values, const Triangles& level) {
    rcConfig config{};
    const auto next = [&values] { return float(std::atof(*values++)); };
    config.cs = next();
    config.ch = next();
    config.walkableSlopeAngle = next();
    config.walkableHeight = int(next());
    config.walkableClimb = int(next());
    config.walkableRadius = int(next());
    config.maxEdgeLen = int(next());
    config.maxSimplificationError = next();
    config.minRegionArea = int(next());
    config.mergeRegionArea = int(next());
    config.maxVertsPerPoly = int(next());
    config.detailSampleDist = next();
    config.detailSampleMaxError = next();
    rcCalcBounds(level.vertices.data(), int(level.vertices.size() / 3), config.bmin, config.bmax);
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

RecastPtr<rcHeightfield> voxelize(rcContext& context, const rcConfig& config, const Triangles& level) {
    RecastPtr<rcHeightfield> solid(rcAllocHeightfield());
    require(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax, config.cs, config.ch),
            "rcCreateHeightfield");
    const int vertices = int(level.vertices.size() / 3), triangles = int(level.corners.size() / 3);
    std::vector<unsigned char> areas(size_t(triangles), RC_NULL_AREA);
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, level.vertices.data(), vertices, level.corners.data(),
                            triangles, areas.data());
    require(rcRasterizeTriangles(&context, level.vertices.data(), vertices, level.corners.data(), areas.data(), triangles,
                                 *solid, config.walkableClimb),
            "rcRasterizeTriangles");
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);
    return solid;
}

struct Meshes {
    RecastPtr<rcPolyMesh> polygons{rcAllocPolyMesh()};
    RecastPtr<rcPolyMeshDetail> detail{rcAllocPolyMeshDetail()};
};

Meshes bake(const rcConfig& config, const Triangles& level) {
    rcContext context(false);
    RecastPtr<rcHeightfield> solid = voxelize(context, config, level);
    RecastPtr<rcCompactHeightfield> field(rcAllocCompactHeightfield());
    require(rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *field),
            "rcBuildCompactHeightfield");
    solid.reset();
    require(rcErodeWalkableArea(&context, config.walkableRadius, *field), "rcErodeWalkableArea");
    require(rcBuildDistanceField(&context, *field), "rcBuildDistanceField");
    require(rcBuildRegions(&context, *field, 0, config.minRegionArea, config.mergeRegionArea), "rcBuildRegions");
    RecastPtr<rcContourSet> contours(rcAllocContourSet());
    require(rcBuildContours(&context, *field, config.maxSimplificationError, config.maxEdgeLen, *contours), "rcBuildContours");
    Meshes meshes;
    require(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *meshes.polygons), "rcBuildPolyMesh");
    contours.reset();
    require(rcBuildPolyMeshDetail(&context, *meshes.polygons, *field, config.detailSampleDist, config.detailSampleMaxError,
                                  *meshes.detail),
            "rcBuildPolyMeshDetail");
    return meshes;
}

// Writes the polygons as one Detour tile; an empty file if there are none.
void write_tile(const rcConfig& config, Meshes& meshes, const char* path) {
    rcPolyMesh& mesh = *meshes.polygons;
    const rcPolyMeshDetail& detail = *meshes.detail;
    for (int i = 0; i < mesh.npolys; ++i)
        mesh.flags[i] = 1;
    dtNavMeshCreateParams p{};
    p.verts = mesh.verts, p.vertCount = mesh.nverts;
    p.polys = mesh.polys, p.polyAreas = mesh.areas, p.polyFlags = mesh.flags, p.polyCount = mesh.npolys, p.nvp = mesh.nvp;
    p.detailMeshes = detail.meshes, p.detailVerts = detail.verts, p.detailVertsCount = detail.nverts;
    p.detailTris = detail.tris, p.detailTriCount = detail.ntris;
    p.walkableHeight = float(config.walkableHeight) * config.ch;
    p.walkableRadius = float(config.walkableRadius) * config.cs;
    p.walkableClimb = float(config.walkableClimb) * config.ch;
    p.cs = mesh.cs, p.ch = mesh.ch, p.buildBvTree = true;
    rcVcopy(p.bmin, mesh.bmin);
    rcVcopy(p.bmax, mesh.bmax);
    unsigned char* data = nullptr;
    int size = 0;
    if (mesh.npolys > 0) require(dtCreateNavMeshData(&p, &data, &size), "dtCreateNavMeshData");
    std::FILE* file = std::fopen(path, "wb");
    require(file && std::fwrite(data, 1, size_t(size), file) == size_t(size) && std::fclose(file) == 0, "writing the tile");
    dtFree(data);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 16) {
        std::fprintf(stderr, "usage: see the head of tools/navbench/process/recast_main.cpp\n");
        return 2;
    }
    const Triangles level = read_obj(argv[1]);
    require(!level.corners.empty(), "finding a triangle in the level");
    const rcConfig config = config_of(argv + 3, level);
    Meshes meshes = bake(config, level);
    write_tile(config, meshes, argv[2]);
}
