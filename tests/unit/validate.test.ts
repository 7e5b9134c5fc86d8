import * as z from "zod/mini";
import { policy, type Policy } from "../../worker/middleware/policy.ts";
import { idempotencyKeyOf } from "../../worker/middleware/validate.ts";
import { appWith } from "./middleware-app.ts";

const wish = z.strictObject({
  amount: z.int().check(z.gte(1), z.lte(9)),
  note: z.optional(z.string().check(z.minLength(2), z.maxLength(4))),
  name: z.optional(z.string().check(z.minLength(1))),
  kind: z.optional(z.enum(["a", "b"])),
});
const open = { who: "anyone", rate: "uncounted" } as const;
const limited = { json: wish, maxKib: 1 / 16 };
const json = "application/json";
const one = '{"amount":1}';
const other = "unsupported_media_type";

async function post(row: Partial<Policy>, body: BodyInit, type: string | null, more = {}) {
  const app = appWith();
  app.post("/", policy({ ...open, ...row }), (c) => c.text("done"));
  const headers = { ...(type === null ? {} : { "Content-Type": type }), ...more };
  const answer = await app.request("/", { method: "POST", body, headers });
  const text = await answer.text();
  return answer.status === 200 ? text : JSON.parse(text);
}

test.each<[what: string, body: BodyInit, type: string | null, headers: object, answer: unknown]>([
  ["what is asked for", one, json, {}, "done"],
  ["a space behind its type", one, "application/json ; charset=utf-8", {}, "done"],
  ["another alphabet", one, "application/json;charset=big5", {}, other],
  ["no type", new TextEncoder().encode(one), null, {}, other],
  ["a packed body", one, json, { "Content-Encoding": "gzip" }, other],
  ["a body that is not packed", one, json, { "Content-Encoding": "Identity" }, "done"],
  ["broken UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json, {}, "malformed_request"],
  ["a body of 64 bytes", `{"amount":1${" ".repeat(52)}}`, json, {}, "done"],
  ["a body of 65 bytes", `{"amount":1${" ".repeat(53)}}`, json, {}, "payload_too_large"],
])("a body with %s is answered as it should be", async (_what, body, type, headers, answer) => {
  const got = await post(limited, body, type, headers);
  expect(got.code ?? got).toBe(answer);
});

test.each<[body: object, fields: Record<string, string>]>([
  [{}, { amount: "required" }],
  [{ amount: "1" }, { amount: "invalid" }],
  [{ amount: 0 }, { amount: "out_of_range" }],
  [{ amount: 10 }, { amount: "out_of_range" }],
  [{ amount: 1, note: "x" }, { note: "too_short" }],
  [{ amount: 1, note: "xxxxx" }, { note: "too_long" }],
  [{ amount: 1, name: "" }, { name: "required" }],
  [{ amount: 1, kind: "c" }, { kind: "invalid_choice" }],
  [{ amount: 1, other: 1 }, { other: "unknown_field" }],
  [{ amount: 1, "<b>": 1 }, {}],
])("of %j the fields are named, never their values", async (body, fields) => {
  const text = JSON.stringify(body);
  expect(await post(limited, text, json)).toEqual({ code: "validation_failed", fields });
});

test("where a body may be left out nothing of any type will do, and what is there must fit", async () => {
  const optional = { ...limited, isOptional: true } as const;
  expect(await post(optional, "", "text/plain")).toBe("done");
  expect(await post(optional, '{"amount":1}', json)).toBe("done");
  const codeOf = async (body: BodyInit, type = json) => (await post(optional, body, type)).code;
  expect(await codeOf('{"amount":1}', "text/plain")).toBe(other);
  expect(await codeOf('{"amount":0}')).toBe("validation_failed");
  expect(await codeOf("x".repeat(65))).toBe("payload_too_large");
  expect(await codeOf(new Uint8Array([0xff]))).toBe("malformed_request");
});

test("a form is read once: a key that stands there twice, however it is written, is refused", async () => {
  const form = "application/x-www-form-urlencoded";
  const login = { form: z.strictObject({ user: z.string(), "a b": z.optional(z.string()) }) };
  expect(await post(login, "user=mei&a+b=1", form)).toBe("done");
  expect(await post(login, "&user=mei&&", form), "empty parts are nothing").toBe("done");
  for (const twice of ["user=mei&user=noor", "user=mei&%75ser=noor", "user=m&a+b=1&a%20b=2"])
    expect((await post(login, twice, form)).code, twice).toBe("malformed_request");
  expect((await post(login, "user=mei&%ff=1", form)).code).toBe("malformed_request");
  expect((await post(login, "user=mei", json)).code).toBe("unsupported_media_type");
  expect((await post(login, `user=${"x".repeat(8 * 1024)}`, form)).code).toBe("payload_too_large");
});

test("a route takes the query that it declares, and no other", async () => {
  const app = appWith();
  const query = z.strictObject({ page: z.optional(z.string()) });
  app.get("/pages", policy({ ...open, query }), (c) => c.text("done"));
  app.get("/one/:id", policy(open), (c) => c.text("done"));
  app.get("/mine", policy({ ...open, who: "member" }), (c) => c.text("done"));
  const answerAt = async (path: string) => (await app.request(path)).text();
  for (const [path, said] of [
    ["/pages", "done"],
    ["/pages?page=1", "done"],
    ["/pages?", "done"],
    ["/pages?page=1&page=2", "malformed_request"],
    ["/pages?pages=1", "validation_failed"],
    ["/one/abc", "done"],
    ["/one/a.b", "validation_failed"],
    ["/one/abc?page=1", "validation_failed"],
    ["/one/abc?page=1&page=1", "malformed_request"],
    ["/mine", "unauthenticated"],
    ["/mine?page=1", "validation_failed"],
    ["/none?page=1&page=1", "404"],
  ] as const)
    expect(await answerAt(path), path).toContain(said);
});

test.each([
  [undefined, { "Idempotency-Key": "required" }],
  ["1234567", { "Idempotency-Key": "invalid" }],
  ["x".repeat(65), { "Idempotency-Key": "invalid" }],
  ["12345678", null],
  ["x".repeat(64), null],
])("the key %j of a form is taken or refused", async (key, fields) => {
  const app = appWith();
  app.post("/", (c) => c.json(idempotencyKeyOf(c)));
  const headers: HeadersInit = key === undefined ? {} : { "Idempotency-Key": key };
  const answer = await (await app.request("/", { method: "POST", headers })).json();
  expect(answer).toEqual(fields === null ? key : { code: "validation_failed", fields });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function trickle(letters: number): Promise<Response> {
  const app = appWith();
  const row = { who: "anyone", rate: "uncounted", text: ["text/plain"] } as const;
  app.post("*", policy(row), async (c) => c.text(await c.req.text()));
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      sent += 1;
      controller.enqueue(new TextEncoder().encode("x"));
      if (sent === letters) controller.close();
    },
  });
  const headers = { "Content-Type": "text/plain" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return Promise.resolve(app.request("/", init));
}

test("a body that is there within ten seconds is read, however slowly it comes", async () => {
  const answer = trickle(9);
  await vi.advanceTimersByTimeAsync(9_500);
  expect(await (await answer).text()).toBe("xxxxxxxxx");
});

test("a body that is not there after ten seconds is 408, and nobody waits for the rest (R78)", async () => {
  const answer = trickle(60);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isAnswered).toBe(true);
  const { status } = await answer;
  expect([status, (await (await answer).json()).code]).toEqual([408, "request_timeout"]);
});
