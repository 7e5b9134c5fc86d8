import { expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";

const shop = await borrowShop();

/** As a browser sends it: with the page's origin, without the page's mark. */
async function report(body: unknown, type: string, origin = shop.url.origin) {
  const response = await shop.fetch("/api/v1/csp-reports", {
    method: "POST",
    headers: { "Content-Type": type, Origin: origin },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
const viaUri = "application/csp-report";
const violation = (page: string, sample = "secret-sample") => ({
  "csp-report": {
    "document-uri": `http://localhost/zh/${page}?data=secret-payload#secret-fragment`,
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?who=secret-member",
    "script-sample": sample,
  },
});
const lines = () => shop.logs().filter((line) => line.includes("csp.violation"));

test.each([
  ["older browsers", "page-a", "Application/CSP-Report; charset=utf-8"],
  ["newer browsers", "page-b", "application/reports+json"],
])(
  "a violation seen by %s becomes one line of the log, without what the page held (R3)",
  async (_who, page, type) => {
    const before = lines().length;
    const newer = {
      effectiveDirective: "script-src-elem",
      blockedURL: "https://evil.example/x.js?who=secret-member",
      documentURL: `http://localhost/zh/${page}?data=secret`,
    };
    const body = type.startsWith(viaUri)
      ? violation(page)
      : [{ type: "csp-violation", body: newer }];
    expect(await report(body, type)).toEqual({ status: 204, text: "" });
    await expect.poll(() => lines().length).toBe(before + 1);
    const line = JSON.parse(lines().at(-1) ?? "");
    expect(line).toMatchObject({
      level: "warn",
      directive: "script-src-elem",
      blocked: "https://evil.example/x.js",
      document: `/zh/${page}`,
    });
    expect(JSON.stringify(line)).not.toContain("secret");
  },
);

test.each([
  ["no JSON", "{", viaUri, 400, "malformed_request"],
  ["another object", { a: 1 }, viaUri, 400, "malformed_request"],
  ["plain JSON", violation("page-c"), "application/json", 415, "unsupported_media_type"],
  ["more than 8 KiB", violation("page-d", "x".repeat(8192)), viaUri, 413, "payload_too_large"],
])("%s is refused and leaves no line", async (_what, body, type, status, code) => {
  const before = lines().length;
  const answer = await report(body, type);
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
  expect(lines()).toHaveLength(before);
});

test("a page of another site cannot send reports (R6)", async () => {
  expect((await report(violation("page-f"), viaUri, "https://evil.example")).status).toBe(403);
});
