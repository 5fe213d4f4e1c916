// Draws lists of primitives with WebGL 2: filled polygons, lines with a width in pixels, dots, and cells as low boxes. Lines
// and dots are moved slightly towards the eye along their view ray, so that they appear on top of the ground. Lines and cells
// are stored in a texture, which the vertex shader reads by vertex index. Instanced drawing would be slower, because each
// instance has so few vertices.

const kHeader = `#version 300 es
precision highp float;
uniform mat4 view, projection;
uniform float nearer;  // fraction of the distance to the eye
vec4 clip(vec3 at) { return projection * vec4((view * vec4(at, 1.0)).xyz * (1.0 - nearer), 1.0); }
`;
const kRow = 2048;  // texels per row of a table
const kTable = `
uniform highp usampler2D table;
uvec4 entry(int i) { return texelFetch(table, ivec2(i % ${kRow}, i / ${kRow}), 0); }
vec4 colorOf(uint c) { return vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0; }
`;
const kLight = `
float lit(vec3 normal) {
    float facing = dot(normal, normalize(vec3(0.35, 0.9, 0.25)));
    return 0.62 + 0.42 * max(facing, 0.0);
}
`;
const kPaint = `#version 300 es
precision highp float;
uniform float opacity;
in vec4 color;
out vec4 painted;
void main() { painted = vec4(color.rgb, color.a * opacity); }
`;

// A low box without a bottom, in units of a cell. Each face has two triangles.
const kBox = (() => {
    const faces = [
        [[0, 1, 0], [[0, 0, 0], [0, 0, 1], [1, 0, 1], [1, 0, 0]]],
        [[-1, 0, 0], [[0, 0, 0], [0, -1, 0], [0, -1, 1], [0, 0, 1]]],
        [[1, 0, 0], [[1, 0, 1], [1, -1, 1], [1, -1, 0], [1, 0, 0]]],
        [[0, 0, -1], [[1, 0, 0], [1, -1, 0], [0, -1, 0], [0, 0, 0]]],
        [[0, 0, 1], [[0, 0, 1], [0, -1, 1], [1, -1, 1], [1, 0, 1]]],
    ];
    const vector = ([x, y, z], height) => `vec3(${x}, ${(y * height).toFixed(1)}, ${z})`;
    const places = faces.flatMap(([, corners]) => [0, 1, 2, 0, 2, 3].map(k => vector(corners[k], 0.4)));
    const normals = faces.map(([normal]) => vector(normal, 1));
    return `const vec3 kPlaces[30] = vec3[30](${places.join(", ")});\nconst vec3 kNormals[5] = vec3[5](${normals.join(", ")});`;
})();

const kShaders = {
    triangles: [kHeader + `
in vec3 at;
in vec4 paint;
out vec3 where;
out vec4 color;
void main() { where = at; color = paint; gl_Position = clip(at); }
`, `#version 300 es
precision highp float;
uniform float opacity;
in vec3 where;
in vec4 color;
out vec4 painted;
${kLight}
void main() {
    vec3 normal = cross(dFdx(where), dFdy(where));
    normal *= normal.y < 0.0 ? -1.0 : 1.0;
    float size = length(normal);
    painted = vec4(color.rgb * lit(size > 0.0 ? normal / size : vec3(0, 1, 0)), color.a * opacity);
}
`],
    geometry: [kHeader + `
uniform float behind;  // distance that moves the geometry away from the eye [wu]
in vec3 at;
out vec3 where;
void main() {
    vec3 seen = (view * vec4(at, 1.0)).xyz;
    where = at;
    gl_Position = projection * vec4(seen * (1.0 + behind / max(length(seen), 1e-6)), 1.0);
}
`, `#version 300 es
precision highp float;
uniform float opacity, cut;
in vec3 where;
out vec4 painted;
void main() {
    if (where.y > cut) discard;
    vec3 normal = cross(dFdx(where), dFdy(where));
    float size = length(normal);
    normal = size > 0.0 ? normal / size : vec3(0, 1, 0);
    float light = 0.52 + 0.2 * normal.y + 0.26 * max(dot(normal, normalize(vec3(0.5, 0.6, 0.35))), 0.0);
    painted = vec4(vec3(0.86, 0.83, 0.78) * light, opacity);
}
`],
    lines: [kHeader + kTable + `
uniform vec2 screen;
uniform float pixel, nearest;
out vec4 color;
void main() {
    // Each line has two triangles and two table entries: from, colour, to, width.
    int corner = gl_VertexID % 6;
    corner = corner > 2 ? 6 - corner : corner;
    uvec4 first = entry(gl_VertexID / 6 * 2), second = entry(gl_VertexID / 6 * 2 + 1);
    color = colorOf(first.w);
    float width = uintBitsToFloat(second.w);
    // Cut off the part of the line that is behind the eye or nearer to it than the uniform nearest.
    vec3 a = (view * vec4(uintBitsToFloat(first.xyz), 1.0)).xyz, b = (view * vec4(uintBitsToFloat(second.xyz), 1.0)).xyz;
    if (a.z > -nearest && b.z > -nearest) { gl_Position = vec4(2, 2, 2, 1); return; }
    if (a.z > -nearest) a = mix(b, a, (b.z + nearest) / (b.z - a.z));
    if (b.z > -nearest) b = mix(a, b, (a.z + nearest) / (a.z - b.z));
    vec4 pa = projection * vec4(a * (1.0 - nearer), 1.0), pb = projection * vec4(b * (1.0 - nearer), 1.0);
    vec2 way = (pb.xy / pb.w - pa.xy / pa.w) * screen;
    float size = length(way);
    way = size > 0.0 ? way / size : vec2(1, 0);
    // corners: left and right at the start, left and right at the end
    bool end = corner > 1;
    float side = (corner & 1) == 0 ? 1.0 : -1.0;
    vec2 aside = (vec2(-way.y, way.x) * side + way * (end ? 0.7 : -0.7)) * max(width * pixel, 1.0) / screen;
    vec4 p = end ? pb : pa;
    gl_Position = p + vec4(aside * p.w, 0, 0);
}
`, kPaint],
    markers: [kHeader + `
uniform float pixel;
in vec3 at;
in vec4 paint;
in float radius;
out vec4 color;
out float rim;
void main() {
    color = paint;
    gl_Position = clip(at);
    gl_PointSize = (2.0 * radius + 2.0) * pixel;
    rim = 1.0 - 1.2 / (radius + 1.0);
}
`, `#version 300 es
precision highp float;
uniform float opacity;
in vec4 color;
in float rim;
out vec4 painted;
void main() {
    float far = 2.0 * length(gl_PointCoord - 0.5);
    if (far > 1.0) discard;
    painted = far > rim ? vec4(1, 1, 1, opacity) : vec4(color.rgb, color.a * opacity);
}
`],
    cells: [kHeader + kTable + kLight + `
uniform float size;
out vec4 color;
${kBox}
void main() {
    int corner = gl_VertexID % 30;
    uvec4 cell = entry(gl_VertexID / 30);
    vec4 paint = colorOf(cell.w);
    color = vec4(paint.rgb * lit(kNormals[corner / 6]), paint.a);
    gl_Position = clip(uintBitsToFloat(cell.xyz) + kPlaces[corner] * size);
}
`, kPaint],
};

const kNearer = {polygons: 0, cells: 0, lines: 0.0008, markers: 0.002};

class Renderer {
    constructor(canvas) {
        this.canvas = canvas;
        const gl = this.gl = canvas.getContext("webgl2", {antialias: true, alpha: true, powerPreference: "high-performance"});
        if (!gl) throw new Error("the browser has no WebGL 2; use a newer browser");
        this.programs = {};
        for (const [name, [vertex, fragment]] of Object.entries(kShaders)) this.programs[name] = this.program(name, vertex, fragment);
        gl.enable(gl.DEPTH_TEST);
        gl.depthFunc(gl.LEQUAL);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    program(name, vertex, fragment) {
        const gl = this.gl, program = gl.createProgram();
        for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
                throw new Error(`shader of ${name}: ${gl.getShaderInfoLog(shader)}`);
        }
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
            throw new Error(`program of ${name}: ${gl.getProgramInfoLog(program)}`);
        return program;
    }

    buffer(data, target = this.gl.ARRAY_BUFFER) {
        const buffer = this.gl.createBuffer();
        this.gl.bindVertexArray(null);
        this.gl.bindBuffer(target, buffer);
        this.gl.bufferData(target, data, this.gl.STATIC_DRAW);
        return buffer;
    }

    // Makes a table that vertex shaders read, with four words per entry.
    table(words) {
        const gl = this.gl, height = Math.max(1, Math.ceil(words.length / 4 / kRow));
        const whole = new Uint32Array(4 * kRow * height);
        whole.set(words);
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, kRow, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, whole);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        return texture;
    }

    // Splits the items into several tables if one texture cannot store all of them.
    tables(kind, words, wordsEach, more = {}) {
        const most = Math.floor(this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE) * kRow * 4 / wordsEach) * wordsEach;
        const made = [];
        for (let at = 0; at < words.length; at += most) {
            const part = words.subarray(at, at + most);
            made.push({kind, texture: this.table(part), count: part.length / wordsEach, ...more});
        }
        return made;
    }

    // Makes a vertex array object. Each field is [name, buffer, number of components, stride, offset]. A colour is four bytes.
    layout(program, fields) {
        const gl = this.gl, array = gl.createVertexArray();
        gl.bindVertexArray(array);
        for (const [name, buffer, numbers, stride, offset] of fields) {
            const place = gl.getAttribLocation(this.programs[program], name);
            if (place < 0) continue;
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.enableVertexAttribArray(place);
            const isColor = name === "paint";
            gl.vertexAttribPointer(place, numbers, isColor ? gl.UNSIGNED_BYTE : gl.FLOAT, isColor, stride, offset);
        }
        return array;
    }

    // Converts polygons to triangle fans. Colours are in a separate buffer, so that they can change.
    addPolygons(polygons, points) {
        const total = polygons.corners.length;
        const places = new Float32Array(3 * total);
        for (let i = 0; i < total; ++i) {
            const p = 3 * polygons.corners[i];
            places[3 * i] = points[p], places[3 * i + 1] = points[p + 1], places[3 * i + 2] = points[p + 2];
        }
        const triangles = new Uint32Array(3 * (total - 2 * polygons.counts.length));
        for (let p = 0, first = 0, t = 0; p < polygons.counts.length; first += polygons.counts[p++]) {
            for (let i = 1; i + 1 < polygons.counts[p]; ++i) {
                triangles[t++] = first, triangles[t++] = first + i, triangles[t++] = first + i + 1;
            }
        }
        const at = this.buffer(places), colors = this.buffer(new Uint32Array(total));
        const corners = this.buffer(triangles, this.gl.ELEMENT_ARRAY_BUFFER);
        const array = this.layout("triangles", [["at", at, 3, 0, 0], ["paint", colors, 4, 0, 0]]);
        this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, corners);
        this.gl.bindVertexArray(null);
        const made = {kind: "polygons", array, count: triangles.length, colors, counts: polygons.counts, buffers: [at, colors, corners]};
        this.paint(made, polygons.colors);
        return made;
    }

    // Sets one colour per polygon.
    paint(made, colors) {
        let total = 0;
        for (const count of made.counts) total += count;
        const all = new Uint32Array(total);
        for (let p = 0, at = 0; p < made.counts.length; at += made.counts[p++]) all.fill(colors[p], at, at + made.counts[p]);
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, made.colors);
        this.gl.bufferData(this.gl.ARRAY_BUFFER, all, this.gl.STATIC_DRAW);
    }

    // Adds the triangles of a level.
    addGeometry({points, corners}) {
        const at = this.buffer(points), elements = this.buffer(corners, this.gl.ELEMENT_ARRAY_BUFFER);
        const array = this.layout("geometry", [["at", at, 3, 0, 0]]);
        this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, elements);
        this.gl.bindVertexArray(null);
        return {kind: "geometry", array, count: corners.length, buffers: [at, elements]};
    }

    addLines(lines, points) {
        const count = lines.colors.length;
        const data = new Float32Array(8 * count), colors = new Uint32Array(data.buffer);
        for (let i = 0; i < count; ++i) {
            for (let k = 0; k < 2; ++k) {
                const p = 3 * lines.ends[2 * i + k];
                for (let c = 0; c < 3; ++c) data[8 * i + 4 * k + c] = points[p + c];
            }
            colors[8 * i + 3] = lines.colors[i];
            data[8 * i + 7] = lines.widths[i];
        }
        return this.tables("lines", colors, 8);
    }

    addMarkers(markers, points) {
        const count = markers.colors.length;
        const data = new Float32Array(5 * count), colors = new Uint32Array(data.buffer);
        for (let i = 0; i < count; ++i) {
            for (let c = 0; c < 3; ++c) data[5 * i + c] = points[3 * markers.at[i] + c];
            colors[5 * i + 3] = markers.colors[i];
            data[5 * i + 4] = markers.radii[i];
        }
        const buffer = this.buffer(data);
        const array = this.layout("markers", [["at", buffer, 3, 20, 0], ["paint", buffer, 4, 20, 12], ["radius", buffer, 1, 20, 16]]);
        return {kind: "markers", array, count, buffers: [buffer]};
    }

    addCells(cells) {
        const count = cells.colors.length;
        const data = new Float32Array(4 * count), colors = new Uint32Array(data.buffer);
        for (let i = 0; i < count; ++i) {
            data[4 * i] = cells.corner[0] + cells.x[i] * cells.size;
            data[4 * i + 1] = cells.corner[1] + cells.y[i];
            data[4 * i + 2] = cells.corner[2] + cells.z[i] * cells.size;
            colors[4 * i + 3] = cells.colors[i];
        }
        return this.tables("cells", colors, 4, {size: cells.size});
    }

    // Adds everything in an unpacked layer.
    add(layer, points) {
        const made = [];
        if (layer.polygons) made.push(this.addPolygons(layer.polygons, points));
        if (layer.cells) made.push(...this.addCells(layer.cells));
        if (layer.lines) made.push(...this.addLines(layer.lines, points));
        if (layer.markers?.colors.length) made.push(this.addMarkers(layer.markers, points));
        return made;
    }

    remove(made) {
        for (const item of made) {
            this.gl.deleteVertexArray(item.array ?? null);
            this.gl.deleteTexture(item.texture ?? null);
            for (const buffer of item.buffers ?? []) this.gl.deleteBuffer(buffer);
        }
    }

    // Sets the resolution of the picture to its size on the page. Returns true if the size changed.
    resize() {
        const pixel = window.devicePixelRatio || 1;
        const width = Math.max(1, Math.round(this.canvas.clientWidth * pixel));
        const height = Math.max(1, Math.round(this.canvas.clientHeight * pixel));
        if (this.canvas.width === width && this.canvas.height === height) return false;
        this.canvas.width = width, this.canvas.height = height;
        return true;
    }

    begin(camera) {
        const gl = this.gl;
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        this.camera = {...camera.matrices(), near: camera.near()};
    }

    // Selects a shader program and sets the uniforms that all programs have.
    use(name, opacity) {
        const gl = this.gl, program = this.programs[name];
        const uniform = field => gl.getUniformLocation(program, field);
        gl.useProgram(program);
        gl.uniformMatrix4fv(uniform("view"), false, this.camera.view);
        gl.uniformMatrix4fv(uniform("projection"), false, this.camera.projection);
        gl.uniform1f(uniform("opacity"), opacity);
        return uniform;
    }

    // Draws the triangles that face the eye, below the height `cut`. Draws a faded level twice: first only its depth, so that
    // surfaces behind the nearest surface stay hidden.
    drawGeometry({made, opacity, cut, behind}) {
        const gl = this.gl, uniform = this.use("geometry", opacity);
        gl.uniform1f(uniform("cut"), Math.min(cut, 1e30));
        gl.uniform1f(uniform("behind"), behind);
        gl.bindVertexArray(made.array);
        gl.enable(gl.CULL_FACE);
        for (const isColored of opacity < 1 ? [false, true] : [true]) {
            gl.colorMask(isColored, isColored, isColored, isColored);
            gl.drawElements(gl.TRIANGLES, made.count, gl.UNSIGNED_INT, 0);
        }
        gl.disable(gl.CULL_FACE);
    }

    // nearer: factor for the shift towards the eye. A value above 1 also adds a small shift, because polygons have no shift that
    // the factor could multiply. hidden: if true, also draws the parts that other objects hide.
    draw(made, {nearer = 1, opacity = 1, hidden = false} = {}) {
        const gl = this.gl;
        const uniform = this.use(made.kind === "polygons" ? "triangles" : made.kind, opacity);
        gl.uniform1f(uniform("nearer"), kNearer[made.kind] * nearer + (nearer > 1 ? 0.0004 * nearer : 0));
        gl.uniform1f(uniform("pixel"), window.devicePixelRatio || 1);
        gl.uniform2f(uniform("screen"), this.canvas.width, this.canvas.height);
        gl.uniform1f(uniform("nearest"), this.camera.near);
        if (made.kind === "cells") gl.uniform1f(uniform("size"), made.size);
        gl.bindVertexArray(made.array ?? null);
        if (made.texture) gl.bindTexture(gl.TEXTURE_2D, made.texture);
        gl.depthMask(!hidden);
        if (hidden) gl.disable(gl.DEPTH_TEST);
        if (made.kind === "polygons") gl.drawElements(gl.TRIANGLES, made.count, gl.UNSIGNED_INT, 0);
        if (made.kind === "cells") gl.drawArrays(gl.TRIANGLES, 0, 30 * made.count);
        if (made.kind === "lines") gl.drawArrays(gl.TRIANGLES, 0, 6 * made.count);
        if (made.kind === "markers") gl.drawArrays(gl.POINTS, 0, made.count);
        gl.enable(gl.DEPTH_TEST);
        gl.depthMask(true);
    }
}

