/** All portraits side by side, as a result shows them and as small as in a list. */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { portraitSheet } from "../../support/portrait-sheet.ts";
import type { Guide } from "../guide.ts";

export async function portraits(guide: Guide): Promise<void> {
  const { page, folder, language, width, says, show } = guide;
  // Drawing all of them takes its time, and they are the same at every width.
  if (width !== 1280) return;
  mkdirSync(folder, { recursive: true });
  const file = resolve(folder, `portraits-${language}.html`);
  writeFileSync(file, await portraitSheet(language, says));
  await page.goto(pathToFileURL(file).href);
  // No screen of the shop, so nothing of it is waited for.
  await show("all portraits", { isWaiting: true });
}
