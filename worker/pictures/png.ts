/** PNG files without transparency: written in true colour, read as the build's own pictures are written, with a palette. */
import type { Sheet } from "./canvas.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Bytes {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crcOf(bytes.subarray(4, data.length + 8)));
  return bytes;
}

async function through(
  bytes: Bytes,
  stream: CompressionStream | DecompressionStream,
): Promise<Bytes> {
  const body = new Response(bytes).body;
  if (body === null) return new Uint8Array();
  return new Uint8Array(await new Response(body.pipeThrough(stream)).arrayBuffer());
}

/** Each row as its difference from the row above, which is small where colours run into each other. */
export async function encodePng({ width, height, pixels }: Sheet): Promise<Bytes> {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = 2;
    for (let at = 0; at < stride; at += 1)
      rows[y * (stride + 1) + 1 + at] =
        (pixels[y * stride + at] ?? 0) - (y === 0 ? 0 : (pixels[(y - 1) * stride + at] ?? 0));
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    Uint8Array.from(signature),
    chunk("IHDR", header),
    chunk("IDAT", await through(rows, new CompressionStream("deflate"))),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Null for a file of another kind. */
export async function decodePng(file: Uint8Array): Promise<Sheet | null> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const data: Bytes[] = [];
  let palette = new Uint8Array();
  for (let at = signature.length; at + 12 <= file.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(file.subarray(at + 4, at + 8));
    const content = file.slice(at + 8, at + 8 + length);
    if (type === "PLTE") palette = content;
    if (type === "IDAT") data.push(content);
    at += length + 12;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, colours, , , interlace] = file.subarray(24, 29);
  if (colours !== 3 || interlace !== 0) return null;
  const packed = new Uint8Array(await new Blob(data).arrayBuffer());
  const indices = unfilter(
    await through(packed, new DecompressionStream("deflate")),
    Math.ceil((width * depth) / 8),
    height,
  );
  const pixels = new Uint8ClampedArray(width * height * 3);
  const stride = indices.length / height;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const bit = (pixel % width) * depth;
    const byte = indices[Math.floor(pixel / width) * stride + (bit >> 3)] ?? 0;
    const colour = ((byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)) * 3;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[pixel * 3 + channel] = palette[colour + channel] ?? 0;
  }
  return { width, height, pixels };
}

/** One byte a pixel or less, so that the byte before is the one to the left. */
function unfilter(rows: Uint8Array, stride: number, height: number): Bytes {
  const plain = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x === 0 ? 0 : (plain[y * stride + x - 1] ?? 0);
      const above = y === 0 ? 0 : (plain[(y - 1) * stride + x] ?? 0);
      const corner = x === 0 || y === 0 ? 0 : (plain[(y - 1) * stride + x - 1] ?? 0);
      const byte = rows[y * (stride + 1) + 1 + x] ?? 0;
      plain[y * stride + x] = byte + guess(filter, left, above, corner);
    }
  }
  return plain;
}

/** What a row's filter expects from the bytes around. */
function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const fromLeft = Math.abs(above - corner);
  const fromAbove = Math.abs(left - corner);
  const fromCorner = Math.abs(left + above - 2 * corner);
  if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left;
  return fromAbove <= fromCorner ? above : corner;
}
