import { expect, test } from "vitest";
import { report, sized } from "../../support/experiment.ts";
import { minutesOf } from "../../workerd/schedule-minutes.ts";
import type { Asked } from "../../workerd/statements.ts";

const mostRowsRead = 80_000;
const mostRowsOfAStatement = 6_000;

const rowsReadIn = (asked: readonly Asked[]) =>
  asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0);

test.each(sized([1_000, 10_000], [1_000, 100_000, 1_000_000]))(
  "no minute of the schedule reads more rows than a constant with %s rows in each table",
  async (size) => {
    const asked = await minutesOf(size, sized(4, 45));
    const most = Math.max(...asked.map(rowsReadIn));
    const inOne = Math.max(...asked.flat().map(({ rowsRead }) => rowsRead));
    report(`Rows read with ${size} rows in each table`, [
      { "most in a minute": most, "most in a statement": inOne },
    ]);
    expect(most).toBeLessThan(mostRowsRead);
    expect(inOne).toBeLessThan(mostRowsOfAStatement);
  },
);
