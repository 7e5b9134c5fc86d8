/** `.docs/operate/alarms.md` has a row for whatever can wake somebody. */
import { expect, test } from "vitest";
import { firstStep } from "../../worker/shop/alarms/raise-alarms.ts";
import { read } from "../support/repository.ts";

const page = read(".docs/operate/alarms.md");
const table = [...page.matchAll(/^- `([^`]+)` · \S[^·]+ · (\S.+)/gm)].map(
  ([, name = "", first = ""]) => ({ name, first }),
);
const rows = table.map(({ name }) => name);

test("every error in the log has a row with what it means and what to do first", () => {
  const events = [...read(".docs/security/logs.md").matchAll(/^- `([^`]+)` \(error\b/gm)].map(
    ([, event = ""]) => event,
  );
  expect(events.length).toBeGreaterThan(15);
  expect(events.filter((event) => !rows.includes(event))).toEqual([]);
});

test("an alarm's message says first what its row says first, as a command that can be typed", () => {
  const wanted = table.map(({ name }) => {
    const command = firstStep(name);
    expect(command, name).toMatch(/^(npm run [a-z:]+|npx wrangler [a-z]+|curl https:)/);
    const [, words = ""] = /^npx wrangler tail \S+ --env= --search '(.+)'$/.exec(command) ?? [];
    return { name, first: words === "" ? `\`${command}\`` : `LOGS \`${words}\`` };
  });
  const missing = wanted.filter(({ first }, row) => table[row]?.first.startsWith(first) !== true);
  expect(missing).toEqual([]);
});

/** What an error's line can name beside itself; the schedule adds its part, a request its route. */
const objects = /\b(orderId|merchantTradeNo|code|reason|route|error)\b/;

test("an error that names no object is refused, unless its name says all that there is of it", () => {
  const lines = [...read(".docs/security/logs.md").matchAll(/^- `([^`]+)` \(error\b([^)]*)/gm)];
  const nameless = lines.filter(([, , fields = ""]) => !objects.test(fields));
  expect(nameless.map(([, event]) => event)).toEqual([
    "second_step.unreadable",
    "events for the upstream are late",
  ]);
});
