/** `npm run payments`: what its commands say and change, over the shop's tables. */
import { afterEach, expect, test } from "vitest";
import { runPaymentCommand } from "../../.scripts/payment-commands.ts";
import { Refusal } from "../../.scripts/payment-lists.ts";
import { sealNotice } from "../../worker/shop/payments/quarantine.ts";
import { openBooks } from "../support/books.ts";
import { insertAttempts } from "../support/stored-orders.ts";

const hourMs = 3600_000;
const now = Date.now();
const message = "a".repeat(64);
const escape = "\u001b[2J";
const { sql, desk } = openBooks();

const paid = { state: "paid", settle_nonce: "n", paid_at: now - 30 * hourMs, amount_twd: 900 };
const attempts = insertAttempts(
  [
    { merchant_trade_no: "OWED", order_id: "o1", needs_refund: 1, trade_no: "T1", ...paid },
    { merchant_trade_no: "KEPT", order_id: "o2", needs_refund: 0, trade_no: "T2", ...paid },
  ],
  now - 31 * hourMs,
);
sql(attempts.sql, attempts.list);
sql(
  "INSERT INTO payment_inbox (id, merchant_trade_no, reason, fields, received_at) VALUES (?, 'KEPT', 'odd_value', ?, ?)",
  message,
  `{"RtnMsg":"${escape}"}`,
  now - 29 * hourMs,
);
sql(
  "INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at, attempts) VALUES ('o2', 'order.paid', 'payment-KEPT', '{}', ?, 0, 7)",
  now - hourMs,
);

interface Said {
  code: number;
  text: string;
}

async function payments(...args: string[]): Promise<Said> {
  const at = args.indexOf("--confirm");
  const words = at < 0 ? args : args.slice(0, at);
  const lines: string[] = [];
  const by = { operator: "Lin", confirmed: at < 0 ? null : (args[at + 1] ?? "") };
  let code = 0;
  try {
    await runPaymentCommand(words, { desk: desk(lines), by, help: "Usage" });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    code = error.code;
    lines.push(error.message);
  }
  return { code, text: `${lines.join("\n")}\n` };
}

/** Both runs of a change. */
async function twice(...words: string[]): Promise<Said> {
  const first = await payments(...words);
  const code = /--confirm (\w+)/.exec(first.text)?.[1];
  if (code === undefined) throw new Error(first.text);
  return payments(...words, "--confirm", code);
}

const refunds = () =>
  sql<{ id: string; state: string }>("SELECT * FROM refunds ORDER BY created_at");
const actions = () =>
  sql<{ operator: string; action: string; subject: string; reason: string }>(
    "SELECT operator, action, subject, reason FROM operator_actions ORDER BY at",
  );

test("what waits for a person is listed, the oldest first, each with what to do", async () => {
  const { text } = await payments("waiting");
  const kinds = [...text.matchAll(/^\S+Z {2}(\w+) {2}/gm)].map((match) => match[1]);
  expect(kinds).toEqual(["owed", "message", "event"]);
  expect(text).toContain("refund OWED REASON");
  expect(text).toContain(`resolve ${message} REASON`);
  expect(text).toContain("order.paid of order o2, 7 calls");
  expect(text).toContain("3 things wait for a person.");
});

test("a refund asks twice: the first run only says what would happen, and its code fits nothing else", async () => {
  const asked = await payments("refund", "KEPT", "300", "broken", "bottle");
  expect(asked.text).toContain("Gives back NT$ 300 of NT$ 900 for order No2");
  const code = /--confirm (\w+)/.exec(asked.text)?.[1] ?? "";
  expect(await refunds()).toEqual([]);
  for (const other of [
    ["refund", "KEPT", "301", "broken", "bottle"],
    ["refund", "OWED", "300", "broken", "bottle"],
    ["refund", "KEPT", "300", "another reason"],
  ])
    expect((await payments(...other, "--confirm", code)).code, other.join(" ")).toBe(1);
  expect(await actions()).toEqual([]);

  const done = await payments("refund", "KEPT", "300", "broken", "bottle", "--confirm", code);
  expect(done.text).toMatch(/Done: RF[0-9A-F]{16}\n$/);
  expect(await refunds()).toMatchObject([{ state: "requested", amount_twd: 300 }]);
  expect(await actions()).toMatchObject([
    {
      operator: "Lin",
      action: "refund",
      subject: (await refunds())[0]?.id,
      reason: "broken bottle",
    },
  ]);
  const again = await payments("refund", "KEPT", "300", "broken", "bottle", "--confirm", code);
  expect(again.code, "the code is used up").toBe(1);
  expect(await refunds()).toHaveLength(1);
});

test("what is owed leaves the list when its refund was asked for", async () => {
  expect((await payments("refunds")).text).toContain("owed  OWED  T1  NT$ 900");
  expect((await twice("refund", "OWED", "paid twice")).code).toBe(0);
  const { text } = await payments("refunds");
  expect(text).toContain("0 payments are owed back; there are 2 refunds.");
  expect(text).toContain("NT$ 900  requested  by Lin: paid twice");
  expect((await payments("waiting")).text).not.toContain("owed");
  expect((await payments("refund", "OWED", "1", "more")).text).toContain("NT$ 0 are left");
});

test("a refund without an answer waits for a person, who says what the console shows", async () => {
  const [first] = await refunds();
  const id = first?.id ?? "";
  const early = await payments("resolve", id, "made", "seen");
  expect(early).toMatchObject({ code: 1, text: expect.stringContaining("is requested") });
  await sql(
    "UPDATE refunds SET state = 'unclear', asked_at = ?, message = 'no_answer' WHERE id = ?",
    now,
    id,
  );
  expect((await payments("waiting")).text).toContain(`resolve ${id} made|not-made REASON`);
  expect((await twice("resolve", id, "made", "seen in the console")).code).toBe(0);
  expect(await refunds()).toMatchObject([{ id, state: "made" }, { state: "requested" }]);
  expect(await actions()).toContainEqual({
    operator: "Lin",
    action: "resolve made",
    subject: id,
    reason: "seen in the console",
  });
});

test("a message is marked as looked at, and what it says cannot steer the terminal", async () => {
  const first = await payments("resolve", message, "a test of the gateway");
  expect(first.text).not.toContain("\u001b");
  expect((await payments("waiting")).text).toContain(message);
  expect((await twice("resolve", message, "a test of the gateway")).code).toBe(0);
  expect((await payments("waiting")).text).not.toContain(message);
  expect(await payments("resolve", message, "again")).toMatchObject({ code: 1 });
});

test("all that is known of an order is printed, by its key or its number, without the person", async () => {
  await sql("UPDATE payment_attempts SET snapshot = ?", '{"customerName":"Ada Lovelace"}');
  for (const order of ["o2", "No2"]) {
    const { text } = await payments("attempt", order);
    expect(text).toContain("merchant_trade_no=KEPT  state=paid");
    expect(text).toContain("left_twd=600");
    for (const part of ["messages that settle nothing", "events for the upstream", "refunds"])
      expect(text).toContain(`\n${part}\n`);
    expect(text).toContain("action=resolve made");
    expect(text).not.toContain("Ada");
    expect(text).not.toContain("OWED");
  }
  expect((await payments("attempt", "unknown")).text).toContain("Nobody has tried to pay unknown.");
});

test.each([
  [["refund", "KEPT' OR 1=1", "why"]],
  [["refund", "KEPT", "100"]],
  [["refund", "KEPT", "100", " "]],
  [["refund", "KEPT", "100", "x".repeat(501)]],
  [["resolve", "RF1", "made", "why"]],
  [["resolve", `RF${"0".repeat(16)}' OR 1=1`, "made", "why"]],
  [["attempt", "o1' OR 1=1"]],
  [["notices", "x' OR 1=1"]],
  [["waiting", "more"]],
  [["refund-everything"]],
])("%j is refused before anything is changed", async (words) => {
  const { code, text } = await payments(...words);
  const before = await refunds();
  expect(code, text).toBe(2);
  expect(await refunds()).toEqual(before);
});

const key = "Zk4pW_7dHs1QnVeRt9YxBuMc2JfLg6AoKi8TqNbXwE0";
afterEach(() => {
  delete process.env["UPSTREAM_TOKEN_KEY"];
});

test("the gateway's messages about a trade are printed word for word, where their key is named", async () => {
  const { sealed } = await sealNotice(key, "RtnCode=1&RtnMsg=paid", "KEPT");
  const row =
    "INSERT INTO payment_notices (id, merchant_trade_no, sealed, received_at) VALUES (?, 'KEPT', ?, ?)";
  sql(row, "n1", sealed, now);
  process.env["UPSTREAM_TOKEN_KEY"] = `q3vN8xKf-2TzLw9RbYhJ7mUcEoA5sDgP1iVnXtQkZrM ${key}`;
  expect((await payments("notices", "KEPT")).text).toMatch(
    /Z {2}RtnCode=1&RtnMsg=paid\n1 messages/,
  );
  process.env["UPSTREAM_TOKEN_KEY"] = "q3vN8xKf-2TzLw9RbYhJ7mUcEoA5sDgP1iVnXtQkZrM";
  expect((await payments("notices", "KEPT")).text).toContain("which is not here");
});

test("settled payments that the upstream does not know of are listed", async () => {
  const { text } = await payments("unreported");
  expect(text).toContain("7 calls\n1 settled payments");
});
