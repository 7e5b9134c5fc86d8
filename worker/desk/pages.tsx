/** @jsxImportSource hono/jsx */
/** What the desk shows of sales, of what waits, of refunds, books and its own log. */
import type { Child } from "hono/jsx";
import { version } from "../platform/build.ts";
import { firstStep } from "../shop/alarms/raise-alarms.ts";
import { memberKeysOf } from "../shop/limits/guesser.ts";
import { alarmsThatAreOn } from "../store/alarms.ts";
import { nightlyTables } from "../store/copied-rows.ts";
import { breachesIn, invariantsAt, lastRows } from "../store/invariants.ts";
import * as lists from "../store/operator-lists.ts";
import { lastFinished } from "../store/counters.ts";
import {
  dayMs,
  dayOf,
  Field,
  FoldedAsk,
  money,
  monthOf,
  OrderLink,
  startOf,
  startOfMonth,
  Table,
  Time,
  type Desk,
  type Word,
} from "./view.tsx";

export type Query = Readonly<Record<string, string | undefined>>;
export interface Shown {
  title: string;
  body: Child;
}

export async function today(desk: Desk): Promise<Shown> {
  const { deps, say } = desk;
  const { db } = deps;
  const now = deps.now();
  const todayAt = startOf(dayOf(now));
  const [thisMonth, lastMonth] = [monthOf(now), monthOf(now, -1)];
  const times: readonly [Word, from: number, to: number][] = [
    ["today", todayAt, todayAt + dayMs],
    ["yesterday", todayAt - dayMs, todayAt],
    ["this_month", startOfMonth(thisMonth), startOfMonth(monthOf(now, 1))],
    ["last_month", startOfMonth(lastMonth), startOfMonth(thisMonth)],
  ];
  const [sums, waiting, alarms, finishedAt] = await Promise.all([
    Promise.all(times.map(([, from, to]) => lists.sumsBetween(db, from, to))),
    lists.waitingFor(db, now),
    alarmsThatAreOn(db),
    lastFinished(db),
  ]);
  return {
    title: say("today"),
    body: (
      <>
        <ul class="sums">
          {sums.map(({ payments, paid, refunds, refunded }, index) => (
            <li>
              {say(times[index]?.[0] ?? "today")}
              <b>{money(paid)}</b>
              {say("orders_count", { count: payments })}
              <br />
              {say("refunds_count", { count: refunds, sum: money(refunded) })}
            </li>
          ))}
        </ul>
        <h2>{say("waits")}</h2>
        <Table
          label={say("waits")}
          none={say("nothing_waits")}
          head={[say("since"), say("what"), say("order"), say("sum"), say("said"), say("next")]}
          numbers={[3]}
          rows={waiting.map((row) => [
            <Time at={row.at} />,
            say(`waits_${row.what}`),
            row.order === null ? (row.trade ?? "–") : <OrderLink number={row.order} />,
            row.amount === null ? "–" : money(row.amount),
            row.text,
            <NextStep desk={desk} row={row} />,
          ])}
        />
        <h2>{say("alarms")}</h2>
        <Table
          label={say("alarms")}
          none={say("no_alarms")}
          head={[say("since"), say("alarm"), say("next")]}
          rows={alarms.map(({ name, since }) => [
            <Time at={since} />,
            name,
            <FirstStep step={firstStep(name)} />,
          ])}
        />
        <h2>{say("state")}</h2>
        <dl>
          <dt>{say("schedule")}</dt>
          <dd>
            <Time at={finishedAt} />
          </dd>
          <dt>{say("version")}</dt>
          <dd>{version}</dd>
          <dt>{say("deployment")}</dt>
          <dd>{deps.bindings.VERSION?.id ?? "–"}</dd>
        </dl>
      </>
    ),
  };
}

/** A page of the desk, or a command. */
function FirstStep({ step }: { step: string }) {
  const path = step.split("https://DESK")[1];
  return path === undefined ? <code>{step}</code> : <a href={path}>{path}</a>;
}

function NextStep({ desk, row }: { desk: Desk; row: lists.Waiting }) {
  const { say, may } = desk;
  if (row.what !== "message") return <>{say(`next_${row.what}`)}</>;
  if (!may("refund")) return <>{say("next_message")}</>;
  return (
    <FoldedAsk
      summary={say("next_message")}
      desk={desk}
      to="resolve"
      fields={{ message: row.id }}
      label={say("do_resolve")}
    />
  );
}

export async function find(desk: Desk, { q = "", day = "", before = "" }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const words = q.trim();
  const dayAt = day === "" ? Number.NaN : startOf(day);
  let found: lists.Payment[] = [];
  if (words !== "") {
    const keys = words.includes("@") ? await memberKeysOf(deps, words) : [];
    found = await lists.findPayments(deps.db, words, keys);
  }
  const until = Math.min(Number(before) || Infinity, dayAt + dayMs);
  if (words === "" && !Number.isNaN(dayAt))
    found = await lists.paymentsBegun(deps.db, dayAt, until);
  const isMore = words === "" && found.length === lists.mostFound;
  return {
    title: say("find"),
    body: (
      <>
        <form method="get" action="/desk/find">
          <Field
            name="q"
            label={say("find_label")}
            value={words}
            hint={say("find_hint")}
            max={100}
          />
          <Field name="day" type="date" label={say("find_day")} value={day} />
          <button type="submit">{say("find")}</button>
        </form>
        {(words !== "" || day !== "") && <Payments desk={desk} payments={found} />}
        {isMore && (
          <p>
            <a
              href={`/desk/find?${new URLSearchParams({ day, before: String(found.at(-1)?.createdAt) })}`}
            >
              {say("earlier")}
            </a>
          </p>
        )}
      </>
    ),
  };
}

export function Payments({ desk, payments }: { desk: Desk; payments: readonly lists.Payment[] }) {
  const { say } = desk;
  return (
    <Table
      label={say("payments")}
      none={say("nothing_found")}
      head={[say("begun"), say("order"), say("person"), say("state"), say("sum"), say("trade")]}
      numbers={[4]}
      rows={payments.map((one) => [
        <Time at={one.createdAt} />,
        <OrderLink number={one.number} />,
        <a href={`/desk/members/${one.memberId}`}>{one.snapshot?.customerName ?? one.memberId}</a>,
        one.needsRefund ? `${one.state} · ${say("owed")}` : one.state,
        money(one.amount),
        one.trade,
      ])}
    />
  );
}

export async function showRefunds(desk: Desk): Promise<Shown> {
  const { deps, say } = desk;
  const [all, unreported] = await Promise.all([
    lists.selectRefunds(deps.db),
    lists.unreportedPayments(deps.db),
  ]);
  return {
    title: say("refunds"),
    body: (
      <>
        <p>{say("refunds_explained")}</p>
        <Table
          label={say("refunds")}
          none={say("no_refunds")}
          head={[
            say("when"),
            say("order"),
            say("sum"),
            say("state"),
            say("said"),
            say("who"),
            say("why"),
          ]}
          numbers={[2]}
          rows={all.map((one) => [
            <Time at={one.createdAt} />,
            <a href={`/desk/orders/${one.trade}`}>{one.trade}</a>,
            money(one.amount),
            one.state,
            `${one.code ?? ""} ${one.message ?? ""}`,
            one.operator ?? "–",
            one.reason ?? "",
          ])}
        />
        <h2>{say("unreported")}</h2>
        <Table
          label={say("unreported")}
          none={say("all_reported")}
          head={[say("paid_at"), say("order"), say("trade"), say("sum"), say("kind"), say("calls")]}
          numbers={[3, 5]}
          rows={unreported.map((one) => [
            <Time at={one.paidAt} />,
            <OrderLink number={one.number} />,
            one.trade,
            money(one.amount),
            one.kind,
            one.calls,
          ])}
        />
      </>
    ),
  };
}

export async function log(desk: Desk, { before = "" }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const actions = await lists.actionsBefore(deps.db, Number(before) || deps.now() + 1);
  return {
    title: say("log"),
    body: (
      <>
        <Table
          label={say("log")}
          none={say("nothing_done")}
          head={[say("when"), say("who"), say("what"), say("subject"), say("why")]}
          rows={actions.map(({ at, operator, action, subject, reason }) => [
            <Time at={at} />,
            operator,
            action,
            subject,
            reason,
          ])}
        />
        {actions.length === lists.actionsPerPage && (
          <p>
            <a href={`/desk/log?before=${actions.at(-1)?.at}`}>{say("earlier")}</a>
          </p>
        )}
      </>
    ),
  };
}

/** So many rows of a table a call, and so many calls a page: shoppers pass between two of them. */
const rowsOfACall = 10_000;
const callsOfAPage = 40;

/** Asks the rules of the books; `from` is where the page before has stopped. */
export async function books(desk: Desk, { from }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const next = from === undefined ? null : await askRules(desk, from);
  return {
    title: say("books"),
    body: (
      <>
        <p>{say("books_explained", { count: invariantsAt(deps.now()).length })}</p>
        {next !== null && (
          <Table
            label={say("books")}
            none={say("books_right")}
            head={[say("rule"), say("count"), say("rows")]}
            numbers={[1]}
            rows={next.broken.map(({ rule, count, rows }) => [rule, count, rows.join(", ")])}
          />
        )}
        <p>
          <a href={`/desk/books?from=${next?.from ?? `${nightlyTables[0]}.0`}`}>
            {say(next === null || next.from === null ? "books_ask" : "books_go_on")}
          </a>
        </p>
      </>
    ),
  };
}

async function askRules({ deps }: Desk, from: string) {
  const [name = "", number = ""] = from.split(".");
  const last = await lastRows(deps.db);
  const broken: Awaited<ReturnType<typeof breachesIn>> = [];
  let table = Math.max(
    0,
    last.findIndex((one) => one.table === name),
  );
  let after = Number(number) || 0;
  for (let calls = 0; calls < callsOfAPage && table < last.length;) {
    const { table: asked = "", upTo = 0 } = last[table] ?? {};
    if (after >= upTo) {
      table += 1;
      after = 0;
      continue;
    }
    const stretch = { table: asked, after, upTo: after + rowsOfACall };
    broken.push(...(await breachesIn(deps.db, stretch, deps.now())));
    after += rowsOfACall;
    calls += 1;
  }
  const stopped = last[table];
  return { broken, from: stopped === undefined ? null : `${stopped.table}.${after}` };
}
