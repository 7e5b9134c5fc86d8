/** @jsxImportSource hono/jsx */
import * as lists from "../store/operator-lists.ts";
import { byteOrderMark, cellOf, linesOf, textOf } from "./csv.ts";
import { Facts, Field, Form, Link, money, monthOf, Page, refuse, spanOf, Table } from "./view.tsx";
import { download, timeOf, type Desk, type Fields, type Row } from "./view.tsx";

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export async function showMonth({ deps, say }: Desk, { month: asked = "" }: Fields) {
  const month = isMonth(asked) ? asked : monthOf(deps.now());
  const { payments, paid, refunds, refunded } = await lists.sumsBetween(deps.db, ...spanOf(month));
  const monthField = (
    <Field name="month" type="month" label={say("month")} value={month} maxlength={7} />
  );
  return (
    <Page title={say("month")}>
      <Form method="get" to="month" button={say("show")}>
        {monthField}
      </Form>
      <Facts
        facts={{
          payments: `${money(paid)} · ${say("orders_count", { count: payments })}`,
          refunds: say("refunds_count", { count: refunds, sum: money(refunded) }),
          balance: money(paid - refunded),
        }}
      />
      <p>
        <a href={`/desk/month.csv?month=${month}`} download={`payments-${month}.csv`}>
          {say("month_file")}
        </a>
      </p>
      <h2>{say("payout")}</h2>
      <p>{say("payout_explained")}</p>
      <Form to="payout" enctype="multipart/form-data" button={say("payout_compare")}>
        {monthField}
        <Field label={say("payout_file")}>
          <input type="file" name="file" accept=".csv,text/csv" required />
        </Field>
      </Form>
    </Page>
  );
}

const head = ["time", "kind", "order", "trade", "gateway_trade", "means", "amount", "fee"] as const;

export async function monthFile({ deps, say }: Desk, month: string): Promise<Response> {
  if (!isMonth(month)) refuse(say("no_such", { what: month }));
  const entries = await lists.entriesBetween(deps.db, ...spanOf(month));
  const sum = (kind: lists.Entry["kind"]) =>
    entries.reduce((all, one) => all + (one.kind === kind ? one.amount : 0), 0);
  const rows = [
    head.map((name) => say(`file_${name}`)),
    ...entries.map(({ at, kind, number, trade, tradeNo, paymentType, amount }) => [
      timeOf(at),
      say(`file_${kind}`),
      number,
      trade,
      tradeNo ?? "",
      paymentType ?? "",
      kind === "payment" ? amount : -amount,
      "",
    ]),
    [say("payments"), "", "", "", "", "", sum("payment"), ""],
    [say("refunds"), "", "", "", "", "", -sum("refund"), ""],
    [say("balance"), "", "", "", "", "", sum("payment") - sum("refund"), ""],
  ];
  const text = rows.map((row) => row.map(cellOf).join(",")).join("\r\n");
  return download(`payments-${month}.csv`, "text/csv", `${byteOrderMark}${text}\r\n`);
}

const mostLines = 20_000;

/** What the file and the shop's books say differently of the same trades, and what either lacks. */
export async function compare({ deps, say }: Desk, month: string, file: ArrayBuffer) {
  const lines = linesOf(textOf(file)) ?? refuse(say("payout_unreadable"));
  if (lines.size > mostLines) refuse(say("payout_long", { most: mostLines }));
  const found = await lists.paymentsCalled(deps.db, [...lines.keys()]);
  const byName = new Map(
    found.flatMap((one) => [one.merchantTradeNo, one.tradeNo].map((name) => [name, one])),
  );
  const rows: Row[] = [];
  const hold = (kind: lists.Entry["kind"], in_file: number, in_shop: number, of: Row) => {
    if (in_file !== in_shop) rows.push({ ...of, what: say(`file_${kind}`), in_file, in_shop });
  };
  for (const [trade, { paid, refunded }] of lines) {
    const ours = byName.get(trade);
    const named = { order: ours?.orderNumber ?? null, trade };
    if (paid > 0) hold("payment", paid, ours?.state === "paid" ? ours.amountTwd : 0, named);
    hold("refund", refunded, ours?.givenBack ?? 0, named);
  }
  for (const one of await lists.entriesBetween(deps.db, ...spanOf(month))) {
    const { kind, amount, number: order, trade } = one;
    const isThere = lines.has(trade) || lines.has(one.tradeNo ?? "");
    if (!isThere) hold(kind, 0, amount, { order, trade });
  }
  return (
    <Page title={say("payout")}>
      <p>{say("payout_compared", { lines: lines.size, month, count: rows.length })}</p>
      <Table name="payout" none="payout_equal" rows={rows} />
      <Link to={`month?month=${month}`} word="month" />
    </Page>
  );
}
