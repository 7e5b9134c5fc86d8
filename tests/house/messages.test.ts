import { checkedEntries } from "../../.scripts/content-entries.ts";
import { clientErrorCodes, errorCodes, fieldErrorCodes } from "#contract/errors";
import { locales, namespaces } from "#contract/locales";
import {
  infoContexts,
  namespacesOf,
  screenNames,
  screens,
  type ScreenName,
} from "#contract/screens";
import { flatMessages, importsOf, read, resolveImport, sources } from "../support/repository.ts";

const all = new Map<string, string>(
  namespaces.flatMap((namespace) =>
    [...flatMessages("zh", namespace)].map(([key, text]) => [`${namespace}.${key}`, text] as const),
  ),
);

test("the texts can be published: the three languages have the same keys and placeholders, and no text is empty", async () => {
  expect((await checkedEntries()).length).toBeGreaterThan(locales.length * namespaces.length);
  const texts = locales.flatMap((locale) =>
    namespaces.flatMap((namespace) => [...flatMessages(locale, namespace).entries()]),
  );
  expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("no Chinese or Japanese text was left in English, and no kana in Chinese", () => {
  const wrong: string[] = [];
  const han = /[\u3040-\u30ff\u4e00-\u9fff]/;
  const kana = /[\u3041-\u3096\u30a1-\u30fa]/;
  expect([
    han.test(all.get("shop.cart.title") ?? ""),
    kana.test(flatMessages("ja", "shop").get("cart.title") ?? ""),
  ]).toEqual([true, true]);
  // The notice about the cooling-off period is shown in Chinese and in the page's language, as the law's own words.
  const bilingual = new Set(["checkout.consent.modal_content"]);
  for (const namespace of namespaces) {
    for (const [key, text] of flatMessages("en", namespace))
      if (!bilingual.has(key) && han.test(text.replaceAll(/香跡|繁體中文|日本語|綠界/g, "")))
        wrong.push(`en ${key}: ${text}`);
    for (const [key, text] of flatMessages("zh", namespace))
      if (kana.test(text.replaceAll("日本語", ""))) wrong.push(`zh ${key}: ${text}`);
  }
  expect(wrong).toEqual([]);
});

test("where English counts, one and many read differently", () => {
  const counted = namespaces.flatMap((namespace) => {
    const texts = flatMessages("en", namespace);
    return [...texts].flatMap(([key, one]) =>
      key.endsWith(".one") ? [{ key, one, other: texts.get(key.replace(/one$/, "other")) }] : [],
    );
  });
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter(({ one, other }) => one === other && !one.endsWith("kg"))).toEqual([]);
});

test("every refusal has a text in every language", () => {
  const wanted = [...errorCodes, ...clientErrorCodes]
    .map((code) => `common.errors.${code}`)
    .concat(fieldErrorCodes.map((code) => `common.errors.field.${code}`));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((key) => !all.has(key))).toEqual([]);
});

/** The others say what will happen by itself, or what the field must hold. */
const told = ["account_waitlisted", "field.invalid_tax_id"];
test.each([
  ["zh", /請|可/],
  [
    "en",
    /please|sign in|reset|write to|you can|go back|need to|check|request|under Orders|see |choose them/i,
  ],
  ["ja", /ください|いただけます|承ります|再設定|お願いします/],
] as const)("every refusal says what to do next (%s)", (locale, next) => {
  const texts = [...flatMessages(locale, "common")].filter(([key]) => key.startsWith("errors."));
  const silent = texts.filter(([, text]) => !next.test(text)).map(([key]) => key.slice(7));
  expect(silent.filter((key) => !told.includes(key))).toEqual([]);
});

test("every screen has a title and a description", () => {
  const names = Object.keys(screens).filter((name) => name !== "info");
  const wanted = [...names, ...infoContexts.map((context) => `info.${context}`)].flatMap((name) => [
    `common.meta.${name}.title`,
    `common.meta.${name}.description`,
  ]);
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((key) => !all.has(key))).toEqual([]);
});

test("every key that the page names exists", () => {
  const pattern = /["'`]((?:common|auth|shop)\.[A-Za-z0-9_.]+)["'`]/g;
  const named = sources("web/").flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, key = ""]) => ({ file, key })),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ key }) => !all.has(key) && !all.has(`${key}.other`))).toEqual([]);
});

/** The words of a file and of all that it leads to whose texts nobody has loaded for it. */
function unloaded(file: string, given: readonly string[], seen = new Set<string>()): string[] {
  const text = read(file);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const loaded = [...given, ...found(/loadMessages\(\["(\w+)"\]\)/g)];
  seen.add(`${file} ${loaded.join()}`);
  const words = found(/["'`]((?:common|auth|shop)\.[A-Za-z0-9_.]+)/g);
  const further = importsOf(file)
    .map((specifier) => resolveImport(file, specifier))
    .filter((next) => /^web\/.*\.tsx?$/.test(next) && !seen.has(`${next} ${loaded.join()}`));
  return [
    ...words.filter((key) => !loaded.some((name) => key.startsWith(`${name}.`))),
    ...further.flatMap((next) => unloaded(next, loaded, seen)),
  ];
}

test("each screen has the words that it shows, and so has the frame around all", () => {
  const modules = /(\w+): route\(\(\) => import\("\.(.+?)"/g;
  const pages = [...read("web/routes.tsx").matchAll(modules)].map(([, name, path]) => ({
    given: namespacesOf(name as ScreenName),
    file: `web${path}`,
  }));
  expect(pages).toHaveLength(screenNames.length);
  const frame = { given: ["common"], file: "web/layout/Shell.tsx" };
  expect([...pages, frame].flatMap(({ file, given }) => unloaded(file, given))).toEqual([]);
  const needing = pages.filter(({ file }) => unloaded(file, ["common"]).length > 0);
  expect(needing, "all but the information pages").toHaveLength(screenNames.length - 1);
});

test("every key is used by the page or the Worker", () => {
  const code = [
    ...sources("web/"),
    ...sources("worker/contract/"),
    ...sources("worker/documents/"),
    ...sources("worker/middleware/"),
    ...sources("worker/routes/"),
  ]
    .map(read)
    .join("\n");
  // A key may be named whole, or by the prefix of a template such as `common.errors.${code}`.
  const prefixes = [...code.matchAll(/`((?:common|auth|shop)\.[A-Za-z0-9_.]*)\$\{/g)].map(
    (match) => match[1] ?? "",
  );
  // The Worker names titles and the page names refusals by their last part; the tests above hold those to their lists.
  const listed = /^common\.(meta|errors)\./;
  const looked = [...all.keys()].filter((key) => !listed.test(key));
  expect(looked.length).toBeGreaterThan(300);
  const unused = looked.filter((key) => {
    const stem = key.replace(/\.(one|other)$/, "");
    return (
      !code.includes(`"${key}"`) &&
      !code.includes(`"${stem}"`) &&
      !prefixes.some((prefix) => key.startsWith(prefix))
    );
  });
  expect(unused).toEqual([]);
});
