/** `worker/shop/surveys/submit-survey.ts`: what the upstream is told, and what the shop keeps. */
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { createLog } from "../../worker/platform/log.ts";
import { submitSurvey } from "../../worker/shop/surveys/submit-survey.ts";
import { findSnapshots, replaceRefusals } from "../../worker/store/refusals.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/port.ts";
import { db, noon } from "./database.ts";

const mei = { memberId: "mei", sessionId: "mei's browser" };
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
  // The verb uses no other port.
  const deps = { db, upstream, log: createLog("test"), now: () => noon } as unknown as Deps;
  return { deps, heard };
}

test("the upstream is told whose answers they are, and the shop keeps what was refused", async () => {
  const { deps, heard } = answering();
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
  expect([...(await findSnapshots(db, "mei", ["quiz"]))]).toEqual([["quiz", ["family:citrus"]]]);
});
