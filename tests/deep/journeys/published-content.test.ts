import type { InfoPage } from "../../../worker/contract/info-page.ts";
import { read, type Messages } from "../../support/repository.ts";
import { startShop } from "../../support/shop.ts";
import { openVisiting } from "../../support/visiting.ts";

// What is published here is read at once.
const visiting = await openVisiting(() => startShop({ vars: { CONTENT_MEMORY_SECONDS: "0" } }));

/** 500 texts that run a script wherever text is taken for markup, an address or code: 25 ways, each in 20 wrappings. */
const call = "window.attacked.push(1)";
const inLink = call.replace("(1)", "%281%29");
const ways = `<script>${call}</script>
<img src=x onerror=${call}>
<svg onload=${call}>
<svg><script>${call}</script></svg>
<iframe srcdoc="<script>parent.attacked.push(1)</script>"></iframe>
<iframe src="javascript:parent.attacked.push(1)"></iframe>
<details open ontoggle=${call}>x</details>
<input autofocus onfocus=${call}>
<body onload=${call}>
<video><source onerror=${call}></video>
<math><mtext><img src=x onerror=${call}></mtext></math>
<object data="javascript:${call}"></object>
<embed src="javascript:${call}">
<form action="javascript:${call}"><button autofocus>x</button></form>
<a href="javascript:${call}">x</a>
<meta http-equiv="refresh" content="0;url=javascript:${call}">
<link rel=stylesheet href="javascript:${call}">
<style onload=${call}></style>
<marquee onstart=${call}>x</marquee>
<template><script>${call}</script></template>
[words](javascript:${inLink})
[words](JaVaScRiPt:${inLink})
[words](data:text/html,<script>${inLink}</script>)
[words](//evil.example/\\x22onclick=${inLink})
javascript:${call}//a@b.example`.split("\n");
const wrappings =
  `@ ">@ '>@ </title>@ </script>@ </textarea>@ </style>@ -->@<!-- ]]>@ {{@}} \${@} [@](/zh/home) &lt;@&gt; <x_y="@">`.split(
    " ",
  );
const oddWrappings = ["- @", "\u0000@", "\u202E@", "\uE000common.brand\uE001@", "\uFF1C@", "@\n@"];
const scriptAttacks = [...wrappings, ...oddWrappings].flatMap((wrapping) =>
  ways.map((way) => wrapping.replace("_", " ").replaceAll("@", () => way)),
);

function poisoned(texts: Messages, next: () => string): Messages {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === "string" ? next() : poisoned(text, next),
  ]);
  return Object.fromEntries(entries);
}

test("of 500 scripts hidden in texts and information pages, none ever runs (R69)", async () => {
  const { content } = visiting.shop;
  expect(new Set(scriptAttacks).size).toBe(500);
  const page = JSON.parse(read("worker/content/info-pages/PrivacyPolicy.json")) as InfoPage;
  const sections = scriptAttacks.map((attack) => ({ title: attack, content: attack }));
  const ja = { main_title: scriptAttacks[0] ?? "", sections };
  const translations = { ...page.translations, ja };
  await content.put("info-pages/PrivacyPolicy", JSON.stringify({ ...page, translations }));
  const [common, shop] = ["common", "shop"].map(
    (name) => JSON.parse(read(`worker/content/locales/ja/${name}.json`)) as Messages,
  );
  let used = 0;
  const next = () => scriptAttacks[used++ % scriptAttacks.length] ?? "";
  await visiting.visit("ja", {}, async ({ page: tab }) => {
    const expectNoneRan = async () => {
      await tab.waitForLoadState("networkidle");
      expect(await tab.evaluate(() => Reflect.get(window, "attacked"))).toEqual([]);
    };
    await tab.addInitScript(() => Object.assign(window, { attacked: [] }));
    while (used < scriptAttacks.length) {
      await content.put("locales/ja/common", JSON.stringify(poisoned(common ?? {}, next)));
      await content.put("locales/ja/shop", JSON.stringify(poisoned(shop ?? {}, next)));
      await tab.goto("/ja/home");
      await tab.locator("fieldset input:checked").first().waitFor({ state: "attached" });
      const words = await tab.locator("main").innerText();
      expect(words, "they are read as words").toContain("window.attacked.push(1)");
      await expectNoneRan();
    }
    await tab.goto("/ja/info/PrivacyPolicy");
    await tab.locator("main section").nth(499).waitFor({ state: "attached" });
    await expectNoneRan();
    const protocols = await tab
      .locator("main a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(protocols.length).toBeGreaterThan(0);
    for (const protocol of protocols) expect(["http:", "https:", "mailto:"]).toContain(protocol);
    const runs = "main :is(script, iframe, object, [onerror], [onload])";
    expect(await tab.locator(runs).count()).toBe(0);
  });
});
