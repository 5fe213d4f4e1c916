#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan::support {

/// A hole in a wall: a door, a gate or a window.
struct Opening {
    double from = 0, to = 0;     ///< along the wall [wu]
    double bottom = 0, top = 0;  ///< [wu]
};

/// A shift: walls exactly on the lines of a voxel lattice would be a test of rounding, not a level.
constexpr DVec3 kOffLattice{0.137, 0, 0.171};

/// Builds OBJ text from boxes, prisms and the like. Coordinates are written in whole millimetres; equal ones share a vertex.
/// All solids have their faces turned outwards.
class ObjBuilder {
public:
    /// @param shift  added to every coordinate [wu]
    explicit ObjBuilder(const std::string& comment, DVec3 shift = {}) : text_("# " + comment + "\n"), shift_(shift) {}

    void object(const std::string& name) { text_ += "o " + name + "\n"; }
    void material(const std::string& name) { text_ += "usemtl " + name + "\n"; }

    /// One polygon, counter-clockwise seen from its upper side.
    void face(const std::vector<DVec3>& corners);
    /// A flat rectangle facing up.
    void floor(double x0, double z0, double x1, double z1, double y);
    void box(DVec3 min, DVec3 max);
    /// A box turned about the vertical axis through its middle by yaw [deg].
    void turned_box(DVec3 base, double half_x, double half_z, double height, double yaw);
    /// A solid between two horizontal rings of equally many points, counter-clockwise seen from above.
    void frustum(const std::vector<DVec3>& bottom, const std::vector<DVec3>& top);
    /// A solid with `sides` sides standing on its base; top_radius 0 makes a cone.
    void column(DVec3 base, double bottom_radius, double top_radius, double height, int sides);
    /// A solid whose top rises in z (or falls, when z1 < z0) from y0 at z0 to y1 at z1; its bottom is flat at `bottom`.
    void ramp_z(double x0, double x1, double z0, double z1, double y0, double y1, double bottom);
    /// Solid steps rising from (z0, y0) to (z1, y1).
    void stairs_z(double x0, double x1, double z0, double z1, double y0, double y1, int steps);
    /// A wall along x with openings given along x, or along z with openings given along z.
    void wall_x(double x0, double x1, double z0, double z1, double y0, double y1, const std::vector<Opening>& openings = {});
    void wall_z(double x0, double x1, double z0, double z1, double y0, double y1, const std::vector<Opening>& openings = {});

    /// All that was built.
    const std::string& text() const { return text_; }

private:
    uint32_t vertex(DVec3 p);
    void wall(bool along_x, DVec3 min, DVec3 max, const std::vector<Opening>& openings);

    std::string text_;
    DVec3 shift_;
    std::map<std::array<int64_t, 3>, uint32_t> vertices_;
};

/// A ring of `sides` points around a centre, counter-clockwise seen from above. The first point is at `turn` [deg].
std::vector<DVec3> ring_around(DVec3 centre, double radius, int sides, double turn = 0);

}  // namespace navspan::support
