/** Width and height as a PNG's header names them. */
export function decodeSize(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
