import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { taipeiDay } from "#contract/delivery";
import { id } from "#contract/fields";
import { deliverLater } from "../shop/outbox/deliver.ts";
import { eraseMember, exportMember, turnSecondStepOff } from "../store/member-data.ts";
import * as lists from "../store/operator-lists.ts";
import * as store from "../store/operators.ts";
import { paymentInbox, refunds } from "../store/schema.ts";
import { simple, type Plan, type Verb, type Verbs } from "./verbs.tsx";
import { download, money, refuse, timeOf, type Desk } from "./view.tsx";

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const tradeNumber = matching(/^[A-Za-z0-9]{1,20}$/);

const ofMember = { member: id };
const orderPath = (number: string | undefined) =>
  number === undefined ? "" : `/orders/${encodeURIComponent(number)}`;

async function paymentOr({ deps, say }: Desk, name = ""): Promise<lists.Payment> {
  return (await lists.paymentOf(deps.db, name)) ?? refuse(say("no_such", { what: name }));
}

const logAlone: Plan["carryOut"] = (db, operation) => store.carryOut(db, operation, []);

const refund: Verb = {
  name: "refund",
  fields: { trade: tradeNumber, amount: matching(/^\d{0,9}$/) },
  async plan(desk, fields, form) {
    const { say } = desk;
    const payment = await paymentOr(desk, fields["trade"]);
    const { orderNumber: number, merchantTradeNo: trade, state, left, refunds: known } = payment;
    const paid = payment.amountTwd;
    if (state !== "paid") refuse(say("not_paid", { trade, state: say(`state_${state}`) }));
    const sum = fields["amount"] === "" ? left : Number(fields["amount"]);
    if (sum < 1 || sum > left) refuse(say("not_left", { paid: money(paid), left: money(left) }));
    const gateways = payment.tradeNo ?? trade;
    return {
      says: [
        say("will_refund", { sum: money(sum), paid: money(paid), number, trade: gateways }),
        say("will_be_left", { left: money(left - sum) }),
      ],
      seen: [sum, known, left],
      subject: `RF${form.slice(0, 16).toUpperCase()}`,
      back: orderPath(number),
      carryOut: (db, operation) =>
        store.requestRefund(db, { trade, amount: sum, knownRefunds: known }, operation),
    };
  },
};

type Refund = Awaited<ReturnType<typeof lists.selectRefunds>>[number];

/** Two of one sum differ by their time, their reason and their id. */
export const describeRefund = ({ id: name, amountTwd, createdAt, reason }: Refund) =>
  [money(amountTwd), timeOf(createdAt), reason, name].filter(Boolean).join(" · ");

const endRefund = (ending: store.RefundEnding): Verb => ({
  name: ending,
  fields: { refund: matching(/^RF[0-9A-F]{16}$/) },
  async plan(desk, { refund: name = "" }) {
    const { deps, say } = desk;
    const [found] = await lists.selectRefunds(deps.db, eq(refunds.id, name));
    if (found === undefined) return refuse(say("no_such", { what: name }));
    const { merchantTradeNo: trade, amountTwd } = found;
    const state = say(`state_${found.state}`);
    if (!store.endingsOf(found.state).includes(ending)) refuse(say("refund_is", { state }));
    const { orderNumber } = await paymentOr(desk, trade);
    return {
      says: [
        say(`will_${ending}`, { sum: money(amountTwd), trade, state }),
        describeRefund(found),
        say("look_in_console"),
      ],
      seen: [found.state],
      subject: name,
      back: orderPath(orderNumber),
      carryOut: (db, operation) => store.resolveRefund(db, ending, operation),
    };
  },
});

const resolve: Verb = {
  name: "resolve",
  fields: { message: matching(/^[0-9a-f]{64}$/) },
  async plan({ deps, say, named }, { message = "" }) {
    const [found] = await deps.db.select().from(paymentInbox).where(eq(paymentInbox.id, message));
    if (found === undefined) return refuse(say("no_such", { what: message }));
    const { merchantTradeNo: trade, reason, fields, resolvedAt } = found;
    if (resolvedAt !== null) refuse(say("resolved_before"));
    const payment = trade === null ? null : await lists.paymentOf(deps.db, trade);
    return {
      says: [say("will_resolve", { trade: trade ?? "–", reason: named(reason) }), fields],
      subject: message,
      back: orderPath(payment?.orderNumber),
      carryOut: store.resolveMessage,
    };
  },
};

const ask: Verb = {
  name: "ask",
  fields: { trade: tradeNumber },
  async plan(desk, fields) {
    const payment = await paymentOr(desk, fields["trade"]);
    const { merchantTradeNo: trade, state, orderNumber, expiresAt } = payment;
    if (state === "paid") refuse(desk.say("paid_already", { trade }));
    return {
      says: [desk.say("will_ask", { trade, day: taipeiDay(expiresAt) })],
      seen: [state],
      subject: trade,
      back: orderPath(orderNumber),
      carryOut: store.askAgain,
    };
  },
};

const resend: Verb = {
  name: "resend",
  fields: { trade: tradeNumber },
  async plan(desk, fields) {
    const { orderNumber: number, orderId } = await paymentOr(desk, fields["trade"]);
    return {
      says: [desk.say("will_resend", { number })],
      subject: number,
      back: orderPath(number),
      carryOut: (db, operation) => store.resendEvents(db, orderId, operation),
      follow: () => deliverLater(desk.deps, orderId),
    };
  },
};

const stop: Verb = {
  name: "stop",
  fields: { ...ofMember, session: id },
  async plan({ deps, say }, { member = "", session = "" }) {
    const own = await lists.sessionsOfMember(deps.db, member);
    const found = own.find((one) => one.id === session && one.ended === null);
    if (found === undefined) return refuse(say("no_such", { what: session }));
    return {
      says: [say("will_stop", { browser: found.browser })],
      subject: session,
      back: `/members/${member}`,
      carryOut: store.stopSession,
    };
  },
};

const exporting: Verb = {
  ...simple("export", ofMember, logAlone),
  async answer({ deps }, { member = "" }) {
    const json = JSON.stringify(await exportMember(deps.db, member), null, 2);
    return download(`member-${member}.json`, "application/json", json);
  },
};

export const orderVerbs: Verbs = {
  may: "refund",
  verbs: [
    refund,
    endRefund("made"),
    endRefund("not_made"),
    resolve,
    ask,
    resend,
    stop,
    exporting,
    simple("erase", ofMember, eraseMember),
    simple("second_step_off", ofMember, turnSecondStepOff),
  ],
};
