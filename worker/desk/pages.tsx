/** @jsxImportSource hono/jsx */
import { taipeiDay } from "#contract/delivery";
import { version } from "../platform/build.ts";
import { firstStep } from "../shop/alarms/raise-alarms.ts";
import { memberKeysOf } from "../shop/limits/guesser.ts";
import { alarmsThatAreOn } from "../store/alarms.ts";
import { lastFinished } from "../store/counters.ts";
import { allBreaches, invariantsAt } from "../store/invariants.ts";
import * as lists from "../store/operator-lists.ts";
import { Ask, dayMs, Facts, Field, Form, Link, money, monthOf, Page, places } from "./view.tsx";
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
  const [sums, waiting, alarms, schedule] = await Promise.all([
    Promise.all(times.map(([, from, to]) => lists.sumsBetween(db, from, to))),
    lists.waitingFor(db, now),
    alarmsThatAreOn(db),
    lastFinished(db),
  ]);
  const nextFor = (what: lists.Waiting["what"], message: string) =>
    what === "message" && may("refund") ? (
      <Ask
        fold={say("next_message")}
        to="resolve"
        fields={{ message }}
        button={say("do_resolve")}
      />
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
      <Section
        name="alarms"
        none="no_alarms"
        rows={alarms.map(({ name, since }) => ({
          since,
          alarm: name,
          next: stepOf(say, firstStep(name).replace("HOST", new URL(deps.publicOrigin).host)),
        }))}
      />
      <h2>{say("state")}</h2>
      <Facts facts={{ schedule, version, deployment: deps.bindings.VERSION?.id ?? null }} />
    </Page>
  );
}

function stepOf(say: Desk["say"], step: string) {
  const [, path] = step.split("https://DESK");
  const place = places.find((one) => path === `/desk/${one}`) ?? "waits";
  return path === undefined ? <code>{step}</code> : <a href={path}>{say(place)}</a>;
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

/** Asks the rules of the books. */
export async function books({ deps, say }: Desk, { ask }: Fields) {
  const broken = ask === undefined ? null : await allBreaches(deps.db, deps.now());
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
      <Link to="books?ask=all" word="books_ask" />
    </Page>
  );
}
