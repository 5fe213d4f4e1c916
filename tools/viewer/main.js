// Controls the page: makes layers from the scene, moves the camera by pointer and keys, and finds paths after clicks.
// `window.viewer` is for tests and for the browser's console.

const kClickPixels = 5;  // [px]; a pointer that moves less than this counts as a click
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
    }

    async start() {
        this.scene = await unpackAll({...this.packed, level: null, queries: null});
        if (this.scene.mesh) this.scene.mesh = await unpackAll(this.scene.mesh);
        summarise(this.scene);
        this.layers = this.scene.layers;
        this.boxes = listLayers(this.layers, (layer, shown) => {
            this.show(layer, shown).catch(error => fail(`Cannot show ${layer.name}`, error));
        });
        if (this.scene.mesh) this.offerColors();
        for (const layer of this.layers.filter(one => one.shown)) await this.load(layer);
        // The first layer shows the mesh's polygons, if there are any.
        const ground = this.scene.mesh?.area.length ? this.layers.find(layer => layer.polygons) : null;
        if (ground) {
            await this.load(ground);
            this.picker = new Picker(ground.unpacked.polygons, this.scene.points);
        }
        this.legend();
        this.listen();
        this.useTheme(matchMedia("(prefers-color-scheme: dark)").matches);
        this.resized();
        this.camera.fit();
        this.drawNow();
        // Draw the picture first, because loading the queries of a large level takes time.
        await new Promise(requestAnimationFrame);
        await this.loadQueries();
        this.tell();
    }

    async loadQueries() {
        // The packed scene is large and not needed again.
        const {queries, level} = this.packed;
        this.packed = null;
        if (!queries) {
            this.can = {
                ok: false, command: "sh tools/viewer/build_wasm.sh",
                why: "This page was written without the queries, so it shows the level but finds no paths. Paths need the " +
                    "WebAssembly build; build it once, then write the page again."
            };
            return;
        }
        try {
            this.queries = await Queries.load(await unpackArray(queries), await unpackArray(level));
            this.can = {ok: Boolean(this.picker), why: this.picker ? "" : "There is no walkable ground."};
        } catch (error) {
            this.can = {ok: false, why: `The path queries cannot be loaded: ${error.message}`};
        }
    }

    // Unpacks a layer once and uploads it to the graphics card. Keeps the polygons for picking and painting.
    load(layer) {
        layer.loading ??= (async () => {
            const unpacked = {};
            for (const kind of ["polygons", "lines", "markers", "cells"]) {
                if (layer[kind]) unpacked[kind] = await unpackAll(layer[kind]);
            }
            layer.made = this.renderer.add(unpacked, this.scene.points);
            layer.unpacked = {polygons: unpacked.polygons};
            this.paint(layer);
        })();
        return layer.loading;
    }

    async show(layer, shown) {
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
        if (shown) await this.load(layer);
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

    // Paints a layer's polygons with the selected colours, if the polygons have numbers.
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
        if (changed) this.redraw();
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
        const visible = this.layers.filter(layer => layer.shown && layer.made).flatMap(layer => layer.made);
        // Draw filled shapes first, then the shapes on top of them.
        for (const kinds of [["polygons", "cells"], ["lines"], ["markers"]]) {
            for (const made of visible.filter(one => kinds.includes(one.kind))) this.renderer.draw(made);
        }
        for (const made of this.overlays.hover) this.renderer.draw(made, {nearer: 2});
        for (const made of this.overlays.path) this.renderer.draw(made, {opacity: 0.3, hidden: true});
        this.overlays.path.forEach((made, i) => this.renderer.draw(made, {nearer: 4 + i}));
    }

    // Returns the pointer position on the canvas, from -1 to 1, to the right and upwards.
    place(event) {
        const box = this.canvas.getBoundingClientRect();
        return [(event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2];
    }

    pickAt(x, y) {
        return this.picker ? this.picker.pick(this.camera.ray(x, y)) : null;
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
        this.tell();
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
    tell() {
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
        this.listenToPointers();
        canvas.addEventListener("contextmenu", event => event.preventDefault());
        canvas.addEventListener("wheel", event => {
            event.preventDefault();
            const lines = event.deltaMode === 1 ? 30 : 1;
            this.camera.zoom(Math.exp(event.deltaY * lines * 0.0012), this.camera.ray(...this.place(event)));
            this.redraw();
        }, {passive: false});
        document.addEventListener("keydown", event => this.key(event));
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

    // Handles drags and clicks, by mouse or by touch.
    listenToPointers() {
        const pointers = new Map();
        const canvas = this.canvas;
        let moved = 0, several = false;
        const middle = () => {
            const all = [...pointers.values()];
            const x = all.reduce((sum, p) => sum + p.x, 0) / all.length, y = all.reduce((sum, p) => sum + p.y, 0) / all.length;
            return {x, y, spread: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0};
        };
        canvas.addEventListener("pointerdown", event => {
            if (pointers.size === 0) moved = 0, several = false;
            pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
            several ||= pointers.size > 1;
            try { canvas.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
        });
        canvas.addEventListener("pointermove", event => {
            if (!pointers.has(event.pointerId)) {
                if (event.pointerType === "mouse") this.hover(this.pickAt(...this.place(event)));
                return;
            }
            const before = middle();
            pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
            const after = middle(), dx = after.x - before.x, dy = after.y - before.y;
            moved += Math.hypot(dx, dy) + Math.abs(after.spread - before.spread);
            if (moved < kClickPixels) return;
            canvas.classList.add("dragging");
            if (pointers.size > 1 || event.shiftKey || event.buttons & 6) this.camera.move(dx, dy, canvas.clientHeight);
            else this.camera.turn(-dx * 0.006, dy * 0.006);
            if (before.spread > 0 && after.spread > 0) this.camera.zoom(before.spread / after.spread);
            this.redraw();
        });
        const release = event => {
            if (!pointers.delete(event.pointerId)) return;
            if (pointers.size === 0) canvas.classList.remove("dragging");
            if (event.type !== "pointerup" || several || moved >= kClickPixels || event.button !== 0) return;
            const hit = this.pickAt(...this.place(event));
            this.hover(hit);
            this.click(hit);
        };
        canvas.addEventListener("pointerup", release);
        canvas.addEventListener("pointercancel", release);
        // Lifting a finger also causes pointerleave. Ignore it, so that the facts of the tapped polygon stay visible.
        canvas.addEventListener("pointerleave", event => event.pointerType === "mouse" && pointers.size === 0 && this.hover(null));
    }

    look(how) {
        this.camera[how]();
        this.redraw();
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const inPanel = byId("panel").contains(document.activeElement);
        const letter = {
            f: () => this.look("fit"), t: () => this.look("fromAbove"), d: () => this.useTheme(!this.dark),
            "?": () => byId("help").click(), Escape: () => this.can.ok && this.setPath(null, null),
        }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (letter && !(inPanel && document.activeElement.tagName === "SELECT")) return letter();
        if (inPanel) return;
        const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
        if (step && event.shiftKey) this.camera.move(-step[0] * 40, -step[1] * 40, this.canvas.clientHeight);
        else if (step) this.camera.turn(step[0] * 0.08, -step[1] * 0.08);
        else if (event.key === "+" || event.key === "=") this.camera.zoom(1 / 1.15);
        else if (event.key === "-") this.camera.zoom(1.15);
        else if (event.key === "Enter") this.keyPick();
        else return;
        event.preventDefault();
        this.redraw();
    }

    keyPick() {
        const hit = this.pickAt(0, 0);
        this.hover(hit, true);
        this.click(hit);
    }

    // Returns the position on the page of a point of the world [px].
    project(point) {
        const [x, y] = this.camera.project(subtract(point, this.scene.centre));
        const box = this.canvas.getBoundingClientRect();
        return [box.left + (x + 1) / 2 * box.width, box.top + (1 - y) / 2 * box.height];
    }

    // Rotates once around the level in the given time [s]. Returns the number of frames.
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

window.viewerReady = (async () => {
    try {
        if (typeof DecompressionStream === "undefined") throw new Error("this browser is too old to unpack the level");
        const scene = byId("scene");
        window.viewer = new Viewer(JSON.parse(scene.textContent));
        scene.remove();
        await window.viewer.start();
    } catch (error) {
        fail("Cannot show the level", error);
        throw error;
    }
})();
