/** A sheet of pixels on which shapes are glazed over each other, as in watercolour. */
import type { Path } from "./path.ts";

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Sheet {
  width: number;
  height: number;
  /** Three bytes a pixel, row by row. */
  pixels: Uint8ClampedArray;
}

/** How much of the colour lies at a place, 0–1. */
export type Wetness = (x: number, y: number) => number;

const rowsInPixel = 4;

/** Darkens what lies below by the colour, as glazes do on paper; where paths of the shape overlap, once. */
export function glaze(sheet: Sheet, shape: readonly Path[], colour: Rgb, wetness: Wetness): void {
  const { left, top, right, bottom } = within(sheet, shape.flat());
  const cover = new Float32Array(Math.max(0, right - left) + 1);
  for (let y = top; y < bottom; y += 1) {
    cover.fill(0);
    for (let part = 0; part < rowsInPixel; part += 1)
      coverRow(cover, left, right, crossings(shape, y + (part + 0.5) / rowsInPixel));
    for (let x = left; x < right; x += 1) {
      const covered = Math.min(1, (cover[x - left] ?? 0) / rowsInPixel);
      if (covered > 0) mix(sheet, x, y, colour, covered * wetness(x, y));
    }
  }
}

function mix({ width, pixels }: Sheet, x: number, y: number, colour: Rgb, amount: number): void {
  const at = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const below = pixels[at + channel] ?? 0;
    pixels[at + channel] = below * (1 - amount * (1 - (colour[channel] ?? 0) / 255));
  }
}

function within({ width, height }: Sheet, path: Path) {
  const xs = path.map(({ x }) => x);
  const ys = path.map(({ y }) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    right: Math.min(width, Math.ceil(Math.max(...xs))),
    bottom: Math.min(height, Math.ceil(Math.max(...ys))),
  };
}

interface Crossing {
  x: number;
  /** Downwards 1, upwards -1: a place is inside where they do not cancel out. */
  way: number;
}

function crossings(shape: readonly Path[], y: number): Crossing[] {
  const found: Crossing[] = [];
  for (const path of shape) {
    for (let index = 0; index < path.length; index += 1) {
      const from = path[index]!;
      const to = path[(index + 1) % path.length]!;
      if (from.y <= y === to.y <= y) continue;
      const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
      found.push({ x, way: to.y > from.y ? 1 : -1 });
    }
  }
  return found.sort((one, other) => one.x - other.x);
}

function coverRow(cover: Float32Array, left: number, right: number, found: Crossing[]): void {
  let inside = 0;
  for (const [index, { x, way }] of found.entries()) {
    inside += way;
    const next = found[index + 1];
    if (inside === 0 || next === undefined) continue;
    const from = Math.max(left, x);
    const to = Math.min(right, next.x);
    for (let pixel = Math.floor(from); pixel < to; pixel += 1)
      cover[pixel - left]! += Math.min(pixel + 1, to) - Math.max(pixel, from);
  }
}
