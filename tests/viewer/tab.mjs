// Controls a page of the viewer in headless Chromium: opens and clicks it, and reads its state for the tests.

import assert from "node:assert/strict";
import {pathToFileURL} from "node:url";

import {chromium} from "playwright-core";
import {file} from "./levels.mjs";

const kFlags = [
    "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
let browser;

export async function startBrowser() {
    browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kFlags});
}
export const stopBrowser = () => browser?.close();

// Opens a page. The test fails if the page has an error or accesses the network.
export async function open(html, options = {}) {
    const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
    const tab = await context.newPage();
    tab.troubles = [];
    tab.on("console", message => ["error", "warning"].includes(message.type()) &&
        !/GPU stall|software WebGL/i.test(message.text()) && tab.troubles.push(message.text()));
    tab.on("pageerror", error => tab.troubles.push(String(error)));
    tab.on("request", request => !/^(file|data|blob):/.test(request.url()) && tab.troubles.push(request.url()));
    await tab.goto(pathToFileURL(html).href);
    await tab.evaluate(() => window.viewerReady).catch(error => tab.troubles.push(String(error)));
    assert.deepEqual(tab.troubles, []);
    await settled(tab);
    return tab;
}

// Opens an SVG picture.
export async function openPicture(svg) {
    const tab = await (await browser.newContext({viewport: {width: 1100, height: 900}})).newPage();
    await tab.setContent(svg);
    return tab;
}

// Waits until all changes are drawn.
export const settled = tab => tab.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

export async function close(tab, shot) {
    await settled(tab);
    if (shot) await tab.screenshot({path: file(shot)});
    assert.deepEqual(tab.troubles, []);
    await tab.context().close();
}

// Returns the number of colours on the canvas, and the fraction of the canvas that the level covers.
export function look(tab) {
    return tab.evaluate(() => {
        window.viewer.drawNow();
        const {gl} = window.viewer.renderer, width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
        const pixels = new Uint8Array(4 * width * height);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        const words = new Uint32Array(pixels.buffer), colors = new Set(words);
        const count = wanted => words.filter(wanted).length;
        return {
            colors: colors.size, covered: count(word => word !== 0) / words.length, path: count(word => word === 0xff3948d6),
            hash: words.reduce((hash, word) => Math.imul(hash ^ word, 0x9e3779b1) ^ hash >>> 15, 0),
        };
    });
}

// True if the path is drawn: if a pixel at the midpoint of its longest segment, or next to it, has the path's colour.
export function pathIsThere(tab) {
    return tab.evaluate(() => {
        const {viewer} = window, {gl} = viewer.renderer, {ground} = viewer.state.path;
        viewer.drawNow();
        const box = viewer.canvas.getBoundingClientRect();
        const places = ground.map(point => viewer.project(point)).map(([x, y]) => [x - box.left, box.bottom - y]);
        const pieces = places.slice(1).map((to, i) => ({from: places[i], to, length: Math.hypot(to[0] - places[i][0], to[1] - places[i][1])}));
        const {from, to} = pieces.reduce((best, piece) => piece.length > best.length ? piece : best);
        const [x, y] = [0, 1].map(axis => Math.round((from[axis] + to[axis]) / 2));
        const pixels = new Uint8Array(4 * 9);
        gl.readPixels(x - 1, y - 1, 3, 3, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return new Uint32Array(pixels.buffer).includes(0xff3948d6);
    });
}

// Clicks on a point given in world coordinates.
export async function click(tab, point) {
    const [x, y] = await tab.evaluate(at => window.viewer.project(at), point);
    await tab.mouse.click(x, y);
}

export const state = tab => tab.evaluate(() => window.viewer.state);
