import { expect, test } from "vitest";
import { glaze } from "../../worker/pictures/canvas.ts";
import { rgbOf } from "../../worker/pictures/colour.ts";
import { paintPortrait } from "../../worker/pictures/paint-portrait.ts";
import { circleOf, pathsOf, strokeOf } from "../../worker/pictures/path.ts";
import { encodePng } from "../../worker/pictures/png.ts";
import { portraitOf } from "../../web/scent/portrait.ts";
import { allFragrances, notesOf } from "../../worker/stand-ins/upstream/catalogue.ts";

const paper = (width: number, height: number) => ({
  width,
  height,
  pixels: new Uint8ClampedArray(width * height * 3).fill(255),
});

test("a glaze darkens what lies in the shape, by half at an edge through a pixel", () => {
  const sheet = paper(4, 1);
  glaze(sheet, pathsOf("M0 0L2.5 0L2.5 1L0 1Z"), [0, 0, 255], () => 1);
  expect([...sheet.pixels]).toEqual([0, 0, 255, 0, 0, 255, 128, 128, 255, 255, 255, 255]);
});

test("two glazes lie over each other", () => {
  const sheet = paper(1, 1);
  const whole = pathsOf("M-1 -1L2 -1L2 2L-1 2Z");
  glaze(sheet, whole, [255, 255, 0], () => 1);
  glaze(sheet, whole, [0, 255, 255], () => 0.5);
  expect([...sheet.pixels]).toEqual([128, 255, 0]);
});

test("curves end where they are drawn to", () => {
  const [corners = []] = pathsOf("M0 0Q5 10 10 0C10 -5 20 -5 20 0L30 .5Z");
  expect(corners[0]).toEqual({ x: 0, y: 0 });
  expect(corners[10]).toEqual({ x: 10, y: 0 });
  expect(corners[5]).toEqual({ x: 5, y: 5 });
  expect(corners.at(-1)).toEqual({ x: 30, y: 0.5 });
});

test("curves may go on from where the one before ended, and a shape may have several outlines", () => {
  const [first, second] = pathsOf("M1 1q5 10 10 0q5-10 10 0ZM40 0L50 0L50 .5Z");
  expect(first?.[10]).toEqual({ x: 11, y: 1 });
  expect(first?.at(-1)).toEqual({ x: 21, y: 1 });
  expect(second?.[0]).toEqual({ x: 40, y: 0 });
  const sheet = paper(2, 1);
  glaze(sheet, pathsOf("M0 0L1 0L1 1L0 1ZM0 0L2 0L2 1L0 1Z"), [128, 128, 128], () => 1);
  expect([...sheet.pixels], "overlapping outlines are painted once").toEqual(
    Array.from({ length: 6 }, () => 128),
  );
});

test("the brushes draw with no command that the painter does not know", () => {
  for (const { id } of allFragrances) {
    const { washes, trace } = portraitOf(
      id,
      notesOf(id, "en") ?? { top: [], middle: [], back: [] },
    );
    for (const path of [...washes.map((wash) => wash.path), ...trace.lines, trace.veil])
      expect(path).toMatch(/^[MLQqCZ\d\s.,-]+$/);
  }
});

test("a line has the width it is given, and a drop its radius", () => {
  const ys = strokeOf(pathsOf("M0 0L10 0").flat(), 4).map(({ y }) => y);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([-2, 2]);
  for (const { x, y } of circleOf({ x: 3, y: 4 }, 2))
    expect(Math.hypot(x - 3, y - 4)).toBeCloseTo(2);
});

test("colours are those of the page", () => {
  // oklch(0.628 0.2577 29.23) is red.
  const [red, green, blue] = rgbOf({ lightness: 0.62796, chroma: 0.25768, hue: 29.234 });
  expect(red).toBeCloseTo(255, 0);
  expect(green).toBeLessThan(3);
  expect(blue).toBeLessThan(3);
});

test("portraits from all over the catalogue can be painted, and none keeps to plain paper", () => {
  for (const { id } of allFragrances.filter((_, at) => at % 40 === 0)) {
    const sheet = paper(1200, 630);
    const notes = notesOf(id, "en");
    if (notes === null) throw new Error(`${id} has no notes`);
    paintPortrait(sheet, id, notes);
    let painted = 0;
    for (const value of sheet.pixels) if (value < 200) painted += 1;
    expect(painted, id).toBeGreaterThan(30_000);
  }
});

test("a PNG holds the pixels it was made of", async () => {
  const sheet = paper(3, 2);
  sheet.pixels.set([1, 2, 3], 12);
  const png = Buffer.from(await encodePng(sheet));
  const sharp = (await import("sharp")).default;
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([3, 2, 3]);
  expect([...data]).toEqual([...sheet.pixels]);
});
