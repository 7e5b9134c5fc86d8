import { mostRefusals } from "#contract/refusals";
import * as own from "../../worker/shop/refusals/own-refusals.ts";
import { submitSurvey } from "../../worker/shop/surveys/submit-survey.ts";
import { warnOfWaitingMessages } from "../../worker/shop/payments/settle.ts";
import * as store from "../../worker/store/refusals.ts";
import { paymentInbox, responseRefusals } from "../../worker/store/schema.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { add, mei as herCart } from "./cart-rows.ts";
import { db, forgetSessions, minuteMs, noon, refuses } from "./database.ts";
import { failAt } from "./ground.ts";
import { letMeiIn, mei, portsWith, sampleOrder } from "./ports.ts";

test("a member's refusals are kept and listed, if the shop knows every one", async () => {
  await letMeiIn();
  const { deps } = portsWith({});
  await own.keepRefusals(deps, mei, ["family:citrus", "material:rose"]);
  expect(await own.listRefusals(deps, mei)).toEqual(["family:citrus", "material:rose"]);
  await refuses(own.keepRefusals(deps, mei, ["family:tea", "material:none"]), "validation_failed", {
    fields: { refusals: "invalid_choice" },
  });
  expect(await own.listRefusals(deps, mei)).toEqual(["family:citrus", "material:rose"]);
  await endSession(db, mei.sessionId, "logout", noon);
  await refuses(own.listRefusals(deps, mei), "token_revoked");
});

const whose = { member_id: mei.memberId, session_id: mei.sessionId };
const visitor = { ...whose, ip_address: "203.0.113.9", user_agent: "Firefox" };
const answers = [
  { question_id: "q1", option_ids: ["o1"], answer_text: "woods" },
  { question_id: "q2", option_ids: [] },
];

async function submit(orders: object[], more: object = {}) {
  await letMeiIn();
  const { deps, asked, finished } = portsWith({
    answers: (path) => (path === "/orders/my-orders" ? { data: orders } : { id: "quiz" }),
  });
  await submitSurvey(deps, mei, "form", { form_id: "form", answers, ...more }, visitor);
  await finished();
  return asked.flatMap(({ path, body }) => (path === "/orders/my-orders" ? [] : [body]));
}

test("answers are sent in as they were given, and by whom", async () => {
  const claimed = { personal_option: "p1", member_id: "somebody-else" };
  const given = [answers[0], { question_id: "q2", option_ids: [], answer_text: null }];
  const whole = { form_id: "form", ...visitor, personal_option: "p1", answers: given };
  expect(await submit([], claimed)).toEqual([whole]);
  const kept = { responseId: "quiz", memberId: "mei", refusals: [] };
  expect(await db.select().from(responseRefusals), "whose quiz it is").toMatchObject([kept]);
});

test("a quiz keeps what its member refuses for good or this once, and nobody whose session is over sends one in", async () => {
  await own.keepRefusals(portsWith({}).deps, mei, ["family:citrus"]);
  await submit([], { refusals: ["family:citrus", "material:rose"] });
  expect(await db.select().from(responseRefusals)).toMatchObject([
    { responseId: "quiz", memberId: "mei", refusals: ["family:citrus", "material:rose"] },
  ]);
  expect(await own.listRefusals(portsWith({}).deps, mei)).toEqual(["family:citrus"]);
  const { deps, heard } = portsWith({});
  await endSession(db, mei.sessionId, "logout", noon);
  const sent = submitSurvey(deps, mei, "form", { form_id: "form", answers }, visitor);
  await refuses(sent, "token_revoked");
  expect(heard).toEqual([]);
});

test("with a sample set in the cart or on its way nobody takes another quiz", async () => {
  await refuses(submit([sampleOrder]), "active_sample_order");
  await add(herCart, "line");
  await forgetSessions();
  await refuses(submit([]), "sample_in_cart");
});

test("refusals that could not be kept cost nobody the quiz", async () => {
  await own.keepRefusals(portsWith({}).deps, mei, ["family:citrus"]);
  await failAt("INSERT", "response_refusals");
  expect(await submit([])).toHaveLength(1);
});

test("messages about money that wait for a quarter of an hour are an error until somebody has looked", async () => {
  const hear = async (now: number) => {
    const { deps, said } = portsWith({ now: () => now });
    await warnOfWaitingMessages(deps);
    return said;
  };
  const odd = { id: "odd", reason: "odd", fields: "{}", receivedAt: noon };
  await db.insert(paymentInbox).values(odd);
  expect(await hear(noon + 15 * minuteMs - 1)).toEqual([]);
  const wait = [["error", "payment messages wait for people"]];
  expect(await hear(noon + 15 * minuteMs)).toEqual(wait);
  expect(await hear(noon + 16 * minuteMs)).toEqual(wait);
  await db.update(paymentInbox).set({ resolvedAt: noon });
  expect(await hear(noon + 200 * minuteMs)).toEqual([]);
});

const refusalsOf = async (memberId: string) =>
  (await store.selectRefusals(db, memberId)).map(({ refusal }) => refusal);
const longest = Array.from({ length: mostRefusals }, (_, at) => `word:scent ${at}`);
const quiz = { responseId: "quiz", memberId: "mei", refusals: ["material:rose", "family:citrus"] };

test("a list is kept whole, in its order, and replaced whole", async () => {
  expect(await refusalsOf("mei")).toEqual([]);
  await store.replaceRefusals(db, "mei", longest);
  expect(await refusalsOf("mei")).toEqual(longest);
  await store.replaceRefusals(db, "mei", ["material:rose", "family:citrus"]);
  await store.replaceRefusals(db, "mei", ["material:rose", "family:citrus"]);
  expect(await refusalsOf("mei")).toEqual(["material:rose", "family:citrus"]);
  expect(await refusalsOf("chen")).toEqual([]);
});

test("of two lists at once one is kept, never a mixture", async () => {
  const lists = [["family:citrus", "material:rose"], ["family:tea"], []];
  await Promise.all(lists.map((list) => store.replaceRefusals(db, "mei", list)));
  expect(lists).toContainEqual(await refusalsOf("mei"));
});

test("a quiz keeps what was refused when it was sent in", async () => {
  await store.keepSnapshot(db, quiz, noon);
  await store.keepSnapshot(db, { ...quiz, refusals: ["family:tea"] }, noon);
  const found = await store.selectSnapshots(db, "mei", ["quiz", "another"]);
  expect(found).toEqual([{ responseId: "quiz", refusals: quiz.refusals }]);
});

test("nobody reads what another member refused, even knowing the quiz", async () => {
  await store.keepSnapshot(db, quiz, noon);
  expect(await store.selectSnapshots(db, "chen", ["quiz"])).toHaveLength(0);
  const many = Array.from({ length: 300 }, (_, at) => `${at}`);
  expect(await store.selectSnapshots(db, "mei", many)).toEqual([]);
});
