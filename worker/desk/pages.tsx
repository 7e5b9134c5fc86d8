/** @jsxImportSource hono/jsx */
import { taipeiDay } from "#contract/delivery";
import { memberKeysOf } from "../shop/limits/guesser.ts";
import { breachesIn, invariantsAt, lastRows } from "../store/invariants.ts";
import * as lists from "../store/operator-lists.ts";
import { Ask, dayMs, Field, Form, Link, money, monthOf, Page } from "./view.tsx";
import { Section, spanOf, startOf, Table, type Desk, type Fields, type Word } from "./view.tsx";

export async function today({ deps, say, may }: Desk) {
  const { db } = deps;
  const now = deps.now();
  const todayAt = startOf(taipeiDay(now));
  const times: readonly [Word, from: number, to: number][] = [
    ["today", todayAt, todayAt + dayMs],
    ["yesterday", todayAt - dayMs, todayAt],
    ["this_month", ...spanOf(monthOf(now))],
    ["last_month", ...spanOf(monthOf(now, -1))],
  ];
  const [sums, waiting] = await Promise.all([
    Promise.all(times.map(([, from, to]) => lists.sumsBetween(db, from, to))),
    lists.waitingFor(db, now),
  ]);
  const nextFor = (what: lists.Waiting["what"], message: string) =>
    what === "message" && may("refund") ? (
      <Ask fold={say("next_message")} to="resolve" fields={{ message }} />
    ) : (
      say(`next_${what}`)
    );
  return (
    <Page title={say("today")}>
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
      <Section
        name="waits"
        none="nothing_waits"
        rows={waiting.map(({ since, what, order, trade, sum, state, said, id }) => ({
          since,
          what: say(`waits_${what}`),
          order: order ?? <>{trade ?? "–"}</>,
          sum,
          said: state === null ? said : `${say(`state_${state}`)} ${said} ${id}`,
          next: nextFor(what, id),
        }))}
      />
    </Page>
  );
}

export async function find({ deps, say }: Desk, { q = "", day = "", before = "" }: Fields) {
  const words = q.trim();
  const dayAt = startOf(day);
  let found: lists.Payment[] = [];
  if (words !== "") {
    const keys = words.includes("@") ? await memberKeysOf(deps, words) : [];
    found = await lists.findPayments(deps.db, words, keys);
  }
  const until = Math.min(Number(before) || Infinity, dayAt + dayMs);
  if (words === "" && !Number.isNaN(dayAt))
    found = await lists.paymentsBegun(deps.db, dayAt, until);
  const isMore = words === "" && found.length === lists.mostFound;
  const earlier = new URLSearchParams({ day, before: String(found.at(-1)?.createdAt) });
  return (
    <Page title={say("find")}>
      <Form method="get" to="find" button={say("find")}>
        <Field
          name="q"
          label={say("find_label")}
          value={words}
          hint={say("find_hint")}
          maxlength={100}
        />
        <Field name="day" type="date" label={say("find_day")} value={day} />
      </Form>
      {(words !== "" || day !== "") && <Table name="payments" rows={paymentRows(say, found)} />}
      {isMore && <Link to={`find?${earlier}`} word="earlier" />}
    </Page>
  );
}

export const stateOf = (say: Desk["say"], { state, needsRefund }: lists.Payment) =>
  needsRefund ? `${say(`state_${state}`)} · ${say("owed")}` : say(`state_${state}`);

export const paymentRows = (say: Desk["say"], payments: readonly lists.Payment[]) =>
  payments.map((one) => ({
    begun: one.createdAt,
    order: one.orderNumber,
    person: (
      <a href={`/desk/members/${one.memberId}`}>{one.snapshot?.customerName ?? one.memberId}</a>
    ),
    state: stateOf(say, one),
    sum: one.amountTwd,
    trade: one.merchantTradeNo,
  }));

export async function log({ deps, say }: Desk, { before = "" }: Fields) {
  const actions = await lists.actionsBefore(deps.db, Number(before) || deps.now() + 1);
  return (
    <Page title={say("log")}>
      <Table name="log" none="nothing_done" rows={actions.map(({ id: _id, ...row }) => row)} />
      {actions.length === lists.mostFound && (
        <Link to={`log?before=${actions.at(-1)?.at}`} word="earlier" />
      )}
    </Page>
  );
}

/** Shoppers pass between two calls, and D1 answers a thousand of a page. */
const rowsOfACall = 50_000;

export async function books({ deps, say }: Desk, { asked }: Fields) {
  const broken = asked === undefined ? null : await brokenRows(deps);
  return (
    <Page title={say("books")}>
      <p>{say("books_explained", { count: invariantsAt(deps.now()).length })}</p>
      {broken !== null && (
        <Table
          name="books"
          none="books_right"
          rows={broken.map((one) => ({ ...one, rows: one.rows.join(", ") }))}
        />
      )}
      <Link to="books?asked=all" word="books_ask" />
    </Page>
  );
}

async function brokenRows({ db, now }: Desk["deps"]) {
  const broken = [];
  for (const { table, upTo } of await lastRows(db))
    for (let after = 0; after < upTo; after += rowsOfACall)
      broken.push(...(await breachesIn(db, { table, after, upTo: after + rowsOfACall }, now())));
  return broken;
}
