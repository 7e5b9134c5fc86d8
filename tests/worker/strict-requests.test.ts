import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { apiRoutes } from "../support/api-routes.ts";
import { borrowShop } from "../support/borrowed.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { rawRequest } from "../support/raw-request.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await borrowShop();
  noor = await newMember(shop);
});

const asPage = () => ({
  "X-Requested-With": "fetch",
  Origin: shop.url.origin,
  Authorization: `Bearer ${noor.shopper.token}`,
});
const codeOf = (text: string) => /"code":"(\w+)"/.exec(text)?.[1];

const optionalBody = ["/api/v1/orders/no-such-order/pay", "/api/v1/orders/no-such-order/cancel"];
const emptyBodies: [what: string, headers: Record<string, string>, body: string[]][] = [
  ["no body at all", { "Content-Length": "0" }, []],
  ["zero bytes", { "Content-Length": "0", "Content-Type": "application/json" }, []],
  ["a chunked body of nothing", { "Transfer-Encoding": "chunked" }, []],
  [
    "zero bytes that claim to be a form",
    { "Content-Length": "0", "Content-Type": "text/plain" },
    [],
  ],
  ["an empty object", { "Content-Type": "application/json" }, ["{}"]],
];

test.each(optionalBody)("POST %s needs no body, in whatever way there is none", async (path) => {
  for (const [what, headers, body] of emptyBodies) {
    const all = { ...asPage(), "Idempotency-Key": "strict-request-1", ...headers };
    const { status, text } = await rawRequest(shop, { method: "POST", path, headers: all, body });
    expect(`${status} ${codeOf(text)}`, what).toBe("404 order_not_found");
  }
  const wrong: [headers: Record<string, string>, body: string, answer: string][] = [
    [{ "Content-Type": "text/plain" }, "{}", "415 unsupported_media_type"],
    [{ "Content-Type": "application/json" }, " ", "400 malformed_request"],
    [{ "Content-Type": "application/json" }, '{"a":1}', "400 validation_failed"],
    [{ "Content-Type": "application/json" }, "x".repeat(40_000), "413 payload_too_large"],
  ];
  for (const [headers, body, answer] of wrong) {
    const all = { ...asPage(), "Idempotency-Key": "strict-request-1", ...headers };
    const { status, text } = await rawRequest(shop, {
      method: "POST",
      path,
      headers: all,
      body: [body],
    });
    expect(`${status} ${codeOf(text)}`).toBe(answer);
  }
});

test("no route of the API takes a key of the query that it does not know, or one twice (R64)", async () => {
  for (const { method, path: template, headers, json } of apiRoutes) {
    const path = template.replace(/\{\w+\}/, "nothing-like-it");
    const ask = async (query: string) => {
      const body = method === "GET" ? [] : [JSON.stringify(json ?? {})];
      const type = { "Content-Type": "application/json" };
      const all = { ...asPage(), ...headers, ...(method === "GET" ? {} : type) };
      const answer = await rawRequest(shop, {
        method,
        path: `${path}${query}`,
        headers: all,
        body,
      });
      return `${answer.status} ${codeOf(answer.text)}`;
    };
    expect.soft(await ask("?nothing=1"), `${method} ${path}`).toBe("400 validation_failed");
    expect.soft(await ask("?data=a&data=b"), `${method} ${path}`).toBe("400 malformed_request");
    expect.soft(await ask("?%ff=1"), `${method} ${path}`).toBe("400 malformed_request");
  }
});

test("what there is not stays unknown, whatever its query", async () => {
  const answer = await shop.fetch("/api/v1/nothing-of-ours?a=1&a=2", { headers: asPage() });
  expect(answer.status).toBe(404);
});

test("a client that breaks off in the middle of its body is no fault of ours (R65)", async () => {
  const lines = (part: string) => shop.logs().filter((line) => line.includes(part));
  const before = { failed: lines("request failed").length, broke: lines("broke off").length };
  const kinds = ["Content-Length: 100", "Transfer-Encoding: chunked"];
  for (const kind of kinds) {
    const socket = connect(Number(shop.url.port), shop.url.hostname);
    const head = [
      "POST /api/v1/auth/register HTTP/1.1",
      `Host: ${shop.url.host}`,
      `Origin: ${shop.url.origin}`,
      "X-Requested-With: fetch",
      "Content-Type: application/json",
      kind,
    ];
    await new Promise<void>((sent) =>
      socket.write(`${head.join("\r\n")}\r\n\r\n${kind.startsWith("T") ? "1\r\n{\r\n" : "{"}`, () =>
        sent(),
      ),
    );
    // The Worker must have begun to read: another request behind it has been answered.
    expect((await shop.fetch("/api/v1/config")).status).toBe(200);
    socket.destroy();
  }
  await expect.poll(() => lines("broke off").length).toBe(before.broke + kinds.length);
  expect(lines("request failed").length).toBe(before.failed);
  for (const line of lines("broke off")) expect(JSON.parse(line)).toMatchObject({ level: "info" });
});
