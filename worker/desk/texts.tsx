/** @jsxImportSource hono/jsx */
import * as z from "zod/mini";
import { cleanInfoPage, faultsOfInfoPage, infoPage, type InfoPage } from "#contract/info-page";
import { fallbackLocale, forEachLocale, locales, localeTable } from "#contract/locales";
import { namespaces, type Locale, type Namespace } from "#contract/locales";
import { infoContexts, isInfoContext, type InfoContext } from "#contract/screens";
import { brand } from "../brand/brand.ts";
import { faultOfFacts, faultOfTexts, flatTexts } from "../content/checks.ts";
import { publishedPage, publishedTexts, type DeskContent } from "../store/content.ts";
import { infoPageKey, localeKey } from "../store/keys.ts";
import * as lists from "../store/operator-lists.ts";
import { contentOf, inEach, noticeVerbs, publishing } from "./notice.tsx";
import { republish, TextFields, textsOf, type Texts, type TextFieldsProps } from "./notice.tsx";
import { Ask, Field, Form, Page, refuse, Section, Table } from "./view.tsx";
import type { Desk, Fields, Row } from "./view.tsx";
import type { Verb, Verbs } from "./verbs.tsx";

const mostFound = 50;
const facts = Object.keys(brand);

/** In each language by key: as the files have them, and as shoppers read them. */
async function filesOf({ deps }: Desk, namespace: Namespace, edited: DeskContent) {
  const published = await Promise.all(
    locales.map((locale) => publishedTexts(deps, locale, namespace)),
  );
  const bases = published.map(({ value }) => flatTexts(value));
  return forEachLocale((locale, index) => {
    const base = bases[index] ?? new Map<string, string>();
    const edits = edited.texts[localeKey(locale, namespace)] ?? {};
    return { base, shown: new Map([...base, ...Object.entries(edits)]) };
  });
}
type Files = Awaited<ReturnType<typeof filesOf>>;
const shownIn = (files: Files, key: string) =>
  forEachLocale((locale) => files[locale].shown.get(key) ?? "");

/** The file and the key of `shop cart.title`. */
function parted(name: string) {
  const [file = "", key = ""] = name.split(" ");
  return { key, namespace: namespaces.find((one) => one === file) };
}

const text: Verb = {
  title: "do_text",
  action: "publish text",
  fields: { key: z.string().check(z.regex(/^\w+ [\w.-]{1,200}$/)), ...inEach(4_000) },
  maxKib: 64,
  async plan(desk, { key: name = "", ...fields }) {
    const { say } = desk;
    const { key, namespace } = parted(name);
    if (namespace === undefined) return refuse(say("no_such", { what: name }));
    const files = await filesOf(desk, namespace, await contentOf(desk.deps));
    const model = files[fallbackLocale].base.get(key) ?? refuse(say("no_such", { what: name }));
    const [now, wanted] = [shownIn(files, key), textsOf(fields)];
    const changed = locales.filter((locale) => wanted[locale] !== now[locale]);
    if (changed.length === 0) refuse(say("text_same"));
    for (const locale of changed) {
      const texts = { [key]: wanted[locale] };
      const fault =
        (wanted[locale] === "" ? say("text_empty") : faultOfFacts(facts, key, wanted[locale])) ??
        faultOfTexts(namespace, [
          { locale: locales[0], texts: { [key]: model } },
          { locale, texts },
        ]);
      if (fault !== null) refuse(fault);
    }
    const changes = changed.map((locale) => {
      // The files' own text goes on as they have it.
      const isOwn = wanted[locale] === files[locale].base.get(key);
      return [`${localeKey(locale, namespace)} ${key}`, isOwn ? null : wanted[locale]] as const;
    });
    return {
      says: changesOf(desk, changed, now, wanted),
      seen: Object.values(now),
      subject: name,
      back: "/texts",
      ...publishing(desk, Object.fromEntries(changes)),
    };
  },
};

const changesOf = ({ say }: Desk, changed: readonly Locale[], before: Texts, after: Texts) =>
  changed.map((locale) =>
    say("will_text", { locale, before: before[locale], after: after[locale] }),
  );

/** A title, and each section behind its own: `=== Title`. */
const written = ({ translations }: InfoPage) =>
  forEachLocale((locale) => {
    const { main_title = "", sections = [] } = translations[locale] ?? {};
    const parts = sections.map(({ title, content }) => `=== ${title}\n${content}`);
    return [main_title, ...parts].join("\n\n");
  });
function readBack(body: string) {
  const [main_title = "", ...parts] = body.split(/^=== (.*)$/m).map((part) => part.trim());
  const sections = [];
  for (let at = 0; at < parts.length; at += 2)
    sections.push({ title: parts[at] ?? "", content: parts[at + 1] ?? "" });
  return { main_title, sections };
}

async function pageOf({ deps }: Desk, context: InfoContext) {
  const { value: base } = await publishedPage(deps, context);
  const { pages } = await contentOf(deps);
  return { base, shown: pages[infoPageKey(context)] ?? base };
}

const infoText: Verb = {
  title: "do_page",
  action: "publish page",
  fields: { page: z.enum(infoContexts), ...inEach(40_000) },
  maxKib: 256,
  async plan(desk, { page: name, ...fields }) {
    const context = name as InfoContext;
    const { shown } = await pageOf(desk, context);
    const wanted = textsOf(fields);
    if (Object.values(wanted).includes("")) refuse(desk.say("text_empty"));
    const translations = forEachLocale((locale) => readBack(wanted[locale]));
    const page = cleanInfoPage({ ...shown, translations });
    const value = JSON.stringify(page);
    const fault = faultsOfInfoPage(page)[0] ?? faultOfFacts(facts, context, value);
    if (fault !== null) refuse(fault);
    const [before, after] = [written(shown), written(page)];
    const changed = locales.filter((locale) => after[locale] !== before[locale]);
    if (changed.length === 0) refuse(desk.say("text_same"));
    return {
      says: changesOf(desk, changed, before, after),
      seen: [JSON.stringify(shown)],
      subject: context,
      back: "/texts",
      ...publishing(desk, { [infoPageKey(context)]: value }),
    };
  },
};

export async function showTexts(desk: Desk, { q = "", key: name = "" }: Fields) {
  const { say } = desk;
  if (isInfoContext(name)) return editPage(desk, name);
  const { namespace, key } = parted(name);
  if (namespace !== undefined) return editText(desk, namespace, key);
  const words = q.trim().toLowerCase();
  const found = words === "" ? [] : await textsWith(desk, words);
  return (
    <Page title={say("texts")}>
      <Form method="get" to="texts" button={say("find")}>
        <Field name="q" label={say("texts_label")} value={q} maxlength={100} />
      </Form>
      {words !== "" && <Table name="texts" rows={found} />}
      <h2>{say("pages")}</h2>
      <ul>
        {infoContexts.map((context) => (
          <li>
            <EditLink name={context} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

const EditLink = ({ name }: { name: string }) => (
  <a href={`/desk/texts?${new URLSearchParams({ key: name })}`}>{name}</a>
);

async function textsWith(desk: Desk, words: string): Promise<Row[]> {
  const edited = await contentOf(desk.deps);
  const found: Row[] = [];
  for (const namespace of namespaces) {
    const files = await filesOf(desk, namespace, edited);
    for (const key of files[fallbackLocale].base.keys()) {
      const [name, texts] = [`${namespace} ${key}`, shownIn(files, key)];
      if ([name, ...Object.values(texts)].some((one) => one.toLowerCase().includes(words)))
        found.push({ key: <EditLink name={name} />, ...texts });
    }
  }
  return found.slice(0, mostFound);
}

async function editText(desk: Desk, namespace: Namespace, key: string) {
  const { deps } = desk;
  const files = await filesOf(desk, namespace, await contentOf(deps));
  const texts = shownIn(files, key);
  const versions = await Promise.all(
    locales.map(async (locale) => {
      const all = await lists.versionsOf(deps.db, `${localeKey(locale, namespace)} ${key}`);
      return all.map(({ at, operator, value }) => {
        const said = value ?? files[locale].base.get(key) ?? "";
        const language = localeTable[locale].nativeName;
        const columns = { at, operator, language, said };
        return { columns, texts: { ...texts, [locale]: said } };
      });
    }),
  );
  const fields = { key: `${namespace} ${key}` };
  return edit(desk, { to: "text", fields, texts, maxlength: 4_000, lines: 3 }, versions.flat());
}

async function editPage(desk: Desk, context: InfoContext) {
  const { base, shown } = await pageOf(desk, context);
  const all = await lists.versionsOf(desk.deps.db, infoPageKey(context));
  const versions = all.map(({ at, operator, value }) => {
    const texts = written(value === null ? base : infoPage.parse(JSON.parse(value)));
    return { columns: { at, operator }, texts };
  });
  const fields = { page: context };
  return edit(
    desk,
    { to: "page", fields, texts: written(shown), maxlength: 40_000, lines: 14 },
    versions,
  );
}

interface Edited extends TextFieldsProps {
  to: "text" | "page";
  fields: Fields;
}

function edit({ say, may }: Desk, edited: Edited, versions: { columns: Row; texts: Texts }[]) {
  const { to, fields, ...texts } = edited;
  const backTo = (old: Texts) => (
    <Ask fold={say("go_back")} to={to} fields={{ ...fields, ...fieldsOf(old) }} />
  );
  return (
    <Page title={Object.values(fields).join()}>
      {to === "page" && <p>{say("page_explained")}</p>}
      {may("publish") && (
        <Ask to={to} fields={fields}>
          <TextFields {...texts} />
        </Ask>
      )}
      <Section
        name="versions"
        none="no_versions"
        rows={versions.map(({ columns, texts: old }) => ({
          ...columns,
          next: may("publish") ? backTo(old) : null,
        }))}
      />
    </Page>
  );
}

const fieldsOf = (texts: Texts) =>
  Object.fromEntries(locales.map((locale) => [`text_${locale}`, texts[locale]]));

export const publishVerbs: Verbs = {
  may: "publish",
  verbs: { ...noticeVerbs, text, page: infoText },
  after: republish,
};
