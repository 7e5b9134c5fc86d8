/** Every component in every state on one page, and what opens over it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { componentsHtml } from "../components/html.ts";
import { focused, opened } from "../components/states.ts";
import type { Guide } from "../guide.ts";

export async function components(guide: Guide): Promise<void> {
  const { page, folder, language, says, show } = guide;
  mkdirSync(folder, { recursive: true });
  const file = resolve(folder, `components-${language}.html`);
  writeFileSync(file, await componentsHtml(language, says("common.brand")));
  await page.goto(pathToFileURL(file).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Its skeletons stay.
  const stays = { isWaiting: true };
  const release = await drawFocused(page);
  await show("every component", { ...stays, hasDrawnFocus: true });
  await release();
  for (const kind of opened) {
    await page.locator(`[data-opens=${kind}]`).click();
    await show(`dialog ${kind}`, stays);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("combobox").first().click();
  await show("combobox open", stays);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: says("common.nav.member"), exact: true }).click();
  await show("disclosure open", stays);
}

/** Only one element can have the focus; the browser draws the others as if they had. */
async function drawFocused(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: `[data-state=${focused}] :is(button, input, select, textarea)`,
  });
  for (const nodeId of nodeIds)
    await session.send("CSS.forcePseudoState", {
      nodeId,
      forcedPseudoClasses: ["focus", "focus-visible"],
    });
  return () => session.detach();
}
