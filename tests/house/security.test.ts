/** The pages under `.docs/security` say what the code does. */
import { expect, test } from "vitest";
import { read, sources } from "../support/repository.ts";

interface Line {
  event: string;
  levels: string;
  fields: string;
}

const logFields = () =>
  [
    ...(
      /interface LogFields \{([\s\S]*?)\n\}/.exec(read("worker/platform/log.ts"))?.[1] ?? ""
    ).matchAll(/^ {2}(\w+)\?:/gm),
  ].map(([, name = ""]) => name);

/** Calls of `log`, with what stands between their parentheses. */
function loggedIn(text: string): { levels: string; event: string; rest: string }[] {
  const call =
    /\blog(?:\.(info|warn|error)|\[[^\]]*"(error)"[^\]]*"(warn)"\])\(\s*"([^"]+)"([^;]*)\);/g;
  return [...text.matchAll(call)].map(([, one, error, warn, event = "", rest = ""]) => ({
    levels: one ?? `${error} or ${warn}`,
    event,
    rest,
  }));
}

function inventory(): Line[] {
  const pattern = /^- `([^`]+)` \(([a-z ]+)(?:; ([\w, ]+))?\): \S/gm;
  return [...read(".docs/security/logs.md").matchAll(pattern)].map(
    ([, event = "", levels = "", fields = ""]) => ({ event, levels, fields }),
  );
}

const workerSources = () =>
  sources("worker/").filter((file) => !file.startsWith("worker/stand-ins/"));

test("the list of log lines is the code's: each event once, at its level", () => {
  const planted = 'deps.log.warn("x.y", { reason });\nlog[a === "b" ? "error" : "warn"]("z", {});';
  expect(loggedIn(planted)).toMatchObject([
    { levels: "warn", event: "x.y" },
    { levels: "error or warn", event: "z" },
  ]);
  const found = workerSources().flatMap((file) => loggedIn(read(file)));
  const said = (lines: { event: string; levels: string }[]) =>
    [...new Set(lines.map(({ event, levels }) => `${event} (${levels})`))].sort();
  expect(found.length).toBeGreaterThan(40);
  expect(said(inventory())).toEqual(said(found));
  const calls = workerSources().flatMap((file) => [
    ...read(file).matchAll(/\blog(\.(info|warn|error)|\[[^\]]*\])\(/g),
  ]);
  expect(calls.length, "calls that this test cannot read").toBe(found.length);
});

test("nothing writes to the log but the log", () => {
  const writing = workerSources().filter((file) => /\bconsole[.[]/.test(read(file)));
  expect(writing).toEqual(["worker/platform/log.ts"]);
});

test("each log line has the fields that its row names, of the closed list (R73)", () => {
  const known = logFields();
  expect(known).toContain("subject");
  const named = (text: string) =>
    [...text.matchAll(/[{,]\s*(\w+)\s*(?=[,:}])/g)].map(([, name = ""]) => name);
  const fields = new Map<string, Set<string>>();
  for (const { event, rest } of workerSources().flatMap((file) => loggedIn(read(file)))) {
    // Given as a value, whose fields the compiler knows.
    if (/,\s*(facts|\{ \.\.\.violation \})/.test(rest)) continue;
    const all = fields.get(event) ?? new Set<string>();
    for (const name of named(rest)) if (known.includes(name)) all.add(name);
    fields.set(event, all);
  }
  expect(fields.size).toBeGreaterThan(40);
  for (const { event, fields: row } of inventory()) {
    const written = row === "" ? [] : row.split(", ");
    expect(
      written.filter((name) => !known.includes(name)),
      event,
    ).toEqual([]);
    const logged = fields.get(event);
    if (logged) expect([...logged].sort(), event).toEqual(written.toSorted());
  }
});
