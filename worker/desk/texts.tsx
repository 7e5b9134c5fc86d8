/** @jsxImportSource hono/jsx */
/** Texts and information pages over the files' own. */
import * as z from "zod/mini";
import { cleanInfoPage, faultsOfInfoPage, infoPage, type InfoPage } from "#contract/info-page";
import { locales, localeTable, namespaces, type Locale, type Namespace } from "#contract/locales";
import { infoContexts, isInfoContext, type InfoContext } from "#contract/screens";
import { brand } from "../brand/brand.ts";
import { faultOfFacts, faultOfTexts, flatTexts } from "../content/checks.ts";
import { publishedPage, publishedTexts, type DeskContent } from "../store/content.ts";
import { infoPageKey, localeKey } from "../store/keys.ts";
import * as lists from "../store/operator-lists.ts";
import * as store from "../store/operators.ts";
import { contentOf, inEach, previewOf, republish, textIn, TextFields } from "./notice.tsx";
import type { Query, Shown } from "./pages.tsx";
import { Ask, Field, FoldedAsk, Refused, Table, Time, type Desk } from "./view.tsx";
import type { Verb } from "./verbs.tsx";

const mostFound = 50;

/** Of one file, by key: as the files have them, and as shoppers read them. */
async function textsOf({ deps }: Desk, namespace: Namespace, locale: Locale, edited: DeskContent) {
  const { value } = await publishedTexts(deps, locale, namespace);
  const base = flatTexts(value);
  const edits = edited.texts[localeKey(locale, namespace)] ?? {};
  return { base, shown: new Map([...base, ...Object.entries(edits)]) };
}
const allTexts = (desk: Desk, namespace: Namespace, edited: DeskContent) =>
  Promise.all(locales.map((locale) => textsOf(desk, namespace, locale, edited)));

const namespaceOf = (file: string) => namespaces.find((name) => name === file);

const text: Verb = {
  may: "publish",
  title: "do_text",
  action: "publish text",
  fields: { key: z.string().check(z.regex(/^\w+ [\w.-]{1,200}$/)), ...inEach(4_000) },
  maxKib: 64,
  after: republish,
  async plan(desk, fields) {
    const { deps, say } = desk;
    const [file = "", key = ""] = (fields["key"] ?? "").split(" ");
    const namespace = namespaceOf(file);
    const edited = await contentOf(deps);
    const all = namespace === undefined ? [] : await allTexts(desk, namespace, edited);
    if (namespace === undefined || all[0]?.base.has(key) !== true)
      throw new Refused(say("no_such", { what: `${file} ${key}` }));
    const changes: Record<string, string | null> = {};
    const says: string[] = [];
    for (const [index, { base, shown }] of all.entries()) {
      const locale = locales[index] ?? locales[0];
      const wanted = textIn(fields, locale);
      if (wanted === shown.get(key)) continue;
      const fault =
        (wanted === "" ? say("text_empty") : faultOfFacts(Object.keys(brand), key, wanted)) ??
        faultOfTexts(namespace, [
          { locale: locales[0], texts: { [key]: base.get(key) ?? "" } },
          { locale, texts: { [key]: wanted } },
        ]);
      if (fault !== null) throw new Refused(fault);
      // The files' own text goes on as they have it.
      const isOwn = wanted === base.get(key);
      changes[`${localeKey(locale, namespace)} ${key}`] = isOwn ? null : wanted;
      says.push(say("will_text", { locale, before: shown.get(key) ?? "", after: wanted }));
    }
    if (says.length === 0) throw new Refused(say("text_same"));
    return {
      says,
      seen: all.map(({ shown }) => shown.get(key)),
      subject: () => `${namespace} ${key}`,
      back: "/texts",
      carryOut: (operation) => store.publishTexts(deps.db, changes, operation),
      preview: () => {
        for (const [name, wanted] of Object.entries(changes)) {
          const [in_ = ""] = name.split(" ");
          const texts = (edited.texts[in_] ??= {});
          if (wanted === null) delete texts[key];
          else texts[key] = wanted;
        }
        return previewOf(desk, edited);
      },
    };
  },
};

const divider = /^=== (.*)$/m;

/** A title, and each section behind its own: `=== Title`. */
function written(page: InfoPage, locale: Locale): string {
  const { main_title = "", sections = [] } = page.translations[locale] ?? {};
  return [main_title, ...sections.map(({ title, content }) => `=== ${title}\n${content}`)].join(
    "\n\n",
  );
}
function readBack(body: string) {
  const [main_title = "", ...parts] = body.split(divider).map((part) => part.trim());
  const sections = [];
  for (let at = 0; at < parts.length; at += 2)
    sections.push({ title: parts[at] ?? "", content: parts[at + 1] ?? "" });
  return { main_title, sections };
}

const infoText: Verb = {
  may: "publish",
  title: "do_page",
  action: "publish page",
  fields: { page: z.enum(infoContexts), ...inEach(40_000) },
  maxKib: 256,
  after: republish,
  async plan(desk, fields) {
    const { deps, say } = desk;
    const context = fields["page"] as InfoContext;
    const { value: base } = await publishedPage(deps, context);
    const edited = await contentOf(deps);
    const before = edited.pages[infoPageKey(context)] ?? base;
    const translations = Object.fromEntries(
      locales.map((locale) => [locale, readBack(textIn(fields, locale))]),
    );
    const parsed = z.safeParse(infoPage, { ...before, translations });
    if (!parsed.success) throw new Refused(say("text_empty"));
    const after = cleanInfoPage(parsed.data);
    const fault =
      faultsOfInfoPage(after)[0] ??
      faultOfFacts(Object.keys(brand), context, JSON.stringify(after));
    if (fault !== null) throw new Refused(fault);
    const changed = locales.filter((locale) => written(after, locale) !== written(before, locale));
    if (changed.length === 0) throw new Refused(say("text_same"));
    return {
      says: changed.map((locale) =>
        say("will_text", {
          locale,
          before: written(before, locale),
          after: written(after, locale),
        }),
      ),
      seen: [JSON.stringify(before)],
      subject: () => context,
      back: "/texts",
      carryOut: (operation) =>
        store.publishTexts(deps.db, { [infoPageKey(context)]: JSON.stringify(after) }, operation),
      preview: () => {
        edited.pages[infoPageKey(context)] = after;
        return previewOf(desk, edited);
      },
    };
  },
};

export async function showTexts(desk: Desk, { q = "", key = "" }: Query): Promise<Shown> {
  const { say, deps } = desk;
  const edited = await contentOf(deps);
  if (isInfoContext(key)) return editPage(desk, key, edited);
  const namespace = namespaceOf(key.split(" ")[0] ?? "");
  if (namespace !== undefined) return editText(desk, namespace, key.split(" ")[1] ?? "", edited);
  const words = q.trim().toLowerCase();
  const found: [key: string, ...texts: string[]][] = [];
  for (const each of words === "" ? [] : namespaces) {
    const all = await allTexts(desk, each, edited);
    for (const name of all[0]?.base.keys() ?? []) {
      const texts = all.map(({ shown }) => shown.get(name) ?? "");
      const isFound = [`${each} ${name}`, ...texts].some((one) =>
        one.toLowerCase().includes(words),
      );
      if (isFound && found.length < mostFound) found.push([`${each} ${name}`, ...texts]);
    }
  }
  return {
    title: say("texts"),
    body: (
      <>
        <form method="get" action="/desk/texts">
          <Field name="q" label={say("texts_label")} value={q} max={100} />
          <button type="submit">{say("find")}</button>
        </form>
        {words !== "" && (
          <Table
            label={say("texts")}
            none={say("nothing_found")}
            head={[say("key"), ...locales.map((locale) => localeTable[locale].nativeName)]}
            rows={found.map(([name, ...texts]) => [<EditLink name={name} />, ...texts])}
          />
        )}
        <h2>{say("pages")}</h2>
        <ul>
          {infoContexts.map((context) => (
            <li>
              <EditLink name={context} />
            </li>
          ))}
        </ul>
      </>
    ),
  };
}

const EditLink = ({ name }: { name: string }) => (
  <a href={`/desk/texts?${new URLSearchParams({ key: name })}`}>{name}</a>
);

async function editText(
  desk: Desk,
  namespace: Namespace,
  key: string,
  edited: DeskContent,
): Promise<Shown> {
  const { say, deps } = desk;
  const all = await allTexts(desk, namespace, edited);
  const texts = Object.fromEntries(
    locales.map((locale, index) => [locale, all[index]?.shown.get(key) ?? ""]),
  );
  const versions = await Promise.all(
    locales.map((locale) => lists.versionsOf(deps.db, `${localeKey(locale, namespace)} ${key}`)),
  );
  const rows = versions.flatMap((some, index) =>
    some.map((one) => ({
      ...one,
      locale: locales[index] ?? locales[0],
      own: all[index]?.base.get(key),
    })),
  );
  const name = `${namespace} ${key}`;
  return {
    title: name,
    body: (
      <>
        {desk.may("publish") && (
          <Ask desk={desk} to="text" fields={{ key: name }}>
            <TextFields texts={texts} max={4_000} rows={3} />
          </Ask>
        )}
        <h2>{say("versions")}</h2>
        <Table
          label={say("versions")}
          none={say("no_versions")}
          head={[say("when"), say("who"), say("language"), say("said"), say("next")]}
          rows={rows.map(({ at, operator, locale, value, own }) => [
            <Time at={at} />,
            operator,
            localeTable[locale].nativeName,
            value ?? own ?? "",
            desk.may("publish") ? (
              <FoldedAsk
                summary={say("go_back")}
                desk={desk}
                to="text"
                fields={{ key: name, ...fieldsOf({ ...texts, [locale]: value ?? own ?? "" }) }}
              />
            ) : (
              "–"
            ),
          ])}
        />
      </>
    ),
  };
}

const fieldsOf = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([locale, value]) => [`text_${locale}`, value]));

async function editPage(desk: Desk, context: InfoContext, edited: DeskContent): Promise<Shown> {
  const { say, deps } = desk;
  const { value: base } = await publishedPage(deps, context);
  const now = edited.pages[infoPageKey(context)] ?? base;
  const textsIn = (page: InfoPage) =>
    Object.fromEntries(locales.map((locale) => [locale, written(page, locale)]));
  const versions = await lists.versionsOf(deps.db, infoPageKey(context));
  return {
    title: context,
    body: (
      <>
        <p>{say("page_explained")}</p>
        {desk.may("publish") && (
          <Ask desk={desk} to="page" fields={{ page: context }}>
            <TextFields texts={textsIn(now)} max={40_000} rows={14} />
          </Ask>
        )}
        <h2>{say("versions")}</h2>
        <Table
          label={say("versions")}
          none={say("no_versions")}
          head={[say("when"), say("who"), say("next")]}
          rows={versions.map(({ at, operator, value }) => [
            <Time at={at} />,
            operator,
            desk.may("publish") ? (
              <Ask
                desk={desk}
                to="page"
                fields={{
                  page: context,
                  ...fieldsOf(textsIn(value === null ? base : infoPage.parse(JSON.parse(value)))),
                }}
                label={say("go_back")}
              />
            ) : (
              "–"
            ),
          ])}
        />
      </>
    ),
  };
}

/** By its path. */
export const textVerbs: Readonly<Record<string, Verb>> = { text, page: infoText };
