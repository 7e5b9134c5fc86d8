/** What eyes can tell apart: the portraits of the whole catalogue as Chromium draws them. */
import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { familiesOf } from "../../../worker/contract/families.ts";
import styles from "../../../web/scent/scent.module.css";
import { ScentPortrait } from "../../../web/scent/ScentPortrait.tsx";
import { allFragrances, notesOf } from "../../../worker/stand-ins/upstream/catalogue.ts";
import { borrowBrowser } from "../../support/borrowed.ts";
import { read } from "../../support/repository.ts";

const scents = allFragrances.map(({ id, name }) => {
  const notes = notesOf(id, "en")!;
  return { id, name: name.en, notes, families: familiesOf(notes) };
});

/** Every portrait as small as in a list, drawn by the component and the styles of the screens. */
function thumbnailSheet(): string {
  const thumbs = scents.map(({ id, notes }) =>
    createElement(ScentPortrait, { key: id, productId: id, notes, size: "thumb" }),
  );
  const named = (name: string) => styles[name] ?? name;
  const drawn = read("web/scent/scent.module.css").replaceAll(/(?<=^\.)\w+/gm, named);
  const grid =
    "body { margin: 1rem; background: var(--paper); color: var(--ink); } " +
    "section { display: grid; gap: 1rem 0.75rem; grid-template-columns: repeat(auto-fill, 3.5rem); }";
  return `<style>${read("web/styles/tokens.css")}${drawn}${grid}</style>${renderToStaticMarkup(createElement("section", null, thumbs))}`;
}

type Colour = readonly [l: number, a: number, b: number];

/** Of every picture the mean colours, in OKLab, of cells of 4 × 4 pixels: what a glance at a list sees of 56. */
async function cellsOf(page: Page, pictures: string): Promise<Colour[][]> {
  const png = (await page.screenshot({ fullPage: true })).toString("base64");
  const look = async ({ shot, selector }: { shot: string; selector: string }) => {
    const [inRow, side] = [14, 4];
    const image = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${shot}`)).blob(),
    );
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    canvas.drawImage(image, 0, 0);
    const linear = (value: number) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const cell = (x: number, y: number): Colour => {
      const { data } = canvas.getImageData(x, y, side, side);
      const mean = (channel: number) => {
        let sum = 0;
        for (let at = channel; at < data.length; at += 4) sum += linear(data[at]!);
        return sum / side ** 2;
      };
      const [red, green, blue] = [mean(0), mean(1), mean(2)];
      const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
      const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
      const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
      return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
      ];
    };
    return [...document.querySelectorAll(selector)].map((picture) => {
      const { x, y } = picture.getBoundingClientRect();
      return Array.from({ length: inRow ** 2 }, (_, at) =>
        cell(Math.round(x) + (at % inRow) * side, Math.round(y) + Math.floor(at / inRow) * side),
      );
    });
  };
  return page.evaluate(look, { shot: png, selector: pictures });
}

/** Mean difference over all cells, bare paper included. */
function distance(one: Colour[], other: Colour[]): number {
  const apart = one.map((cell, at) =>
    Math.hypot(...cell.map((part, of) => part - other[at]![of]!)),
  );
  return apart.reduce((sum, part) => sum + part, 0) / one.length;
}

/** By single blots for every family, the nearest pair was 0.039 apart. */
const leastDistance = 0.045;

test("no two scents of different main families look alike in a list, at 56 px", async () => {
  const browser = await borrowBrowser();
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
  });
  await page.setContent(thumbnailSheet());
  const grids = await cellsOf(page, "section > svg");
  await page.close();
  expect(grids).toHaveLength(scents.length);
  const pairs = scents.flatMap((one, index) =>
    scents.slice(index + 1).flatMap((other, further) => {
      if (one.families[0] === other.families[0]) return [];
      const apart = distance(grids[index]!, grids[index + 1 + further]!);
      return { names: `${one.name} and ${other.name}`, apart };
    }),
  );
  expect(pairs.length).toBeGreaterThan(6_000);
  expect(pairs.filter(({ apart }) => apart < leastDistance)).toEqual([]);
});
