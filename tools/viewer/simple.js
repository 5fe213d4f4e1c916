// Finds paths without WebAssembly: A* over the polygons of the page, then a funnel through the portals of the corridor.
//
// In: the polygons with their neighbours, the costs of areas, and the off-mesh links.
// Out: the same fields as Queries.path.
// Idea: A* measures the cost of a corridor along one point per portal, called the door of the portal. Three searches choose
// different doors: the middle of the portal; the point of the portal nearest to the previous door; or the point at which the
// straight line from the previous door to the goal crosses the portal. In each corridor, two taut paths are computed: one
// without further conditions, and one that passes the doors at borders between areas of different cost. The cheapest path is
// returned.
// Source: funnel: Lee and Preparata, Euclidean shortest paths in the presence of rectilinear barriers (1984).
// Weak cases: the corridor can be more expensive than the cheapest corridor, especially if areas have different costs. Heights
// are heights of the polygons, not of the detail surface. The time of a search grows with the size of the whole mesh.

const distanceXz = (a, b) => Math.hypot(b[0] - a[0], b[2] - a[2]);
const between = (a, b, t) => a.map((c, i) => c + (b[i] - c) * t);
// Positive if c is to the left of the line from a to b, seen from above.
const turnOf = (a, b, c) => (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
const isSamePlace = (a, b) => a[0] === b[0] && a[2] === b[2];
const clamped = t => Math.min(1, Math.max(0, t || 0));

// Returns the fraction (0 to 1) of the segment from a to b at which the line through p and q crosses it, seen from above. If the
// lines are parallel, returns the fraction nearest to p.
function crossingOf(a, b, p, q) {
    const sa = turnOf(p, q, a), sb = turnOf(p, q, b);
    return Math.abs(sa - sb) > 1e-12 ? clamped(sa / (sa - sb)) : nearestOf(a, b, p);
}

// Returns where the point of segment a-b nearest to p lies, seen from above: 0 at a, 1 at b.
function nearestOf(a, b, p) {
    const x = b[0] - a[0], z = b[2] - a[2];
    return clamped(((p[0] - a[0]) * x + (p[2] - a[2]) * z) / (x * x + z * z));
}

// A binary min-heap of values, ordered by key.
class Heap {
    items = [];

    push(key, value) {
        let at = this.items.length;
        for (let up; at > 0 && this.items[up = at - 1 >> 1].key > key; at = up) this.items[at] = this.items[up];
        this.items[at] = {key, value};
    }

    pop() {
        const {items} = this, least = items[0], last = items.pop();
        if (items.length === 0) return least.value;
        let at = 0;
        for (let down; (down = 2 * at + 1) < items.length; at = down) {
            if (down + 1 < items.length && items[down + 1].key < items[down].key) ++down;
            if (items[down].key >= last.key) break;
            items[at] = items[down];
        }
        items[at] = last;
        return least.value;
    }
}

// Pulls the string taut from `from` to `to` through the portals. A portal is [left end, right end]. Returns the corners, each
// with the number of the portal that it lies on.
function pullString(from, portals, to) {
    const gates = [...portals, [to, to]], corners = [];
    let apex = from, sides = [from, from], at = [-1, -1];
    for (let i = 0; i < gates.length; ++i) {
        for (const side of [1, 0]) {
            const way = side === 0 ? 1 : -1, point = gates[i][side], other = sides[1 - side];
            if (way * turnOf(apex, sides[side], point) > 0) continue;  // the portal is wider than the funnel on this side
            if (isSamePlace(sides[side], apex) || isSamePlace(other, apex) || way * turnOf(apex, other, point) > 0) {
                sides[side] = point, at[side] = i;
                continue;
            }
            // The sides of the funnel cross, so the path turns at the end of the other side.
            i = at[1 - side];
            corners.push({point: other, portal: i});
            apex = other, sides = [apex, apex], at = [i, i];
            break;
        }
    }
    return corners.filter(({portal}) => portal < portals.length);
}

class SimpleQueries {
    constructor(scene, picker) {
        this.mesh = scene.mesh, this.centre = scene.centre, this.picker = picker;
        const count = this.mesh.area.length;
        this.firstEdge = new Uint32Array(count + 1);
        for (let id = 0; id < count; ++id) this.firstEdge[id + 1] = this.firstEdge[id] + picker.first.get(id).count;
        this.leaving = new Map();  // key: polygon; value: numbers of the links that start there
        this.mesh.links.forEach(({from, flags}, i) => flags && this.leaving.set(from, [...this.leaving.get(from) ?? [], i]));
        const costs = this.mesh.links.map((link, i) => this.linkCost(i) / Math.max(distanceXz(link.start, link.end), 1e-9));
        this.leastCost = [...this.mesh.areas.map(area => area.cost), ...costs].reduce((a, b) => Math.min(a, b), 1);
    }

    isOpen(id) {
        return this.mesh.flags[id] !== 0;
    }

    costOf(id) {
        return areaOf(this.mesh, this.mesh.area[id]).cost;
    }

    linkCost(number) {
        const link = this.mesh.links[number];
        return link.cost * areaOf(this.mesh, link.area).cost;
    }

    local(point) {
        return subtract(point, this.centre);
    }

    // Returns the point of a polygon at the x and z of a point. If the polygon has none there, returns the nearest point of
    // its boundary, seen from above.
    pointOn(id, point) {
        const ring = this.picker.ring(id);
        for (let i = 1; i + 1 < ring.length; ++i) {
            const [a, b, c] = [ring[0], ring[i], ring[i + 1]];
            const parts = [turnOf(b, c, point), turnOf(c, a, point), turnOf(a, b, point)], sum = parts[0] + parts[1] + parts[2];
            if (Math.min(...parts) < 0 || sum <= 0) continue;
            return [point[0], (a[1] * parts[0] + b[1] * parts[1] + c[1] * parts[2]) / sum, point[2]];
        }
        const sides = ring.map((a, i) => {
            const b = ring[(i + 1) % ring.length];
            return between(a, b, nearestOf(a, b, point));
        });
        return sides.reduce((best, side) => distanceXz(side, point) < distanceXz(best, point) ? side : best);
    }

    // Returns the polygon nearest to a point among those that agents may enter, as {id, point, gap}, or null.
    nearest(ids, point) {
        let best = null;
        for (const id of ids) {
            if (!this.isOpen(id)) continue;
            const on = this.pointOn(id, point), gap = Math.hypot(...subtract(on, point));
            if (!best || gap < best.gap) best = {id, point: on, gap};
        }
        return best;
    }

    // Searches from start to goal. doorOf returns the fraction of a portal at which a corridor crosses it. Returns the polygons
    // that were expanded, in order. `this.steps` stores how each polygon was entered: cost, point, previous polygon, and the
    // portal or link between the two polygons.
    search(start, goal, doorOf) {
        const heap = new Heap(), done = new Set(), {mesh, picker} = this;
        this.steps = new Map();
        const reach = (id, step) => {
            if (done.has(id) || !this.isOpen(id) || step.cost >= (this.steps.get(id)?.cost ?? Infinity)) return;
            this.steps.set(id, step);
            heap.push(step.cost + this.leastCost * distanceXz(step.point, goal.point), id);
        };
        reach(start.id, {cost: 0, point: start.point});
        while (heap.items.length && !done.has(goal.id)) {
            const id = heap.pop();
            if (done.has(id)) continue;
            done.add(id);
            const {cost, point} = this.steps.get(id), unit = this.costOf(id), ring = picker.ring(id);
            for (let e = 0; e < ring.length; ++e) {
                const step = mesh.neighbours[this.firstEdge[id] + e], other = id + step, a = ring[e], b = ring[(e + 1) % ring.length];
                if (step === 0 || done.has(other)) continue;  // 0: a wall
                const door = between(a, b, doorOf(a, b, point, goal.point));
                reach(other, {cost: cost + unit * distanceXz(point, door), point: door, from: id, portal: [b, a]});
            }
            for (const link of this.leaving.get(id) ?? []) {
                const [from, to] = [mesh.links[link].start, mesh.links[link].end].map(end => this.local(end));
                const walked = unit * distanceXz(point, from);
                reach(mesh.links[link].to, {cost: cost + walked + this.linkCost(link), point: to, from: id, link, leave: from});
            }
        }
        return [...done];
    }

    // Returns why there is no complete path between two polygons.
    reasonOf(from, to) {
        const {island} = this.mesh;
        return island[from] === island[to] ? "the goal is not reachable" : "the goal is on another island";
    }

    // Appends the taut path from `from` to `to` through the polygons `ids` to `path`. There is one portal fewer than polygons.
    addWalk(path, ids, portals, from, to) {
        const corners = [...pullString(from, portals, to), {point: to, portal: portals.length}];
        let turn = from, next = 0, last = from;
        for (let i = 0; i < ids.length; ++i) {
            // Find the point at which the path leaves polygon i.
            const corner = corners[next];
            const [left, right] = portals[i] ?? [];
            const leave = corner.portal === i ? corner.point : between(left, right, crossingOf(left, right, turn, corner.point));
            path.lengthXz += distanceXz(last, leave);
            path.length3d += Math.hypot(...subtract(leave, last));
            path.cost += this.costOf(ids[i]) * distanceXz(last, leave);
            if (Math.hypot(...subtract(leave, last)) > 0) path.ground.push(leave);
            last = leave;
            while (corners[next]?.portal === i) turn = corners[next++].point;
        }
        for (const {point} of corners) {
            if (!isSamePlace(point, path.points.at(-1))) path.points.push(point);
        }
    }

    // from and to are in world coordinates.
    path(from, to) {
        const all = Array.from(this.mesh.area, (_, id) => id);
        const start = this.nearest(all, this.local(from)), goal = this.nearest(all, this.local(to));
        if (!start) {
            const reason = "there is no ground that agents may enter";
            return {status: "none", reason, points: [], ground: [], polygons: [], links: []};
        }
        const found = [crossingOf, nearestOf, () => 0.5].flatMap(doorOf => {
            const done = this.search(start, goal, doorOf), isComplete = done.includes(goal.id);
            const end = isComplete ? goal : this.nearest(done, goal.point);
            const outcome = {
                status: isComplete ? "complete" : "partial", reason: isComplete ? "" : this.reasonOf(start.id, goal.id),
                method: "simple", nodes: done.length, startGap: start.gap, gap: Math.hypot(...subtract(end.point, this.local(to))),
            };
            return [false, true].map(holds => ({...outcome, ...this.walk(start, end, holds)}));
        });
        const path = found.reduce((best, next) => next.cost < best.cost ? next : best);
        for (const list of ["points", "ground"]) path[list] = path[list].map(point => add(point, this.centre));
        return path;
    }

    // Returns the path through the polygons of the last search, relative to the centre. holds: if true, the path crosses the
    // border between areas of different cost at the door of the search.
    walk(start, end, holds) {
        const path = {lengthXz: 0, length3d: 0, cost: 0, points: [start.point], ground: [start.point], polygons: [], links: []};
        const steps = [];  // from the end to the start
        for (let id = end.id; id !== start.id; id = this.steps.get(id).from) steps.push({id, ...this.steps.get(id)});
        let ids = [start.id], portals = [], at = start.point;
        for (const {id, portal, link, leave, point} of steps.reverse()) {
            if (portal && !(holds && this.costOf(id) !== this.costOf(ids.at(-1)))) {
                ids.push(id), portals.push(portal);
                continue;
            }
            this.addWalk(path, ids, portals, at, leave ?? point);
            path.polygons.push(...ids);
            if (link !== undefined) {
                path.points.push(point), path.ground.push(point), path.links.push(link);
                path.cost += this.linkCost(link);
            }
            ids = [id], portals = [], at = point;
        }
        this.addWalk(path, ids, portals, at, end.point);
        path.polygons.push(...ids);
        return path;
    }
}
