/**
 * Walks every screen and state of the production build in three languages, three widths and two schemes; writes the pictures and one
 * index page to `.gallery`, and fails when something is wrong on any of them.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { launchBrowser, type Language } from "../support/browser.ts";
import { startShop } from "../support/shop.ts";
import { newGuide, schemes, type Outing, type Picture } from "./guide.ts";
import { writeIndex } from "./index-page.ts";
import { walks, type Walk } from "./walks/index.ts";

const names = walks.map(({ name }) => name);
const help = `Usage: npm run gallery [-- CHOICE …]

Takes pictures of every screen and state of the production build (npm run build) and checks them. Each CHOICE narrows it:

  zh, en, ja        languages
  360, 768, 1280    widths
  light, dark       schemes
  ${names.join(", ")}`;

const { positionals: wanted } = readCommandLine(help, {}, { positionals: true });
const choices = ["zh", "en", "ja", "360", "768", "1280", ...schemes, ...names];
for (const choice of wanted)
  if (!choices.includes(choice)) endCommand(2, `There is no choice “${choice}”.\n\n${help}`);
const chosen = <One extends string | number>(all: readonly One[]) => {
  const some = all.filter((one) => wanted.includes(String(one)));
  return some.length === 0 ? all : some;
};
const languages = chosen<Language>(["zh", "en", "ja"]);
const widths = chosen([360, 768, 1280]);
const folder = resolve(import.meta.dirname, "../../.gallery");
process.env.SHOP_BUILD ??= "dist";

const chosenNames = chosen(names);
const legs = walks
  .filter(({ name }) => chosenNames.includes(name))
  .flatMap((walk) =>
    languages.flatMap((language) => widths.map((width) => ({ walk, language, width }))),
  );

const started = Date.now();
const pictures: Picture[] = [];
const broken: string[] = [];
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
const [shop, loneShop, browser] = await Promise.all([startShop(), startShop(), launchBrowser()]);
try {
  const shared = legs.filter(({ walk }) => walk.isAlone !== true);
  const queues = [
    ...Array.from({ length: availableParallelism() }, () => ({ shop, legs: shared })),
    { shop: loneShop, legs: legs.filter(({ walk }) => walk.isAlone === true) },
  ];
  await Promise.all(
    queues.map(async (queue) => {
      for (let leg = queue.legs.shift(); leg !== undefined; leg = queue.legs.shift())
        await go(leg.walk, {
          ...leg,
          shop: queue.shop,
          browser,
          folder,
          schemes: chosen(schemes),
          walk: leg.walk.name,
        });
    }),
  );
} finally {
  await browser.close();
  await Promise.all([shop.close(), loneShop.close()]);
}
tell();

async function go(walk: Walk, outing: Outing): Promise<void> {
  const where = `${walk.name} ${outing.language} ${outing.width}`;
  let last = "nothing";
  const guide = await newGuide(outing, (taken) => {
    last = taken.state;
    pictures.push(taken);
  });
  try {
    await walk.go(guide);
  } catch (error) {
    broken.push(
      `${where}, after "${last}": ${error instanceof Error ? error.message.split("\n").slice(0, 4).join(" ") : String(error)}`,
    );
    await guide.page
      .screenshot({ path: resolve(folder, `broken-${where.replaceAll(" ", "-")}.png`) })
      .catch(() => undefined);
  } finally {
    await guide.close();
    console.log(`${where}: done after "${last}"`);
  }
}

function tell(): void {
  writeIndex(folder, pictures, broken);
  const found = pictures.flatMap(({ faults, state, language, width, scheme }) =>
    faults.map((fault) => ({ fault, place: `${state} ${language} ${width} ${scheme}` })),
  );
  for (const [fault, places] of Map.groupBy(found, (one) => one.fault))
    console.log(
      `${fault}\n    ${places.length} ×: ${places
        .slice(0, 4)
        .map(({ place }) => place)
        .join("; ")}`,
    );
  for (const one of broken) console.log(`cut short: ${one}`);
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(
    `${pictures.length} pictures in ${minutes} minutes, ${found.length} findings, ${broken.length} walks cut short: ${resolve(folder, "index.html")}`,
  );
  process.exitCode = found.length + broken.length === 0 ? 0 : 1;
}
