/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import { html } from "hono/html";
import { createContext, useContext, type Child, type JSX } from "hono/jsx";
import { taipeiDay } from "#contract/delivery";
import { fallbackLocale, isLocale, localeTable, type Locale } from "#contract/locales";
import { wordmark } from "../brand/letterhead.ts";
import type { App } from "../context.ts";
import type { Operator } from "../deps.ts";
import type { OperatorRole } from "../env.ts";
import { deskLanguageCookie } from "../middleware/browser-facts.ts";
import { isOpenDesk } from "../middleware/operator.ts";
import { actionOf } from "../store/operator-lists.ts";
import codes from "./codes.json";
import words from "./words.json";

type Language = keyof typeof words;
/** A word that one of the languages lacks is none. */
export type Word = keyof (typeof words)[Language];
export type Fields = Readonly<Record<string, string>>;

const languages = Object.keys(words) as Language[];
export const isLanguage = (name: string): name is Language => Object.hasOwn(words, name);

export const dayMs = 24 * 3600_000;
/** `2026-11-25 12:00` of a time, as it is in Taipei. */
export const timeOf = (at: number) =>
  new Date(at + 8 * 3600_000).toISOString().slice(0, 16).replace("T", " ");
/** Of a day or a minute in Taipei; NaN for what is none. */
export const startOf = (day: string) =>
  Date.parse(day.length === 10 ? `${day}T00:00+08:00` : `${day}+08:00`);
/** `2026-11`, and so many months later. */
export function monthOf(at: number, later = 0): string {
  const [year = 0, month = 0] = taipeiDay(at).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later)).toISOString().slice(0, 7);
}
export function spanOf(month: string): [from: number, to: number] {
  const from = startOf(`${month}-01`);
  return [from, startOf(`${monthOf(from, 1)}-01`)];
}

/** Whoever is refused sees the desk's page without anything on it. */
const nobody: Operator = { name: "", roles: [] };

export type Desk = Awaited<ReturnType<typeof deskOf>>;

export async function deskOf(c: Context<App>, done?: string) {
  const { deps, operator = nobody } = c.var;
  const asked = deskLanguageCookie.read(c) ?? deps.locale;
  const language = isLanguage(asked) ? asked : fallbackLocale;
  const names: Readonly<Record<string, string>> = codes[language];
  return {
    deps,
    operator,
    language,
    done: done === undefined ? null : await actionOf(deps.db, done),
    say: (word: Word, values: Readonly<Record<string, string | number>> = {}) =>
      words[language][word].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String(values[name] ?? ""),
      ),
    /** What the log and the database call by a code, as far as the language has a name for it. */
    named: (code: string) =>
      code
        .split(" · ")
        .map((part) => names[part] ?? part.replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, "$1…"))
        .join(" · "),
    may: (role: OperatorRole) => operator.roles.includes(role),
  };
}

/** The operator sees the sentence, and nothing was changed. */
export class Refused extends Error {}

export function refuse(sentence: string): never {
  throw new Refused(sentence);
}

const Present = createContext<Desk | null>(null);

const useDesk = (): Desk => useContext(Present) ?? refuse("shown outside of the desk");

export const documentOf = (desk: Desk, shown: Child) =>
  html`<!doctype html>${<Present.Provider value={desk}>{shown}</Present.Provider>}`;

/** Each has the path of its word. */
export const places = ["find", "month", "notice", "texts", "books", "log"] as const;

export function Page({ title, children }: { title: string; children?: Child }) {
  const { say, named, done, operator, deps, language } = useDesk();
  return (
    <html lang={localeTable[language].htmlLang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${say("desk")}`}</title>
        <link rel="stylesheet" href="/desk/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">
          {say("skip")}
        </a>
        <header class="letterhead">
          <a class="brand" href="/desk">
            {wordmark} <span>{say("desk")}</span>
          </a>
          {operator !== nobody && (
            <nav aria-label={say("desk")}>
              {(["today", ...places] as const).map((place) => (
                <a
                  href={place === "today" ? "/desk" : `/desk/${place}`}
                  aria-current={title === say(place) && "page"}
                >
                  {say(place)}
                </a>
              ))}
            </nav>
          )}
          <p class="who">
            {isOpenDesk(deps.config) ? say("open") : operator.name}
            {languages
              .filter((one) => one !== language)
              .map((one) => (
                <a href={`/desk/language/${one}`} lang={localeTable[one].htmlLang}>
                  {localeTable[one].nativeName}
                </a>
              ))}
          </p>
        </header>
        <main id="main">
          <h1>{title}</h1>
          {done !== null && (
            <p class="done" role="status">
              {say("done", { ...done, action: named(done.action), subject: named(done.subject) })}
              {" · "}
              <Time at={done.at} /> · {done.reason}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  );
}

export const download = (file: string, type: string, content: string) =>
  new Response(content, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${file}"`,
    },
  });

/** Never broken in two. */
export const money = (twd: number) => `NT$\u00A0${twd.toLocaleString()}`;

export const Time = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{timeOf(at)}</time>
);

export const Link = ({ to, word }: { to: string; word: Word }) => (
  <p>
    <a href={`/desk/${to}`}>{useDesk().say(word)}</a>
  </p>
);

/** What stands in a column follows from its name, as does how it looks. */
const times = ["since", "at", "begun", "paid_at", "last_seen", "ended", "schedule"];
const sums = ["sum", "left", "in_file", "in_shop"];
const numbers = [...sums, "count"];

function Value({ name, value }: { name: string; value: Child }) {
  const { named } = useDesk();
  if (value === null) return <>–</>;
  if (name === "order" && typeof value === "string")
    return <a href={`/desk/orders/${encodeURIComponent(value)}`}>{value}</a>;
  if (typeof value === "string") return <>{named(value)}</>;
  if (typeof value !== "number") return <>{value}</>;
  if (times.includes(name)) return <Time at={value} />;
  return <>{sums.includes(name) ? money(value) : value}</>;
}

/** By the word of its column; a column of texts is called as its language. Null is a dash. */
export type Row = Partial<Readonly<Record<Word | Locale, Child>>>;

interface TableProps {
  name: Word;
  none?: Word;
  /** All with the same columns. */
  rows: readonly Row[];
}

export function Table({ name, none = "nothing_found", rows }: TableProps) {
  const { say } = useDesk();
  const columns = Object.keys(rows[0] ?? {}) as (Word | Locale)[];
  if (columns.length === 0) return <p class="none">{say(none)}</p>;
  const nameOf = (column: Word | Locale) =>
    isLocale(column) ? localeTable[column].nativeName : say(column);
  const look = (column: string) => (numbers.includes(column) ? "number" : undefined);
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="table" role="region" aria-label={say(name)} tabindex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={look(column)}>
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map((column) => (
                <td class={look(column)} data-column={nameOf(column)}>
                  <Value name={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const Section = (table: TableProps) => (
  <>
    <h2>{useDesk().say(table.name)}</h2>
    <Table {...table} />
  </>
);

/** By their words; undefined is left out. */
export function Facts({ facts }: { facts: Partial<Readonly<Record<Word, Child>>> }) {
  const { say } = useDesk();
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return (
    <dl>
      {known.map(([name, value]) => (
        <>
          <dt>{say(name as Word)}</dt>
          <dd>
            <Value name={name} value={value} />
          </dd>
        </>
      ))}
    </dl>
  );
}

type FieldProps = JSX.IntrinsicElements["input"] & { label: string; hint?: string; lines?: number };

export function Field({ label, hint, lines, children, ...input }: FieldProps) {
  const { name, value = "", type = "text", maxlength = 500, ...rest } = input;
  return (
    <label>
      <span>{label}</span>
      {children ??
        (lines === undefined ? (
          <input name={name} type={type} value={value} maxlength={maxlength} {...rest} />
        ) : (
          <textarea name={name} rows={lines} maxlength={maxlength} lang={rest.lang} required>
            {value}
          </textarea>
        ))}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

type FormProps = JSX.IntrinsicElements["form"] & {
  /** Below `/desk`. */
  to: string;
  fields?: Fields;
  button: string;
  does?: boolean;
};

export function Form({ to, fields = {}, button, does, children, ...form }: FormProps) {
  return (
    <form method="post" action={`/desk/${to}`} {...form}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" class={does ? "does" : undefined}>
        {button}
      </button>
    </form>
  );
}

/** Its usual button says that the page behind it is only to be read first. */
type AskProps = Partial<FormProps> & { to: string; fold?: string };

/** The first of the two steps: it only leads to the page that says what will happen. */
export function Ask({ fold, children, ...asked }: AskProps) {
  const { say } = useDesk();
  const form = (
    <Form button={say("look_first")} {...asked}>
      {children}
      <Field name="reason" label={say("reason")} required />
    </Form>
  );
  return fold === undefined ? form : <Fold summary={fold}>{form}</Fold>;
}

export const Fold = ({ summary, children }: { summary: string; children?: Child }) => (
  <details>
    <summary>{summary}</summary>
    {children}
  </details>
);
