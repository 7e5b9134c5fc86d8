/** Whoever sends a body letter by letter is cut off, and holds up nobody. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countBy, report, sized } from "../support/experiment.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";

const count = sized(40, 200);
let shop: Shop;
let apart: Shop;
beforeAll(async () => {
  [shop, apart] = await Promise.all([startShop(), startShop({ hasPlacedApi: true })]);
});
afterAll(() => Promise.all([shop.close(), apart.close()]));

/** A letter a second, without end. @returns the answer, or what ended the connection. */
function trickle(to: Shop, path: string, headers: Record<string, string>): Promise<string> {
  const all = { Origin: to.url.origin, "X-Requested-With": "fetch", ...headers };
  const sent = request({
    host: to.url.hostname,
    port: to.url.port,
    method: "POST",
    path,
    headers: all,
  });
  const ended = new Promise<string>((resolve) => {
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => (text += piece));
      answer.on("end", () =>
        resolve(`${answer.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text}`),
      );
      answer.on("error", () => resolve("cut"));
    });
    sent.on("error", () => resolve("cut"));
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
const ways = (
  token: string | null,
): [path: string, headers: Record<string, string>, answer: string][] => [
  ["/api/v1/cart/items", json, "408 request_timeout"],
  ["/api/v1/cart/items", { ...json, "Content-Length": "4000" }, "408 request_timeout"],
  ["/api/v1/auth/login/password-verify", form, "408 request_timeout"],
  ["/api/v1/auth/forgot-password", { ...json, "Content-Length": "400" }, "408 request_timeout"],
  ["/api/v1/csp-reports", { "Content-Type": "application/csp-report" }, "408 request_timeout"],
  ["/api/v1/payments/ecpay/notify", form, "408 0|invalid"],
  ["/api/v1/payments/ecpay/return", form, "408 request_timeout"],
  ["/api/v1/orders/none/pay", { ...json, Authorization: `Bearer ${token}` }, "408 request_timeout"],
];

const within = <T>(ms: number, promise: Promise<T>, otherwise: T) =>
  Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms))]);

test.concurrent.each([
  ["one Worker", () => shop],
  ["pages and API apart", () => apart],
])(
  "%s: of all bodies that trickle in none is held after 15 s, wherever it goes (R78)",
  async (_what, shopOf) => {
    const to = shopOf();
    const { shopper } = await newMember(to);
    const kinds = ways(shopper.token);
    const begun = Array.from({ length: count }, (_, index) => {
      const [path, headers] = kinds[index % kinds.length] ?? expect.unreachable();
      return trickle(to, path, headers);
    });
    const ended = await Promise.all(begun.map((end) => within(15_000, end, "held")));
    const expected = begun.map((_, index) => kinds[index % kinds.length]?.[2] ?? "");
    const said = countBy(ended, (end) => end);
    report("C6 trickled bodies", [{ begun: count, ended: JSON.stringify(said) }]);
    expect(said).toEqual(countBy(expected, (end) => end));
    expect((await shopper.get("/members/me")).status).toBe(200);
    expect(to.logs().filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
);
