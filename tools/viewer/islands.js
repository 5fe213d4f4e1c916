// Lists the islands in the panel: sorted, each with a checkbox that shows or hides it, and the config that removes
// the smallest ones.

const kIslandRows = 200;    // maximum number of rows; a level can have thousands of islands
const kSmallIsland = 0.01;  // islands smaller than this fraction of the largest one count as small

const kIslandOrders = {
    "largest area": (a, b) => b.area - a.area,
    "smallest area": (a, b) => a.area - b.area,
    "most polygons": (a, b) => b.polygons - a.polygons,
    "fewest polygons": (a, b) => a.polygons - b.polygons,
};

// Returns the islands to remove, smallest first, and a value of islands.min_area that removes exactly these islands. The islands
// to remove are all islands that count as small. If there are none, it is the smallest island. If the next larger island has
// (almost) the same area, it is removed, too. Returns null if this would remove all islands.
function pruningOf(islands) {
    const byArea = islands.map((island, number) => ({...island, number})).sort(kIslandOrders["smallest area"]);
    const least = Math.max(1, byArea.filter(({area}) => area < kSmallIsland * byArea.at(-1).area).length);
    for (let count = least; count < byArea.length; ++count) {
        const below = byArea[count - 1].area, above = byArea[count].area;
        if (above - below <= 1e-6 * above) continue;
        // Round the mean of the two areas to as few digits as possible, such that it still lies between them.
        for (let digits = 1; digits < 17; ++digits) {
            const limit = Number(((below + above) / 2).toPrecision(digits));
            if (below < limit && limit < above) return {islands: byArea.slice(0, count), limit};
        }
    }
    return null;
}

// Returns the text about the smallest islands, and a button that hides them.
function pruningAdvice({islands, limit}, hide) {
    const names = islands.slice(0, 5).map(({number, area}) => `${number} (${shortNumber(area)} wu²)`).join(", ");
    const more = islands.length > 5 ? ` and ${islands.length - 5} more` : "";
    const [noun, pronoun] = islands.length === 1 ? ["island", "it"] : ["islands", "them"];
    return [
        element("p", {class: "soft"}, `Smallest: ${noun} ${names}${more}. Bake without ${pronoun}:`),
        element("code", {title: "In the config, or as a flag of navbake"}, `{"islands": {"min_area": ${limit}}}`),
        element("code", {title: "The same as a flag of navbake"}, `--islands-min-area ${limit}`),
        element("button", {id: "hide-small", type: "button", onclick: hide}, `Hide ${pronoun}`),
    ];
}

// Lists the islands. hidden: set of island numbers. order: key of kIslandOrders. After a choice, calls actions.hide(set) or
// actions.sort(order).
function listIslands(islands, hidden, order, actions) {
    const section = byId("islands");
    section.hidden = islands.length === 0;
    if (islands.length === 0) return;
    const rows = islands.map((island, number) => ({...island, number})).sort(kIslandOrders[order]).slice(0, kIslandRows);
    const row = ({number, area, polygons}) => {
        const box = element("input", {
            type: "checkbox", id: `island-${number}`, onchange: () => {
                const next = new Set(hidden);
                if (box.checked) next.delete(number);
                else next.add(number);
                actions.hide(next);
            }
        });
        box.checked = !hidden.has(number);
        return element("label", {}, box, `Island ${number}`, element("span", {class: "count"}, `${shortNumber(area)} wu², ${polygons}`));
    };
    const choice = element("select", {id: "island-order", "aria-label": "Order of the islands", onchange: () => actions.sort(choice.value)},
        ...Object.keys(kIslandOrders).map(name => element("option", {value: name, selected: name === order}, name)));
    const pruning = pruningOf(islands);
    const list = element("div", {class: "list"}, ...rows.map(row));
    const scrolled = section.querySelector(".list")?.scrollTop ?? 0;
    const all = (label, id, set) => element("button", {id, type: "button", onclick: () => actions.hide(set())}, label);
    refill(section, element("h2", {}, countOf(islands.length, "island")),
        element("div", {class: "buttons"}, choice, all("Show all", "islands-all", () => new Set()),
            all("Hide all", "islands-none", () => new Set(islands.keys()))),
        element("p", {class: "soft"}, "Area seen from above, number of polygons"), list,
        ...(rows.length < islands.length ? [element("p", {class: "soft"}, `and ${islands.length - rows.length} more`)] : []),
        ...(pruning ? pruningAdvice(pruning, () => actions.hide(new Set([...hidden, ...pruning.islands.map(({number}) => number)]))) : []));
    list.scrollTop = scrolled;
}
