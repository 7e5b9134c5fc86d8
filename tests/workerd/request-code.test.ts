/** `worker/shop/sign-in/request-code.ts`: what the upstream says of a code, and what a failed mail costs. */
import { expect, test } from "vitest";
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { requestCode } from "../../worker/shop/sign-in/request-code.ts";
import { insertChallenge } from "../../worker/store/challenges.ts";
import { db, minuteMs, noon } from "./database.ts";
import { key, portsWith, type Answers } from "./ports.ts";

async function ask(answers: Answers) {
  const id = "mei's sign-in";
  await insertChallenge(db, {
    id,
    memberKey: "mei",
    upstreamTempToken: await encryptToken(key, "mei's ticket", id),
    createdAt: noon,
    expiresAt: noon + 15 * minuteMs,
  }).onConflictDoNothing();
  const { deps } = portsWith({ answers });
  return requestCode(deps, id, "203.0.113.9", "en");
}

test.each([
  ["a day", noon + 24 * 60 * minuteMs, 10],
  ["five minutes", noon + 5 * minuteMs, 5],
  ["nothing of its time", null, 10],
])("a code of which the upstream says %s", async (_what, said, minutes) => {
  const { expires_at } = await ask(() => ({
    expires_at: said === null ? null : new Date(said).toISOString(),
  }));
  expect(Date.parse(expires_at) - noon).toBe(minutes * minuteMs);
});

const failing = (code: ErrorCode) => () => {
  throw new ShopError(code);
};

test("when the upstream does not answer in time the mail may be out, and the next one waits", async () => {
  await expect(ask(failing("upstream_timeout"))).rejects.toMatchObject({
    code: "upstream_timeout",
  });
  await expect(ask(() => ({}))).rejects.toMatchObject({ code: "too_many_requests" });
});

test.each(["upstream_unavailable", "upstream_maintenance", "upstream_failed"] as const)(
  "after %s no mail is out, and the next try need not wait",
  async (code) => {
    await expect(ask(failing(code))).rejects.toMatchObject({ code });
    expect(await ask(() => ({}))).toMatchObject({ expires_at: expect.any(String) });
  },
);
