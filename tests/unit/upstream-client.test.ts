/** When a call to the upstream is tried again, given up or held back. */
import { beforeEach, expect, test } from "vitest";
import type { EndpointSpec, Group } from "../../worker/upstream/port.ts";
import { freshClient, hinoki, says, type Answer } from "../support/asked-upstream.ts";

let client: Awaited<ReturnType<typeof freshClient>>;
beforeEach(async () => {
  client = await freshClient();
});
const ask: typeof client.ask = (...call) => client.ask(...call);

const gone: Answer = () => Promise.reject(new Error("connection lost"));

test.each<[what: string, answer: Answer]>([
  ["a lost connection", gone],
  ["502", says("", 502)],
  ["maintenance", says("", 503)],
])("a read is tried again after $0, twice at most", async (_what, answer) => {
  const group: Group = "member";
  expect(await ask([answer, answer, says({ name: "Hinoki" })], hinoki, { group })).toMatchObject({
    body: { name: "Hinoki" },
  });
  expect(client.sent).toHaveLength(3);
  client.sent.length = 0;
  await expect(ask([answer], hinoki, { group })).rejects.toThrow();
  expect(client.sent).toHaveLength(3);
  expect(client.warned).toHaveLength(5);
});

test.each<[what: string, answer: Answer, changes: Partial<EndpointSpec<unknown>>]>([
  ["what may have had effects", gone, { method: "POST" }],
  ["what failed for another reason", says("", 500), {}],
  ["what was refused", says("", 404), {}],
  ["what cannot be read", says("no JSON"), {}],
])("$0 is not tried again", async (_what, answer, changes) => {
  await expect(ask([answer], hinoki, { group: "checkout", ...changes })).rejects.toThrow();
  expect(client.sent).toHaveLength(1);
});

test("what the upstream recognises may be repeated though it has effects", async () => {
  const request = { ...hinoki, safeToRepeat: true };
  await ask([gone, says({ name: "Hinoki" })], request, { method: "POST", group: "checkout" });
  expect(client.sent).toHaveLength(2);
  expect(client.warned).toEqual([["upstream call failed", "upstream_unavailable"]]);
});

test("a refusal leaves no line in the log, an unreadable answer does", async () => {
  await expect(ask([says("", 404)])).rejects.toThrow();
  expect(client.warned).toEqual([]);
  await expect(ask([says("no JSON")])).rejects.toThrow();
  expect(client.warned).toEqual([["upstream call failed", "upstream_garbled"]]);
});

test("a call that takes longer than it may ends as a timeout, and is not tried again", async () => {
  const never: Answer = () =>
    new Promise((_resolve, reject) =>
      client.sent.at(-1)?.signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  await expect(ask([never], { ...hinoki, timeoutMs: 20 })).rejects.toMatchObject({
    code: "upstream_timeout",
  });
  expect(client.sent).toHaveLength(1);
});

test("repeats are rationed, so that an outage is not met with three calls for one", async () => {
  for (let call = 0; call < 6; call += 1) await ask([gone]).catch(() => {});
  expect(client.sent.length, "six calls and ten repeats").toBe(16);
  for (let call = 0; call < 7; call += 1) {
    client.sent.length = 0;
    await ask([says({ name: "Hinoki" })]);
  }
  client.sent.length = 0;
  await expect(ask([gone])).rejects.toThrow();
  expect(client.sent.length, "ten calls more or less earn one").toBe(2);
});

test("a group that fails by volume is held back without a call, and the others go on", async () => {
  const failing = { group: "recommender", method: "POST" } as const;
  for (let call = 0; call < 20; call += 1)
    await expect(ask([says("", 500)], hinoki, failing)).rejects.toMatchObject({
      code: "upstream_failed",
    });
  expect(client.warned).toContainEqual(["upstream calls are held back", undefined]);
  client.sent.length = 0;
  await expect(ask([says({ name: "x" })], hinoki, failing)).rejects.toMatchObject({
    code: "upstream_unavailable",
  });
  expect(client.sent).toEqual([]);
  expect(await ask([says({ name: "Hinoki" })])).toMatchObject({ status: 200 });
});

const failTimes = async (times: number, answers: Answer[], timeoutMs: number) => {
  for (let call = 0; call < times; call += 1)
    await ask(answers, { ...hinoki, timeoutMs }, { method: "POST", group: "recommender" }).catch(
      () => {},
    );
};

test("a call that was given little time may run out of it without holding others back", async () => {
  await failTimes(60, [says("", 504)], 5_000);
  expect(client.sent).toHaveLength(60);
});

test("other failures of such a call count as those of any other", async () => {
  await failTimes(60, [says("", 500)], 5_000);
  expect(client.sent.length).toBeLessThan(30);
});

test("where callers choose what fails, the shop asks for itself, and holds back what fails it too", async () => {
  const chosen = { method: "POST", group: "catalogue" } as const;
  const fail = (answers: Answer[]) => ask(answers, hinoki, chosen).catch(() => {});
  const isProbe = ({ url }: Request) => url.endsWith("/reorder-settings/");
  for (let call = 0; call < 20; call += 1) await fail([says("", 500)]);
  await expect.poll(() => client.warned.at(-1)?.[0]).toBe("upstream calls are held back");
  expect(client.sent.filter(isProbe)).toHaveLength(1);
  expect(client.sent.find(isProbe)?.headers.has("X-Forwarded-For")).toBe(false);
  client.sent.length = 0;
  await fail([says("", 500)]);
  expect(client.sent).toEqual([]);
});

test("where the shop's own call is answered, others' failures hold nothing back", async () => {
  const chosen = { method: "POST", group: "catalogue" } as const;
  for (let call = 0; call < 40; call += 1)
    await ask([says("", 500), says("", 404)], hinoki, chosen).catch(() => {});
  expect(client.sent).toHaveLength(41);
  expect(client.warned.map(([event]) => event)).not.toContain("upstream calls are held back");
});

test("refusals and unreadable answers hold nothing back, however many there are", async () => {
  const many = { group: "service", method: "POST" } as const;
  for (let call = 0; call < 60; call += 1) {
    const answer = call % 2 === 0 ? says("", 404) : says("no JSON");
    await ask([answer], hinoki, many).catch(() => {});
  }
  expect(client.sent).toHaveLength(60);
});

test("an upstream at an address of its own needs no binding, and without either nothing starts", () => {
  expect(() => client.create({})).toThrow("Neither");
  expect(() => client.create({}, { UPSTREAM_URL: "https://upstream.example/" })).not.toThrow();
});
