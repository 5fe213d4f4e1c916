// Controls the page: makes layers from the scene, draws them, and finds paths after clicks.
// `window.viewer` is for tests and for the browser's console.

const kNone = 0xffffffff;  // the id of shapes that belong to no polygon
const kPathColors = {halo: 0xe6ffffff, line: 0xff3948d6, start: 0xff5c8c2c, goal: 0xff3948d6, hover: 0x8c60e0ff};

class Viewer {
    constructor(packed) {
        this.packed = packed;
        this.canvas = byId("view");
        this.renderer = new Renderer(this.canvas);
        this.camera = new Camera(packed.min, packed.max);
        this.state = {from: null, to: null, path: null, method: "automatic"};
        this.overlays = {hover: [], path: []};
        this.frames = 0;
        this.can = {ok: false, why: ""};
        this.hidden = new Set();  // numbers of hidden islands
        this.islandOrder = "largest area";
    }

    // Shows the level. Everything that is visible at first is drawn when this function returns.
    start() {
        this.scene = unpackAll({...this.packed, level: null, queries: null});
        if (this.scene.mesh) this.scene.mesh = unpackAll(this.scene.mesh);
        summarize(this.scene);
        this.layers = this.scene.layers;
        this.boxes = listLayers(this.layers, (layer, shown) => this.show(layer, shown));
        if (this.scene.mesh) this.offerColors();
        for (const layer of this.layers.filter(one => one.shown)) this.load(layer);
        // The first layer shows the mesh's polygons, if there are any.
        const ground = this.scene.mesh?.area.length ? this.layers.find(layer => layer.polygons) : null;
        if (ground) this.picker = new Picker(unpackAll(ground.polygons), this.scene.points);
        this.showGeometry();
        this.hideIslands(this.hidden);
        this.legend();
        this.listen();
        this.useTheme(matchMedia("(prefers-color-scheme: dark)").matches);
        this.resized();
        this.camera.fit();
        this.drawNow();
    }

    // Loads the library's queries. Uses SimpleQueries if the page has no library or the library cannot be loaded. Loading takes
    // time for a large level, so the picture is drawn first.
    async loadQueries() {
        // The packed scene is large and not needed again.
        const {queries, level} = this.packed;
        this.packed = null;
        const can = {ok: Boolean(this.picker), why: this.picker ? "" : "There is no walkable ground."};
        if (this.picker && queries) {
            await new Promise(requestAnimationFrame);
            try {
                this.queries = await Queries.load(unpackArray(queries), unpackArray(level));
            } catch (error) {
                can.simple = `The search of the library cannot be loaded: ${error.message}.`;
            }
        } else if (this.picker) {
            can.simple = "For the search of the library, run this once and write the page again:";
            can.command = "cmake --build build --target wasm";
        }
        if (can.simple) this.queries = new SimpleQueries(this.scene, this.picker);
        this.can = can;  // clicks search for paths from now on
        this.notify();
    }

    // Shows the level's triangles under the mesh, and the sliders that fade and cut them.
    showGeometry() {
        const {geometry, min, max} = this.scene;
        if (!geometry) return;
        this.geometry = {made: this.renderer.addGeometry(unpackAll(geometry)), opacity: 1, cut: Infinity};
        // Move the geometry away from the eye by half of max_climb, because ground may lie slightly above the mesh.
        this.geometry.behind = this.scene.mesh?.agent.max_climb / 2 || this.camera.radius * 0.004;
        listGeometry(geometry, [min[1], max[1]].map(y => y + this.scene.centre[1]), (opacity, cut) => {
            this.geometry.opacity = opacity, this.geometry.cut = cut - this.scene.centre[1];
            this.redraw();
        });
    }

    // Unpacks a layer and uploads it to the graphics card, without the parts on hidden islands.
    load(layer) {
        if (layer.made) return;
        const unpacked = {};
        for (const kind of ["polygons", "lines", "markers", "cells"]) {
            if (layer[kind]) unpacked[kind] = this.visiblePart(unpackAll(layer[kind]));
        }
        layer.made = this.renderer.add(unpacked, this.scene.points);
        layer.unpacked = {polygons: unpacked.polygons};
        this.paint(layer);
    }

    // Returns the items of one kind in a layer that do not belong to a hidden island.
    visiblePart(items) {
        if (!items.ids || this.hidden.size === 0) return items;
        const {island} = this.scene.mesh;
        const stays = Array.from(items.ids, id => id === kNone || !this.hidden.has(island[id]));
        const owners = items.counts ? Array.from(items.counts).flatMap((count, i) => Array(count).fill(i)) : null;
        const part = {};
        for (const [name, all] of Object.entries(items)) {
            part[name] = all.filter((_, i) => stays[name === "corners" ? owners[i] : name === "ends" ? i >> 1 : i]);
        }
        return part;
    }

    // Hides the islands of a set, and shows all others.
    hideIslands(hidden) {
        const before = this.hidden;
        this.hidden = hidden;
        listIslands(this.scene.mesh?.islands ?? [], hidden, this.islandOrder, {
            hide: next => this.hideIslands(next),
            sort: order => {
                this.islandOrder = order;
                this.hideIslands(this.hidden);
            },
        });
        if (before === hidden) return;
        for (const layer of this.layers.filter(one => one.made && (one.polygons?.ids || one.lines?.ids))) {
            this.renderer.remove(layer.made);
            layer.made = null;
            if (layer.shown) this.load(layer);
        }
        this.hover(null);
        this.redraw();
    }

    show(layer, shown) {
        layer.shown = shown;
        if (shown && layer.alone) {
            for (const other of this.layers) {
                if (other === layer || !other.alone) continue;
                other.shown = false;
                this.boxes.get(other).checked = false;
            }
        }
        this.boxes.get(layer).checked = shown;
        this.legend();
        try {
            if (shown) this.load(layer);
        } catch (error) {
            fail(`Cannot show ${layer.name}`, error);
        }
        this.redraw();
    }

    offerColors() {
        this.colorings = colorings(this.scene);
        this.coloring = this.colorings[0];
        const options = this.colorings.map(({name}, i) => element("option", {value: String(i)}, name));
        const choice = element("select", {
            id: "coloring", "aria-label": "Colour of the ground",
            onchange: () => {
                this.coloring = this.colorings[Number(choice.value)];
                for (const layer of this.layers) this.paint(layer);
                this.legend();
                this.redraw();
            }
        }, ...options);
        this.colorChoice = element("label", {}, "Colour by", choice);
    }

    // Paints a layer's polygons with the selected colours. Polygons that do not belong to a polygon of the mesh keep their own
    // colour.
    paint(layer) {
        const polygons = layer.unpacked?.polygons;
        if (!polygons || !this.scene.mesh || !layer.made) return;
        const colorOf = this.coloring.colorOf;
        const packed = ([r, g, b, a]) => (r | g << 8 | b << 16 | a << 24) >>> 0;
        const colors = colorOf ? polygons.colors.map((old, i) => polygons.ids[i] === 0xffffffff ? old : packed(colorOf(polygons.ids[i])))
                               : polygons.colors;
        this.renderer.paint(layer.made.find(made => made.kind === "polygons"), colors);
    }

    legend() {
        showLegend(this.coloring?.legend ?? [], this.layers, this.colorChoice);
    }

    useTheme(dark) {
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        byId("theme").textContent = dark ? "Light" : "Dark";
        this.dark = dark;
    }

    resized() {
        const changed = this.renderer.resize();
        this.camera.aspect = this.canvas.width / this.canvas.height;
        if (changed && this.frames > 0) this.drawNow();  // at once, because a change of size clears the picture
    }

    redraw() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            this.drawNow();
        });
    }

    drawNow() {
        ++this.frames;
        this.renderer.begin(this.camera);
        // A faded level also writes depth, which hides shapes behind it that are drawn later. So it is drawn last.
        const isFaded = this.geometry?.opacity < 1;
        if (this.geometry && !isFaded) this.renderer.drawGeometry(this.geometry);
        const visible = this.layers.filter(layer => layer.shown && layer.made).flatMap(layer => layer.made);
        // Draw filled shapes first, then the shapes on top of them.
        for (const kinds of [["polygons", "cells"], ["lines"], ["markers"]]) {
            for (const made of visible.filter(one => kinds.includes(one.kind))) this.renderer.draw(made);
        }
        for (const made of this.overlays.hover) this.renderer.draw(made, {nearer: 2});
        for (const made of this.overlays.path) this.renderer.draw(made, {opacity: 0.3, hidden: true});
        this.overlays.path.forEach((made, i) => this.renderer.draw(made, {nearer: 4 + i}));
        if (isFaded && this.geometry.opacity > 0) this.renderer.drawGeometry(this.geometry);
    }

    // Returns the pointer position on the canvas, from -1 to 1, to the right and upwards.
    place(event) {
        const box = this.canvas.getBoundingClientRect();
        return [(event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2];
    }

    pickAt(x, y) {
        return this.picker ? this.picker.pick(this.camera.ray(x, y), id => this.hidden.has(this.scene.mesh.island[id])) : null;
    }

    // Shows the facts of a polygon. Screen readers announce them only if `aloud` is true, not on every pointer move.
    hover(hit, aloud = false) {
        byId("facts").setAttribute("aria-live", aloud ? "polite" : "off");
        this.canvas.classList.toggle("over", Boolean(hit));
        showFacts(this.scene, hit);
        if (hit?.id === this.hovered) return;
        this.hovered = hit?.id;
        this.renderer.remove(this.overlays.hover);
        this.overlays.hover = [];
        if (hit) {
            const ring = this.picker.ring(hit.id), numbers = ring.map((_, i) => i);
            this.overlays.hover = this.renderer.add({
                polygons: {counts: [ring.length], corners: numbers, colors: [kPathColors.hover]},
                lines: this.polyline([...numbers, 0], 0xff303030, 2),
            }, ring.flat());
        }
        this.redraw();
    }

    polyline(numbers, color, width) {
        const ends = [];
        for (let i = 0; i + 1 < numbers.length; ++i) ends.push(numbers[i], numbers[i + 1]);
        const count = ends.length / 2;
        return {ends, colors: Array(count).fill(color), widths: Array(count).fill(width)};
    }

    // Clicks set the start, the goal, and then a new start.
    click(hit) {
        if (!hit || !this.can.ok) return;
        // Round to about a hundred-thousandth of the level's size, so that the coordinates are short.
        const digits = Math.min(12, Math.max(0, 5 - Math.floor(Math.log10(this.camera.radius))));
        const at = add(hit.point, this.scene.centre).map(c => Number(c.toFixed(digits)));
        if (!this.state.from || this.state.to) this.setPath(at, null);
        else this.setPath(this.state.from, at);
    }

    // Sets start and goal in world coordinates, or null. Finds the path if both are set.
    setPath(from, to) {
        let path = null;
        try {
            if (from && to) path = this.queries.path(from, to, this.state.method);
        } catch (error) {
            this.can = {ok: false, why: `The queries stopped: ${error.message}. Reload the page to continue.`};
            from = to = null;
        }
        this.state = {...this.state, from, to, path};
        this.drawPath();
        this.notify();
        return path;
    }

    drawPath() {
        const {from, to, path} = this.state;
        this.renderer.remove(this.overlays.path);
        const local = point => subtract(point, this.scene.centre);
        const points = [], markers = {at: [], colors: [], radii: []};
        const mark = (point, color, radius) => {
            markers.at.push(points.push(local(point)) - 1);
            markers.colors.push(color), markers.radii.push(radius);
        };
        const ground = (path?.ground ?? []).map(point => points.push(local(point)) - 1);
        for (const point of (path?.points ?? []).slice(1, -1)) mark(point, kPathColors.line, 3.5);
        if (from) mark(path?.points[0] ?? from, kPathColors.start, 7);
        if (to) mark(path?.points.at(-1) ?? to, kPathColors.goal, 7);
        this.overlays.path = [
            ...this.renderer.add({lines: this.polyline(ground, kPathColors.halo, 6)}, points.flat()),
            ...this.renderer.add({lines: this.polyline(ground, kPathColors.line, 3.2), markers}, points.flat()),
        ];
        this.redraw();
    }

    // Updates the text about the path and the possible actions.
    notify() {
        const {from, to, path} = this.state;
        showPath(this.scene, this.state, this.can, {
            method: method => {
                this.state.method = method;
                this.setPath(from, to);
            },
            turn: () => this.setPath(to, from),
            clear: () => this.setPath(null, null),
        });
        let hint = kTouches ? "Drag to turn, two fingers move and zoom." : "Drag to turn, Shift + drag to move, wheel to zoom.";
        if (this.can.ok && !from) hint = `${kPress} a start on the ground. ${hint}`;
        if (from && !to) hint = `Now ${kPress.toLowerCase()} the goal.`;
        if (path) hint = path.status === "none" ? `No path: ${path.reason}.` :
            `${path.status === "complete" ? "A path" : "The goal is not reachable: a partial path"} of length ${path.lengthXz.toFixed(2)}. ${kPress} again for another start.`;
        byId("hint").textContent = hint;
        byId("hint").classList.remove("bad");
    }

    listen() {
        const canvas = this.canvas;
        listenToPointers(this);
        canvas.addEventListener("contextmenu", event => event.preventDefault());
        canvas.addEventListener("wheel", event => {
            event.preventDefault();
            const lines = event.deltaMode === 1 ? 30 : 1;
            this.camera.zoom(Math.exp(event.deltaY * lines * 0.0012), this.camera.ray(...this.place(event)));
            this.redraw();
        }, {passive: false});
        document.addEventListener("keydown", event => pressKey(this, event));
        new ResizeObserver(() => this.resized()).observe(canvas);
        byId("fit").onclick = () => this.look("fit");
        byId("top").onclick = () => this.look("fromAbove");
        byId("theme").onclick = () => this.useTheme(!this.dark);
        byId("help").onclick = () => {
            byId("keys").hidden = !byId("keys").hidden;
            byId("help").setAttribute("aria-expanded", String(!byId("keys").hidden));
        };
        canvas.addEventListener("webglcontextlost", event => {
            event.preventDefault();
            fail("The picture is lost", new Error("the browser lost the graphics context; reload the page"));
        });
    }

    look(how) {
        this.camera[how]();
        this.redraw();
    }

    // Returns the position on the page of a point of the world [px].
    project(point) {
        const [x, y] = this.camera.project(subtract(point, this.scene.centre));
        const box = this.canvas.getBoundingClientRect();
        return [box.left + (x + 1) / 2 * box.width, box.top + (1 - y) / 2 * box.height];
    }

    // Rotates once around the level in the given time [s]. Returns the number of frames and the time that they took.
    async orbit(seconds) {
        const begin = performance.now();
        const pixel = new Uint8Array(4), gl = this.renderer.gl;
        let count = 0, last = begin;
        while (performance.now() - begin < 1000 * seconds) {
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            this.camera.turn((now - last) / 1000 / seconds * 2 * Math.PI, 0);
            last = now;
            this.drawNow();
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);  // blocks until the frame is done
            ++count;
        }
        return {frames: count, seconds: (performance.now() - begin) / 1000};
    }
}

// Shows an error, and throws it again for the browser's console.
function failToShow(error) {
    fail("Cannot show the level", error);
    throw error;
}

try {
    const scene = byId("scene");
    window.viewer = new Viewer(JSON.parse(scene.textContent));
    scene.remove();
    window.viewer.start();
} catch (error) {
    failToShow(error);
}
window.viewerReady = window.viewer.loadQueries().catch(failToShow);
