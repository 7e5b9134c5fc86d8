/** @jsxImportSource hono/jsx */
/** What the owner tells shoppers: a line of notice, and the closed sign. */
import * as z from "zod/mini";
import { locales, localeTable, type Locale } from "#contract/locales";
import type { Deps } from "../deps.ts";
import { deskContent, type DeskContent } from "../store/content.ts";
import { hexOf, randomBytes } from "../platform/crypto.ts";
import { deskKey, previewKey, previewSeconds } from "../store/keys.ts";
import * as lists from "../store/operator-lists.ts";
import * as store from "../store/operators.ts";
import type { Shown } from "./pages.tsx";
import {
  Ask,
  dayMs,
  Field,
  Refused,
  startOf,
  Time,
  timeOf,
  type Desk,
  type Word,
} from "./view.tsx";
import type { Verb } from "./verbs.tsx";

/** As the database has it, which decides; KV gets a copy. */
export async function contentOf({ db }: Pick<Deps, "db">): Promise<DeskContent> {
  const [rows, [closed]] = await Promise.all([lists.publishedTexts(db), store.selectClosed(db)]);
  const content = deskContent.parse({ isClosed: closed?.value === 1 });
  for (const { name, value } of rows) {
    const [file = "", key] = name.split(" ", 2);
    if (value === null) continue;
    if (key !== undefined) (content.texts[file] ??= {})[key] = value;
    else if (file === "notice") content.notice = JSON.parse(value);
    else content.pages[file] = JSON.parse(value);
  }
  return content;
}

export async function republish({ deps }: Desk): Promise<void> {
  await deps.bindings.CONTENT.put(deskKey, JSON.stringify(await contentOf(deps)));
}

/** What would be published, for an hour and whoever has its address. */
export async function previewOf({ deps }: Desk, content: DeskContent): Promise<string> {
  const token = hexOf(randomBytes(16));
  const options = { expirationTtl: previewSeconds };
  await deps.bindings.CONTENT.put(previewKey(token), JSON.stringify(content), options);
  return `${deps.publicOrigin}/preview/${token}`;
}

/** One for each language, by the name of its field. */
export const inEach = (most: number) =>
  Object.fromEntries(locales.map((locale) => [`text_${locale}`, lines(most)]));
const lines = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.transform((text) => text.replaceAll("\r\n", "\n").trim()),
  );
export const textIn = (fields: Readonly<Record<string, string>>, locale: Locale) =>
  fields[`text_${locale}`] ?? "";
const saidIn = (texts: Readonly<Record<Locale, string>>) =>
  locales.map((locale) => `${localeTable[locale].nativeName}: ${texts[locale]}`);
const minute = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/));

const notice: Verb = {
  may: "publish",
  title: "do_notice",
  action: "publish notice",
  fields: {
    ...inEach(300),
    from: minute,
    until: minute,
    where: z.enum(["everywhere", "checkout"]),
  },
  after: republish,
  plan(desk, fields) {
    const { deps, say } = desk;
    const { from = "", until = "", where } = fields;
    // Its fields are the languages.
    const texts = Object.fromEntries(
      locales.map((locale) => [locale, textIn(fields, locale)]),
    ) as Record<Locale, string>;
    const value = { texts, from: startOf(from), until: startOf(until) };
    if (!(value.from < value.until) || Object.values(texts).includes(""))
      throw new Refused(say("notice_incomplete"));
    const line = { ...value, isAtCheckoutOnly: where === "checkout" };
    const told = JSON.stringify(line);
    const place = say(where === "checkout" ? "at_checkout" : "everywhere");
    const when = { from: from.replace("T", " "), until: until.replace("T", " "), place };
    return Promise.resolve({
      says: [say("will_notice", when), ...saidIn(texts)],
      seen: [],
      subject: () => "notice",
      back: "/notice",
      carryOut: (operation) => store.publishTexts(deps.db, { notice: told }, operation),
      // At any time.
      preview: async () =>
        previewOf(desk, {
          ...(await contentOf(deps)),
          notice: { ...line, from: 0, until: Number.MAX_SAFE_INTEGER },
        }),
    });
  },
};

const simple = (
  title: Word,
  action: string,
  will: Word,
  carryOut: (deps: Deps, operation: store.Operation) => Promise<store.Outcome>,
): Verb => ({
  may: "publish",
  title,
  action,
  fields: {},
  after: republish,
  plan: ({ deps, say }) =>
    Promise.resolve({
      says: [say(will)],
      seen: [],
      subject: () => "shop",
      back: "/notice",
      carryOut: (operation) => carryOut(deps, operation),
    }),
});

export async function showNotice(desk: Desk): Promise<Shown> {
  const { deps, say } = desk;
  const { notice: told, isClosed } = await contentOf(deps);
  const now = deps.now();
  return {
    title: say("notice"),
    body: (
      <>
        <p class={isClosed ? "warning" : undefined}>{say(isClosed ? "is_closed" : "is_open")}</p>
        {desk.may("publish") && (
          <Ask
            desk={desk}
            to={isClosed ? "open" : "close"}
            fields={{}}
            label={say(isClosed ? "do_open" : "do_close")}
          />
        )}
        <h2>{say("notice")}</h2>
        {told === null ? (
          <p class="none">{say("no_notice")}</p>
        ) : (
          <>
            <p>
              <Time at={told.from} /> – <Time at={told.until} /> ·{" "}
              {say(told.isAtCheckoutOnly ? "at_checkout" : "everywhere")}
            </p>
            {saidIn(told.texts).map((line) => (
              <p>{line}</p>
            ))}
            {desk.may("publish") && (
              <Ask desk={desk} to="notice-down" fields={{}} label={say("do_notice_down")} />
            )}
          </>
        )}
        {desk.may("publish") && (
          <>
            <h2>{say("do_notice")}</h2>
            <Ask desk={desk} to="notice" fields={{}}>
              <TextFields texts={told?.texts ?? {}} max={300} rows={2} />
              <Field
                name="from"
                type="datetime-local"
                label={say("from")}
                value={timeOf(now)}
                required
              />
              <Field
                name="until"
                type="datetime-local"
                label={say("until")}
                value={timeOf(now + dayMs)}
                required
              />
              <label>
                <span>{say("where")}</span>
                <select name="where">
                  <option value="everywhere">{say("everywhere")}</option>
                  <option value="checkout">{say("at_checkout")}</option>
                </select>
              </label>
            </Ask>
          </>
        )}
      </>
    ),
  };
}

interface TextFieldsProps {
  texts: Partial<Record<Locale, string>>;
  max: number;
  rows: number;
}

export const TextFields = ({ texts, max, rows }: TextFieldsProps) => (
  <>
    {locales.map((locale) => (
      <Field
        name={`text_${locale}`}
        label={localeTable[locale].nativeName}
        value={texts[locale] ?? ""}
        lines={rows}
        max={max}
        lang={localeTable[locale].htmlLang}
        required
      />
    ))}
  </>
);

/** By its path. */
export const noticeVerbs: Readonly<Record<string, Verb>> = {
  notice,
  "notice-down": simple(
    "do_notice_down",
    "take notice down",
    "will_notice_down",
    (deps, operation) => store.publishTexts(deps.db, { notice: null }, operation),
  ),
  close: simple("do_close", "close", "will_close", ({ db }, operation) =>
    store.closeShop(db, true, operation),
  ),
  open: simple("do_open", "open", "will_open", ({ db }, operation) =>
    store.closeShop(db, false, operation),
  ),
};
