import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, isDone, listOf, member, refusalOf, shown } from "../support/documented.ts";
import { systems, type Upstream } from "../support/upstream-contract.ts";
import { uniqueEmail } from "../support/upstream-member.ts";

describe.for(systems)("$name", ({ start, hasSecondMember }) => {
  let upstream: Upstream;
  beforeAll(async () => void (upstream = await start()));
  afterAll(() => upstream.close());

  const me = async () =>
    shown(member, await upstream.call("GET", "/members/me", { token: upstream.token }));
  const change = (json: object) =>
    upstream.call("PATCH", "/members/me", { token: upstream.token, json });
  const addresses = async (token = upstream.token) =>
    shown(listOf(address), await upstream.call("GET", "/shipping-addresses", { token }));
  const textsOf = (list: { address: string }[]) => list.map((entry) => entry.address);
  /** Whatever the account holds already. */
  const newText = () => `12 Rose Lane, ${uniqueEmail()}`;
  const add = async (text: string) => {
    const added = await upstream.call("POST", "/shipping-addresses", {
      token: upstream.token,
      json: { address: text },
    });
    const entry = (await addresses()).find((known) => known.address === text);
    if (entry === undefined) throw new Error(`${text} is not in the list after ${added.status}`);
    return { added, path: `/shipping-addresses/${encodeURIComponent(entry.id)}` };
  };

  test.for(["/members/me", "/shipping-addresses", "/orders/my-orders?skip=0&limit=10"])(
    "%s answers 401 without a token and with an invented one, so that a page refreshes its own",
    async (path) => {
      expect(refusalOf(await upstream.call("GET", path))).toBe(401);
      expect(refusalOf(await upstream.call("GET", path, { token: "invented" }))).toBe(401);
    },
  );

  test("a member sees their profile and changes what they send", async () => {
    const before = await me();
    const firstName = before.first_name === "Ada" ? "Noor" : "Ada";
    try {
      expect(isDone(await change({ first_name: firstName }))).toBe(true);
      expect(await me()).toEqual({ ...before, first_name: firstName });
    } finally {
      await change({ first_name: before.first_name });
    }
    expect(await me()).toEqual(before);
  });

  test("a member adds, changes and removes an address", async () => {
    const [first, second] = [newText(), newText()];
    const { added, path } = await add(first);
    expect(added.body).toMatchObject({ address: first });
    expect(
      isDone(
        await upstream.call("PUT", path, { token: upstream.token, json: { address: second } }),
      ),
    ).toBe(true);
    expect(textsOf(await addresses())).toContain(second);
    expect(textsOf(await addresses())).not.toContain(first);
    expect(isDone(await upstream.call("DELETE", path, { token: upstream.token }))).toBe(true);
    expect(textsOf(await addresses())).not.toContain(second);
  });

  const askAsAnother = async () => {
    const text = newText();
    const { path } = await add(text);
    const token = await upstream.otherToken();
    expect(textsOf(await addresses(token))).not.toContain(text);
    refusalOf(await upstream.call("PUT", path, { token, json: { address: "mine now" } }));
    refusalOf(await upstream.call("DELETE", path, { token }));
    expect(textsOf(await addresses())).toContain(text);
    await upstream.call("DELETE", path, { token: upstream.token });
  };
  if (hasSecondMember)
    test("another member neither sees nor changes nor removes an address", askAsAnother);
});
