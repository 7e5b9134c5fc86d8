/** What eyes can tell apart: the portraits of the whole catalogue as Chromium draws them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { cataloguedScents, thumbnailSheet } from "../support/portrait-sheet.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  await page.setContent(await thumbnailSheet("en"));
});
afterAll(() => browser?.close());

const scents = cataloguedScents("en");

/** Cells of 4 × 4 pixels: what a glance at a list sees of 56. */
const inRow = 14;
const side = 4;
type Colour = readonly [red: number, green: number, blue: number];

/** Of every picture the mean colours of its cells, row by row. */
async function cellsOf(pictures: string): Promise<Colour[][]> {
  const shot = (await page.screenshot({ fullPage: true })).toString("base64");
  const { corners, columns, base64 } = await page.evaluate(
    async ({ png, selector }) => {
      const image = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${png}`)).blob(),
      );
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      const boxes = [...document.querySelectorAll(selector)].map((picture) => {
        const { x, y } = picture.getBoundingClientRect();
        return { left: Math.round(x), top: Math.round(y) };
      });
      const read = new FileReader();
      const done = new Promise((resolve) => read.addEventListener("load", resolve));
      read.readAsDataURL(new Blob([data]));
      await done;
      return { corners: boxes, columns: image.width, base64: String(read.result).split(",")[1]! };
    },
    { png: shot, selector: pictures },
  );
  const bytes = Buffer.from(base64, "base64");
  return corners.map(({ left, top }) =>
    Array.from({ length: inRow ** 2 }, (_, cell) => {
      const x = left + (cell % inRow) * side;
      const y = top + Math.floor(cell / inRow) * side;
      const sum: [number, number, number] = [0, 0, 0];
      for (let row = y; row < y + side; row += 1)
        for (let column = x; column < x + side; column += 1)
          for (const channel of [0, 1, 2] as const)
            sum[channel] += linear[bytes[(row * columns + column) * 4 + channel]!]! / side ** 2;
      return oklab(sum);
    }),
  );
}

const linear = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

function oklab([red, green, blue]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const difference = (one: Colour, other: Colour) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** Mean difference in OKLab over all cells, bare paper included. */
function distance(one: Colour[], other: Colour[]): number {
  return one.reduce((sum, cell, at) => sum + difference(cell, other[at]!), 0) / one.length;
}

/** By single blots for every family, the nearest pair was 0.039 apart. */
const leastDistance = 0.045;

test("no two scents of different main families look alike in a list, at 56 px", async () => {
  const grids = await cellsOf(".thumbs > svg");
  expect(grids).toHaveLength(scents.length);
  const pairs = scents.flatMap((one, index) =>
    scents.slice(index + 1).flatMap((other, further) =>
      one.families[0] === other.families[0]
        ? []
        : {
            names: `${one.name} and ${other.name}`,
            apart: distance(grids[index]!, grids[index + 1 + further]!),
          },
    ),
  );
  pairs.sort((one, other) => one.apart - other.apart);
  expect(pairs.length).toBeGreaterThan(6_000);
  const quantile = (part: number) => pairs[Math.floor(pairs.length * part)]!.apart.toFixed(4);
  console.log(
    `nearest ${pairs[0]!.apart.toFixed(4)} (${pairs[0]!.names}), 1 % ${quantile(0.01)}, median ${quantile(0.5)}`,
  );
  expect(pairs.filter(({ apart }) => apart < leastDistance)).toEqual([]);
});
