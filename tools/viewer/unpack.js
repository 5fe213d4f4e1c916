// Unpacks the arrays of the scene: base64 of little-endian numbers in zlib format, as described in src/io/export/page.h. The
// page must be drawn before its load event, because programs that take screenshots (chromium --headless --screenshot) wait only
// for this event. The browser's DecompressionStream is asynchronous and would be too late.

const kArrayTypes = {u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array};

const damaged = () => new Error("the page is damaged, because an array of its scene cannot be unpacked; write it again");

// Deflate codes for lengths and distances: number of extra bits, and value without them (RFC 1951, section 3.2.5).
const kLengthBits = Array.from({length: 29}, (_, i) => i < 4 || i === 28 ? 0 : (i >> 2) - 1);
const kDistanceBits = Array.from({length: 30}, (_, i) => i < 2 ? 0 : (i >> 1) - 1);
const startValues = (bits, first) => bits.map(count => (first += 1 << count) - (1 << count));
const kLengths = startValues(kLengthBits, 3).fill(258, 28), kDistances = startValues(kDistanceBits, 1);
const kCodeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// Makes the table of a Huffman code from the length of each symbol's code. The table is indexed by the next `most` bits. An
// entry is symbol * 16 + length; 0: no code.
function huffmanTable(lengths) {
    const most = Math.max(1, ...lengths), table = new Uint16Array(1 << most);
    for (let length = 1, code = 0; length <= most; ++length, code <<= 1) {
        for (let symbol = 0; symbol < lengths.length; ++symbol) {
            if (lengths[symbol] !== length) continue;
            let reversed = 0;
            for (let i = 0; i < length; ++i) reversed |= (code >> i & 1) << length - 1 - i;
            for (let i = reversed; i < table.length; i += 1 << length) table[i] = symbol << 4 | length;
            ++code;
        }
    }
    return {most, table};
}

// Reads the bits of a deflate stream, lowest bit first.
class BitReader {
    constructor(bytes, at) {
        this.bytes = bytes, this.at = at, this.held = 0, this.count = 0;
    }

    need(count) {
        while (this.count < count) {
            if (this.at > this.bytes.length + 2) throw damaged();  // the reader may read up to two bytes ahead
            this.held |= this.bytes[this.at++] << this.count;
            this.count += 8;
        }
    }

    bits(count) {
        this.need(count);
        const value = this.held & (1 << count) - 1;
        this.held >>>= count, this.count -= count;
        return value;
    }

    symbol({most, table}) {
        this.need(most);
        const entry = table[this.held & (1 << most) - 1];
        if (entry === 0) throw damaged();
        this.held >>>= entry & 15, this.count -= entry & 15;
        return entry >> 4;
    }

    // Returns the position of the next whole byte and continues there.
    align() {
        this.at -= this.count >> 3;
        this.held = this.count = 0;
        return this.at;
    }
}

// Reads the two Huffman codes of a block.
function blockCodes(reader, isFixed) {
    if (isFixed) {
        const lengths = Array.from({length: 288}, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
        return [lengths, Array(30).fill(5)].map(huffmanTable);
    }
    const literals = reader.bits(5) + 257, distances = reader.bits(5) + 1, codes = reader.bits(4) + 4;
    const codeLengths = Array(19).fill(0);
    for (let i = 0; i < codes; ++i) codeLengths[kCodeOrder[i]] = reader.bits(3);
    const table = huffmanTable(codeLengths), lengths = [];
    while (lengths.length < literals + distances) {
        const symbol = reader.symbol(table);
        if (symbol < 16) lengths.push(symbol);
        else if (symbol === 16) lengths.push(...Array(reader.bits(2) + 3).fill(lengths.at(-1)));
        else lengths.push(...Array(symbol === 17 ? reader.bits(3) + 3 : reader.bits(7) + 11).fill(0));
    }
    return [lengths.slice(0, literals), lengths.slice(literals)].map(huffmanTable);
}

// Computes the Adler-32 checksum of the bytes, as a signed number of 32 bits. Data in zlib format ends with this checksum.
function adler32(bytes) {
    const kBlock = 3800;  // [byte]; small enough that both sums stay below 2^31
    let a = 1, b = 0;
    for (let begin = 0; begin < bytes.length; begin += kBlock) {
        for (let i = begin; i < Math.min(begin + kBlock, bytes.length); ++i) a += bytes[i], b += a;
        a %= 65521, b %= 65521;
    }
    return b << 16 | a;
}

// Decompresses data in zlib format to `size` bytes (RFC 1950 and 1951).
function inflate(bytes, size) {
    const out = new Uint8Array(size), reader = new BitReader(bytes, 2);
    let made = 0, isLast = false;
    while (!isLast) {
        isLast = reader.bits(1) === 1;
        const type = reader.bits(2);
        if (type === 0) {
            const at = reader.align() + 4, count = bytes[at - 4] | bytes[at - 3] << 8;
            if (made + count > size || at + count > bytes.length) throw damaged();
            out.set(bytes.subarray(at, reader.at = at + count), made);
            made += count;
            continue;
        }
        const [literals, distances] = blockCodes(reader, type === 1);
        for (let symbol = reader.symbol(literals); symbol !== 256; symbol = reader.symbol(literals)) {
            if (made >= size) throw damaged();
            if (symbol < 256) {
                out[made++] = symbol;
                continue;
            }
            if (symbol > 285) throw damaged();
            const length = kLengths[symbol - 257] + reader.bits(kLengthBits[symbol - 257]), far = reader.symbol(distances);
            if (far > 29) throw damaged();
            const back = kDistances[far] + reader.bits(kDistanceBits[far]);
            if (back > made || made + length > size) throw damaged();
            for (const end = made + length; made < end; ++made) out[made] = out[made - back];
        }
    }
    const at = reader.align(), stored = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    if (made !== size || adler32(out) !== stored) throw damaged();
    return out;
}

function unpackArray(packed) {
    const type = kArrayTypes[packed.type];
    if (packed.count === 0) return new type(0);  // an empty array is not compressed
    const text = atob(packed.data);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return new type(inflate(bytes, packed.count * type.BYTES_PER_ELEMENT).buffer);
}

// Returns a copy of the object with all arrays unpacked. Other values are unchanged.
function unpackAll(object) {
    const unpacked = {};
    for (const [name, value] of Object.entries(object)) {
        unpacked[name] = value?.data !== undefined ? unpackArray(value) : value;
    }
    return unpacked;
}

