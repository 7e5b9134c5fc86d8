/** `.docs/operate/alarms.md` has a row for whatever can wake somebody. */
import { expect, test } from "vitest";
import { raisedBy } from "../../worker/shop/alarms/rules.ts";
import { read } from "../support/repository.ts";

const page = read(".docs/operate/alarms.md");
/** Alarms of a kind are one row, whose last word stands for what tells them apart. */
const rows = [...page.matchAll(/^\| `([^`]+)` +\| \S[^|]+ \| \S/gm)].map(([, name = ""]) =>
  name.replace(/: [A-Z]+$/, ": "),
);
const hasRow = (alarm: string) =>
  rows.some((row) => (row.endsWith(": ") ? alarm.startsWith(row) : alarm === row));

test("every error in the log has a row with what it means and what to do first", () => {
  const events = [...read(".docs/security/logs.md").matchAll(/^- `([^`]+)` \(error\b/gm)].map(
    ([, event = ""]) => event,
  );
  expect(events.length).toBeGreaterThan(15);
  const silent = ["an alarm was raised"];
  expect(events.filter((event) => !hasRow(event) && !silent.includes(event))).toEqual([]);
});

test("every alarm that is decided by counting has one too", () => {
  const names = [
    "callback.refused_of_ours",
    "question.unanswered",
    "probe.failed",
    "breaker.still_open products",
    "answer.failed GET /a",
  ];
  const minutes = [0, 1, 2, 3, 4];
  const tallies = names.flatMap((name) =>
    minutes.map((at) => ({ at: at * -60_000, name, count: 9 })),
  );
  const raised = raisedBy(tallies, 1);
  expect(raised).toHaveLength(names.length);
  expect(raised.filter(({ name }) => !hasRow(name))).toEqual([]);
  expect(hasRow("no such alarm")).toBe(false);
});
