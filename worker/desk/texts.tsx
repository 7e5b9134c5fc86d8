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
import { contentOf, inEach, noticeVerbs, publishing, republish } from "./notice.tsx";
import { TextFields, textsOf, type Changes, type Texts, type TextFieldsProps } from "./notice.tsx";
import { Ask, Field, Form, Page, refuse, Section, Table } from "./view.tsx";
import type { Desk, Fields, Row, Word } from "./view.tsx";
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

/** What is edited at one place: a text of a file, or an information page. */
interface Edited {
  shown: Texts;
  size: Pick<TextFieldsProps, "maxlength" | "lines">;
  explained?: Word;
  /** @throws Refused for what would break a check. */
  change: (wanted: Texts) => { after: Texts; changes: Changes };
  versions: () => Promise<{ columns: Row; texts: Texts }[]>;
}

async function editedAt(desk: Desk, name: string): Promise<Edited | null> {
  if (isInfoContext(name)) return editedPage(desk, name);
  const [file, key = ""] = name.split(" ");
  const namespace = namespaces.find((one) => one === file);
  return namespace === undefined ? null : editedText(desk, namespace, key);
}

const differing = (one: Texts, other: Texts) =>
  locales.filter((locale) => one[locale] !== other[locale]);

async function editedText(desk: Desk, namespace: Namespace, key: string): Promise<Edited> {
  const { db } = desk.deps;
  const files = await filesOf(desk, namespace, await contentOf(desk.deps));
  const nameIn = (locale: Locale) => `${localeKey(locale, namespace)} ${key}`;
  const ownIn = (locale: Locale) => files[locale].base.get(key) ?? "";
  const shown = shownIn(files, key);
  const model = ownIn(fallbackLocale) || refuse(desk.say("no_such", { what: key }));
  return {
    shown,
    size: { maxlength: 4_000, lines: 3 },
    change(after) {
      const changed = differing(shown, after).map((locale) => {
        const texts = [
          { locale: locales[0], texts: { [key]: model } },
          { locale, texts: { [key]: after[locale] } },
        ];
        const fault = faultOfFacts(facts, key, after[locale]) ?? faultOfTexts(namespace, texts);
        if (fault !== null) refuse(fault);
        // The files' own text goes on as they have it.
        return [nameIn(locale), after[locale] === ownIn(locale) ? null : after[locale]] as const;
      });
      return { after, changes: Object.fromEntries(changed) };
    },
    async versions() {
      const ofEach = locales.map(async (locale) => {
        const all = await lists.versionsOf(db, nameIn(locale));
        return all.map(({ at, operator, value }) => {
          const said = value ?? ownIn(locale);
          const language = localeTable[locale].nativeName;
          return { columns: { at, operator, language, said }, texts: { ...shown, [locale]: said } };
        });
      });
      return (await Promise.all(ofEach)).flat();
    },
  };
}

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

async function editedPage({ deps }: Desk, context: InfoContext): Promise<Edited> {
  const key = infoPageKey(context);
  const { value: base } = await publishedPage(deps, context);
  const shown = (await contentOf(deps)).pages[key] ?? base;
  return {
    shown: written(shown),
    size: { maxlength: 40_000, lines: 14 },
    explained: "page_explained",
    change(wanted) {
      const translations = forEachLocale((locale) => readBack(wanted[locale]));
      const page = cleanInfoPage({ ...shown, translations });
      const value = JSON.stringify(page);
      const fault = faultsOfInfoPage(page)[0] ?? faultOfFacts(facts, context, value);
      if (fault !== null) refuse(fault);
      return { after: written(page), changes: { [key]: value } };
    },
    async versions() {
      const all = await lists.versionsOf(deps.db, key);
      return all.map(({ at, operator, value }) => {
        const texts = written(value === null ? base : infoPage.parse(JSON.parse(value)));
        return { columns: { at, operator }, texts };
      });
    },
  };
}

const text: Verb = {
  name: "text",
  fields: { key: z.string().check(z.maxLength(220)), ...inEach(40_000) },
  maxKib: 256,
  async plan(desk, { key: name = "", ...fields }) {
    const { say } = desk;
    const { shown, change } =
      (await editedAt(desk, name)) ?? refuse(say("no_such", { what: name }));
    const wanted = textsOf(fields);
    if (Object.values(wanted).includes("")) refuse(say("text_empty"));
    const { after, changes } = change(wanted);
    const changed = differing(shown, after);
    if (changed.length === 0) refuse(say("text_same"));
    return {
      says: changed.map((locale) =>
        say("will_text", { locale, before: shown[locale], after: after[locale] }),
      ),
      seen: Object.values(shown),
      subject: name,
      back: "/texts",
      ...publishing(desk, changes),
    };
  },
};

export async function showTexts(desk: Desk, { q = "", key: name = "" }: Fields) {
  const { say } = desk;
  const edited = await editedAt(desk, name);
  if (edited !== null) return edit(desk, name, edited);
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

async function edit({ say, may }: Desk, key: string, edited: Edited) {
  const { shown, size, explained, versions } = edited;
  const backTo = (old: Texts) => (
    <Ask fold={say("go_back")} to="text" fields={{ key, ...fieldsOf(old) }} />
  );
  return (
    <Page title={key}>
      {explained !== undefined && <p>{say(explained)}</p>}
      {may("publish") && (
        <Ask to="text" fields={{ key }}>
          <TextFields texts={shown} {...size} />
        </Ask>
      )}
      <Section
        name="versions"
        none="no_versions"
        rows={(await versions()).map(({ columns, texts }) => ({
          ...columns,
          next: may("publish") ? backTo(texts) : null,
        }))}
      />
    </Page>
  );
}

const fieldsOf = (texts: Texts) =>
  Object.fromEntries(locales.map((locale) => [`text_${locale}`, texts[locale]]));

export const publishVerbs: Verbs = {
  may: "publish",
  verbs: [...noticeVerbs, text],
  after: republish,
};
