/** `.docs/operate/alarms.md` has a row for whatever can wake somebody. */
import { expect, test } from "vitest";
import { firstStep } from "../../worker/shop/alarms/raise-alarms.ts";
import { loggedIn, loggedLines, read } from "../support/repository.ts";

const page = read(".docs/operate/alarms.md");
const table = [...page.matchAll(/^- `([^`]+)` · \S[^·]+ · (\S.+)/gm)].map(
  ([, name = "", first = ""]) => ({ name, first }),
);
const rows = table.map(({ name }) => name);

const errors = () => loggedLines().filter(({ level }) => level === "error");

test("every error in the log has a row with what it means and what to do first", () => {
  const planted = 'deps.log.warn("x.y", { reason });\nlog[a === "b" ? "error" : "warn"]("z", {});';
  expect(loggedIn(planted)).toMatchObject([
    { level: "warn", event: "x.y" },
    { level: "error", event: "z" },
  ]);
  expect(errors().length).toBeGreaterThan(15);
  const without = errors().filter(({ event }) => !rows.includes(event));
  expect(without.map(({ event }) => event)).toEqual([]);
});

test("an alarm's message says first what its row says first, as a command that can be typed", () => {
  const wanted = table.map(({ name }) => {
    const command = firstStep(name);
    expect(command, name).toMatch(
      /^(npm run [a-z:]+|npx wrangler [a-z]+|curl https:|https:\/\/DESK\/desk)/,
    );
    const [, words = ""] = /^npx wrangler tail \S+ --env= --search '(.+)'$/.exec(command) ?? [];
    return { name, first: words === "" ? `\`${command}\`` : `LOGS \`${words}\`` };
  });
  const missing = wanted.filter(({ first }, row) => table[row]?.first.startsWith(first) !== true);
  expect(missing).toEqual([]);
});

/** What an error's line can name beside itself; the schedule adds its part, a request its route. */
const objects = /\b(orderId|merchantTradeNo|code|reason|route|error|facts)\b/;

test("an error that names no object is refused, unless its name says all that there is of it", () => {
  const nameless = errors().filter(({ rest }) => !objects.test(rest));
  expect(nameless.map(({ event }) => event).toSorted()).toEqual([
    "events for the upstream are late",
    "second_step.unreadable",
  ]);
});
