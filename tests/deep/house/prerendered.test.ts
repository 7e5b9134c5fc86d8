/** What the build prerendered, as its files lie in it. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { locales } from "../../../worker/contract/locales.ts";
import { screenNames } from "../../../worker/contract/screens.ts";
import { shippedLocales } from "../../../worker/content/shipped.ts";
import { pageHtml } from "../../../worker/documents/page-html.ts";
import {
  prerenderedPath,
  prerenderedScreen,
} from "../../../worker/documents/prerendered-screen.ts";
import { root } from "../../support/repository.ts";

const client = resolve(root, process.env.SHOP_BUILD ?? "dist", "client");
const scent = {
  id: "a-scent",
  number: "SL-001",
  name: "A name",
  story: "A story.",
  top: "A note",
  middle: "A note",
  back: "A note",
};
const info = { title: "A title", body: "<section><p>A body</p></section>" };

test.each(screenNames)("what is prerendered of %s can be read in every language", (name) => {
  const file = readFileSync(resolve(client, `.${prerenderedPath(name)}`), "utf8");
  const { pages } = prerenderedScreen.parse(JSON.parse(file));
  for (const locale of locales) {
    const html = pageHtml(pages[locale], locale, shippedLocales[locale], { info, scent });
    const [, heading = ""] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    expect(heading.replaceAll(/<[^>]*>/g, "").trim(), locale).not.toBe("");
    expect(html).toContain("</main>");
    expect(html, "every key has a text").not.toMatch(/>(common|auth|shop)\.[a-z_.]+</);
  }
});
