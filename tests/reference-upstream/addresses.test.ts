import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const list = async (token: string) =>
  (await call(upstream, "GET", "/shipping-addresses", { token })).body;
const add = (token: string, address: unknown) =>
  call(upstream, "POST", "/shipping-addresses", { token, json: { address } });

test("a member adds, changes and removes an address", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect(await list(token)).toEqual({ data: [] });
  const added = await add(token, "  12 Rose Lane  ");
  expect([added.status, added.body]).toEqual([
    201,
    { id: expect.any(String), address: "12 Rose Lane" },
  ]);
  const changed = await call(upstream, "PUT", `/shipping-addresses/${added.body.id}`, {
    token,
    json: { address: "13 Rose Lane" },
  });
  expect([changed.status, changed.body]).toEqual([
    200,
    { id: added.body.id, address: "13 Rose Lane" },
  ]);
  expect(await list(token)).toEqual({ data: [{ id: added.body.id, address: "13 Rose Lane" }] });
  expect(
    (await call(upstream, "DELETE", `/shipping-addresses/${added.body.id}`, { token })).status,
  ).toBe(200);
  expect(await list(token)).toEqual({ data: [] });
  expect(
    (await call(upstream, "DELETE", `/shipping-addresses/${added.body.id}`, { token })).status,
  ).toBe(404);
});

test("addresses are listed in the order they were added", async () => {
  const { token } = await newUpstreamMember(upstream);
  for (const address of ["first", "second", "third"]) await add(token, address);
  expect((await list(token)).data.map(({ address }: { address: string }) => address)).toEqual([
    "first",
    "second",
    "third",
  ]);
});

test("somebody else's address is as good as none", async () => {
  const owner = await newUpstreamMember(upstream);
  const stranger = await newUpstreamMember(upstream);
  const { body } = await add(owner.token, "12 Rose Lane");
  const path = `/shipping-addresses/${body.id}`;
  expect(
    (await call(upstream, "PUT", path, { token: stranger.token, json: { address: "mine now" } }))
      .status,
  ).toBe(404);
  expect((await call(upstream, "DELETE", path, { token: stranger.token })).status).toBe(404);
  expect((await list(stranger.token)).data).toEqual([]);
  expect((await list(owner.token)).data).toEqual([{ id: body.id, address: "12 Rose Lane" }]);
});

test.for(["", "   ", "路".repeat(201), null, 7])("an address of %j is refused", async (address) => {
  const { token } = await newUpstreamMember(upstream);
  expect((await add(token, address)).status).toBe(422);
  expect((await list(token)).data).toEqual([]);
});

test("an address takes 200 Chinese characters", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect((await add(token, "路".repeat(200))).status).toBe(201);
});

test("a member stores fifty addresses and not one more, however fast they click", async () => {
  const { token, email } = await newUpstreamMember(upstream);
  const fill =
    "INSERT INTO shipping_addresses SELECT 'fill-' || m.id || value, m.id, 'x', value FROM members m, json_each(?) WHERE m.email = ?";
  await upstream.db
    .prepare(fill)
    .bind(JSON.stringify(Array.from({ length: 48 }, (_, place) => place)), email)
    .run();
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(token, "one more")));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
});

test("addresses are for members", async () => {
  expect((await call(upstream, "GET", "/shipping-addresses")).status).toBe(401);
  expect(
    (await call(upstream, "POST", "/shipping-addresses", { json: { address: "x" } })).status,
  ).toBe(401);
});

test.for([
  ["error-500", 500],
  ["error-503", 503],
])(
  "an address that says %s fails with it, so that the page can be watched failing",
  async ([word, status]) => {
    const { token } = await newUpstreamMember(upstream);
    expect((await add(token, `1 ${word} Road`)).status).toBe(status);
  },
);
