// Tests the viewer's pages in a browser: they must load without errors and without a network, show the level, and find the same
// paths as navquery.

import assert from "node:assert/strict";
import {statSync, writeFileSync} from "node:fs";
import {after, before, test} from "node:test";

import {ask, file, largeLevel, linkedLevel, page, run, scene} from "./levels.mjs";
import {click, close, look, open, pathIsThere, settled, startBrowser, state, stopBrowser} from "./tab.mjs";

let courtyard, places;

before(async () => {
    await startBrowser();
    courtyard = file("courtyard.nav");
    run("navbake", scene("courtyard.obj"), "-q", "-o", courtyard);
    // Six random points on the same island.
    places = ask(courtyard, "--from", "20,0,20", "--random", "6", "--seed", "5").points;
});
after(stopBrowser);

// Checks that the page and navquery give the same answer to the same query.
function expectSame(level, {from, to, path}, ...more) {
    const asked = ask(level, "--from", from.join(","), "--to", to.join(","), ...more);
    assert.equal(path.status, asked.status);
    assert.deepEqual(path.polygons, asked.polygons);
    assert.equal(path.points.length, asked.points.length);
    path.points.forEach((point, i) => point.forEach((c, k) => assert.ok(Math.abs(c - asked.points[i][k]) < 1e-9, `point ${i}`)));
    for (const [ours, theirs] of [[path.lengthXz, asked.length_xz], [path.length3d, asked.length_3d], [path.cost, asked.cost]])
        assert.ok(Math.abs(ours - theirs) < 1e-9 * (1 + theirs));
    assert.deepEqual(path.links, (asked.links ?? []).map(link => link.link));
    return asked;
}

test("two clicks draw the path that navquery gives", async () => {
    const tab = await open(page(courtyard, "courtyard.html"));
    const before = await look(tab);
    assert.ok(before.covered > 0.1 && before.colors > 20 && before.path === 0, JSON.stringify(before));
    await tab.locator("#top").click();
    for (const question of [places.slice(0, 2), places.slice(2, 4), places.slice(4, 6)]) {
        for (const point of question) await click(tab, point);
        const {from, to, path} = await state(tab);
        assert.ok(Math.hypot(from[0] - question[0][0], from[2] - question[0][2]) < 0.5, "where one clicks the path starts");
        const asked = expectSame(courtyard, {from, to, path});
        const words = await tab.locator("#path").innerText();
        assert.ok(words.includes(`${asked.length_xz.toFixed(3)} seen from above`), words);
        assert.ok(words.includes(`--from ${from.join(",")} --to ${to.join(",")}`), words);
        assert.ok((await look(tab)).path > 50 && await pathIsThere(tab), "the path is on the picture");
    }
    await tab.locator("#clear").click();
    assert.equal((await look(tab)).path, 0, "a path that is forgotten is gone");
    await close(tab, "path_from_above.png");
});

test("every method answers as navquery does", async () => {
    const tab = await open(file("courtyard.html"));
    for (const method of ["exact", "weighted", "astar"]) {
        await tab.locator("#path select").selectOption(method);
        await tab.evaluate(ends => window.viewer.setPath(...ends), places.slice(0, 2));
        expectSame(courtyard, await state(tab), "--method", method);
    }
    await close(tab, "path.png");
});

test("a path over an off-mesh link says so", async () => {
    const level = linkedLevel();
    const tab = await open(page(level, "islands.html"));
    await click(tab, [3, 0, 5]);
    await click(tab, [23, 3, 5]);
    const {from, to, path} = await state(tab);
    assert.equal(path.status, "complete");
    assert.equal(expectSame(level, {from, to, path}).links.length, 1);
    assert.match(await tab.locator("#path").innerText(), /off-mesh link \d+, user id 9/);
    await close(tab, "link.png");
});

test("queries that cannot be loaded are replaced by the simple search", async () => {
    const wasm = file("broken.wasm");
    writeFileSync(wasm, Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    const tab = await open(page(courtyard, "no_queries.html", "--viewer-wasm", wasm));
    assert.match(await tab.locator("#path").innerText(), /Simple version: .*The search of the library cannot be loaded/s);
    const {status} = await tab.evaluate(ends => window.viewer.setPath(...ends), places.slice(0, 2));
    assert.equal(status, "complete");
    await click(tab, places[0]);
    assert.match(await tab.locator("#facts").innerText(), /^Polygon \d+/);
    await close(tab);
});

test("a level without ground says so", async () => {
    const html = file("empty.html");
    run("navbake", scene("courtyard.obj"), "-q", "--allow-empty", "--set", "islands.min_area=1e9", "-o", file("empty.nav"), "--html", html);
    const tab = await open(html);
    await tab.mouse.move(700, 300);
    await tab.mouse.move(720, 400);
    assert.match(await tab.locator("#path").innerText(), /There is no walkable ground/);
    await tab.locator("#layers label", {hasText: /^01 /}).locator("input").click();
    await tab.mouse.click(720, 410);
    await close(tab, "empty.png");
});

test("what fails is said", async () => {
    const tab = await open(file("courtyard.html"));
    await tab.evaluate(() => window.viewer.layers.find(layer => layer.name === "Tiles").lines.ends.data = "AAAA");
    await tab.locator("#layers label", {hasText: /^Tiles/}).locator("input").click();
    await tab.waitForFunction(() => document.getElementById("hint").classList.contains("bad"));
    assert.match(await tab.locator("#hint").innerText(), /^Cannot show Tiles: /);
    await tab.evaluate(() => window.viewer.queries.path = () => { throw new Error("no memory left"); });
    await tab.evaluate(ends => window.viewer.setPath(...ends), places.slice(0, 2));
    assert.match(await tab.locator("#path").innerText(), /The queries stopped: no memory left/);
    await close(tab);
});

test("the command to copy is one that a shell takes", async () => {
    const tab = await open(file("courtyard.html"));
    const command = name => tab.evaluate(([title, ends]) => {
        window.viewer.scene.title = title;
        window.viewer.setPath(...ends);
        return document.querySelector("#path code").textContent;
    }, [name, places.slice(0, 2)]);
    assert.match(await command("a level's.nav"), /^navquery 'a level'\\''s\.nav' --from /);
    assert.match(await command("-x.nav"), /^navquery \.\/-x\.nav --from /);
    assert.match(await command("courtyard.nav"), /^navquery courtyard\.nav --from /);
    await close(tab);
});

test("hovering tells a polygon's facts", async () => {
    const tab = await open(file("courtyard.html"));
    const [x, y] = await tab.evaluate(at => window.viewer.project(at), places[0]);
    await tab.mouse.move(x, y);
    const facts = await tab.locator("#facts").innerText();
    for (const word of ["Polygon", "area", "island", "tile", "size", "flags", "here"]) assert.ok(facts.includes(word), facts);
    await tab.mouse.move(10, 790);
    assert.ok(await tab.locator("#facts").isHidden() || !(await tab.locator("#facts").innerText()).includes(facts));
    await close(tab);
});

test("picking looks at few triangles, however long a level is", async () => {
    const tab = await open(file("courtyard.html"));
    const {most, ids} = await tab.evaluate(() => {
        // The mesh is a row of a hundred thousand squares.
        const count = 1e5, points = [], corners = [];
        for (let i = 0; i <= count; ++i) points.push(i, 0, 0, i, 0, 1);
        for (let i = 0; i < count; ++i) corners.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2);
        const polygons = {
            counts: new Uint32Array(count).fill(4), corners: Uint32Array.from(corners), ids: Uint32Array.from({length: count}, (_, i) => i),
        };
        const picker = new window.viewer.picker.constructor(polygons, Float32Array.from(points));
        let most = 0;
        for (let i = 0; i + 1 < picker.start.length; ++i) most = Math.max(most, picker.start[i + 1] - picker.start[i]);
        const down = x => ({origin: [x + 0.5, 9, 0.5], direction: [0, -1, 0]});
        return {most, ids: [0, 50000, count - 1].map(x => picker.pick(down(x)).id)};
    });
    assert.deepEqual(ids, [0, 50000, 99999]);
    assert.ok(most < 100, `${most} triangles in one cell`);
    await close(tab);
});

test("what is drawn for a moment leaves no memory behind", async () => {
    const tab = await open(file("courtyard.html"));
    const left = await tab.evaluate(async ends => {
        const {viewer} = window, {gl} = viewer.renderer;
        let alive = 0;
        for (const kind of ["Buffer", "Texture", "VertexArray"]) {
            const create = gl[`create${kind}`].bind(gl), remove = gl[`delete${kind}`].bind(gl);
            gl[`create${kind}`] = () => (++alive, create());
            gl[`delete${kind}`] = item => (alive -= Boolean(item), remove(item));
        }
        const counts = [];
        for (const point of ends) {
            viewer.hover(viewer.pickAt(...viewer.camera.project(point.map((c, i) => c - viewer.scene.centre[i]))));
            viewer.setPath(...ends.slice(0, 2));
            counts.push(alive);
            viewer.hover(null);
            viewer.setPath(null, null);
        }
        return {most: Math.max(...counts), alive};
    }, places);
    assert.ok(left.most > 0);
    assert.equal(left.alive, 0);
    assert.equal(await tab.evaluate(() => document.getElementById("scene")), null, "nor does the packed level");
    await close(tab);
});

test("every layer can be switched on and off", async () => {
    const tab = await open(file("islands.html"));
    const boxes = tab.locator("#layers input");
    for (let i = 0; i < await boxes.count(); ++i) {
        await boxes.nth(i).click();
        await settled(tab);
    }
    for (let i = 0; i < await boxes.count(); ++i) await boxes.nth(i).setChecked(false);
    await settled(tab);
    assert.equal((await look(tab)).covered, 0, "nothing is shown, nothing is drawn");
    await close(tab);
});

test("every colouring is another picture with another legend", async () => {
    const level = file("tiles.nav");
    run("navbake", scene("courtyard.obj"), "-q", "--tile-size", "20", "-o", level);
    const tab = await open(page(level, "tiles.html"));
    const pictures = new Set(), legends = new Set();
    for (const i of ["0", "1", "2"]) {
        await tab.locator("#coloring").selectOption(i);
        await settled(tab);
        pictures.add((await look(tab)).hash);
        legends.add(await tab.locator("#legend ul").innerText());
    }
    assert.equal(pictures.size, 3);
    assert.equal(legends.size, 3);
    await close(tab);
});

test("a list of choices keeps the keyboard's focus", async () => {
    const tab = await open(file("courtyard.html"));
    for (const id of ["method", "coloring"]) {
        await tab.locator(`#${id}`).focus();
        for (let i = 0; i < 2; ++i) await tab.keyboard.press("ArrowDown");
        assert.equal(await tab.evaluate(() => document.activeElement.id), id);
    }
    assert.equal((await state(tab)).method, "weighted");
    assert.equal(await tab.evaluate(() => window.viewer.coloring.name), "tile");
    await tab.evaluate(ends => window.viewer.setPath(...ends), places.slice(0, 2));
    await tab.locator("#clear").focus();
    await tab.keyboard.press("Enter");
    assert.equal(await tab.evaluate(() => document.activeElement.id), "method", "a button that is gone hands its focus on");
    await close(tab);
});

test("keys turn, zoom, pick and forget", async () => {
    const tab = await open(file("courtyard.html"));
    const camera = () => tab.evaluate(() => {
        const {yaw, pitch, distance, target} = window.viewer.camera;
        return {yaw, pitch, distance, target};
    });
    await tab.locator("#view").focus();
    const first = await camera();
    await tab.keyboard.press("ArrowLeft");
    await tab.keyboard.press("ArrowUp");
    await tab.keyboard.press("+");
    const then = await camera();
    assert.ok(then.yaw !== first.yaw && then.pitch !== first.pitch && then.distance < first.distance);
    await tab.keyboard.press("Shift+ArrowLeft");
    assert.notDeepEqual((await camera()).target, then.target);
    await tab.keyboard.press("F");
    assert.deepEqual(await camera(), first, "also with Caps Lock");
    await tab.evaluate(at => window.viewer.camera.target = at.map((c, i) => c - window.viewer.scene.centre[i]), places[0]);
    await tab.keyboard.press("Enter");
    assert.ok((await state(tab)).from);
    assert.equal(await tab.locator("#facts").getAttribute("aria-live"), "polite");
    await tab.keyboard.press("Escape");
    assert.equal((await state(tab)).from, null);
    await close(tab);
});

test("fingers turn, pinch and tap", async () => {
    const tab = await open(file("courtyard.html"), {hasTouch: true, viewport: {width: 420, height: 800}});
    const [x, y] = await tab.evaluate(at => window.viewer.project(at), places[0]);
    await tab.touchscreen.tap(x, y);
    assert.ok((await state(tab)).from, "a tap is a click");
    assert.match(await tab.locator("#facts").innerText(), /^Polygon \d+/);
    const before = await tab.evaluate(() => ({distance: window.viewer.camera.distance, yaw: window.viewer.camera.yaw}));
    const touch = await tab.context().newCDPSession(tab);
    const at = spread => [{x: 200 - spread, y: 200, id: 1}, {x: 200 + spread, y: 200, id: 2}];
    await touch.send("Input.dispatchTouchEvent", {type: "touchStart", touchPoints: at(30)});
    for (const spread of [40, 60, 80]) await touch.send("Input.dispatchTouchEvent", {type: "touchMove", touchPoints: at(spread)});
    await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
    assert.ok(await tab.evaluate(() => window.viewer.camera.distance) < before.distance, "fingers apart come nearer");
    assert.equal(await tab.evaluate(() => window.viewer.camera.yaw), before.yaw);
    const one = x => [{x, y: 200, id: 1}];
    await touch.send("Input.dispatchTouchEvent", {type: "touchStart", touchPoints: one(200)});
    for (const x of [220, 250, 280]) await touch.send("Input.dispatchTouchEvent", {type: "touchMove", touchPoints: one(x)});
    await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
    assert.notEqual(await tab.evaluate(() => window.viewer.camera.yaw), before.yaw, "one finger turns");
    await close(tab, "narrow.png");
});

test("dark and light follow the system and the switch", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const tab = await open(file("courtyard.html"), {colorScheme});
        const theme = () => tab.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(await theme(), colorScheme);
        await tab.locator("#theme").click();
        assert.notEqual(await theme(), colorScheme);
        await tab.locator("#theme").click();
        await tab.evaluate(ends => window.viewer.setPath(...ends), places.slice(2, 4));
        await close(tab, `${colorScheme}.png`);
    }
});

test("every stage of a bake is a layer", async () => {
    const html = file("stages.html");
    run("navbake", scene("courtyard.obj"), "-q", "--tile-size", "20", "--partition", "watershed", "-o", file("stages.nav"), "--html", html);
    const tab = await open(html);
    const boxes = tab.locator("#layers label", {hasText: /^\d\d /});
    const count = await boxes.count();
    assert.equal(count, 14);
    const seen = new Set();
    for (let i = 0; i < count; ++i) {
        const name = await boxes.nth(i).innerText();
        await boxes.nth(i).locator("input").click();
        await tab.waitForFunction(at => window.viewer.boxes && [...window.viewer.boxes.keys()]
            .filter(layer => /^\d\d /.test(layer.name))[at].made, i);
        await settled(tab);
        const covering = await tab.evaluate(() => window.viewer.layers.filter(layer => layer.shown && layer.alone).length);
        assert.equal(covering, 1, `${name}: one layer at a time covers the ground`);
        seen.add(JSON.stringify(await look(tab)));
        if (/rasterize|regions|contours|poly mesh/.test(name)) await tab.screenshot({path: file(`stage_${name.slice(0, 2)}.png`)});
    }
    assert.ok(seen.size >= 10, `${seen.size} different pictures`);
    await close(tab);
});

test("the page is under 2 MB plus the mesh", () => {
    const bytes = statSync(file("islands.html")).size;
    console.log(`page of a tiny level: ${bytes} bytes`);
    assert.ok(bytes < 2e6);
});

test("100 000 polygons: frames over an orbit are counted", async () => {
    const level = largeLevel(330);
    const html = page(level, "large.html");
    const begin = performance.now();
    const tab = await open(html);
    const loaded = (performance.now() - begin) / 1000;
    const {frames, seconds} = await tab.evaluate(() => window.viewer.orbit(4));
    const polygons = ask(level, "--info").meshes[0].polygons;
    console.log(`${polygons} polygons: page of ${(statSync(html).size / 1e6).toFixed(1)} MB beside a level of ` +
        `${(statSync(level).size / 1e6).toFixed(1)} MB, shown after ${loaded.toFixed(1)} s, ${(frames / seconds).toFixed(1)} frames a ` +
        `second over an orbit, drawn by the processor`);
    assert.ok(frames > 0);
    const path = await tab.evaluate(() => window.viewer.setPath([2.5, 0, 2.5], [320.5, 0, 321.5]));
    assert.ok(path.polygons.length > 100);
    await close(tab, "large.png");
});
