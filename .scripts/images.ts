// Draws the pictures that are files: link previews from the portrait's own code, icons from the
// mark. They are committed, so this runs only when a portrait, a fragrance, the mark or the brand
// changes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { createServer } from "vite";
import { unstable_readConfig as readConfig } from "wrangler";
import { requireBrowser } from "./browser.ts";
import { readCommandLine } from "./command-line.ts";
import { root } from "./installed.mjs";

const help = `Usage: npm run images [-- --shop ADDRESS]

Draws link previews and icons again, into web/public. Each of SCENT_IDS has a card from its notes, which a running shop
is asked for.

  --shop ADDRESS   http://localhost:5173 unless named`;
const { values } = readCommandLine(help, { shop: { type: "string" } });
const shop = values.shop ?? "http://localhost:5173";

declare global {
  interface Window {
    /** Of the page below. */
    draw(productId: string, notes: object | null): void;
  }
}

const facts: Record<string, string> = JSON.parse(
  readFileSync(join(root, "worker/brand/brand.json"), "utf8"),
);
const { paper_light: paper = "" } = facts;
/** A colour of the brand for a light page, and for a dark one. */
function colours(name: string): string[] {
  const pattern = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`);
  const css = readFileSync(join(root, "worker/brand/colours.css"), "utf8");
  return pattern.exec(css)?.slice(1) ?? [];
}
const mark = (style: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${style}</style>` +
  `<path d="${facts["mark_dot"]}" fill="${colours("accent")[0]}"/>` +
  `<path class="line" d="${facts["mark_line"]}" fill="none" stroke-width="1.8" stroke-linecap="round"/></svg>`;
const [lightInk, darkInk] = colours("ink");
const lightMark = mark(`.line{stroke:${lightInk}}`);

/**
 * The scent of a page, top / middle / back: families with share and volatility. `scent` is the card
 * of a fragrance without one of its own.
 */
const cards: Record<string, string> = {
  scent: "",
  scents: "citrus .16 .95, green .1 .85 / floral .2 .5, tea .14 .5 / woody .2 .14, musky .12 .1",
  home: "aquatic .22 .88, citrus .1 .9 / tea .26 .5, green .12 .5 / woody .28 .14, resinous .1 .1",
  fragranceQuiz: "citrus .2 .95, fruity .16 .85 / floral .24 .5, spicy .1 .5 / gourmand .18 .1",
};

const page = (module: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<style>
  body { margin: 0; inline-size: 1200px; block-size: 630px; background: ${paper}; overflow: hidden; position: relative; }
  #picture { position: absolute; inset-block-start: 12px; inset-inline-end: 80px; inline-size: 526px; }
  #brand { position: absolute; inset-inline-start: 80px; inset-block-end: 84px; display: grid; gap: 14px; }
  #brand svg { inline-size: 84px; block-size: 84px; margin-inline-start: -8px; }
  #brand b { font: 400 104px/1 "Newsreader Display"; letter-spacing: -0.02em; }
  #brand span { font: 400 44px/1 "Noto Serif CJK TC", "Noto Serif TC", "Songti TC", serif; letter-spacing: 0.3em; }
</style>
<div id="picture"></div><div id="brand">${lightMark}<b>${facts["wordmark"]}</b><span lang="zh-Hant">${facts["wordmark_han"]}</span></div>
<script type="module">${module}</script></html>`;

const script = `
  import "/styles/tokens.css"; import "/styles/base.css";
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { flushSync } from "react-dom";
  import ScentPortrait from "/scent/ScentPortrait.tsx";
  const root = createRoot(document.getElementById("picture"));
  window.draw = (productId, notes) => flushSync(() => root.render(notes && createElement(ScentPortrait, { productId, size: "hero", notes })));
`;

const server = await createServer({
  configFile: false,
  root: join(root, "web"),
  logLevel: "warn",
  server: { host: "127.0.0.1", port: 0, hmr: false },
  plugins: [
    {
      name: "card",
      configureServer: ({ middlewares, transformIndexHtml }) =>
        void middlewares.use("/card", async (_request, response) => {
          response.setHeader("Content-Type", "text/html; charset=utf-8");
          response.end(await transformIndexHtml("/card", page(script)));
        }),
    },
  ],
});
await server.listen();
const [address] = server.resolvedUrls?.local ?? [];
const executablePath = requireBrowser();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  await drawCards();
  await drawIcons();
} finally {
  await browser.close();
  await server.close();
}

async function drawCards(): Promise<void> {
  mkdirSync(join(root, "web/public/og/scent"), { recursive: true });
  const tab = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await tab.goto(`${address}card`);
  await tab.waitForFunction(() => "draw" in window);
  await tab.evaluate(() => document.fonts.load('104px "Newsreader Display"'));
  const shotOf = async (productId: string, notes: object | null) => {
    await tab.evaluate(([id, of]) => window.draw(id, of), [productId, notes] as const);
    return tab.screenshot();
  };
  for (const [name, tiers] of Object.entries(cards))
    write(
      `og/${name}.png`,
      await smallest(await shotOf(`sillage-card-${name}`, tiers === "" ? null : notesOf(tiers))),
    );
  const { vars } = readConfig({ config: join(root, "wrangler.toml") }, { hideWarnings: true });
  for (const id of String(vars["SCENT_IDS"]).trim().split(/\s+/)) {
    const answer = await fetch(`${shop}/api/v1/scents/${id}`);
    if (!answer.ok) throw new Error(`${shop} does not know ${id}: ${answer.status}`);
    const { notes } = (await answer.json()) as { notes: object };
    const shot = sharp(await shotOf(id, notes));
    write(`og/scent/${id}.jpg`, await shot.jpeg({ quality: 62, mozjpeg: true }).toBuffer());
  }
}

function notesOf(tiers: string) {
  const [top, middle, back] = tiers.split(" / ").map((tier) =>
    tier.split(", ").map((note, index) => {
      const [name = "", share, volatility] = note.split(" ");
      const family = { id: name + index, name, family: name, volatility: Number(volatility) };
      return { share: Number(share), raw_material: family };
    }),
  );
  return { top, middle, back };
}

function write(file: string, picture: Buffer): void {
  writeFileSync(join(root, "web/public", file), picture);
  console.log(`${file} ${picture.length} bytes`);
}

/** As many shades as 60 kB hold: messengers skip large previews. */
async function smallest(shot: Buffer): Promise<Buffer> {
  for (const quality of [100, 95, 90, 85, 80, 70, 60, 50]) {
    const png = await sharp(shot)
      .png({ palette: true, colours: 64, quality, dither: 0.4, effort: 10, compressionLevel: 9 })
      .toBuffer();
    if (png.length <= 60_000) return png;
  }
  throw new Error("A card is larger than 60 kB");
}

/**
 * The mark keeps clear of the edge; a maskable icon may lose all but the inner 80 % of its width.
 */
async function drawIcons(): Promise<void> {
  const icons: [name: string, size: number, part: number][] = [
    ["icon-192", 192, 0.72],
    ["icon-512", 512, 0.72],
    ["maskable-512", 512, 0.54],
    ["apple-touch-icon", 180, 0.68],
  ];
  const dark = `@media(prefers-color-scheme:dark){.line{stroke:${darkInk}}}`;
  write("favicon.svg", Buffer.from(mark(`.line{stroke:${lightInk}}${dark}`)));
  for (const [name, size, part] of icons) {
    const inner = Math.round(size * part);
    const drawn = await sharp(Buffer.from(lightMark), { density: 72 * (inner / 32) })
      .resize(inner, inner)
      .png()
      .toBuffer();
    const png = await sharp({
      create: { width: size, height: size, channels: 4, background: paper },
    })
      .composite([{ input: drawn, gravity: "centre" }])
      .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
      .toBuffer();
    write(`icons/${name}.png`, png);
  }
}
