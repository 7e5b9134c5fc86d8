/** What DOCUMENTED_ONLY changes beside the fields of answers, which the contract compares. */
import { afterAll, expect, test } from "vitest";
import { startUpstream } from "../support/shop.ts";
import { checkoutOf, finishedLine } from "../support/upstream-checkout.ts";
import {
  cookieOf,
  registrationOf,
  talkTo,
  uniqueEmail,
  type UpstreamAnswer,
} from "../support/upstream-member.ts";

const upstream = await startUpstream({ DOCUMENTED_ONLY: "true" });
afterAll(() => upstream.close());

const { post, send, checkOut, refresh, newMember, signIn, mails, write, ...talk } =
  talkTo(upstream);
const get = async (path: string, token?: string) => (await talk.get(path, token)).body;
const names = (value: object) => Object.keys(value).sort().join(" ");
const isEmpty = ({ status, headers, body }: UpstreamAnswer) =>
  status >= 200 && status < 300 && headers.get("Content-Type") === null && body === "";

test("the second step tells a token and what is owed, nothing more", async () => {
  const { email, password } = await newMember();
  await write("UPDATE members SET two_step = 1 WHERE email = ?", email);
  const { temp_token: token, ...rest } = (await signIn(email, password)).body;
  expect(rest).toEqual({ requires_2fa: true });
  const requested = await post("/auth/login/request-otp", { token, json: { language_code: "en" } });
  expect(requested.body).toEqual({ expires_at: expect.any(String) });
  const code = (await mails(email))[0]?.code;
  const verified = await post("/auth/login/verify-otp", { token, json: { code } });
  expect(verified.body).toEqual({ access_token: expect.any(String), must_change_password: false });
});

test("the refresh cookie has another name, and its value comes back letter by letter", async () => {
  const { cookie, token } = await newMember();
  expect(cookie).toMatch(/^sid\.v2=s:\+\/%2B%3A=[\w-]+$/);
  for (const changed of [
    decodeURIComponent(cookie),
    cookie.replace("sid.v2", "refresh_token"),
    cookie.replaceAll("+", " "),
  ])
    expect((await refresh(changed)).status, changed).toBe(401);
  const refreshed = await refresh(`other=1; ${cookie}`);
  expect(refreshed.body).toEqual({ access_token: expect.any(String) });
  expect(refreshed.headers.getSetCookie()).toHaveLength(1);
  expect(cookieOf(refreshed)).not.toBe(cookie);
  expect((await get("/members/me", refreshed.body.access_token)).email).toBe(
    (await get("/members/me", token)).email,
  );
});

test("where no answer is shown there is none, and refusals keep their words", async () => {
  const email = uniqueEmail();
  expect(isEmpty(await post("/auth/register", { json: registrationOf(email) }))).toBe(true);
  expect(isEmpty(await post("/auth/forgot-password", { json: { email, language: "en" } }))).toBe(
    true,
  );
  const again = await post("/auth/register", { json: registrationOf(email) });
  expect([again.status, again.body]).toEqual([409, { detail: "此電子郵件已被註冊" }]);
  const { token } = await newMember();
  expect(isEmpty(await send("PATCH", "/members/me", token, { first_name: "Ada" }))).toBe(true);
  expect((await get("/members/me", token)).first_name).toBe("Ada");
  expect(isEmpty(await post("/surveys/scent-discovery/start", { token, json: {} }))).toBe(true);
});

test("a checkout tells the order's number alone, and a key makes no difference", async () => {
  const { token } = await newMember();
  const made = [];
  for (const key of ["one-key", "one-key", "not a key"])
    made.push(await checkOut(token, checkoutOf([finishedLine()]), key));
  for (const { status, body } of made) expect([status, names(body)]).toEqual([201, "order_id"]);
  expect(new Set(made.map(({ body }) => body.order_id)).size).toBe(3);
  expect((await get("/orders/my-orders", token)).total).toBe(3);
});

test("calls that no document knows are not there, whoever asks", async () => {
  const { token } = await newMember();
  await post("/cart/checkout", { token, json: checkoutOf([finishedLine()]) });
  const [order] = (await get("/orders/my-orders", token)).data;
  for (const path of [`/orders/${order.id}`, `/orders/${order.order_id}`, "/health"])
    expect((await talk.get(path, token)).status, path).toBe(404);
  for (const [method, path, shown] of [
    ["POST", "/auth/logout", token],
    ["POST", "/service/payment-events", upstream.serviceToken],
    ["POST", "/service/order-cancellations", upstream.serviceToken],
    ["DELETE", "/members/me", token],
  ] as const) {
    const { status, body } = await send(method, path, shown, {});
    expect([status, body], path).toEqual([404, { detail: expect.any(String) }]);
  }
});
