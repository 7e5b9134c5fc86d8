/** `worker/shop/surveys/submit-survey.ts`: what the upstream is told, and what the shop keeps. */
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { createLog } from "../../worker/platform/log.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { submitSurvey } from "../../worker/shop/surveys/submit-survey.ts";
import { replaceRefusals, selectSnapshots } from "../../worker/store/refusals.ts";
import { endSession } from "../../worker/store/sessions.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/port.ts";
import { db, noon, signInMei } from "./database.ts";

const mei = { memberId: "mei", sessionId: "mei's browser" };
const key = "a key of this test";
const visitor = { ...mei, ipAddress: "203.0.113.9", userAgent: "Firefox" };

/** An upstream of which only its answers matter: no orders, and a key for what is sent in. */
function answering() {
  const heard: { path: unknown; body: object | undefined }[] = [];
  const upstream = {
    async call<Result>({ path, read }: EndpointSpec<Result>, { body }: UpstreamRequest) {
      heard.push({ path, body });
      const said = path === "/orders/my-orders" ? { data: [] } : { id: "quiz" };
      return { body: read(said, {}), status: 201, cookies: {} };
    },
  };
  const config = { UPSTREAM_TOKEN_KEY: key };
  // The verb uses no other port.
  const deps = { db, upstream, config, log: createLog("test"), now: () => noon } as unknown as Deps;
  return { deps, heard };
}

test("the upstream is told whose answers they are, and the shop keeps what was refused", async () => {
  const { deps, heard } = answering();
  await signInMei({ upstreamAccess: await encryptToken(key, "mei's token", mei.sessionId) });
  await replaceRefusals(db, "mei", ["family:citrus"]);
  const claimed = { form_id: "form", answers: [], member_id: "somebody-else" };
  const { body, status } = await submitSurvey(deps, mei, "form", claimed, visitor);
  expect([body, status]).toEqual([{ id: "quiz" }, 201]);
  expect(heard.at(-1)).toEqual({
    path: "/surveys/{id}/submit",
    body: {
      form_id: "form",
      member_id: "mei",
      session_id: "mei's browser",
      ip_address: "203.0.113.9",
      user_agent: "Firefox",
      personal_option: null,
      answers: [],
    },
  });
  expect(await selectSnapshots(db, "mei", ["quiz"])).toEqual([
    { responseId: "quiz", refusals: ["family:citrus"] },
  ]);
});

test("nobody whose session is over sends anything in", async () => {
  const { deps, heard } = answering();
  await signInMei({ upstreamAccess: await encryptToken(key, "mei's token", mei.sessionId) });
  await endSession(db, mei.sessionId, "logout", noon);
  const sent = submitSurvey(deps, mei, "form", { form_id: "form", answers: [] }, visitor);
  await expect(sent).rejects.toMatchObject({ code: "token_revoked" });
  expect(heard).toEqual([]);
});
