import { expect, test } from "vitest";
import { passInAMinute } from "../../workerd/counters.ts";

test("of 1,200 a minute as many pass", async () => {
  expect(await passInAMinute(1200, 1203)).toBe(1200);
});
