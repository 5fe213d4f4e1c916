// Tests what the viewer shows without set-up: the level under the mesh, paths without WebAssembly, islands, and the picture of
// navbake diff.

import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {after, before, test} from "node:test";

import {ask, build, file, linkedLevel, page, run, scene, source} from "./levels.mjs";
import {click, close, look, open, openPicture, settled, startBrowser, state, stopBrowser} from "./tab.mjs";

before(startBrowser);
after(stopBrowser);

// Bakes a scene and writes its page, without WebAssembly.
function bakedPage(name, input, ...more) {
    run("navbake", input, "-q", "-o", file(`${name}.nav`), "--html", file(`${name}.html`), "--viewer-wasm", "none", ...more);
    return file(`${name}.html`);
}

const move = async (tab, slider, value) => {
    await tab.locator(`#${slider}`).fill(String(value));
    await settled(tab);
};

test("the level is drawn under the mesh, and can be faded and cut", async () => {
    const tab = await open(bakedPage("geometry", scene("courtyard.obj")));
    assert.match(await tab.locator("#geometry").innerText(), /3,198 triangles/);
    const both = await look(tab);
    for (const box of await tab.locator("#layers input").all()) await box.setChecked(false);
    await settled(tab);
    const level = await look(tab);
    assert.ok(level.covered > 0.2 && level.colors > 20, JSON.stringify(level));
    assert.notEqual(level.hash, both.hash);
    const heights = [];
    for (const height of [1000, 600, 300, 0]) {
        await move(tab, "cut", height);
        heights.push((await look(tab)).covered);
    }
    assert.ok(heights[0] > heights[2] && heights[2] > heights[3], heights.join(" "));
    assert.match(await tab.locator("#geometry").innerText(), /Cut at height\s+-?\d+\.\d\d/);
    await move(tab, "cut", 1000);
    await move(tab, "opacity", 500);
    assert.notEqual((await look(tab)).hash, level.hash);
    await move(tab, "opacity", 0);
    assert.equal((await look(tab)).covered, 0, "a level that is faded out is gone");
    await close(tab);
});

test("at first, the level fills the view, and its two ends are equally far from the border", async () => {
    for (const scale of ["1", "0.5"]) {
        const tab = await open(bakedPage("fills", scene("courtyard.obj"), "--scale", scale));
        const ends = await tab.evaluate(() => {
            const {camera} = window.viewer;
            const at = camera.corners.map(corner => camera.project(corner));
            return [0, 1].map(axis => at.map(point => point[axis])).map(all => [Math.min(...all), Math.max(...all)]);
        });
        const fills = ([least, most]) => Math.abs(least + 0.92) < 0.01 && Math.abs(most - 0.92) < 0.01;
        assert.ok(ends.some(fills), JSON.stringify(ends));
        assert.ok(ends.flat().every(end => Math.abs(end) < 0.93), JSON.stringify(ends));
        await close(tab);
    }
});

test("a roof that is faded shows the mesh below it", async () => {
    const tab = await open(file("geometry.html"));
    const inside = ask(file("geometry.nav"), "--height", "--from", "16,1,12").point ?? [16, 0.2, 12];
    const colorAt = at => tab.evaluate(point => {
        const {viewer} = window, {gl} = viewer.renderer, pixel = new Uint8Array(4);
        viewer.drawNow();
        const [x, y] = viewer.project(point), box = viewer.canvas.getBoundingClientRect();
        gl.readPixels(Math.round(x - box.left), Math.round(box.bottom - y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return Array.from(pixel);
    }, at);
    await tab.locator("#top").click();
    const roof = await colorAt(inside);
    await move(tab, "opacity", 300);
    const faded = await colorAt(inside);
    await move(tab, "opacity", 0);
    const mesh = await colorAt(inside);
    const distance = (a, b) => Math.hypot(...a.map((c, i) => c - b[i]));
    assert.ok(distance(roof, mesh) > 20, `${roof} and ${mesh}`);
    assert.ok(distance(faded, mesh) < distance(roof, mesh), `${faded} is nearer to ${mesh} than ${roof}`);
    await close(tab);
});

test("the geometry of a large level is simplified, and the page says so", async () => {
    const side = 400, lines = [];
    for (let z = 0; z <= side; ++z) {
        for (let x = 0; x <= side; ++x) lines.push(`v ${x / 4} ${(x * 7 + z * 3) % 5 / 50} ${z / 4}`);
    }
    for (let z = 0; z < side; ++z) {
        for (let x = 1; x <= side; ++x) {
            const v = z * (side + 1) + x;
            lines.push(`f ${v} ${v + side + 1} ${v + side + 2} ${v + 1}`);
        }
    }
    writeFileSync(file("bumps.obj"), lines.join("\n") + "\n");
    const tab = await open(bakedPage("bumps", file("bumps.obj")));
    const words = await tab.locator("#geometry").innerText();
    const [, drawn, all] = words.match(/Simplified: ([\d,]+) of ([\d,]+) triangles/).map(text => Number(text.replaceAll(",", "")));
    assert.equal(all, 2 * side * side);
    assert.ok(drawn > 50000 && drawn < all, words);
    await close(tab, "simplified.png");
});

// Compares a path of the page with navquery's path: the same status, and a ratio of costs within limits. The ends of the two
// paths can differ by about a cell, because the page does not use the detail surface.
async function expectSimilar(tab, level, from, to, {least = 1, most = 1.15} = {}) {
    const found = await tab.evaluate(ends => window.viewer.setPath(...ends), [from, to]);
    const asked = ask(level, "--from", from.join(","), "--to", to.join(","));
    assert.equal(found.status, asked.status);
    assert.ok(found.cost >= asked.cost * least - 0.3, `${found.cost} and ${asked.cost}`);
    assert.ok(found.cost <= asked.cost * most + 0.3, `${found.cost} and ${asked.cost}`);
    const length = points => points.slice(1).reduce((sum, b, i) => sum + Math.hypot(b[0] - points[i][0], b[2] - points[i][2]), 0);
    if (found.links.length === 0) assert.ok(Math.abs(length(found.ground) - found.lengthXz) < 1e-3 * (1 + found.lengthXz));
    return found;
}

test("without WebAssembly, two clicks find a path, and the page says that this is the simple version", async () => {
    const html = bakedPage("simple", scene("courtyard.obj")), level = file("simple.nav");
    const tab = await open(html);
    assert.match(await tab.locator("#path").innerText(), /Simple version: .*cmake --build build --target wasm/s);
    const places = ask(level, "--from", "20,0,20", "--random", "20", "--seed", "5").points;
    await tab.locator("#top").click();
    for (const point of places.slice(0, 2)) await click(tab, point);
    const {from, to, path: found} = await state(tab);
    assert.equal(found.status, "complete");
    assert.match(await tab.locator("#path").innerText(), /complete.*seen from above.*simple/s);
    assert.ok((await look(tab)).path > 50);
    await expectSimilar(tab, level, from, to);
    for (let i = 0; i < places.length; ++i) await expectSimilar(tab, level, places[i], places[(7 * i + 3) % places.length]);
    await tab.evaluate(ends => window.viewer.setPath(...ends), [[12, 0, 28], [57, 0, 31]]);
    await close(tab, "simple.png");
});

test("simple paths respect the costs of areas", async () => {
    const tab = await open(bakedPage("costs", scene("courtyard.obj"), "--config", path.join(source, "data/configs/volumes.json")));
    const places = ask(file("costs.nav"), "--from", "20,0,20", "--random", "20", "--seed", "6").points;
    // Both searches estimate the cost of corridors, so either path can be cheaper. The library bends paths at borders of areas.
    for (let i = 0; i < places.length; ++i)
        await expectSimilar(tab, file("costs.nav"), places[i], places[(3 * i + 1) % places.length], {least: 0.75, most: 1.7});
    // A detour over cheap ground is longer and cheaper than the straight path.
    const {cost, lengthXz} = await tab.evaluate(ends => window.viewer.setPath(...ends), [[12, 0, 22], [57, 0, 22]]);
    assert.ok(cost < 0.75 * lengthXz, `${cost} and ${lengthXz}`);
    await close(tab);
});

test("simple paths take off-mesh links, one way", async () => {
    const level = linkedLevel({two_way: false});
    const tab = await open(page(level, "simple_link.html", "--viewer-wasm", "none"));
    assert.equal((await expectSimilar(tab, level, [3, 0, 5], [23, 3, 5])).links.length, 1);
    const back = await expectSimilar(tab, level, [23, 3, 5], [3, 0, 5]);
    assert.equal(back.status, "partial");
    assert.match(await tab.locator("#path").innerText(), /partial: the goal is not reachable/);
    await close(tab);
});

test("islands are listed, sorted and hidden", async () => {
    const tab = await open(file("simple.html"));
    const rows = async () => (await tab.locator("#islands .list label").allInnerTexts()).map(text => {
        const [, number, area, polygons] = text.match(/Island (\d+)\s+([\d.]+) wu², (\d+)/);
        return {number: Number(number), area: Number(area), polygons: Number(polygons)};
    });
    const islands = ask(file("simple.nav"), "--info").meshes[0].islands;
    const count = islands.length ?? islands;
    assert.equal((await rows()).length, count);
    const sorted = (list, key) => list.every((row, i) => i === 0 || key(list[i - 1]) <= key(row));
    for (const [order, key] of [["largest area", row => -row.area], ["smallest area", row => row.area],
                                ["most polygons", row => -row.polygons], ["fewest polygons", row => row.polygons]]) {
        await tab.locator("#island-order").selectOption(order);
        assert.ok(sorted(await rows(), key), order);
    }
    await move(tab, "opacity", 0);
    const all = await look(tab), place = ask(file("simple.nav"), "--from", "20,0,20", "--random", "1").points[0];
    await tab.locator("#top").click();
    const pick = () => tab.evaluate(at => {
        const {viewer} = window;
        return viewer.pickAt(...viewer.camera.project(at.map((c, i) => c - viewer.scene.centre[i])));
    }, place);
    const {id} = await pick();
    const island = await tab.evaluate(polygon => window.viewer.scene.mesh.island[polygon], id);
    await tab.locator(`#island-${island}`).setChecked(false);
    assert.notEqual((await pick())?.id, id, "clicks go through a hidden island");
    await tab.locator("#islands-none").click();
    assert.equal((await look(tab)).covered, 0);
    await tab.locator("#islands-all").click();
    await tab.locator("#fit").click();
    await settled(tab);
    assert.equal((await look(tab)).hash, all.hash);
    await close(tab, "islands.png");
});

test("the config that the page suggests removes exactly the smallest islands", async () => {
    const tab = await open(file("simple.html"));
    const total = await tab.evaluate(() => window.viewer.scene.mesh.islands.length);
    const words = await tab.locator("#islands").innerText();
    const [, limit] = words.match(/\{"islands": \{"min_area": ([\d.]+)\}\}/);
    assert.ok(words.includes(`--islands-min-area ${limit}`));
    await tab.locator("#hide-small").click();
    const hidden = await tab.evaluate(() => window.viewer.hidden.size);
    assert.ok(hidden > 0 && hidden < total);
    run("navbake", scene("courtyard.obj"), "-q", "-o", file("pruned.nav"), "--islands-min-area", limit);
    const tab2 = await open(page(file("pruned.nav"), "pruned.html"));
    assert.equal(await tab2.evaluate(() => window.viewer.scene.mesh.islands.length), total - hidden);
    await close(tab2);
    await close(tab);
});

test("the picture of a diff shows the line of a route only while the route is selected", async () => {
    run("navbake", scene("courtyard.obj"), "-q", "-o", file("thin.nav"));
    run("navbake", scene("courtyard.obj"), "-q", "-o", file("thick.nav"), "--agent-radius", "0.9");
    spawnSync(path.join(build, "tools/navbake"), ["diff", file("thin.nav"), file("thick.nav"), "-q", "--svg", file("diff.svg")]);
    const tab = await openPicture(readFileSync(file("diff.svg"), "utf8"));
    const shown = () => tab.locator(".route path").evaluateAll(lines => lines.filter(line => getComputedStyle(line).visibility === "visible").length);
    assert.ok(await tab.locator(".route").count() > 1);
    assert.equal(await shown(), 0);
    await tab.locator(".route text").nth(1).click();
    await tab.mouse.move(2, 2);
    assert.equal(await shown(), 1);
    await tab.screenshot({path: file("diff.png"), fullPage: true});
    await tab.context().close();
});
