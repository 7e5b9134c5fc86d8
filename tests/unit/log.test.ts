import { expect, test, vi } from "vitest";
import { createLog, takeErrors } from "../../worker/platform/log.ts";

/** What a query builder throws: its message, and the stack that begins with it, name every bound value. */
class FailedQuery extends Error {
  readonly query = "select * from limits where key = ?";
  constructor(readonly params: string[]) {
    super(`Failed query: select * from limits where key = ?\nparams: ${params.join()}`, {
      cause: new Error("D1_ERROR: overloaded"),
    });
    this.name = "FailedQuery";
  }
}

function linesOf(error: unknown): string {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    createLog("r1").error("request failed", { error });
    return String(written.mock.calls[0]?.[0]);
  } finally {
    written.mockRestore();
  }
}

test("of a query that failed the log tells the statement, the reason and the place, and nothing that was bound to it (R73)", () => {
  const line = linesOf(new FailedQuery(["sign-in:address:203.0.113.9"]));
  expect(line).not.toContain("203.0.113.9");
  for (const told of ["where key = ?", "D1_ERROR: overloaded", "log.test.ts"])
    expect(line).toContain(told);
});

test("of any other failure the log tells its message and its place", () => {
  const line = linesOf(new TypeError("notes is not iterable"));
  for (const told of ["TypeError: notes is not iterable", "log.test.ts"])
    expect(line).toContain(told);
  expect(linesOf("thrown text")).toContain("not an Error");
});

test("a line says when, in UTC, how bad it is and for which request", () => {
  const line = JSON.parse(linesOf(new Error("a fault")));
  expect(line).toMatchObject({ level: "error", event: "request failed", requestId: "r1" });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000);
});

test("what a visitor sends ends no line of the log and begins none", () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => {});
  const sent = '/x\n{"level":"error"}\r\u2028","level":"error","x":"';
  createLog("r1").warn("csp.violation", { document: sent });
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect(lines).toEqual([expect.not.stringMatching(/[\n\r]/)]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", document: sent });
});

test("errors are heard of, and nothing else is", () => {
  takeErrors();
  const levels = ["info", "warn", "error"] as const;
  const written = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  const log = createLog("r1");
  const error = new FailedQuery(["a secret"]);
  const fields = { method: "POST", route: "/a", orderId: "o", merchantTradeNo: "t", error };
  for (const level of levels) log[level](`an ${level}`, fields);
  const lines = written.map(({ mock }) => JSON.parse(String(mock.calls[0]?.[0])).level);
  for (const one of written) one.mockRestore();
  const where = "POST /a · order o · trade t · Error: D1_ERROR: overloaded";
  const query = "FailedQuery: select * from limits where key = ?";
  const example = `${where} ← ${query} · request r1`;
  expect([...takeErrors()]).toEqual([["an error", { count: 1, example }]]);
  expect(lines).toEqual(levels);
});
