import { expect, test } from "vitest";
import { email } from "#contract/fields";

test.each([
  "mei@example.test\u0000",
  "me\u0007i@example.test",
  "mei\ud800@example.test",
  "mei@exam\u007fple.test",
])("%j is no e-mail address (R64)", (typed) => {
  expect(email.safeParse(typed).success).toBe(false);
});

test("an e-mail address may be typed in wide letters, with spaces around it", () => {
  expect(email.parse(" ｍｅｉ@example.test ")).toBe("mei@example.test");
});
