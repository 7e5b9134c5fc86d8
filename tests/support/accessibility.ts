import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(
  resolve(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"),
  "utf8",
);
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Puts axe into every document of the page before the page's own scripts; the content security policy stays as it is. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axeSource });
}

/** The screen's module, texts and data are here and answer to presses, or a dialog asks something first. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector("dialog[open]") !== null) return true;
    const heading = document.querySelector("h1");
    // A page that the server drew has its heading before React has taken it over.
    const isAlive =
      heading !== null && Object.keys(heading).some((key) => key.startsWith("__react"));
    return isAlive && document.querySelector('[class*="_skeleton_"]') === null;
  });
}

/** Everything that is wrong, as sentences; empty is well. */
export async function faultsOf(page: Page, width: number, htmlLang: string): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 700 ? 760 : 900 });
  return page.evaluate(
    async ({ runOnly, lang, rules }) => {
      // A colour on its way to another is neither, and what inherits it starts only when it has arrived.
      const moving = () =>
        document
          .getAnimations()
          .filter(
            (one) =>
              one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity,
          );
      for (let still = 0; still < 2; still = moving().length === 0 ? still + 1 : 0) {
        await new Promise((done) => requestAnimationFrame(done));
        await Promise.allSettled(moving().map((one) => one.finished));
      }
      const { axe: here } = window as unknown as { axe: typeof axe };
      const resultTypes: axe.resultGroups[] = ["violations"];
      const { violations } = await here.run(document, { runOnly, resultTypes, rules });
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) =>
            `${id} at ${node.target.join(" ")}: ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ""} ${node.html.slice(0, 160)}`,
        ),
      );
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) {
        const widest = [...document.querySelectorAll("body *")].filter(
          (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
        );
        faults.push(
          `overflows sideways by ${root.scrollWidth - root.clientWidth} px: ${widest
            .slice(0, 3)
            .map((element) => element.outerHTML.slice(0, 120))
            .join(" | ")}`,
        );
      }
      if (root.lang !== lang) faults.push(`html lang is ${root.lang}`);
      if (document.title.trim() === "") faults.push("no title");
      const headings = document.querySelectorAll("h1").length;
      if (headings !== 1) faults.push(`${headings} first-level headings`);
      const named = ["aria-label", "placeholder", "alt"];
      const names = named.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)),
      );
      const words = [document.title, document.body.innerText, ...names].join("\n");
      for (const odd of words.match(
        /\b(common|auth|shop)\.[a-z_]+[.\w]*|\{\{\w+|\bundefined\b|\bNaN\b|\[object/g,
      ) ?? [])
        faults.push(`says ${odd}`);
      return faults;
    },
    {
      runOnly: tags,
      lang: htmlLang,
      // Left out of its tags by axe: the smallest size of what is pressed (WCAG 2.2, 2.5.8).
      rules: { "target-size": { enabled: true } },
    },
  );
}
