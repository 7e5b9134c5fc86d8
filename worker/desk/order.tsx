/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { ShopError } from "../errors/shop-error.ts";
import { openNotice } from "../shop/payments/settle.ts";
import { paymentsWithPerson } from "../store/member-data.ts";
import * as lists from "../store/operator-lists.ts";
import { endingsOf } from "../store/operators.ts";
import { describeRefund } from "./order-verbs.ts";
import { paymentRows, stateOf } from "./pages.tsx";
import { Ask, Facts, Field, Fold, money, Page, Section, type Desk, type Fields } from "./view.tsx";

type Story = Awaited<ReturnType<typeof lists.storyOf>>;

export async function order(desk: Desk, { id = "" }: Fields) {
  const { deps, say, may } = desk;
  const story = await lists.storyOf(deps.db, id);
  const [latest] = story.attempts;
  if (latest === undefined) throw new ShopError("not_found");
  const { memberId, orderNumber: number } = latest;
  const person = story.attempts.find(({ snapshot }) => snapshot !== null)?.snapshot;
  const { customerName, customerPhone, customerAddress, customerNote, invoice } = person ?? {};
  const contact = [customerPhone, invoice?.customer_email, customerAddress];
  return (
    <Page title={say("order_titled", { number })}>
      <Facts
        facts={{
          person: <a href={`/desk/members/${memberId}`}>{customerName ?? memberId}</a>,
          contact: contact.filter(Boolean).join(" · ") || undefined,
          note: customerNote,
        }}
      />
      <Section
        name="tries"
        rows={story.attempts.map((one) => ({
          begun: one.createdAt,
          trade: one.merchantTradeNo,
          gateway_trade: one.tradeNo,
          state: `${stateOf(say, one)}${one.lastRtnCode === null ? "" : ` (${one.lastRtnCode})`}`,
          sum: one.amountTwd,
          left: one.state === "paid" ? one.left : null,
          paid_at: one.paidAt,
        }))}
      />
      {may("refund") && (
        <>
          <h2>{say("do")}</h2>
          {story.attempts.map((attempt) => doings(desk, story, attempt))}
        </>
      )}
      <Section name="story" rows={await eventsOf(desk, story)} />
    </Page>
  );
}

function doings({ say, named }: Desk, story: Story, attempt: lists.Payment) {
  const { merchantTradeNo: trade, state, left } = attempt;
  const isPaid = state === "paid";
  const isIts = (one: { merchantTradeNo: string | null }) => one.merchantTradeNo === trade;
  const ends = story.refunds.filter(isIts).flatMap((one) =>
    endingsOf(one.state).map((to) => {
      const said = [say(`do_${to}`), say(`state_${one.state}`), describeRefund(one)];
      return { fold: said.join(" · "), to, fields: { refund: one.id } };
    }),
  );
  const open = story.messages.filter((one) => one.resolvedAt === null && isIts(one));
  const looks = open.map(({ id: message, reason }) => {
    const fold = `${say("do_resolve")} · ${named(reason)}`;
    return { fold, to: "resolve", fields: { message } };
  });
  return (
    <>
      {isPaid && left > 0 && (
        <Ask fold={say("refund_of", { trade })} to="refund" fields={{ trade }}>
          <Field
            name="amount"
            label={say("refund_amount")}
            hint={say("refund_hint", { left: money(left) })}
            maxlength={9}
          />
        </Ask>
      )}
      {[...ends, ...looks].map((asked) => (
        <Ask {...asked} />
      ))}
      {!isPaid && <Ask fold={say("ask_about", { trade })} to="ask" fields={{ trade }} />}
      {isPaid && story.events.length > 0 && (
        <Ask fold={say("do_resend")} to="resend" fields={{ trade }} />
      )}
    </>
  );
}

async function eventsOf({ say, named, deps }: Desk, story: Story) {
  const rows: { at: number; what: string; said: Child }[] = [];
  const add = (at: number | null, what: string, said: Child) =>
    at === null || rows.push({ at, what, said });
  const folded = (summary: string, text: string) => (
    <Fold summary={summary}>
      <pre>{text}</pre>
    </Fold>
  );
  for (const one of story.attempts) {
    const { merchantTradeNo: trade, queryCount, createdAt } = one;
    add(createdAt, say("story_begun"), `${trade} · ${money(one.amountTwd)}`);
    if (one.state === "expired") add(one.expiresAt, say("story_expired"), trade);
    if (queryCount > 0) add(createdAt, say("story_asked"), `${trade} · ${queryCount}×`);
    const paid = `${trade} · ${money(one.amountTwd)} · ${one.paymentType ?? ""}`;
    add(one.paidAt, say("story_paid"), paid);
  }
  for (const { cancelledAt } of story.cancelled) add(cancelledAt, say("story_cancelled"), "");
  for (const { receivedAt, sealed, merchantTradeNo } of story.notices) {
    const text = await openNotice(deps.config.UPSTREAM_TOKEN_KEY, sealed, merchantTradeNo);
    const said = text ?? say("sealed", { key: sealed.split(".")[0] ?? "" });
    add(receivedAt, say("story_notice"), folded(merchantTradeNo, said));
  }
  for (const { receivedAt, resolvedAt, reason, fields, id } of story.messages) {
    add(receivedAt, say("story_message"), folded(named(reason), fields));
    // A person's mark stands with the actions below.
    const isByPerson = story.actions.some(({ subject }) => subject === id);
    if (!isByPerson) add(resolvedAt, say("story_settled"), reason);
  }
  for (const { createdAt, sentAt, kind, attempts } of story.events) {
    add(createdAt, say("story_event"), kind);
    add(sentAt, say("story_taken"), `${kind} · ${attempts}×`);
  }
  for (const one of story.refunds) {
    add(one.askedAt, say("story_refund_asked"), describeRefund(one));
    const ended = [say(`state_${one.state}`), one.code, one.message, describeRefund(one)];
    add(one.endedAt, say("story_refund_ended"), ended.filter(Boolean).join(" · "));
  }
  for (const { at, operator, action, subject, reason } of story.actions)
    add(at, say("story_operator", { operator }), `${named(action)} ${named(subject)}: ${reason}`);
  return rows.sort((one, other) => one.at - other.at);
}

export async function member({ deps, say, may }: Desk, { id = "" }: Fields) {
  const [payments, sessions, waiting] = await Promise.all([
    lists.paymentsOfMember(deps.db, id),
    lists.sessionsOfMember(deps.db, id),
    paymentsWithPerson(deps.db, id),
  ]);
  const fields = { member: id };
  const stop = (session: string) => (
    <Ask fold={say("do_stop")} to="stop" fields={{ ...fields, session }} />
  );
  return (
    <Page title={say("member_titled", fields)}>
      <Section name="payments" rows={paymentRows(say, payments)} />
      <Section
        name="sessions"
        none="no_sessions"
        rows={sessions.map(({ id: session, ...row }) => ({
          ...row,
          next: may("refund") && row.ended === null ? stop(session) : null,
        }))}
      />
      {may("refund") && (
        <>
          <h2>{say("do")}</h2>
          <p>{say("member_proof", { waiting })}</p>
          <Ask fold={say("do_export")} to="export" fields={fields} />
          <Ask fold={say("do_second_step_off")} to="second_step_off" fields={fields} />
          <Ask fold={say("do_erase")} to="erase" fields={fields} />
        </>
      )}
    </Page>
  );
}
