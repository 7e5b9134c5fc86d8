import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** As a browser sends it: with the page's origin, without the page's mark. */
async function report(body: unknown, type: string, headers: Record<string, string> = {}) {
  const response = await shop.fetch("/api/v1/csp-reports", {
    method: "POST",
    headers: { "Content-Type": type, Origin: shop.url.origin, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
const viaUri = "application/csp-report";
const viaEndpoint = "application/reports+json";

const single = (marker: string) => ({
  "csp-report": {
    "document-uri": `http://localhost/zh/${marker}?data=secret-payload&sig=secret-signature#secret-fragment`,
    referrer: "http://localhost/zh/orders?token=secret-referrer",
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
    "original-policy": "default-src 'none'",
    "blocked-uri": "https://evil.example/x.js?who=secret-member",
    "script-sample": "secret-sample",
    "status-code": 200,
  },
});
const linesAbout = (marker: string) =>
  shop.logs().filter((line) => line.includes("csp.violation") && line.includes(marker));

test("a violation becomes one line of the log, without queries, fragments or what the page held (R3)", async () => {
  expect(await report(single("page-a"), viaUri)).toEqual({ status: 204, text: "" });
  await expect.poll(() => linesAbout("page-a").length).toBe(1);
  const line = JSON.parse(linesAbout("page-a")[0] ?? "");
  expect(line).toMatchObject({
    level: "warn",
    directive: "script-src-elem",
    blocked: "https://evil.example/x.js",
    document: "/zh/page-a",
  });
  expect(JSON.stringify(line)).not.toContain("secret");
});

test("browsers with the newer kind of report are understood too", async () => {
  const body = {
    effectiveDirective: "img-src",
    blockedURL: "data:image/png;base64,secret",
    documentURL: "http://localhost/ja/page-b?secret",
  };
  const reports = [
    { type: "deprecation", body: { id: "x" } },
    { type: "csp-violation", age: 3, url: "http://localhost/?secret", user_agent: "x", body },
  ];
  expect((await report(reports, viaEndpoint)).status).toBe(204);
  await expect.poll(() => linesAbout("page-b").length).toBe(1);
  expect(JSON.parse(linesAbout("page-b")[0] ?? "")).toMatchObject({
    directive: "img-src",
    blocked: "data:",
    document: "/ja/page-b",
  });
  expect(linesAbout("page-b").join("")).not.toContain("secret");
});

test.each([
  ["no JSON", "{", viaUri, 400],
  ["another object", { a: 1 }, viaUri, 400],
  ["an empty list", [], viaEndpoint, 400],
  ["a list of other reports", [{ type: "deprecation", body: {} }], viaEndpoint, 400],
  ["null", null, viaEndpoint, 400],
  ["a deep nest", "[".repeat(4000), viaEndpoint, 400],
  ["plain JSON", single("page-c"), "application/json", 415],
  ["a form", "a=b", "application/x-www-form-urlencoded", 415],
  [
    "more than 8 KiB",
    JSON.stringify({ "csp-report": { "script-sample": "x".repeat(9000) } }),
    viaUri,
    413,
  ],
])("%s is refused and leaves no line", async (_what, body, type, status) => {
  const before = shop.logs().filter((line) => line.includes("csp.violation")).length;
  expect((await report(body, type)).status).toBe(status);
  expect(shop.logs().filter((line) => line.includes("csp.violation"))).toHaveLength(before);
});

test("more than 8 KiB in chunks is refused like the rest (R3, R81)", async () => {
  const headers = { "Content-Type": viaUri, Origin: shop.url.origin };
  const body = Array.from({ length: 10 }, () => "x".repeat(1000));
  expect(
    (await rawRequest(shop, { method: "POST", path: "/api/v1/csp-reports", headers, body })).status,
  ).toBe(413);
});

test("odd words and addresses are cut down to something harmless", async () => {
  const odd = {
    "csp-report": {
      "effective-directive": '<script>"\n',
      "blocked-uri": `https://evil.example/${"a".repeat(2000)}`,
      "document-uri": "http://localhost/en/page-d",
    },
  };
  expect((await report(odd, viaUri)).status).toBe(204);
  await expect.poll(() => linesAbout("page-d").length).toBe(1);
  const line = JSON.parse(linesAbout("page-d")[0] ?? "");
  expect(line.directive).toBe("unknown");
  expect(line.blocked).toHaveLength(200);
});

test("a page of another site cannot send reports (R6)", async () => {
  expect((await report(single("page-e"), viaUri, { Origin: "https://evil.example" })).status).toBe(
    403,
  );
  expect(linesAbout("page-e")).toEqual([]);
});
