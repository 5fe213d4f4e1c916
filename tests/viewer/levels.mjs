// Builds levels and pages for the tests by running the programs, as a user would.

import {execFileSync, spawnSync} from "node:child_process";
import {mkdirSync, writeFileSync} from "node:fs";
import path from "node:path";

export const source = process.env.NAVSPAN_SOURCE, build = process.env.NAVSPAN_BUILD;
export const folder = path.join(build, "viewer");
mkdirSync(folder, {recursive: true});

export const file = name => path.join(folder, name);
export const scene = name => path.join(source, "data/scenes", name);

export function run(program, ...args) {
    return execFileSync(path.join(build, "tools", program), args, {encoding: "utf8", maxBuffer: 1 << 28});
}

// Runs navquery and returns its JSON output. Ignores the exit code.
export function ask(...args) {
    return JSON.parse(spawnSync(path.join(build, "tools/navquery"), [...args, "--json"], {encoding: "utf8"}).stdout);
}

// Returns OBJ text of a square. The file has `at` vertices before it.
function square(x, y, z, side, at) {
    const corners = [[x, z], [x, z + side], [x + side, z + side], [x + side, z]];
    return corners.map(([cx, cz]) => `v ${cx} ${y} ${cz}\n`).join("") + `f ${at + 1} ${at + 2} ${at + 3} ${at + 4}\n`;
}

// Builds a level of two squares that are connected only by an off-mesh link. more: further fields of the link.
export function linkedLevel(more = {}) {
    writeFileSync(file("islands.obj"), square(0, 0, 0, 10, 0) + square(16, 3, 0, 10, 4));
    writeFileSync(file("islands.json"), JSON.stringify({
        off_mesh_links: [{start: [8, 0, 5], end: [18, 3, 5], user_id: 9, ...more}],
    }));
    run("navbake", file("islands.obj"), "--config", file("islands.json"), "-q", "-o", file("islands.nav"));
    return file("islands.nav");
}

// Builds a level of finished polygons: a square of side * side quads, of which some are missing.
export function largeLevel(side) {
    let seed = 12345;
    const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;
    const quad = new Int32Array(side * side).fill(-1);
    let count = 0;
    for (let i = 0; i < quad.length; ++i) {
        if (random() > 0.08) quad[i] = count++;
    }
    const at = (x, z) => x < 0 || z < 0 || x >= side || z >= side ? -1 : quad[z * side + x];
    const lines = ["mesh", "2", `${(side + 1) ** 2} ${count}`];
    for (let z = 0; z <= side; ++z) {
        for (let x = 0; x <= side; ++x) {
            const around = [at(x, z), at(x - 1, z), at(x - 1, z - 1), at(x, z - 1)];
            lines.push(`${x} ${z} 4 ${around.join(" ")}`);
        }
    }
    for (let z = 0; z < side; ++z) {
        for (let x = 0; x < side; ++x) {
            if (at(x, z) < 0) continue;
            const v = z * (side + 1) + x;
            const corners = [v, v + 1, v + side + 2, v + side + 1];
            const across = [at(x - 1, z), at(x, z - 1), at(x + 1, z), at(x, z + 1)];  // for each corner: the square across the
                                                                                      // edge that ends there
            lines.push(`4 ${corners.join(" ")} ${across.join(" ")}`);
        }
    }
    writeFileSync(file("large.mesh"), lines.join("\n") + "\n");
    run("navbake", file("large.mesh"), "-q", "-o", file("large.nav"));
    return file("large.nav");
}

// Writes the page of a level.
export function page(level, name, ...more) {
    run("navquery", level, "--html", file(name), "-q", ...more);
    return file(name);
}
