/** @jsxImportSource hono/jsx */
import * as lists from "../store/operator-lists.ts";
import { byteOrderMark, cellOf } from "./csv.ts";
import { download, Facts, Field, Form, money, monthOf, Page, refuse, spanOf } from "./view.tsx";
import { timeOf, type Desk, type Fields } from "./view.tsx";

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export async function showMonth({ deps, say }: Desk, { month: asked = "" }: Fields) {
  const month = isMonth(asked) ? asked : monthOf(deps.now());
  const { payments, paid, refunds, refunded } = await lists.sumsBetween(deps.db, ...spanOf(month));
  return (
    <Page title={say("month")}>
      <Form method="get" to="month" button={say("show")}>
        <Field name="month" type="month" label={say("month")} value={month} maxlength={7} />
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
    </Page>
  );
}

const head = ["time", "kind", "order", "trade", "gateway_trade", "means", "amount"] as const;

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
    ]),
    [say("payments"), "", "", "", "", "", sum("payment")],
    [say("refunds"), "", "", "", "", "", -sum("refund")],
    [say("balance"), "", "", "", "", "", sum("payment") - sum("refund")],
  ];
  const text = rows.map((row) => row.map(cellOf).join(",")).join("\r\n");
  return download(`payments-${month}.csv`, "text/csv", `${byteOrderMark}${text}\r\n`);
}
