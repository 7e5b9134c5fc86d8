import { expect, test } from "vitest";
import { getMe, listAddresses } from "../../worker/upstream/members.ts";
import { isDone, refusalOf, shown } from "./readings.ts";
import { ofEverySystem } from "./contract.ts";
import { uniqueEmail } from "../support/upstream-member.ts";

ofEverySystem(({ upstream, get, post, send, hasSecondMember }) => {
  const me = async () => shown(getMe, await get("/members/me"));
  const change = (json: object) => send("PATCH", "/members/me", json);
  const addresses = async (token?: string) =>
    shown(listAddresses, await get("/shipping-addresses", token)).data;
  const textsOf = (list: { address: string }[]) => list.map((entry) => entry.address);
  /** Whatever the account holds already. */
  const newText = () => `12 Rose Lane, ${uniqueEmail()}`;
  const add = async (text: string) => {
    const added = await post("/shipping-addresses", { address: text });
    const entry = (await addresses()).find((known) => known.address === text);
    if (entry === undefined) throw new Error(`${text} is not in the list after ${added.status}`);
    return { added, path: `/shipping-addresses/${encodeURIComponent(entry.id)}` };
  };

  test.for(["/members/me", "/shipping-addresses", "/orders/my-orders?skip=0&limit=10"])(
    "%s answers 401 without a token and with an invented one, so that a page refreshes its own",
    async (path) => {
      expect(refusalOf(await upstream().call("GET", path))).toBe(401);
      expect(refusalOf(await get(path, "invented"))).toBe(401);
    },
  );

  test("a member sees their profile and changes what they send", async () => {
    const before = await me();
    const firstName = before.first_name === "Ada" ? "Noor" : "Ada";
    try {
      expect(isDone(await change({ first_name: firstName }))).toBe(true);
      expect(await me()).toMatchObject({ id: before.id, first_name: firstName });
    } finally {
      await change({ first_name: before.first_name });
    }
    expect(await me()).toEqual(before);
  });

  test("a member adds, changes and removes an address", async () => {
    const [first, second] = [newText(), newText()];
    const { added, path } = await add(first);
    expect(added.body).toMatchObject({ address: first });
    expect(isDone(await send("PUT", path, { address: second }))).toBe(true);
    expect(textsOf(await addresses())).toContain(second);
    expect(textsOf(await addresses())).not.toContain(first);
    expect(isDone(await send("DELETE", path))).toBe(true);
    expect(textsOf(await addresses())).not.toContain(second);
  });

  const askAsAnother = async () => {
    const text = newText();
    const { path } = await add(text);
    const token = await upstream().otherToken();
    expect(textsOf(await addresses(token))).not.toContain(text);
    refusalOf(await send("PUT", path, { address: "mine now" }, token));
    refusalOf(await send("DELETE", path, undefined, token));
    expect(textsOf(await addresses())).toContain(text);
    await send("DELETE", path);
  };
  if (hasSecondMember)
    test("another member neither sees nor changes nor removes an address", askAsAnother);
});
