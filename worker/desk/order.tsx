/** @jsxImportSource hono/jsx */
/** An order's payment as one story, and a member, each with what can be done. */
import type { Child } from "hono/jsx";
import { ShopError } from "../errors/shop-error.ts";
import { openNotice } from "../shop/payments/quarantine.ts";
import { paymentsWithPerson } from "../store/member-data.ts";
import * as lists from "../store/operator-lists.ts";
import { atUpstream } from "./order-verbs.ts";
import { Payments, type Query, type Shown } from "./pages.tsx";
import { Ask, Field, money, Table, Time, type Desk } from "./view.tsx";

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
                <Doing summary={say("move_to", { status })}>
                  <Ask
                    desk={desk}
                    to="move"
                    fields={{ trade: latest.trade, status }}
                    label={say("look_first")}
                  />
                </Doing>
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

function Doing({ summary, children }: { summary: string; children?: Child }) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

function Doings({ desk, attempt, story }: { desk: Desk; attempt: lists.Payment; story: Story }) {
  const { say } = desk;
  const { trade, state, left } = attempt;
  const label = say("look_first");
  const refunds = story.refunds.filter(({ merchantTradeNo }) => merchantTradeNo === trade);
  return (
    <>
      {state === "paid" && left > 0 && (
        <Doing summary={say("refund_of", { trade })}>
          <Ask desk={desk} to="refund" fields={{ trade }} label={label}>
            <Field
              name="amount"
              label={say("refund_amount")}
              hint={say("refund_hint", { left: money(left) })}
              max={9}
            />
          </Ask>
        </Doing>
      )}
      {refunds
        .filter((one) => ["unclear", "refused", "requested"].includes(one.state))
        .flatMap((one) =>
          (one.state === "unclear" ? ["made", "not-made"] : ["not-made"]).map((ending) => (
            <Doing
              summary={
                say(ending === "made" ? "do_made" : "do_not_made") + ` · ${money(one.amountTwd)}`
              }
            >
              <Ask desk={desk} to={`refund-${ending}`} fields={{ refund: one.id }} label={label} />
            </Doing>
          )),
        )}
      {story.messages
        .filter((one) => one.resolvedAt === null && one.merchantTradeNo === trade)
        .map((one) => (
          <Doing summary={`${say("do_resolve")} · ${one.reason}`}>
            <Ask desk={desk} to="resolve" fields={{ message: one.id }} label={label} />
          </Doing>
        ))}
      {state !== "paid" && (
        <Doing summary={say("ask_about", { trade })}>
          <Ask desk={desk} to="ask" fields={{ trade }} label={label} />
        </Doing>
      )}
      {state === "paid" && story.events.length > 0 && (
        <Doing summary={say("do_resend")}>
          <Ask desk={desk} to="resend" fields={{ trade }} label={label} />
        </Doing>
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
      <Doing summary={merchantTradeNo}>
        <pre>{said}</pre>
      </Doing>,
    );
  }
  for (const { receivedAt, resolvedAt, reason, fields, id } of story.messages) {
    add(
      receivedAt,
      say("story_message"),
      <Doing summary={reason}>
        <pre>{fields}</pre>
      </Doing>,
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
  const label = say("look_first");
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
              <Doing summary={say("do_stop")}>
                <Ask desk={desk} to="stop" fields={{ ...fields, session: one.id }} label={label} />
              </Doing>
            ) : (
              "–"
            ),
          ])}
        />
        {isAllowed && (
          <>
            <h2>{say("do")}</h2>
            <p>{say("member_proof", { waiting })}</p>
            <Doing summary={say("do_export")}>
              <Ask desk={desk} to="export" fields={fields} label={label} />
            </Doing>
            <Doing summary={say("do_second_step_off")}>
              <Ask desk={desk} to="second-step-off" fields={fields} label={label} />
            </Doing>
            <Doing summary={say("do_erase")}>
              <Ask desk={desk} to="erase" fields={fields} label={label} />
            </Doing>
          </>
        )}
      </>
    ),
  };
}
