/** @jsxImportSource hono/jsx */
/** A month's payments and refunds as a file, and the gateway's file of payouts held against them. */
import { byteOrderMark, cellOf, linesOf, textOf } from "./csv.ts";
import * as lists from "../store/operator-lists.ts";
import type { Query, Shown } from "./pages.tsx";
import {
  Field,
  money,
  monthAfter,
  monthOf,
  OrderLink,
  Refused,
  startOfMonth,
  Table,
  timeOf,
  type Desk,
} from "./view.tsx";

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

export async function showMonth(desk: Desk, { month: asked = "" }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const month = monthPattern.test(asked) ? asked : monthOf(deps.now());
  const [from, to] = [startOfMonth(month), startOfMonth(monthAfter(month))];
  const { payments, paid, refunds, refunded } = await lists.sumsBetween(deps.db, from, to);
  return {
    title: say("month"),
    body: (
      <>
        <form method="get" action="/desk/month">
          <Field name="month" type="month" label={say("month")} value={month} max={7} />
          <button type="submit">{say("show")}</button>
        </form>
        <dl>
          <dt>{say("payments")}</dt>
          <dd>{`${money(paid)} · ${say("orders_count", { count: payments })}`}</dd>
          <dt>{say("refunds")}</dt>
          <dd>{say("refunds_count", { count: refunds, sum: money(refunded) })}</dd>
          <dt>{say("balance")}</dt>
          <dd>{money(paid - refunded)}</dd>
        </dl>
        <p>
          <a href={`/desk/month.csv?month=${month}`} download={`payments-${month}.csv`}>
            {say("month_file")}
          </a>
        </p>
        <h2>{say("payout")}</h2>
        <p>{say("payout_explained")}</p>
        <form method="post" action="/desk/payout" enctype="multipart/form-data">
          <Field name="month" type="month" label={say("month")} value={month} max={7} />
          <label>
            <span>{say("payout_file")}</span>
            <input type="file" name="file" accept=".csv,text/csv" required />
          </label>
          <button type="submit">{say("payout_compare")}</button>
        </form>
      </>
    ),
  };
}

export async function monthFile({ deps, say }: Desk, month: string): Promise<Response> {
  if (!monthPattern.test(month)) throw new Refused(say("no_such", { what: month }));
  const [from, to] = [startOfMonth(month), startOfMonth(monthAfter(month))];
  const entries = await lists.entriesBetween(deps.db, from, to);
  const sum = (kind: lists.Entry["kind"]) =>
    entries.reduce((all, one) => all + (one.kind === kind ? one.amount : 0), 0);
  const head = [
    "time",
    "kind",
    "order",
    "trade",
    "gateway_trade",
    "means",
    "amount",
    "fee",
  ] as const;
  const rows: (string | number)[][] = [
    head.map((name) => say(`file_${name}`)),
    ...entries.map((one) => [
      timeOf(one.at).replace("T", " "),
      say(`file_${one.kind}`),
      one.number,
      one.trade,
      one.tradeNo ?? "",
      one.paymentType ?? "",
      one.kind === "payment" ? one.amount : -one.amount,
      "",
    ]),
    [say("payments"), "", "", "", "", "", sum("payment"), ""],
    [say("refunds"), "", "", "", "", "", -sum("refund"), ""],
    [say("balance"), "", "", "", "", "", sum("payment") - sum("refund"), ""],
  ];
  const text = rows.map((row) => row.map(cellOf).join(",")).join("\r\n");
  return new Response(`${byteOrderMark}${text}\r\n`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="payments-${month}.csv"`,
    },
  });
}

const mostLines = 20_000;

/** What the file and the shop's books say differently of the same trades, and what either lacks. */
export async function compare(desk: Desk, month: string, file: ArrayBuffer): Promise<Shown> {
  const { deps, say } = desk;
  const lines = linesOf(textOf(file));
  if (lines === null) throw new Refused(say("payout_unreadable"));
  if (lines.size > mostLines) throw new Refused(say("payout_long", { most: mostLines }));
  const found = await lists.paymentsCalled(deps.db, [...lines.keys()]);
  const given = await lists.refundedOf(
    deps.db,
    found.map(({ trade }) => trade),
  );
  const byName = new Map(
    found.flatMap((one) => [
      [one.trade, one],
      [one.tradeNo ?? one.trade, one],
    ]),
  );
  const differing: [
    number: string | null,
    trade: string,
    what: string,
    there: number,
    here: number,
  ][] = [];
  for (const [trade, { paid, refunded }] of lines) {
    const ours = byName.get(trade);
    const number = ours?.number ?? null;
    const here = ours?.state === "paid" ? ours.amount : 0;
    const back = given.get(ours?.trade ?? "") ?? 0;
    if (paid > 0 && paid !== here) differing.push([number, trade, say("file_payment"), paid, here]);
    if (refunded !== back) differing.push([number, trade, say("file_refund"), refunded, back]);
  }
  const [from, to] = [startOfMonth(month), startOfMonth(monthAfter(month))];
  for (const one of await lists.entriesBetween(deps.db, from, to)) {
    const isThere = lines.has(one.trade) || lines.has(one.tradeNo ?? "");
    if (!isThere) differing.push([one.number, one.trade, say(`file_${one.kind}`), 0, one.amount]);
  }
  return {
    title: say("payout"),
    body: (
      <>
        <p>{say("payout_compared", { lines: lines.size, month, count: differing.length })}</p>
        <Table
          label={say("payout")}
          none={say("payout_equal")}
          head={[say("order"), say("trade"), say("what"), say("in_file"), say("in_shop")]}
          numbers={[3, 4]}
          rows={differing.map(([number, trade, what, there, here]) => [
            <OrderLink number={number} />,
            trade,
            what,
            money(there),
            money(here),
          ])}
        />
        <p>
          <a href={`/desk/month?month=${month}`}>{say("month")}</a>
        </p>
      </>
    ),
  };
}
