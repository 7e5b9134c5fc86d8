import { borrowShop } from "../support/borrowed.ts";
import { newShopper } from "../support/shopper.ts";
import { registrationOf, uniqueEmail } from "../support/upstream-member.ts";

const shop = await borrowShop();

const key = /^[0-9a-f]{32}$/;
const from = (address: string) => ({ "CF-Connecting-IP": address });

const linesOf = (event: string): Record<string, unknown>[] =>
  shop
    .logs()
    .flatMap((text) => text.split("\n"))
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line.slice(line.indexOf("{"))));
const lastOf = (event: string) => linesOf(event).at(-1);

async function guessFrom(address: string): Promise<unknown> {
  const before = linesOf("sign_in.refused").length;
  const form = { username: uniqueEmail(), password: "not-the-password" };
  await newShopper(shop).form("/auth/login/password-verify", form, from(address));
  await expect.poll(() => linesOf("sign_in.refused").length).toBe(before + 1);
  return lastOf("sign_in.refused")?.["client"];
}

test("a client has one key in the log however its address is spelled, another client another, and no line an address (R74)", async () => {
  const one = await guessFrom("192.0.2.7");
  expect(one).toMatch(key);
  expect(await guessFrom("::ffff:192.0.2.7")).toBe(one);
  expect(await guessFrom("192.0.2.8")).not.toBe(one);
  const house = await guessFrom("2001:db8:7:1::1");
  expect(await guessFrom("2001:db8:7:1:ffff::2")).toBe(house);
  expect(shop.logs().join("\n")).not.toMatch(/192\.0\.2|2001:db8/);
});

test("another site's request names the client, and neither token nor site (R74)", async () => {
  const address = "192.0.2.70";
  const client = await guessFrom(address);
  const foreign = {
    ...from(address),
    Origin: "https://evil.example",
    Authorization: "Bearer a-foreign.token",
  };
  await newShopper(shop).send("POST", "/auth/logout", undefined, foreign);
  await expect
    .poll(() => lastOf("request refused"))
    .toMatchObject({ level: "info", code: "origin_refused", status: 403, client });
  expect(JSON.stringify(lastOf("request refused"))).not.toMatch(/foreign|evil/);
});

test("who registers, asks for a new password and mistypes it is one subject in the log (R74)", async () => {
  const email = uniqueEmail();
  const shopper = newShopper(shop);
  await shopper.send("POST", "/auth/register", registrationOf(email), from("192.0.2.71"));
  await expect.poll(() => lastOf("registration.succeeded")?.["subject"]).toMatch(key);
  const { subject, client } = lastOf("registration.succeeded") ?? {};
  expect(client).toBe(await guessFrom("192.0.2.71"));
  const ask = () => shopper.send("POST", "/auth/forgot-password", { email, language: "en" });
  await ask();
  await expect.poll(() => lastOf("forgot_password.asked")).toMatchObject({ subject });
  await ask();
  await expect.poll(() => lastOf("forgot_password.already_sent")).toMatchObject({ subject });
  await shopper.form("/auth/login/password-verify", { username: email, password: "wrong" });
  await expect.poll(() => lastOf("sign_in.refused")).toMatchObject({ subject });
  expect(shop.logs().join("\n")).not.toContain(email);
});

const [page, blocked] = [
  "http://localhost/zh/a-page?a=secret#b",
  "https://evil.example/x.js?secret",
];
const older = {
  "document-uri": page,
  "effective-directive": "script-src-elem",
  "blocked-uri": blocked,
  "script-sample": "secret",
};
const newer = { documentURL: page, effectiveDirective: "script-src-elem", blockedURL: blocked };
const ofNewer = [{ type: "csp-violation", body: newer }];

test.each<[who: string, type: string, body: object]>([
  ["older browsers", "Application/CSP-Report; charset=utf-8", { "csp-report": older }],
  ["newer browsers", "application/reports+json", ofNewer],
])("of what %s report one line of the log is made (R3)", async (_who, type, body) => {
  const lines = () => linesOf("csp.violation");
  const before = lines().length;
  // With the page's origin, without the page's mark.
  const headers = { "Content-Type": type, Origin: shop.url.origin };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  expect((await shop.fetch("/api/v1/csp-reports", sent)).status).toBe(204);
  await expect.poll(() => lines().length).toBe(before + 1);
  const [line] = lines().slice(-1);
  const said = { directive: "script-src-elem", blocked: "https://evil.example/x.js" };
  expect(line).toMatchObject({ level: "warn", ...said, document: "/zh/a-page" });
  expect(JSON.stringify(line)).not.toContain("secret");
});
