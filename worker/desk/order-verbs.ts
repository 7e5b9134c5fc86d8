/** What is done to payments, refunds, messages, events, sessions and members. */
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import { asService, deliverLater } from "../shop/outbox/deliver.ts";
import { eraseMember, exportMember, turnSecondStepOff } from "../store/member-data.ts";
import * as lists from "../store/operator-lists.ts";
import * as store from "../store/operators.ts";
import { paymentInbox, refunds } from "../store/schema.ts";
import { getServiceOrder, moveServiceOrder } from "../upstream/orders.ts";
import { dayOf, money, Refused, type Desk, type Word } from "./view.tsx";
import type { Verb } from "./verbs.tsx";
const amount = z.string().check(z.regex(/^\d{0,9}$/));
const tradeNumber = z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/));
const orderPath = (number: string | null) =>
  number === null ? "" : `/orders/${encodeURIComponent(number)}`;

async function paymentOr({ deps, say }: Desk, trade = ""): Promise<lists.Payment> {
  return (await lists.paymentOf(deps.db, trade)) ?? refuse(say("no_such", { what: trade }));
}

function refuse(sentence: string): never {
  throw new Refused(sentence);
}

const refund: Verb = {
  may: "refund",
  title: "do_refund",
  action: "refund",
  fields: { trade: tradeNumber, amount },
  async plan(desk, { trade = "", amount: named = "" }) {
    const { deps, say } = desk;
    const {
      number,
      tradeNo,
      state,
      amount: paid,
      left,
      refunds: known,
    } = await paymentOr(desk, trade);
    if (state !== "paid") refuse(say("not_paid", { trade, state }));
    const sum = named === "" ? left : Number(named);
    if (sum < 1 || sum > left) refuse(say("not_left", { paid: money(paid), left: money(left) }));
    return {
      says: [
        say("will_refund", { sum: money(sum), paid: money(paid), number, trade: tradeNo ?? trade }),
        say("will_be_left", { left: money(left - sum) }),
      ],
      seen: [sum, known, left],
      subject: (form) => `RF${form.slice(0, 16).toUpperCase()}`,
      back: orderPath(number),
      carryOut: (operation) =>
        store.requestRefund(deps.db, { trade, amount: sum, knownRefunds: known }, operation),
    };
  },
};

const endRefund = (ending: store.RefundEnding): Verb => ({
  may: "refund",
  title: `do_${ending}`,
  action: `resolve ${ending}`,
  fields: { refund: z.string().check(z.regex(/^RF[0-9A-F]{16}$/)) },
  async plan(desk, { refund: name = "" }) {
    const { deps, say } = desk;
    const [found] = await lists.selectRefunds(deps.db, eq(refunds.id, name));
    if (found === undefined) return refuse(say("no_such", { what: name }));
    const { state, trade } = found;
    if (!store.endingsOf(state).includes(ending)) refuse(say("refund_is", { state }));
    const { number } = await paymentOr(desk, trade);
    return {
      says: [
        say(ending === "made" ? "will_be_made" : "will_not_be_made", {
          sum: money(found.amount),
          trade,
          state,
        }),
        say("look_in_console"),
      ],
      seen: [state],
      subject: () => name,
      back: orderPath(number),
      carryOut: (operation) => store.resolveRefund(deps.db, ending, operation),
    };
  },
});

const resolveMessage: Verb = {
  may: "refund",
  title: "do_resolve",
  action: "resolve",
  fields: { message: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
  async plan({ deps, say }, { message = "" }) {
    const found = await deps.db
      .select()
      .from(paymentInbox)
      .where(eq(paymentInbox.id, message))
      .get();
    if (found === undefined) return refuse(say("no_such", { what: message }));
    if (found.resolvedAt !== null) refuse(say("resolved_before"));
    const trade = found.merchantTradeNo;
    const payment = trade === null ? null : await lists.paymentOf(deps.db, trade);
    return {
      says: [say("will_resolve", { trade: trade ?? "–", reason: found.reason }), found.fields],
      seen: [],
      subject: () => message,
      back: orderPath(payment?.number ?? null),
      carryOut: (operation) => store.resolveMessage(deps.db, operation),
    };
  },
};

const ask: Verb = {
  may: "refund",
  title: "do_ask",
  action: "ask again",
  fields: { trade: tradeNumber },
  async plan(desk, { trade = "" }) {
    const { deps, say } = desk;
    const { state, number, expiresAt } = await paymentOr(desk, trade);
    if (state === "paid") refuse(say("paid_already", { trade }));
    return {
      says: [say("will_ask", { trade, day: dayOf(expiresAt) })],
      seen: [state],
      subject: () => trade,
      back: orderPath(number),
      carryOut: (operation) => store.askAgain(deps.db, operation),
    };
  },
};

const resend: Verb = {
  may: "refund",
  title: "do_resend",
  action: "resend",
  fields: { trade: tradeNumber },
  async plan(desk, { trade = "" }) {
    const { deps, say } = desk;
    const { number, orderId } = await paymentOr(desk, trade);
    return {
      says: [say("will_resend", { number })],
      seen: [],
      subject: () => number,
      back: orderPath(number),
      async carryOut(operation) {
        const outcome = await store.resendEvents(deps.db, orderId, operation);
        if (outcome === "done") deliverLater(deps, orderId);
        return outcome;
      },
    };
  },
};

const move: Verb = {
  may: "refund",
  title: "do_move",
  action: "move",
  fields: { trade: tradeNumber, status: z.string().check(z.regex(/^[a-z_]{1,40}$/)) },
  async plan(desk, { trade = "", status = "" }) {
    const { deps, say } = desk;
    const { number, orderId } = await paymentOr(desk, trade);
    const before = await atUpstream(desk, orderId);
    if (!before?.next.includes(status)) return refuse(say("cannot_move", { number, status }));
    return {
      says: [say("will_move", { number, from: before.status, to: status })],
      seen: [before.status],
      subject: () => number,
      back: orderPath(number),
      async carryOut(operation) {
        const outcome = await store.carryOut(deps.db, operation, []);
        const params = { id: orderId };
        if (outcome === "done")
          await asService(deps, (bearer) =>
            moveServiceOrder(deps.upstream, { params, bearer, body: { status } }),
          );
        return outcome;
      },
    };
  },
};

/** How the upstream's own people see the order; null where it does not let the shop look. */
export async function atUpstream({ deps }: Desk, orderId: string) {
  if (deps.config.UPSTREAM_SERVICE_TOKEN === null) return null;
  try {
    const params = { id: orderId };
    const answer = await asService(deps, (bearer) =>
      getServiceOrder(deps.upstream, { params, bearer }),
    );
    return answer.body;
  } catch {
    return null;
  }
}

const stop: Verb = {
  may: "refund",
  title: "do_stop",
  action: "stop session",
  fields: { member: id, session: id },
  async plan({ deps, say }, { member = "", session = "" }) {
    const own = await lists.sessionsOfMember(deps.db, member);
    const found = own.find((one) => one.id === session && one.endedAt === null);
    if (found === undefined) return refuse(say("no_such", { what: session }));
    return {
      says: [say("will_stop", { browser: found.browser })],
      seen: [],
      subject: () => session,
      back: `/members/${member}`,
      carryOut: (operation) => store.stopSession(deps.db, operation),
    };
  },
};

type OfMember = Pick<Verb, "title" | "action" | "answer">;

const ofMember = (
  { title, action, ...more }: OfMember,
  will: Word,
  carryOut: (desk: Desk, operation: store.Operation) => Promise<store.Outcome>,
): Verb => ({
  ...more,
  may: "refund",
  title,
  action,
  fields: { member: id },
  plan: (desk, { member = "" }) =>
    Promise.resolve({
      says: [desk.say(will, { member })],
      seen: [],
      subject: () => member,
      back: `/members/${member}`,
      carryOut: (operation) => carryOut(desk, operation),
    }),
});

/** By its path below `/desk/do`. */
export const orderVerbs: Readonly<Record<string, Verb>> = {
  refund,
  "refund-made": endRefund("made"),
  "refund-not-made": endRefund("not_made"),
  resolve: resolveMessage,
  ask,
  resend,
  move,
  stop,
  export: ofMember(
    {
      title: "do_export",
      action: "export",
      async answer({ deps }, { member = "" }) {
        const json = JSON.stringify(await exportMember(deps.db, member), null, 2);
        return new Response(json, {
          headers: {
            "Content-Type": "application/json; charset=utf-8",
            "Content-Disposition": `attachment; filename="member-${member}.json"`,
          },
        });
      },
    },
    "will_export",
    ({ deps }, operation) => store.carryOut(deps.db, operation, []),
  ),
  erase: ofMember({ title: "do_erase", action: "erase" }, "will_erase", ({ deps }, operation) =>
    eraseMember(deps.db, operation),
  ),
  "second-step-off": ofMember(
    { title: "do_second_step_off", action: "second step off" },
    "will_second_step_off",
    ({ deps }, operation) => turnSecondStepOff(deps.db, operation),
  ),
};
