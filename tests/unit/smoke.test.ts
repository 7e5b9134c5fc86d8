/** `.scripts/deploy/smoke.ts`: what a deployment reads of the shop's health before it says that it went well. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { Health } from "../../worker/contract/config.ts";
import { smokeFaults } from "../../.scripts/deploy/smoke.ts";

const healthy: Health = {
  version: "1.0.0",
  deployment: { id: "v7", at: "2026-11-21T12:00:00.000Z" },
  database: true,
  content: true,
  upstream: true,
  upstream_ms: 3_000,
  upstream_reads: {
    password_policy: "needs_sign_in",
    survey: "read",
    reorder_settings: "needs_sign_in",
    service_credential: null,
  },
  payment_events: "off",
  schedule: { finished_at: "2026-11-21T12:01:00.000Z", is_late: false },
};
let answers: [status: number, body: object][] = [];

const server = createServer((request, response) => {
  if (request.url !== "/api/health") return response.writeHead(404).end();
  const [[status, body] = [500, {}]] = answers.length > 1 ? answers.splice(0, 1) : answers;
  return response.writeHead(status).end(JSON.stringify(body));
}).listen(0);
afterAll(() => server.close());

/** What the deployment finds wrong with a health that is answered so, one after the other, and the last for ever. */
async function foundAfter(firstRunSeconds: number, ...told: typeof answers) {
  answers = told;
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const asked = { address, version: "1.0.0", deployment: "v7", patienceSeconds: 0 };
  const faults = await smokeFaults({ ...asked, firstRunSeconds });
  return faults.filter((fault) => fault.startsWith("/api/health"));
}

test("an upstream that is slow and wants a member's token for its reads is well", async () => {
  expect(await foundAfter(0, [200, healthy])).toEqual([]);
});

test("a deployment waits for the schedule's first run, longer than for anything else, and not for ever", async () => {
  const unrun = (finished_at: string | null): [number, object] => [
    503,
    { ...healthy, schedule: { finished_at, is_late: true } },
  ];
  const ofTheLast = unrun("2026-11-21T11:59:59.000Z");
  expect(await foundAfter(60, unrun(null), ofTheLast, [200, healthy])).toEqual([]);
  for (const before of [unrun(null), ofTheLast])
    expect(await foundAfter(0, before)).toEqual([
      "/api/health: the schedule has not come to its end since the upload",
    ]);
});

test.each([
  ["content", { content: false }],
  ["survey (refused)", { upstream_reads: { ...healthy.upstream_reads, survey: "refused" } }],
])("what does not work is named at once, run or not: %s", async (named, found) => {
  const body = { ...healthy, ...found };
  expect(await foundAfter(60, [503, body])).toEqual([
    `/api/health answers 503: ${named} do not work`,
  ]);
});
