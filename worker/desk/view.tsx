/** @jsxImportSource hono/jsx */
/** What every page of the desk is made of: words in its two languages, Taipei's time, tables. */
import type { Context } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { fallbackLocale, localeTable } from "#contract/locales";
import { brand } from "../brand/brand.ts";
import type { App } from "../context.ts";
import type { Deps, Operator } from "../deps.ts";
import type { OperatorRole } from "../env.ts";
import { deskLanguageCookie } from "../middleware/browser-facts.ts";
import { isOpenDesk } from "../middleware/operator.ts";
import { actionOf } from "../store/operator-lists.ts";
import words from "./words.json";

export type Language = keyof typeof words;
/** A word that one of the languages lacks is none. */
export type Word = keyof (typeof words)[Language];
type Values = Readonly<Record<string, string | number>>;

const languages = Object.keys(words) as Language[];
export const isLanguage = (name: string): name is Language => Object.hasOwn(words, name);

const hourMs = 3600_000;
export const dayMs = 24 * hourMs;
/** Taiwan keeps no summer time. */
const taipeiMs = 8 * hourMs;

/** `2026-11-25` of a time, as it is in Taipei. */
export const dayOf = (at: number) => new Date(at + taipeiMs).toISOString().slice(0, 10);
export const timeOf = (at: number) => new Date(at + taipeiMs).toISOString().slice(0, 16);
/** Of a day or a minute in Taipei; NaN for what is none. */
export const startOf = (day: string) =>
  Date.parse(day.length === 10 ? `${day}T00:00Z` : `${day}Z`) - taipeiMs;
/** `2026-11`, and so many months later. */
export function monthOf(at: number, later = 0): string {
  const [year = 0, month = 0] = dayOf(at).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later)).toISOString().slice(0, 7);
}
export const startOfMonth = (month: string) => startOf(`${month}-01`);
export const monthAfter = (month: string) => monthOf(startOfMonth(month), 1);

export interface Desk {
  deps: Deps;
  operator: Operator;
  language: Language;
  /** Nobody stands between it and whoever is at this machine. */
  isOpen: boolean;
  /** What this operator has just done. */
  done: Awaited<ReturnType<typeof actionOf>>;
  say(word: Word, values?: Values): string;
  may(role: OperatorRole): boolean;
}

/** Whoever is refused sees the desk's page without anything on it. */
const nobody: Operator = { name: "", roles: [] };

/** @param done - the line of the log that has just been written. */
export async function deskOf(c: Context<App>, done?: string): Promise<Desk> {
  const { deps, operator = nobody } = c.var;
  const asked = deskLanguageCookie.read(c) ?? deps.locale;
  const language = isLanguage(asked) ? asked : fallbackLocale;
  return {
    deps,
    operator,
    language,
    isOpen: isOpenDesk(deps.config),
    done: done === undefined ? null : await actionOf(deps.db, done),
    say: (word, values = {}) =>
      words[language][word].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String(values[name] ?? ""),
      ),
    may: (role) => operator.roles.includes(role),
  };
}

/** The operator sees the sentence, and nothing was changed. */
export class Refused extends Error {}

export const money = (twd: number) => `NT$ ${twd.toLocaleString()}`;

export function Time({ at }: { at: number | null }) {
  if (at === null) return <>–</>;
  return <time datetime={new Date(at).toISOString()}>{timeOf(at).replace("T", " ")}</time>;
}

interface PageProps {
  desk: Desk;
  title: string;
  children?: Child;
}

const places: readonly [path: string, word: Word][] = [
  ["", "today"],
  ["/find", "find"],
  ["/refunds", "refunds"],
  ["/month", "month"],
  ["/notice", "notice"],
  ["/texts", "texts"],
  ["/books", "books"],
  ["/log", "log"],
];

/** The whole document. */
export const page = (props: PageProps) => html`<!doctype html>${<Document {...props} />}`;

function Document({ desk, title, children }: PageProps) {
  const { say, done, operator, isOpen, language } = desk;
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
        <header>
          <a class="brand" href="/desk">
            {brand.wordmark} <span>{say("desk")}</span>
          </a>
          {operator !== nobody && (
            <nav aria-label={say("desk")}>
              {places.map(([path, word]) => (
                <a href={`/desk${path}`}>{say(word)}</a>
              ))}
            </nav>
          )}
          <p class="who">
            {isOpen ? say("open") : operator.name}
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
              {say("done", { action: done.action, subject: done.subject, operator: done.operator })}
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

interface TableProps {
  label: string;
  head: readonly string[];
  rows: readonly (readonly Child[])[];
  none: string;
  /** Which columns hold numbers. */
  numbers?: readonly number[];
}

/** Scrolls by itself where it is wider than the screen. */
export function Table({ label, head, rows, none, numbers = [] }: TableProps) {
  if (rows.length === 0) return <p class="none">{none}</p>;
  const look = (column: number) => (numbers.includes(column) ? "number" : undefined);
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="table" role="region" aria-label={label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th scope="col" class={look(column)}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, column) => (
                <td class={look(column)}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value?: string;
  type?: string;
  hint?: string;
  required?: boolean;
  lines?: number;
  lang?: string;
  max?: number;
}

export function Field({ label, hint, lines, ...input }: FieldProps) {
  const { name, value = "", type = "text", max = 500, ...rest } = input;
  return (
    <label>
      <span>{label}</span>
      {lines === undefined ? (
        <input name={name} type={type} value={value} maxlength={max} {...rest} />
      ) : (
        <textarea name={name} rows={lines} maxlength={max} {...rest}>
          {value}
        </textarea>
      )}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface AskProps {
  desk: Desk;
  /** The verb's path. */
  to: string;
  fields: Readonly<Record<string, string>>;
  /** Of the button; usually that the page behind it is only to be read first. */
  label?: string;
  children?: Child;
}

/** The first of the two steps: it only leads to the page that says what will happen. */
export function Ask(props: AskProps) {
  const { desk, to, fields, label = desk.say("look_first"), children } = props;
  return (
    <form method="post" action={`/desk/${to}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <Field name="reason" label={desk.say("why")} required />
      <button type="submit">{label}</button>
    </form>
  );
}

export const OrderLink = ({ number }: { number: string | null }) =>
  number === null ? <>–</> : <a href={`/desk/orders/${encodeURIComponent(number)}`}>{number}</a>;

export function Fold({ summary, children }: { summary: string; children?: Child }) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

export const FoldedAsk = ({ summary, ...ask }: AskProps & { summary: string }) => (
  <Fold summary={summary}>
    <Ask {...ask} />
  </Fold>
);
