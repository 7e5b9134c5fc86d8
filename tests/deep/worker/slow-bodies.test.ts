/** Whoever sends a body letter by letter is cut off, and holds up nobody. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../../support/borrowed.ts";
import { countBy, report, sized } from "../../support/experiment.ts";
import { newMember } from "../../support/new-member.ts";
import { startShop, type Shop } from "../../support/shop.ts";

const count = sized(40, 200);
const shops: Record<string, Shop> = {};
beforeAll(async () => {
  shops["one Worker"] = await borrowShop();
  shops["pages and API apart"] = await startShop({ hasPlacedApi: true });
});
afterAll(() => shops["pages and API apart"]?.close());

/** A letter a second, without end. @returns the answer, or what ended the connection. */
function trickle({ url }: Shop, path: string, headers: Record<string, string>): Promise<string> {
  const all = { Origin: url.origin, "X-Requested-With": "fetch", ...headers };
  const sent = request(new URL(path, url), { method: "POST", headers: all });
  const ended = new Promise<string>((resolve) => {
    sent.on("response", async (answer) => {
      const said = await text(answer);
      resolve(`${answer.statusCode} ${/"code":"(\w+)"/.exec(said)?.[1] ?? said}`);
    });
    sent.on("error", () => resolve("cut"));
    setTimeout(() => resolve("held"), 15_000);
  });
  const dripping = setInterval(() => void sent.write(" "), 1000);
  void ended.then(() => {
    clearInterval(dripping);
    sent.destroy();
  });
  sent.write(" ");
  return ended;
}

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const violation = { "Content-Type": "application/csp-report" };
const late = "408 request_timeout";
const ways = (bearer: string): [path: string, headers: Record<string, string>, end: string][] => [
  ["/cart/items", json, late],
  ["/cart/items", { ...json, "Content-Length": "4000" }, late],
  ["/auth/login/password-verify", form, late],
  ["/csp-reports", violation, late],
  ["/payments/ecpay/notify", form, "408 0|invalid"],
  ["/payments/ecpay/return", form, late],
  ["/orders/none/pay", { ...json, Authorization: bearer }, late],
];

test.concurrent.each(["one Worker", "pages and API apart"])(
  "%s: of all bodies that trickle in none is held after 15 s, wherever it goes (R78)",
  async (which) => {
    const shop = shops[which] ?? expect.unreachable();
    const { shopper } = await newMember(shop);
    const kinds = ways(`Bearer ${shopper.token}`);
    const begun = Array.from({ length: count }, (_, index) => kinds[index % kinds.length]);
    const ends = begun.map(([path, headers] = expect.unreachable()) =>
      trickle(shop, `/api/v1${path}`, headers),
    );
    const said = countBy(await Promise.all(ends), (end) => end);
    report("C6 trickled bodies", [{ begun: count, ended: JSON.stringify(said) }]);
    expect(said).toEqual(countBy(begun, (one) => one?.[2] ?? ""));
    expect((await shopper.get("/members/me")).status).toBe(200);
    expect(shop.logs().filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
);
