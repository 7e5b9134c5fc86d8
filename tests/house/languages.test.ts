import { fallbackLocale, locales } from "../../worker/contract/locales.ts";
import { infoContexts } from "../../worker/contract/screens.ts";
import { read, repositoryFiles } from "../support/repository.ts";

const table = "worker/contract/locales.ts";
const languages = locales.join("|");
/** A language as a word of the program: `"zh"`, `"zh-Hant"`, `zh:`, `.zh`, `/zh/`. */
const spelled = new RegExp(
  `["'\`](${languages})(-[A-Za-z-]+)?["'\`]|(?:^|[\\s{,])(${languages}):\\s|/(${languages})/\\$|\\w\\.(${languages})\\b`,
  "m",
);

/** The compiler names these when the table gets another row, or they need no other. */
const mayName: Record<string, string> = {
  [table]: "the table",
  "worker/content/shipped.ts": "imports every file of texts; each language must have its own",
  "web/layout/Brand.tsx":
    "the brand's characters are Japanese in Japanese and Chinese everywhere else",
  "worker/documents/page-html.ts": "the type of a translation",
};
const prerendering = /^web\/prerender/;
const others = /^worker\/stand-ins\//;

const sources = repositoryFiles().filter(
  (file) =>
    /^(worker|web)\/.*\.(ts|tsx|js)$/.test(file) && !others.test(file) && !prerendering.test(file),
);

test("only these files spell out a language", () => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.filter((file) => spelled.test(read(file)));
  expect(found).toContain(table);
  expect(found.filter((file) => mayName[file] === undefined)).toEqual([]);
});

test("the desk has a Chinese name for each alarm, each rule of the books and all that its log calls by a code", () => {
  const { zh: names } = JSON.parse(read("worker/desk/codes.json"));
  const codes = (pattern: RegExp, files: RegExp) =>
    sources
      .filter((file) => files.test(file))
      .flatMap((file) => Array.from(read(file).matchAll(pattern), ([, code]) => code));
  const alarms = codes(/log\.error\(\s*"([^"]+)"/g, /^worker\/(?!desk)/);
  const actions = codes(/(?:^  name: |\bsimple\(|\bendRefund\()"(\w+)"/gm, /^worker\/desk/);
  const rules = codes(/^ +"([a-z][^"]* [^"]+)":/gm, /store\/invariants\.ts$/);
  for (const found of [alarms, actions, rules]) expect(found.length).toBeGreaterThan(10);
  expect(
    [...alarms, ...actions, ...rules].filter((code) => names[code ?? ""] === undefined),
  ).toEqual([]);
});

test("every language has its information pages and its fonts", () => {
  for (const locale of locales) {
    const untranslated = infoContexts.filter((context) => {
      const page: { translations: Record<string, unknown> } = JSON.parse(
        read(`worker/content/info-pages/${context}.json`),
      );
      return page.translations[locale] === undefined;
    });
    expect(untranslated, `information pages that are missing in ${locale}`).toEqual([]);
  }
  const fonts = read("web/styles/tokens.css");
  const dressed = locales.filter(
    (locale) => locale === fallbackLocale || fonts.includes(`:root:lang(${locale})`),
  );
  expect(dressed).toEqual([...locales]);
});
