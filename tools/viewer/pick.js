// Finds the polygon under the pointer. A grid over the xz plane lists the triangles of each cell; the pointer's ray visits the
// cells.

class Picker {
    // `polygons` has the arrays counts, corners and ids. `points` has x, y, z of each point.
    constructor(polygons, points) {
        this.points = points;
        this.corners = [];
        this.ids = [];
        this.first = new Map();  // key: id; value: position of the first corner in `rings`, and the number of corners
        let at = 0;
        for (let p = 0; p < polygons.counts.length; ++p) {
            const count = polygons.counts[p];
            this.first.set(polygons.ids[p], {first: at, count});
            for (let i = 1; i + 1 < count; ++i) {
                this.corners.push(polygons.corners[at], polygons.corners[at + i], polygons.corners[at + i + 1]);
                this.ids.push(polygons.ids[p]);
            }
            at += count;
        }
        this.rings = polygons.corners;
        this.buildGrid();
    }

    corner(triangle, k) {
        const at = this.corners[3 * triangle + k] * 3;
        return [this.points[at], this.points[at + 1], this.points[at + 2]];
    }

    // Returns the corners of a polygon.
    ring(id) {
        const {first, count} = this.first.get(id);
        return Array.from(this.rings.subarray(first, first + count), i => Array.from(this.points.subarray(3 * i, 3 * i + 3)));
    }

    buildGrid() {
        this.min = [Infinity, Infinity], this.max = [-Infinity, -Infinity];
        for (const corner of this.corners) {
            for (const [axis, c] of [[0, 0], [1, 2]]) {
                this.min[axis] = Math.min(this.min[axis], this.points[3 * corner + c]);
                this.max[axis] = Math.max(this.max[axis], this.points[3 * corner + c]);
            }
        }
        const triangles = this.ids.length;
        if (triangles === 0) return;
        const sides = [0, 1].map(axis => this.max[axis] - this.min[axis]);
        // Limit the number of cells per axis to 4096, also for a long narrow level.
        this.cell = Math.max(Math.sqrt(Math.max(sides[0] * sides[1], 1e-9) / triangles) * 1.5, ...sides.map(side => side / 4095));
        this.size = sides.map(side => Math.floor(side / this.cell) + 1);
        // Counting sort: count the triangles per cell, then fill them in.
        this.start = new Uint32Array(this.size[0] * this.size[1] + 1);
        this.eachCell((cell) => ++this.start[cell + 1]);
        for (let i = 1; i < this.start.length; ++i) this.start[i] += this.start[i - 1];
        const next = this.start.slice();
        this.list = new Uint32Array(this.start[this.start.length - 1]);
        this.eachCell((cell, triangle) => this.list[next[cell]++] = triangle);
    }

    cellOf(axis, c) {
        return Math.min(this.size[axis] - 1, Math.max(0, Math.floor((c - this.min[axis]) / this.cell)));
    }

    eachCell(visit) {
        for (let t = 0; t < this.ids.length; ++t) {
            const xs = [0, 1, 2].map(k => this.points[3 * this.corners[3 * t + k]]);
            const zs = [0, 1, 2].map(k => this.points[3 * this.corners[3 * t + k] + 2]);
            const [x0, x1] = [this.cellOf(0, Math.min(...xs)), this.cellOf(0, Math.max(...xs))];
            const [z0, z1] = [this.cellOf(1, Math.min(...zs)), this.cellOf(1, Math.max(...zs))];
            for (let z = z0; z <= z1; ++z) {
                for (let x = x0; x <= x1; ++x) visit(z * this.size[0] + x, t);
            }
        }
    }

    // Moeller and Trumbore, Fast, minimum storage ray/triangle intersection (1997)
    hit(triangle, ray) {
        const a = this.corner(triangle, 0);
        const ab = subtract(this.corner(triangle, 1), a), ac = subtract(this.corner(triangle, 2), a);
        const p = cross(ray.direction, ac), determinant = dot(ab, p);
        if (Math.abs(determinant) < 1e-14) return Infinity;
        const way = subtract(ray.origin, a), u = dot(way, p) / determinant;
        if (u < 0 || u > 1) return Infinity;
        const q = cross(way, ab), v = dot(ray.direction, q) / determinant;
        if (v < 0 || u + v > 1) return Infinity;
        const t = dot(ac, q) / determinant;
        return t > 0 ? t : Infinity;
    }

    // Returns the nearest polygon that the ray hits as {id, point}, or null. Ignores polygons for which isHidden(id) is true.
    pick(ray, isHidden = () => false) {
        if (this.ids.length === 0) return null;
        const from = [ray.origin[0], ray.origin[2]], way = [ray.direction[0], ray.direction[2]];
        let enter = 0, leave = Infinity;
        for (const axis of [0, 1]) {
            if (Math.abs(way[axis]) < 1e-12) {
                if (from[axis] < this.min[axis] || from[axis] > this.max[axis]) return null;
                continue;
            }
            const t = [this.min[axis], this.max[axis]].map(side => (side - from[axis]) / way[axis]);
            enter = Math.max(enter, Math.min(...t)), leave = Math.min(leave, Math.max(...t));
        }
        if (enter > leave) return null;
        const cell = [0, 1].map(axis => this.cellOf(axis, from[axis] + enter * way[axis]));
        let best = Infinity, id = 0;
        while (true) {
            const at = cell[1] * this.size[0] + cell[0];
            for (let i = this.start[at]; i < this.start[at + 1]; ++i) {
                const t = this.hit(this.list[i], ray);
                if (t < best && !isHidden(this.ids[this.list[i]])) best = t, id = this.ids[this.list[i]];
            }
            // Continue in the cell on the other side of the cell border that the ray reaches first.
            const out = [0, 1].map(axis => {
                if (Math.abs(way[axis]) < 1e-12) return Infinity;
                return (this.min[axis] + (cell[axis] + (way[axis] > 0 ? 1 : 0)) * this.cell - from[axis]) / way[axis];
            });
            const axis = out[0] < out[1] ? 0 : 1;
            if (best <= out[axis] || out[axis] > leave) break;
            cell[axis] += way[axis] > 0 ? 1 : -1;
            if (cell[axis] < 0 || cell[axis] >= this.size[axis]) break;
        }
        return best < Infinity ? {id, point: add(ray.origin, scale(ray.direction, best))} : null;
    }
}

