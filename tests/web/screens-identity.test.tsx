/** What stands on an account's screens, and around all of them, once something was done there: by the keys of its texts. */
import type { ComponentType } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Session } from "#contract/auth";
import { Shell } from "../../web/layout/Shell.tsx";
import { BasicInfoTab } from "../../web/pages/profile/BasicInfoTab.tsx";
import { SecondStep } from "../../web/pages/profile/second-step/SecondStep.tsx";
import SessionsTab from "../../web/pages/profile/SessionsTab.tsx";
import RegisterPage from "../../web/pages/register/RegisterPage.tsx";
import { useCart } from "../../web/stores/cart.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { memberOf, signInHere } from "../support/buying.ts";
import { openPages, page, type Answers } from "../support/shown-page.tsx";
import { standsStill } from "../support/whole-shop.ts";

const open = openPages("keys");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:00:00Z") }));

const member = (more: object): Answers => ({ "GET /members/me": { json: memberOf(more) } });
const business = { is_business: true, company_name: "Fig Ltd", tax_id: "T1" };
const secondStep = (is_on: boolean, recovery_codes_left: number): Answers => ({
  "GET /auth/second-step": { json: { is_on, recovery_codes_left } },
});
const sessions = (...places: (string | null)[]): Answers => ({
  "GET /auth/sessions": {
    json: {
      data: places.map((place, at): Session => ({
        id: `d${at}`,
        browser: `Safari ${at}`,
        place,
        created_at: "2026-11-01T10:00:00",
        last_seen_at: "2026-11-21T15:04:00",
        current: at === 0,
      })),
    },
  },
});
const Around = () => <Shell>The screen</Shell>;
const menu = "common.nav.open_menu";

type Step = string | Record<string, string>;
/** A step presses a button, ticks what `[` begins, or types. */
type State = [
  file: string,
  Part: ComponentType,
  steps: Step[],
  answers?: Answers,
  path?: string,
  within?: "main" | "header" | "dialog[open]",
];

async function standsAs(state: State) {
  const [, Part, steps, answers = {}, path = "profile", within = "main"] = state;
  open.stage(answers);
  await open.show(<Part />, `/en/${path}`);
  for (const step of steps) {
    if (typeof step !== "string") await page.type(step);
    else if (step.startsWith("[")) await page.tick(step);
    else await page.press(step);
  }
  const shown = (await standsStill(page, within)).replaceAll(/_r_\w+_/g, "one");
  expect(`${shown}\n`).toMatchSnapshot();
  await page.leave();
}

const account = "common.nav.account";
const location = "common.location.label_now common.location.taiwan TWD";
const language = "common.language.button common.language.short";
const kind = (one: string): Step[] => [`[name=member_kind][value=${one}]`, "auth.register.next"];
const abroad = [...kind("business"), { country: "JP" }];
const taiwan = [...kind("business"), { country: "TW" }];

const guests: State[] = [
  ["register, individual", RegisterPage, kind("individual"), {}, "register"],
  ["register, business of Taiwan", RegisterPage, taiwan, {}, "register"],
  ["register, business abroad", RegisterPage, abroad, {}, "register"],
  ["around, account", Around, [account], {}, "scent/moss?from=a-friend", "header"],
  ["around, location", Around, [location], {}, "cart", "header"],
  ["around, menu", Around, [menu], {}, "cart", "dialog[open]"],
  ["around, language", Around, [language], {}, "login?from=%2Fen%2Fcart", "dialog[open]"],
  [
    "around, language by the menu",
    Around,
    [menu, "common.language.title"],
    {},
    "cart",
    "dialog[open]",
  ],
];

test.each(guests)("%s", async (...state) => standsAs(state));

const members: State[] = [
  ["around, account of a member", Around, [`${account}_of Noor Test`], {}, "cart", "header"],
  ["around, menu of a member", Around, [menu], {}, "cart", "dialog[open]"],
  ["details, business abroad", BasicInfoTab, [], member({ ...business, country: "JP" })],
  ["details, no country", BasicInfoTab, [], member({ country: null })],
  ["devices, places", SessionsTab, [], sessions("JP", null)],
  ["devices, this one", SessionsTab, [], sessions("JP")],
  ["second step, on", SecondStep, [], secondStep(true, 10)],
  ["second step, off", SecondStep, [], secondStep(false, 0)],
];

test.each(members)("%s", async (...state) => {
  signInHere();
  const noor = { id: "1", email: "noor@example.test", full_name: "Noor Test", is_business: false };
  useAuth.getState().memberKnown(noor);
  useCart.getState().replace({ ...useCart.getState().cart, totalItems: 1200 });
  await standsAs(state);
});
