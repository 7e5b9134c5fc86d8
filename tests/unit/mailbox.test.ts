import { expect, test } from "vitest";
import { mailboxOf } from "../../worker/shop/limits/member-key.ts";

test.each([
  ["a tag", "victim+1@example.test", "victim@example.test"],
  ["several tags", "victim+a+b@example.test", "victim@example.test"],
  ["an empty tag", "victim+@example.test", "victim@example.test"],
  ["capitals, spaces and full width", " Ｖictim+X@EXAMPLE.test ", "victim@example.test"],
  ["dots at Gmail", "v.ic.tim+1@gmail.com", "victim@gmail.com"],
  ["Gmail's other name", "victim@googlemail.com", "victim@gmail.com"],
])("%s reaches the same mailbox (R25)", (_what, email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
  ["dots elsewhere", "v.ictim@example.test", "victim@example.test"],
  ["nothing but a tag", "+1@example.test", "+2@example.test"],
  ["another host", "victim@gmail.com.test", "victim@gmail.com"],
  ["another mailbox", "victims@gmail.com", "victim@gmail.com"],
])("%s may be another mailbox", (_what, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});
