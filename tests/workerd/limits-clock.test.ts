import { expect, test } from "vitest";
import { countAgainst } from "../../worker/store/limits.ts";
import { db, minuteMs, noon } from "./database.ts";

test("whoever looked at the clock a moment before the last one is counted all the same", async () => {
  const limit = { key: "clock", max: 3, windowMs: minuteMs };
  for (const now of [noon + 1_000, noon + 999, noon + 1_001])
    expect(await countAgainst(db, limit, now)).toBeNull();
  expect(await countAgainst(db, limit, noon + 1_002)).toBe(minuteMs - 2);
});
