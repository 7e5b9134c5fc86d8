/**
 * Paints a fragrance's portrait from the shapes that the page draws, where nothing else can: messengers show no SVG. The same washes,
 * glazes, drops and hairs; the wet edge is a noise of its own.
 */
import type { ProductNotes } from "#contract/product";
import { portraitOf, type Portrait, type Wash } from "../../web/scent/portrait.ts";
import { glaze, type Sheet, type Wetness } from "./canvas.ts";
import { rgbOf } from "./colour.ts";
import { circleOf, pathsOf, strokeOf, type Path, type Point } from "./path.ts";

/** Where the portrait's sheet lies on the picture, as on the shop's other link previews. */
const place = { left: 550, top: -52, scale: 2.95 };
const onPicture = ({ x, y }: Point): Point => ({
  x: place.left + x * place.scale,
  y: place.top + y * place.scale,
});

export function paintPortrait(sheet: Sheet, productId: string, notes: ProductNotes): void {
  const portrait = portraitOf(productId, notes);
  paintVeil(sheet, portrait);
  for (const wash of portrait.washes) paintWash(sheet, wash);
  for (const { at, radius, pigment } of portrait.drops)
    glaze(sheet, [circleOf(onPicture(at), radius * place.scale)], rgbOf(pigment), () => 0.7);
  for (const [index, line] of portrait.trace.lines.entries()) {
    const path = pathsOf(line).flat().map(onPicture);
    const strength = upwards(path, [0, 0.75, 0], [0, 0.7, 1]);
    glaze(sheet, [strokeOf(path, index === 0 ? 3 : 1.6)], ink, strength);
  }
}

const ink = [28, 23, 19] as const;

function paintWash(sheet: Sheet, wash: Wash): void {
  const colour = rgbOf(wash.pigment);
  const drawn = pathsOf(wash.path);
  const turn = (wash.glazeTurn * Math.PI) / 180;
  const turned = ({ x, y }: Point): Point => {
    const across = (x - wash.centre.x) * wash.glazeScale;
    const down = (y - wash.centre.y) * wash.glazeScale;
    return {
      x: wash.centre.x + across * Math.cos(turn) - down * Math.sin(turn),
      y: wash.centre.y + across * Math.sin(turn) + down * Math.cos(turn),
    };
  };
  const second = drawn.map((path) => path.map(turned));
  for (const [shape, part] of [
    [drawn, 1],
    [second, 0.55],
  ] as const) {
    const paths = shape.map((path) => path.map(frayed).map(onPicture));
    const pooled = poolOf(paths.flat(), wash);
    glaze(sheet, paths, colour, (x, y) => part * pooled(x, y));
  }
}

/** Darker just inside the rim, like wet paint. */
function poolOf(path: Path, { softness, density: [heart, edge] }: Wash): Wetness {
  const { left, top, width, height } = boxOf(path);
  const rim = 1 - softness * 0.6;
  const at = [0, rim * 0.8, rim * 0.96, 1];
  const amounts = [heart, heart * 1.12, edge, edge * 0.78 * (1 - softness)];
  return (x, y) => {
    const across = ((x - left) / width - 0.47) / 0.56;
    const down = ((y - top) / height - 0.56) / 0.56;
    return between(Math.hypot(across, down), at, amounts);
  };
}

function paintVeil(sheet: Sheet, { trace, veil }: Portrait): void {
  const path = pathsOf(trace.veil).flat().map(onPicture);
  const last = Math.max(1, veil.length - 1);
  for (const [index, pigment] of veil.entries()) {
    const middle = 0.1 + (index / last) * 0.62;
    const amount = 0.12 + index * 0.1;
    glaze(
      sheet,
      [path],
      rgbOf(pigment),
      upwards(path, [0, amount, 0], [middle - 0.31, middle, Math.min(1, middle + 0.31)]),
    );
  }
}

/** By the height in the shape, 0 at its foot. */
function upwards(path: Path, amounts: readonly number[], at: readonly number[]): Wetness {
  const { top, height } = boxOf(path);
  return (_x, y) => between(1 - (y - top) / height, at, amounts);
}

function between(value: number, at: readonly number[], amounts: readonly number[]): number {
  const next = at.findIndex((height) => value < height);
  if (next === 0) return amounts[0] ?? 0;
  if (next === -1) return amounts.at(-1) ?? 0;
  const [from = 0, to = 1] = [at[next - 1], at[next]];
  const [low = 0, high = 0] = [amounts[next - 1], amounts[next]];
  return low + ((value - from) / (to - from)) * (high - low);
}

function boxOf(path: Path) {
  const xs = path.map(({ x }) => x);
  const ys = path.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    left,
    top,
    width: Math.max(1, Math.max(...xs) - left),
    height: Math.max(1, Math.max(...ys) - top),
  };
}

/** Moves a point by a smooth noise, so that no edge is a machine's. */
function frayed({ x, y }: Point): Point {
  const wave = (a: number, b: number) =>
    Math.sin(x * 0.11 + b) * Math.cos(y * 0.13 - a) +
    0.5 * Math.sin(x * 0.31 - y * 0.27 + a) +
    0.3 * Math.sin(x * 0.71 + y * 0.63 + b);
  return { x: x + 1.5 * wave(0.4, 1.9), y: y + 1.5 * wave(2.3, 0.7) };
}
