import { connect } from "node:net";
import { borrowShop } from "../support/borrowed.ts";
import { newMember } from "../support/new-member.ts";
import { rawRequest, type RawAnswer, type RawRequest } from "../support/network.ts";

const shop = await borrowShop();
const noor = await newMember(shop);

const json = { "Content-Type": "application/json" };
const ask = ({ path, headers = {}, ...request }: RawRequest) =>
  rawRequest(shop, {
    ...request,
    path: `/api/v1${path}`,
    headers: {
      "X-Requested-With": "fetch",
      Origin: shop.url.origin,
      Authorization: `Bearer ${noor.shopper.token}`,
      ...headers,
    },
  });
const post = (path: string, body: string[], headers: Record<string, string> = json) =>
  ask({ method: "POST", path, body, headers });
const said = ({ status, text }: RawAnswer) => `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`;

const brackets = "[".repeat(9_000) + "]".repeat(9_000);
test.each<[what: string, answer: string, body: string[], headers: Record<string, string>]>([
  ["is no JSON", "400 malformed_request", ['{"address":'], json],
  ["is empty", "400 malformed_request", [""], json],
  ["is too long in chunks", "413 payload_too_large", Array(5).fill("x".repeat(8_192)), json],
  ["is a heap of brackets", "400 validation_failed", [`{"address":${brackets}}`], json],
  ["has a field too many", "400 validation_failed", ['{"address":"a","<b>secret</b>":1}'], json],
])("a body that %s is refused as %s (R64, R65, R67)", async (_what, answer, body, headers) => {
  const refused = await post("/shipping-addresses", body, headers);
  expect(said(refused)).toBe(answer);
  const { requestId, ...rest } = JSON.parse(refused.text);
  expect(requestId).toBe(refused.headers["x-request-id"]);
  expect(["code", "code,fields"]).toContain(Object.keys(rest).join());
  expect(JSON.stringify(refused)).not.toContain("secret");
});

test.each([
  ["a query twice", "?skip=0&skip=1", "400 malformed_request"],
  ["a broken escape", "?skip=%zz", "400 malformed_request"],
  ["an unknown query", "?order=asc", "400 validation_failed"],
  ["no orders at all", "?limit=0", "400 validation_failed"],
  ["a page too large", "?limit=101", "400 validation_failed"],
  ["a list too far down", "?skip=1000001", "400 validation_failed"],
  ["a day that is none", "?start_date=2026-13-01", "400 validation_failed"],
  ["one order", "?limit=1&skip=1000000", "200 undefined"],
  ["a day", "?limit=100&start_date=2026-11-01&end_date=2026-11-01", "200 undefined"],
])("a question for orders with %s is judged (R64)", async (_what, query, answer) => {
  expect(said(await ask({ path: `/orders/my-orders${query}` }))).toBe(answer);
});

test.each([
  "/api",
  "/api/v1",
  "/api/v1//config",
  "/api/v1/products/a/b",
  "/api/v1/nothing-of-ours?a=1&a=2",
  "/api/v1/service/fault",
  "/api/v1/%6dembers%2fme",
  "/api/v1/PRODUCTS/x1",
])("%s is unknown and says so without a redirect (R7, R57)", async (path) => {
  expect(said(await rawRequest(shop, { path }))).toBe("404 not_found");
});

test("a client that breaks off in the middle of its body is no fault of ours (R65)", async () => {
  const lines = (part: string) => shop.logs().filter((line) => line.includes(part));
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
    const begun = `${head.join("\r\n")}\r\n\r\n${kind.startsWith("T") ? "1\r\n{\r\n" : "{"}`;
    await new Promise<void>((sent) => socket.write(begun, () => sent()));
    // The Worker must have begun to read: another request behind it has been answered.
    expect((await shop.fetch("/api/v1/config")).status).toBe(200);
    socket.destroy();
  }
  await expect.poll(() => lines("broke off").length).toBe(kinds.length);
  for (const line of lines("broke off")) expect(JSON.parse(line)).toMatchObject({ level: "info" });
  expect(lines("request failed")).toEqual([]);
});
