// Unpacks the arrays of the scene: base64 of little-endian numbers in zlib format, as described in src/io/export/page.h.

const kArrayTypes = {u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array};

async function unpackArray(packed) {
    if (packed.count === 0) return new kArrayTypes[packed.type](0);  // an empty array is not compressed
    const text = atob(packed.data);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const array = new kArrayTypes[packed.type](await new Response(plain).arrayBuffer());
    if (array.length !== packed.count) throw new Error("the page is damaged, because an array of its scene has the wrong length; write it again");
    return array;
}

// Returns a copy of the object with all arrays unpacked. Other values are unchanged.
async function unpackAll(object) {
    const unpacked = {};
    for (const [name, value] of Object.entries(object)) {
        unpacked[name] = value?.data !== undefined ? await unpackArray(value) : value;
    }
    return unpacked;
}

