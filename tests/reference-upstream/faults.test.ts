import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
import { checkoutOf, finishedLine } from "../support/upstream-checkout.ts";
import { call, newUpstreamMember, signIn } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream()));
afterAll(() => upstream.close());

const stage = (json: unknown) =>
  call(upstream, "POST", "/service/fault", { token: upstream.serviceToken, json });
const policy = () => call(upstream, "GET", "/auth/password-policy");

test("a staged outage refuses the named paths until it is lifted", async () => {
  const texts = () => call(upstream, "GET", "/custom-texts/");
  await stage({ mode: "refuse", paths: ["/auth"] });
  expect([(await policy()).status, (await texts()).status]).toEqual([503, 200]);
  await stage({ mode: "refuse" });
  expect([(await policy()).status, (await texts()).status]).toEqual([503, 503]);
  await stage({ mode: "garbage" });
  const garbled = await upstream.fetch("/api/v1/auth/password-policy");
  expect(garbled.status).toBe(200);
  await expect(garbled.json()).rejects.toThrow(SyntaxError);
  await stage({ mode: "none" });
  expect([(await policy()).status, (await texts()).status]).toEqual([200, 200]);
  expect((await stage({ mode: "explode" })).status).toBe(422);
});

test.for([
  ["lost", 502],
  ["html", 200],
] as const)("an answer that is staged as %s hides a call that happened", async ([mode, status]) => {
  const { token } = await newUpstreamMember(upstream);
  await stage({ mode, paths: ["/cart"] });
  const hidden = await call(upstream, "POST", "/cart/checkout", {
    token,
    json: checkoutOf([finishedLine()]),
  });
  await stage({ mode: "none" });
  expect([hidden.status, hidden.headers.get("Content-Type")]).toEqual([
    status,
    "text/html; charset=utf-8",
  ]);
  expect(hidden.body).toMatch(/^<!doctype html>/);
  expect((await call(upstream, "GET", "/orders/my-orders", { token })).body.total).toBe(1);
});

test("a lost answer takes its cookie with it, and a refusal is hidden like a success", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  await stage({ mode: "lost", paths: ["/auth"] });
  const lost = await signIn(upstream, email, password);
  expect([lost.status, lost.headers.getSetCookie()]).toEqual([502, []]);
  expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(502);
  await stage({ mode: "none" });
});
