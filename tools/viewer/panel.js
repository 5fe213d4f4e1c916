// The panel next to the picture: facts of the level, layer switches, legend, facts of a polygon, and the path as text.

const kTouches = matchMedia("(pointer: coarse)").matches;
const kPress = kTouches ? "Tap" : "Click";

const countOf = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const shortNumber = number => Number(number.toPrecision(6)).toString();
const coordinates = point => point.map(c => (Math.round(c * 1000) / 1000 + 0).toFixed(3)).join(" ");

// Makes an element with attributes, properties (functions and booleans) and children.
function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function" || typeof value === "boolean") made[key] = value;
        else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

// Shows an error at the bottom of the picture.
function fail(what, error) {
    byId("hint").textContent = `${what}: ${error.message}.`;
    byId("hint").classList.add("bad");
}

// Replaces the children of a section. The focused element keeps the keyboard focus if it still exists. Otherwise, the first
// focusable element gets the focus.
function refill(section, ...children) {
    const focused = section.contains(document.activeElement) && document.activeElement.id;
    section.replaceChildren(...children);
    if (focused) (byId(focused) ?? section.querySelector("select, button"))?.focus();
}

const swatch = ([r, g, b, a = 255]) => {
    const made = element("span", {class: "swatch"});
    made.style.background = `rgb(${r} ${g} ${b} / ${a / 255})`;
    return made;
};

// Returns a table with rows of a name and a value.
function table(rows) {
    const body = rows.map(([name, value]) => element("tr", {}, element("th", {scope: "row"}, name), element("td", {}, String(value))));
    return element("table", {}, ...body);
}

const byId = id => document.getElementById(id);
const areaOf = (mesh, id) => mesh.areas.find(area => area.id === id) ?? {name: `area ${id}`, id, cost: 1, color: [150, 150, 150]};

function summarize(scene) {
    byId("title").textContent = scene.title;
    const mesh = scene.mesh;
    if (mesh) {
        const {radius, height} = mesh.agent;
        byId("summary").textContent = `Walkable ground of an agent with radius ${shortNumber(radius)} and height ${shortNumber(height)}: ` +
            `${countOf(mesh.area.length, "convex polygon")} on ${countOf(mesh.islands.length, "island")}, ` +
            `in ${countOf(mesh.tiles.length, "tile")}, with ${countOf(mesh.links.length, "off-mesh link")}.`;
    }
    byId("footer").textContent = `Written by ${scene.program}. This page needs no network.`;
}

// Returns the number of items in a layer: the number at the start of the layer's title, or else a count of the items.
function layerSize(layer) {
    const counts = [parseInt(layer.titles[0]), layer.polygons?.counts.count, layer.cells?.colors.count, layer.lines?.colors.count];
    return counts.find(count => count > 0) ?? 0;
}

// Makes a checkbox per layer under its group's heading. Calls change(layer, shown) if a checkbox changes.
function listLayers(layers, change) {
    const list = byId("layers");
    const boxes = new Map();
    let group = null;
    for (const layer of layers) {
        if (layer.group !== group) list.append(element("h2", {}, group = layer.group));
        const box = element("input", {type: "checkbox", onchange: () => change(layer, box.checked)});
        box.checked = layer.shown;
        const size = layerSize(layer);
        const label = element("label", {title: [layer.about, ...layer.titles].filter(Boolean).join(": ")}, box, layer.name,
                              element("span", {class: "count"}, size ? size.toLocaleString("en") : "none"));
        list.append(label);
        boxes.set(layer, box);
    }
    return boxes;
}

// Makes the sliders that fade and cut the level. low, high: lowest and highest height of the level [wu]. Calls
// change(opacity, height) if a slider moves.
function listGeometry(geometry, [low, high], change) {
    const slider = (id, label, text) => {
        const shown = element("span", {class: "count"});
        const input = element("input", {id, type: "range", min: 0, max: 1000, value: 1000, "aria-label": label, oninput: () => moved()});
        return {input, update: () => shown.textContent = text(input.value / 1000), row: element("label", {class: "slider"}, label, input, shown)};
    };
    const heightAt = t => t === 1 ? Infinity : low + (high - low) * t;
    const opacity = slider("opacity", "Opacity", t => `${Math.round(100 * t)} %`);
    const cut = slider("cut", "Cut at height", t => t === 1 ? "off" : heightAt(t).toFixed(2));
    const moved = () => {
        for (const {update} of [opacity, cut]) update();
        change(opacity.input.value / 1000, heightAt(cut.input.value / 1000));
    };
    moved();
    const count = geometry.corners.count / 3;
    const note = geometry.cell === 0 ? countOf(count, "triangle") :
        `Simplified: ${count.toLocaleString("en")} of ${countOf(geometry.triangles, "triangle")}, vertices merged in cells of ` +
            `${shortNumber(geometry.cell)} wu. The mesh was baked from all of them.`;
    byId("geometry").append(element("h2", {}, "Level"), opacity.row, cut.row, element("p", {class: "soft"}, note));
}

// Returns the alternative colourings of polygons: name, colour by polygon number, and legend.
function colorings(scene) {
    const mesh = scene.mesh;
    const distinct = number => scene.palette[number % scene.palette.length];
    const most = (entries, count) => entries.slice(0, count).concat(
        entries.length > count ? [[null, `and ${entries.length - count} more`]] : []);
    const areaSize = new Map();
    for (let i = 0; i < mesh.area.length; ++i) areaSize.set(mesh.area[i], (areaSize.get(mesh.area[i]) ?? 0) + mesh.size[i]);
    const islands = mesh.islands.map((island, i) => ({...island, i})).sort((a, b) => b.area - a.area || a.i - b.i);
    return [
        {
            name: "area and height",
            legend: mesh.areas.filter(area => areaSize.has(area.id)).map(area =>
                [area.color, `${area.name}: ${shortNumber(areaSize.get(area.id))} wu²` + (area.cost !== 1 ? `, cost ${shortNumber(area.cost)}` : "")]),
        },
        {
            name: "island",
            colorOf: id => distinct(mesh.island[id]),
            legend: most(islands.map(island => [distinct(island.i),
                `island ${island.i}: ${countOf(island.polygons, "polygon")}, ${shortNumber(island.area)} wu²`]), 8),
        },
        {
            name: "tile",
            colorOf: id => distinct(mesh.tile[id]),
            legend: most(mesh.tiles.map(([x, z], i) => [distinct(i), `tile ${x}, ${z}`]), 8),
        },
    ];
}

// Shows the legend: what the colours in the picture mean.
function showLegend(entries, layers, choice) {
    const legend = byId("legend");
    const seen = new Set();
    const item = (color, meaning) => element("li", {}, ...(color ? [swatch(color)] : []), meaning);
    const items = entries.map(([color, meaning]) => item(color, meaning));
    for (const layer of layers.filter(one => one.shown)) {
        for (const {color, meaning} of layer.legend) {
            if (!seen.has(meaning)) items.push(item(color, meaning));
            seen.add(meaning);
        }
    }
    refill(legend, element("h2", {}, "Legend"), ...(choice ? [choice] : []), element("ul", {}, ...items));
}

function showFacts(scene, hit) {
    const facts = byId("facts");
    facts.hidden = !hit;
    if (!hit) return;
    const mesh = scene.mesh, area = areaOf(mesh, mesh.area[hit.id]);
    const [x, z] = mesh.tiles[mesh.tile[hit.id]];
    const leaving = mesh.links.filter(link => link.from === hit.id).length;
    facts.replaceChildren(element("strong", {}, `Polygon ${hit.id}`), table([
        ["area", `${area.name} (id ${area.id}${area.cost !== 1 ? `, cost ${shortNumber(area.cost)}` : ""})`],
        ["island", `${mesh.island[hit.id]}, ${countOf(mesh.islands[mesh.island[hit.id]].polygons, "polygon")}`],
        ["tile", `${x}, ${z}`],
        ["size", `${shortNumber(mesh.size[hit.id])} wu²`],
        ["flags", `0x${mesh.flags[hit.id].toString(16).padStart(4, "0")}`],
        ...(leaving ? [["links from it", leaving]] : []),
        ["here", coordinates(add(hit.point, scene.centre))],
    ]));
}

// Shows the path in the same words as navquery. state: from, to, path; each may be missing.
function showPath(scene, state, can, actions) {
    const section = byId("path");
    const children = [element("h2", {}, "Path")];
    if (!can.ok) {
        refill(section, ...children, element("p", {class: "soft"}, can.why));
        return;
    }
    const {from, to, path} = state;
    if (can.simple) {
        children.push(element("p", {class: "soft"}, `Simple version: A* and a funnel in this page. Paths can be longer than ` +
            `those of navquery. ${can.simple}`), ...(can.command ? [element("code", {}, can.command)] : []));
    }
    if (!from) children.push(element("p", {}, `${kPress} two points on the ground: the start, then the goal.`));
    if (from) children.push(table([["from", coordinates(from)], ["to", to ? coordinates(to) : `${kPress.toLowerCase()} the goal`]]));
    if (path) {
        const complete = path.status === "complete";
        children.push(element("p", complete ? {} : {class: "bad"}, element("strong", {}, path.status), path.reason ? `: ${path.reason}` : ""));
        if (path.points.length) {
            children.push(table([
                ["length", `${path.lengthXz.toFixed(3)} seen from above`],
                ["", `${path.length3d.toFixed(3)} along the ground`],
                ["cost", path.cost.toFixed(3)],
                ["points", path.points.length],
                ["polygons", path.polygons.length],
                ["nodes", path.nodes],
                ["method", path.method],
                ...(path.startGap >= 0.1 ? [["start", `${path.startGap.toFixed(3)} from the ground`]] : []),
                ...(path.gap >= 0.1 ? [["goal", `${path.gap.toFixed(3)} away`]] : []),
                ...path.links.map(link => ["takes", linkText(scene.mesh, link)]),
            ]));
        }
        const asked = point => point.join(",");
        children.push(element("code", {title: "The same query on the command line"},
            `navquery ${shellWord(scene.title.replace(/^-/, "./-"))} --from ${asked(from)} --to ${asked(to)}${state.method !== "automatic" ? ` --method ${state.method}` : ""}`));
    }
    const offered = kMethods.filter(name => name !== "hubs");  // "automatic" uses hub labels if the level has them
    const choice = element("select", {id: "method", onchange: () => actions.method(choice.value), "aria-label": "Method"},
        ...offered.map(name => element("option", {value: name, selected: name === state.method}, name)));
    children.push(element("div", {class: "buttons"}, ...(can.simple ? [] : [choice]),
        ...(path ? [element("button", {id: "turn", type: "button", onclick: actions.turn}, "Reverse")] : []),
        ...(from ? [element("button", {id: "clear", type: "button", onclick: actions.clear}, "Clear")] : [])));
    refill(section, ...children);
}

// Quotes a word for the shell if necessary.
function shellWord(word) {
    return /^[\w.,/:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function linkText(mesh, number) {
    const link = mesh.links[number];
    return `off-mesh link ${number}${link.user_id ? `, user id ${link.user_id}` : ""}, from ${coordinates(link.start)} to ${coordinates(link.end)}`;
}

