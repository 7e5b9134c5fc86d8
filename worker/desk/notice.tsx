/** @jsxImportSource hono/jsx */
import * as z from "zod/mini";
import { forEachLocale, locales, localeTable, type Locale } from "#contract/locales";
import type { Deps } from "../deps.ts";
import { hexOf, randomBytes } from "../platform/crypto.ts";
import { deskContent, type DeskContent } from "../store/content.ts";
import { deskKey, previewKey, previewSeconds } from "../store/keys.ts";
import * as lists from "../store/operator-lists.ts";
import * as store from "../store/operators.ts";
import { simple, type Plan, type Verb, type Verbs } from "./verbs.tsx";
import { Ask, dayMs, Field, Page, refuse, startOf, Time, timeOf } from "./view.tsx";
import type { Desk, Fields } from "./view.tsx";

/** By the names of `desk_texts`; null takes one back. */
export type Changes = Readonly<Record<string, string | null>>;
export type Texts = Readonly<Record<Locale, string>>;

/** As the database has it, which decides, or would have it with these changes. */
export async function contentOf({ db }: Deps, changes: Changes = {}): Promise<DeskContent> {
  const [rows, [closed]] = await Promise.all([lists.publishedTexts(db), store.selectClosed(db)]);
  const content = deskContent.parse({ isClosed: closed?.value === 1 });
  const published = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries({ ...published, ...changes })) {
    const [file = "", key] = name.split(" ", 2);
    if (value === null) continue;
    if (key !== undefined) (content.texts[file] ??= {})[key] = value;
    else if (file === "notice") content.notice = JSON.parse(value);
    else content.pages[file] = JSON.parse(value);
  }
  return content;
}

export async function republish(deps: Deps): Promise<void> {
  await deps.bindings.CONTENT.put(deskKey, JSON.stringify(await contentOf(deps)));
}

/** @param shown - what the preview has instead, for an hour and whoever has its address. */
export const publishing = (
  { deps }: Desk,
  changes: Changes,
  shown = changes,
): Pick<Plan, "carryOut" | "preview"> => ({
  carryOut: (db, operation) => store.publishTexts(db, changes, operation),
  async preview() {
    const token = hexOf(randomBytes(16));
    const content = JSON.stringify(await contentOf(deps, shown));
    const options = { expirationTtl: previewSeconds };
    await deps.bindings.CONTENT.put(previewKey(token), content, options);
    return `${deps.publicOrigin}/preview/${token}`;
  },
});

export const inEach = (most: number) =>
  Object.fromEntries(locales.map((locale) => [`text_${locale}`, lines(most)]));
const lines = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.transform((text) => text.replaceAll("\r\n", "\n").trim()),
  );
export const textsOf = (fields: Fields): Texts =>
  forEachLocale((locale) => fields[`text_${locale}`] ?? "");
const saidIn = (texts: Texts) =>
  locales.map((locale) => `${localeTable[locale].nativeName}: ${texts[locale]}`);
const minute = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/));

const notice: Verb = {
  name: "notice",
  fields: {
    ...inEach(300),
    from: minute,
    until: minute,
    where: z.enum(["everywhere", "checkout"]),
  },
  plan(desk, { from = "", until = "", where, ...fields }) {
    const { say } = desk;
    const texts = textsOf(fields);
    const isAtCheckoutOnly = where === "checkout";
    const line = { texts, from: startOf(from), until: startOf(until), isAtCheckoutOnly };
    if (!(line.from < line.until) || Object.values(texts).includes(""))
      refuse(say("notice_incomplete"));
    const place = say(isAtCheckoutOnly ? "at_checkout" : "everywhere");
    const when = { from: from.replace("T", " "), until: until.replace("T", " "), place };
    const atAnyTime = { ...line, from: 0, until: Number.MAX_SAFE_INTEGER };
    return {
      says: [say("will_notice", when), ...saidIn(texts)],
      subject: "shop",
      back: "/notice",
      ...publishing(desk, { notice: JSON.stringify(line) }, { notice: JSON.stringify(atAnyTime) }),
    };
  },
};

export async function showNotice({ deps, say, may }: Desk) {
  const { notice: published, isClosed } = await contentOf(deps);
  const now = deps.now();
  const turn = isClosed ? "open" : "close";
  return (
    <Page title={say("notice")}>
      <p class={isClosed ? "warning" : undefined}>{say(isClosed ? "is_closed" : "is_open")}</p>
      {may("publish") && <Ask to={turn} button={say(`do_${turn}`)} />}
      <h2>{say("notice")}</h2>
      {published === null ? (
        <p class="none">{say("no_notice")}</p>
      ) : (
        <>
          <p>
            <Time at={published.from} /> – <Time at={published.until} /> ·{" "}
            {say(published.isAtCheckoutOnly ? "at_checkout" : "everywhere")}
          </p>
          {saidIn(published.texts).map((line) => (
            <p>{line}</p>
          ))}
          {may("publish") && <Ask to="notice_down" button={say("do_notice_down")} />}
        </>
      )}
      {may("publish") && (
        <>
          <h2>{say("do_notice")}</h2>
          <Ask to="notice">
            <TextFields texts={published?.texts} maxlength={300} lines={2} />
            <When name="from" label={say("from")} at={now} />
            <When name="until" label={say("until")} at={now + dayMs} />
            <Field label={say("where")}>
              <select name="where">
                <option value="everywhere">{say("everywhere")}</option>
                <option value="checkout">{say("at_checkout")}</option>
              </select>
            </Field>
          </Ask>
        </>
      )}
    </Page>
  );
}

const When = ({ at, ...field }: { name: string; label: string; at: number }) => (
  <Field type="datetime-local" value={timeOf(at).replace(" ", "T")} {...field} required />
);

export interface TextFieldsProps {
  texts?: Texts | undefined;
  maxlength: number;
  lines: number;
}

export const TextFields = ({ texts, ...field }: TextFieldsProps) => (
  <>
    {locales.map((locale) => (
      <Field
        name={`text_${locale}`}
        label={localeTable[locale].nativeName}
        value={texts?.[locale] ?? ""}
        lang={localeTable[locale].htmlLang}
        required
        {...field}
      />
    ))}
  </>
);

export const noticeVerbs: Verbs["verbs"] = [
  notice,
  simple("notice_down", {}, (db, operation) => store.publishTexts(db, { notice: null }, operation)),
  simple("close", {}, (db, operation) => store.closeShop(db, true, operation)),
  simple("open", {}, (db, operation) => store.closeShop(db, false, operation)),
];
