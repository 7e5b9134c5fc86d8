import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { call, newUpstreamMember, signIn } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const publicReads = [
  "/auth/password-policy",
  "/surveys/scent-discovery/full",
  "/products/hinoki-rain",
  "/perfume-note/by_product/hinoki-rain",
  "/product-addons/all/",
  "/product-addons/dependency-rules/all/",
  "/reorder-settings/",
  "/product-pricing/reorder-jar",
  "/custom-texts/?type_filter=checkout_",
];
const read = (path: string, token?: string) =>
  call(upstream, "GET", path, token === undefined ? {} : { token });

test.for(publicReads)("%s is for anybody, for members and for the shop", async (path) => {
  const { token } = await newUpstreamMember(upstream);
  const anybody = await read(path);
  expect(anybody.status).toBe(200);
  for (const shown of [token, upstream.serviceToken]) {
    const { status, body } = await read(path, shown);
    expect([status, body]).toEqual([200, anybody.body]);
  }
});

test.for(publicReads)("%s refuses a token that is nobody's", async (path) => {
  for (const token of ["sua_invented", `${upstream.serviceToken}x`]) {
    const { status, body } = await read(path, token);
    expect([status, body]).toEqual([401, { detail: "無法驗證憑證" }]);
  }
  const basic = await call(upstream, "GET", path, {
    headers: { Authorization: "Basic bm9vcjpyYWlu" },
  });
  expect([basic.status, basic.body]).toEqual([401, { detail: "無法驗證憑證" }]);
});

test("a token that ran out, and one between password and code, open no public read", async () => {
  const { token, email, password } = await newUpstreamMember(upstream);
  const isOf = "member_id = (SELECT id FROM members WHERE email = ?)";
  await upstream.db.prepare(`UPDATE tokens SET expires_at = 1 WHERE ${isOf}`).bind(email).run();
  expect((await read("/products/hinoki-rain", token)).status).toBe(401);
  await upstream.db.prepare("UPDATE members SET two_step = 1 WHERE email = ?").bind(email).run();
  const { temp_token } = (await signIn(upstream, email, password)).body;
  expect((await read("/products/hinoki-rain", temp_token)).status).toBe(401);
});
