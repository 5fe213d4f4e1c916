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
    double from = 0, to = 0;     ///< start and end along the wall [wu]
    double bottom = 0, top = 0;  ///< heights of its lower and its upper edge [wu]
};

struct TurnedBox {
    double half_x = 0, half_z = 0;  ///< half of the width and half of the depth [wu]
    double height = 0;              ///< [wu]
    double yaw = 0;                 ///< [deg]
};

struct Column {
    double bottom_radius = 0, top_radius = 0;  ///< if top_radius is 0, the column ends in a point [wu]
    double height = 0;                         ///< [wu]
    int sides = 8;
};

/// Moves walls off the lattice lines, where a rounding error could move a wall by a whole cell.
constexpr DVec3 kOffLattice{0.137, 0, 0.171};

/// Builds OBJ text from boxes, prisms and other solids. Coordinates are whole millimetres. Equal points share a vertex. Faces
/// are oriented outwards.
class ObjBuilder {
public:
    /// @param comment  first line of the OBJ text, without '#'
    /// @param shift    added to every position [wu]
    explicit ObjBuilder(const std::string& comment, DVec3 shift = {}) : text_("# " + comment + "\n"), shift_(shift) {}

    void object(const std::string& name) { text_ += "o " + name + "\n"; }
    void material(const std::string& name) { text_ += "usemtl " + name + "\n"; }

    /// Adds a polygon. Its corners are counter-clockwise seen from the side that it faces.
    void face(const std::vector<DVec3>& corners);
    /// Adds a horizontal rectangle between two opposite corners at the same height. It faces up.
    void floor(DVec3 min, DVec3 max);
    void box(DVec3 min, DVec3 max);
    /// Adds a box that is rotated around its vertical axis. `base` is the centre of the bottom.
    void turned_box(DVec3 base, const TurnedBox& box);
    /// Adds a solid between two horizontal rings with the same number of points. Both are counter-clockwise seen from above.
    void frustum(const std::vector<DVec3>& bottom, const std::vector<DVec3>& top);
    /// Adds a regular prism or truncated pyramid. `base` is the centre of the bottom.
    void column(DVec3 base, const Column& column);
    /// Adds a solid whose top rises or falls along z. `from` and `to` are opposite corners of the top; `bottom` is the height
    /// of its bottom.
    void ramp_z(DVec3 from, DVec3 to, double bottom);
    /// Adds solid steps that rise along z from the height of `from` to the height of `to`.
    void stairs_z(DVec3 from, DVec3 to, int steps);
    /// Adds a wall along x (wall_x) or along z (wall_z). Opening::from and to are coordinates on that axis.
    void wall_x(DVec3 min, DVec3 max, const std::vector<Opening>& openings = {}) { wall(true, min, max, openings); }
    void wall_z(DVec3 min, DVec3 max, const std::vector<Opening>& openings = {}) { wall(false, min, max, openings); }

    const std::string& text() const { return text_; }

private:
    uint32_t vertex(DVec3 p);
    void wall(bool along_x, DVec3 min, DVec3 max, const std::vector<Opening>& openings);

    std::string text_;
    DVec3 shift_;
    std::map<std::array<int64_t, 3>, uint32_t> vertices_;
};

/// Returns `sides` points on a circle, counter-clockwise seen from above. The first point is at angle `turn` [deg].
std::vector<DVec3> ring_around(DVec3 centre, double radius, int sides, double turn = 0);

}  // namespace navspan::support
