#pragma once

// A client of Detour that loads and queries tiles as a game does.

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

constexpr int kMaxNodes = 65535;  // maximum size of Detour's pool of search nodes

using Point = std::array<float, 3>;

inline Point narrow(DVec3 p) {
    return {float(p.x), float(p.y), float(p.z)};
}

inline double length_xz(const Point& a, const Point& b) {
    return std::hypot(double(b[0]) - a[0], double(b[2]) - a[2]);
}

template <class T>
T take(const std::vector<std::byte>& bytes, size_t& at) {
    T value;
    EXPECT_LE(at + sizeof(T), bytes.size());
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    at += sizeof(T);
    return value;
}

/// Loads a tile set in RecastDemo's file format and runs queries on it.
class DetourClient {
public:
    explicit DetourClient(const std::vector<std::byte>& bytes) : mesh_(dtAllocNavMesh()), query_(dtAllocNavMeshQuery()) {
        size_t at = 0;
        EXPECT_EQ(take<int32_t>(bytes, at), 0x4d534554);
        EXPECT_EQ(take<int32_t>(bytes, at), 1);
        const int32_t tiles = take<int32_t>(bytes, at);
        const dtNavMeshParams params = take<dtNavMeshParams>(bytes, at);
        EXPECT_TRUE(dtStatusSucceed(mesh_->init(&params)));
        for (int32_t i = 0; i < tiles; ++i) {
            const auto ref = take<uint32_t>(bytes, at);
            const auto size = take<int32_t>(bytes, at);
            auto* data = static_cast<unsigned char*>(dtAlloc(size_t(size), DT_ALLOC_PERM));
            std::memcpy(data, bytes.data() + at, size_t(size));
            at += size_t(size);
            dtTileRef added = 0;
            EXPECT_TRUE(dtStatusSucceed(mesh_->addTile(data, size, DT_TILE_FREE_DATA, ref, &added)));
            EXPECT_EQ(added, ref);
        }
        EXPECT_EQ(at, bytes.size());
        EXPECT_TRUE(dtStatusSucceed(query_->init(mesh_.get(), kMaxNodes)));
        polygons_.resize(kMaxNodes);
    }

    dtPolyRef nearest(const Point& p, Point& on) const {
        const float reach[3] = {0.5f, 1, 0.5f};
        dtPolyRef found = 0;
        query_->findNearestPoly(p.data(), reach, &filter_, &found, on.data());
        return found;
    }

    // Returns the length of Detour's path [wu], or -1 if no path reaches the goal.
    double path(const Point& from, const Point& to) {
        Point start, goal;
        const dtPolyRef first = nearest(from, start), last = nearest(to, goal);
        int count = 0, corners = 0;
        query_->findPath(first, last, start.data(), goal.data(), &filter_, polygons_.data(), &count, kMaxNodes);
        if (count == 0 || polygons_[size_t(count) - 1] != last) return -1;
        std::vector<Point> points(kMaxNodes);
        query_->findStraightPath(start.data(), goal.data(), polygons_.data(), count, points[0].data(), nullptr, nullptr,
                                 &corners, kMaxNodes);
        double length = 0;
        for (int i = 1; i < corners; ++i)
            length += length_xz(points[size_t(i) - 1], points[size_t(i)]);
        return length;
    }

    const dtOffMeshConnection& connection(int i) const {
        return static_cast<const dtNavMesh&>(*mesh_).getTile(0)->offMeshCons[i];
    }

    bool takes_connection(const Point& from, const Point& to) {
        Point start, goal;
        const dtPolyRef first = nearest(from, start), last = nearest(to, goal);
        int count = 0, corners = 0;
        query_->findPath(first, last, start.data(), goal.data(), &filter_, polygons_.data(), &count, kMaxNodes);
        std::vector<Point> points(kMaxNodes);
        std::vector<unsigned char> flags(kMaxNodes);
        query_->findStraightPath(start.data(), goal.data(), polygons_.data(), count, points[0].data(), flags.data(), nullptr,
                                 &corners, kMaxNodes);
        bool takes = false;
        for (int i = 0; i < corners; ++i)
            takes |= (flags[size_t(i)] & DT_STRAIGHTPATH_OFFMESH_CONNECTION) != 0;
        return takes;
    }

    double free_share(const Point& from, const Point& to) {
        Point start;
        const dtPolyRef first = nearest(from, start);
        float t = 0, normal[3];
        int count = 0;
        query_->raycast(first, start.data(), to.data(), &filter_, &t, normal, polygons_.data(), &count, kMaxNodes);
        return std::min(1.0, double(t));
    }

    bool height(const Point& p, float& y) const {
        Point on;
        const dtPolyRef ref = nearest(p, on);
        return ref && dtStatusSucceed(query_->getPolyHeight(ref, p.data(), &y));
    }

private:
    struct Free {
        void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
        void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
    };
    std::unique_ptr<dtNavMesh, Free> mesh_;
    std::unique_ptr<dtNavMeshQuery, Free> query_;
    dtQueryFilter filter_;
    std::vector<dtPolyRef> polygons_;
};

}  // namespace navspan
