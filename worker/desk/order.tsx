/** @jsxImportSource hono/jsx */
/** An order's payment as one story, and a member, each with what can be done. */
import type { Child } from "hono/jsx";
import { ShopError } from "../errors/shop-error.ts";
import { openNotice } from "../shop/payments/quarantine.ts";
import { paymentsWithPerson } from "../store/member-data.ts";
import * as lists from "../store/operator-lists.ts";
import { endingsOf } from "../store/operators.ts";
import { atUpstream } from "./order-verbs.ts";
import { Payments, type Query, type Shown } from "./pages.tsx";
import { Field, Fold, FoldedAsk, money, Table, Time, type Desk } from "./view.tsx";

type Story = Awaited<ReturnType<typeof lists.storyOf>>;

interface Told {
  at: number;
  what: string;
  text: Child;
}

export async function order(desk: Desk, { id = "" }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const story = await lists.storyOf(deps.db, id);
  const [latest] = story.attempts;
  if (latest === undefined) throw new ShopError("not_found");
  const [upstream, told] = await Promise.all([atUpstream(desk, latest.orderId), tell(desk, story)]);
  const person = story.attempts.find(({ snapshot }) => snapshot !== null)?.snapshot;
  return {
    title: say("order_titled", { number: latest.number }),
    body: (
      <>
        <dl>
          <dt>{say("person")}</dt>
          <dd>
            <a href={`/desk/members/${latest.memberId}`}>
              {person?.customerName ?? latest.memberId}
            </a>
          </dd>
          {person && (
            <>
              <dt>{say("contact")}</dt>
              <dd>
                {[person.customerPhone, person.invoice?.customer_email, person.customerAddress]
                  .filter(Boolean)
                  .join(" · ")}
              </dd>
            </>
          )}
          {person?.customerNote !== undefined && (
            <>
              <dt>{say("note")}</dt>
              <dd>{person.customerNote}</dd>
            </>
          )}
          <dt>{say("at_upstream")}</dt>
          <dd>{upstream?.status ?? "–"}</dd>
        </dl>
        <h2>{say("tries")}</h2>
        <Table
          label={say("tries")}
          none=""
          head={[
            say("begun"),
            say("trade"),
            say("gateway_trade"),
            say("state"),
            say("sum"),
            say("left"),
            say("paid_at"),
          ]}
          numbers={[4, 5]}
          rows={story.attempts.map((one) => [
            <Time at={one.createdAt} />,
            one.trade,
            one.tradeNo ?? "–",
            `${one.state}${one.needsRefund ? ` · ${say("owed")}` : ""}${one.code === null ? "" : ` (${one.code})`}`,
            money(one.amount),
            one.state === "paid" ? money(one.left) : "–",
            <Time at={one.paidAt} />,
          ])}
        />
        {desk.may("refund") && (
          <>
            <h2>{say("do")}</h2>
            {story.attempts.map((attempt) => (
              <Doings desk={desk} attempt={attempt} story={story} />
            ))}
            {upstream !== null &&
              upstream.next.map((status) => (
                <FoldedAsk
                  summary={say("move_to", { status })}
                  desk={desk}
                  to="move"
                  fields={{ trade: latest.trade, status }}
                />
              ))}
          </>
        )}
        <h2>{say("story")}</h2>
        <Table
          label={say("story")}
          none={say("nothing_found")}
          head={[say("when"), say("what"), say("said")]}
          rows={told.map(({ at, what, text }) => [<Time at={at} />, what, text])}
        />
      </>
    ),
  };
}

function Doings({ desk, attempt, story }: { desk: Desk; attempt: lists.Payment; story: Story }) {
  const { say } = desk;
  const { trade, state, left } = attempt;
  const refunds = story.refunds.filter(({ merchantTradeNo }) => merchantTradeNo === trade);
  return (
    <>
      {state === "paid" && left > 0 && (
        <FoldedAsk summary={say("refund_of", { trade })} desk={desk} to="refund" fields={{ trade }}>
          <Field
            name="amount"
            label={say("refund_amount")}
            hint={say("refund_hint", { left: money(left) })}
            max={9}
          />
        </FoldedAsk>
      )}
      {refunds.flatMap((one) =>
        endingsOf(one.state).map((ending) => (
          <FoldedAsk
            summary={`${say(`do_${ending}`)} · ${money(one.amountTwd)}`}
            desk={desk}
            to={`refund-${ending.replace("_", "-")}`}
            fields={{ refund: one.id }}
          />
        )),
      )}
      {story.messages
        .filter((one) => one.resolvedAt === null && one.merchantTradeNo === trade)
        .map((one) => (
          <FoldedAsk
            summary={`${say("do_resolve")} · ${one.reason}`}
            desk={desk}
            to="resolve"
            fields={{ message: one.id }}
          />
        ))}
      {state !== "paid" && (
        <FoldedAsk summary={say("ask_about", { trade })} desk={desk} to="ask" fields={{ trade }} />
      )}
      {state === "paid" && story.events.length > 0 && (
        <FoldedAsk summary={say("do_resend")} desk={desk} to="resend" fields={{ trade }} />
      )}
    </>
  );
}

async function tell(desk: Desk, story: Story): Promise<Told[]> {
  const { say, deps } = desk;
  const told: (Omit<Told, "at"> & { at: number | null })[] = [];
  const add = (at: number | null, what: string, text: Child) => told.push({ at, what, text });
  for (const one of story.attempts) {
    add(one.createdAt, say("story_begun"), `${one.trade} · ${money(one.amount)}`);
    if (one.state === "expired") add(one.expiresAt, say("story_expired"), one.trade);
    if (one.questions > 0)
      add(one.createdAt, say("story_asked"), `${one.trade} · ${one.questions}×`);
    add(
      one.paidAt,
      say("story_paid"),
      `${one.trade} · ${money(one.amount)} · ${one.paymentType ?? ""}`,
    );
  }
  for (const { cancelledAt } of story.cancelled) add(cancelledAt, say("story_cancelled"), "");
  for (const { receivedAt, sealed, merchantTradeNo } of story.notices) {
    const text = await openNotice(deps.config.UPSTREAM_TOKEN_KEY, sealed, merchantTradeNo);
    const said = text ?? say("sealed", { key: sealed.split(".")[0] ?? "" });
    add(
      receivedAt,
      say("story_notice"),
      <Fold summary={merchantTradeNo}>
        <pre>{said}</pre>
      </Fold>,
    );
  }
  for (const { receivedAt, resolvedAt, reason, fields, id } of story.messages) {
    add(
      receivedAt,
      say("story_message"),
      <Fold summary={reason}>
        <pre>{fields}</pre>
      </Fold>,
    );
    // Somebody's mark is told with the actions below.
    const isByPerson = story.actions.some(({ subject }) => subject === id);
    if (!isByPerson) add(resolvedAt, say("story_settled"), reason);
  }
  for (const { createdAt, sentAt, kind, attempts } of story.events) {
    add(createdAt, say("story_event"), kind);
    add(sentAt, say("story_taken"), `${kind} · ${attempts}×`);
  }
  for (const { askedAt, endedAt, state, amountTwd, code, message } of story.refunds) {
    add(askedAt, say("story_refund_asked"), money(amountTwd));
    add(
      endedAt,
      say("story_refund_ended"),
      [money(amountTwd), state, code, message].filter(Boolean).join(" · "),
    );
  }
  for (const { at, operator, action, subject, reason } of story.actions)
    add(at, say("story_operator", { operator }), `${action} ${subject}: ${reason}`);
  return told
    .flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }]))
    .sort((one, other) => one.at - other.at);
}

export async function member(desk: Desk, { id = "" }: Query): Promise<Shown> {
  const { deps, say } = desk;
  const [payments, sessions, waiting] = await Promise.all([
    lists.paymentsOfMember(deps.db, id),
    lists.sessionsOfMember(deps.db, id),
    paymentsWithPerson(deps.db, id),
  ]);
  const isAllowed = desk.may("refund");
  const fields = { member: id };
  return {
    title: say("member_titled", { member: id }),
    body: (
      <>
        <h2>{say("payments")}</h2>
        <Payments desk={desk} payments={payments} />
        <h2>{say("sessions")}</h2>
        <Table
          label={say("sessions")}
          none={say("no_sessions")}
          head={[
            say("begun"),
            say("last_seen"),
            say("browser"),
            say("place"),
            say("ended"),
            say("next"),
          ]}
          rows={sessions.map((one) => [
            <Time at={one.createdAt} />,
            <Time at={one.lastSeenAt} />,
            one.browser,
            one.place ?? "–",
            <Time at={one.endedAt} />,
            isAllowed && one.endedAt === null ? (
              <FoldedAsk
                summary={say("do_stop")}
                desk={desk}
                to="stop"
                fields={{ ...fields, session: one.id }}
              />
            ) : (
              "–"
            ),
          ])}
        />
        {isAllowed && (
          <>
            <h2>{say("do")}</h2>
            <p>{say("member_proof", { waiting })}</p>
            <FoldedAsk summary={say("do_export")} desk={desk} to="export" fields={fields} />
            <FoldedAsk
              summary={say("do_second_step_off")}
              desk={desk}
              to="second-step-off"
              fields={fields}
            />
            <FoldedAsk summary={say("do_erase")} desk={desk} to="erase" fields={fields} />
          </>
        )}
      </>
    ),
  };
}
