// Finds paths with the library: the same code as navquery, compiled to WebAssembly by build_wasm.sh. See queries.cpp for the
// format of the numbers that it returns.

const kStatus = ["complete", "partial", "none"];
const kMethods = ["automatic", "exact", "weighted", "astar", "hubs"];

class Queries {
    // wasm and level are the bytes of the module and of the level. Throws if the module rejects the level.
    static async load(wasm, level) {
        const module = await WebAssembly.compile(wasm);
        const imports = {};
        // The module reads no files and prints nothing, so functions that only return 0 can replace all its imports.
        for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
        const queries = new Queries();
        queries.library = (await WebAssembly.instantiate(module, imports)).exports;
        queries.library._initialize?.();
        const at = queries.library.viewer_reserve(level.length);
        new Uint8Array(queries.library.memory.buffer, at, level.length).set(level);
        if (!queries.library.viewer_load()) throw new Error(queries.text());
        return queries;
    }

    text() {
        const bytes = new Uint8Array(this.library.memory.buffer, this.library.viewer_text());
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    // from and to are in world coordinates.
    path(from, to, method) {
        const at = this.library.viewer_path(...from, ...to, kMethods.indexOf(method));
        if (at === 0) return {status: "none", reason: this.text(), points: [], ground: [], polygons: [], links: []};
        const memory = new Float64Array(this.library.memory.buffer, at);
        const [status, used, lengthXz, length3d, cost, gap, startGap, nodes, points, places, polygons, links] = memory;
        let next = 12;
        const numbers = count => Array.from(memory.subarray(next, next += count));
        const triples = count => Array.from({length: count}, () => numbers(3));
        return {
            status: kStatus[status], method: kMethods[used], reason: this.text(), lengthXz, length3d, cost, gap, startGap, nodes,
            points: triples(points), ground: triples(places), polygons: numbers(polygons), links: numbers(links),
        };
    }
}

