/** The life of a sign-in in Chromium: several tabs, renewals, and the end. */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import type { Visitor } from "../support/browser.ts";
import { sized } from "../support/experiment.ts";
import { alertOf, fieldOf } from "../support/identity-visits.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
let noor: NewMember;
beforeAll(async () => {
  house = await startVisiting(borrowShop);
  noor = await newMember(house.shop);
});
afterAll(() => house?.close());

async function logOut({ page, says }: Visitor): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(says("common.nav.account_of", { name: ".*" })) })
    .click();
  await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
  await page.waitForURL("**/login");
}

const secondTab = async (context: BrowserContext, path: string) => {
  const tab = await context.newPage();
  await untilAllIsRead(tab, () => tab.goto(path));
  return tab;
};

/** Who the member is and what the cart holds are read last, when the screen has long been shown. */
async function untilAllIsRead(tab: Page, opened: () => Promise<unknown>): Promise<void> {
  const read = ["members/me", "cart/"].map((call) =>
    tab.waitForResponse((one) => one.url().endsWith(call) && one.ok()),
  );
  await Promise.all([...read, opened()]);
}

test("two tabs: signing out in one signs out the other, and its pages stay shut (en)", async () => {
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/profile?tab=addresses");
    await signIn(visitor, noor);
    await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
    const other = await secondTab(page.context(), "/en/profile");
    await other.getByLabel(says("auth.fields.last_name"), { exact: true }).waitFor();
    const reloaded = other.waitForEvent("load");
    await logOut(visitor);
    await reloaded;
    await other.waitForURL("**/en/login**");
    expect(await other.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
    expect(await other.getByLabel(says("auth.fields.last_name"), { exact: true }).count()).toBe(0);
    await other.goto("/en/orders");
    await other.waitForURL("**/en/login**");
  });
});

/** Ten reads at once through the page's own client, which is found among the modules that the page has loaded. */
const tenReads = `(async () => {
  const scripts = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.endsWith(".js"));
  const exported = (await Promise.all(scripts.map((name) => import(name)))).flatMap((module) => Object.values(module));
  const client = exported.find((one) => typeof one?.get === "function" && typeof one?.send === "function");
  if (client === undefined) throw new Error("no loaded module exports the client");
  const anything = { safeParse: (data) => ({ success: true, data }) };
  localStorage.setItem("access_token", "ran.out.long-ago");
  const reads = Array.from({ length: 10 }, (_, skip) => client.get("/orders/my-orders", anything, { query: { skip } }));
  return (await Promise.all(reads)).length;
})()`;

/** `told` when another tab has stored this token, even if a late read has had it renewed by then. */
function hearOfToken(token: string): { told: Promise<void> } {
  const isIt = ({ key, newValue }: StorageEvent) => key === "access_token" && newValue === token;
  return {
    told: new Promise((done) =>
      window.addEventListener("storage", (event) => isIt(event) && done()),
    ),
  };
}

/** How often four tabs find their token expired. */
const rounds = sized(2, 20);

test("an access token that ran out is renewed once for ten parallel reads, and once for four tabs (en)", async () => {
  await house.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      const context = page.context();
      await page.goto("/en/profile?tab=addresses");
      await signIn(visitor, noor);
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page.getByRole("button", { name: /Noor/ }).waitFor();
      let [refusals, renewals] = [0, 0];
      context.on("response", (response) => {
        if (response.url().endsWith("/auth/refresh")) renewals += 1;
        else if (response.status() === 401) refusals += 1;
      });
      expect(await page.evaluate(tenReads)).toBe(10);
      expect([refusals, renewals]).toEqual([10, 1]);

      const tabs = [
        page,
        ...(await Promise.all(
          [1, 2, 3].map(() => secondTab(context, "/en/profile?tab=addresses")),
        )),
      ];
      const allShown = async () => {
        for (const tab of tabs) {
          await tab.getByText(says("auth.profile.addresses.empty_title")).waitFor();
          await tab.getByRole("button", { name: /Noor/ }).waitFor();
        }
      };
      for (let round = 1; round <= rounds; round += 1) {
        const before = renewals;
        const ranOut = `ran.out.long-ago-${round}`;
        const heard = await Promise.all(
          tabs.slice(1).map((tab) => tab.evaluateHandle(hearOfToken, ranOut)),
        );
        await page.evaluate((token) => localStorage.setItem("access_token", token), ranOut);
        for (const tab of heard) await tab.evaluate(({ told }) => told);
        await Promise.all(tabs.map((tab) => untilAllIsRead(tab, () => tab.reload())));
        await allShown();
        expect(renewals - before, `four tabs renew once (round ${round})`).toBe(1);
      }
    },
    { refusals: [401] },
  );
});

test("a renewal that the network swallows signs nobody out; one that is refused does (en)", async () => {
  await house.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/en/profile?tab=addresses");
      await signIn(visitor, noor);
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      await page.context().route("**/auth/refresh", (route) => route.abort("connectionreset"));
      await page.reload();
      await alertOf(visitor).getByText(says("common.errors.connection_refused")).waitFor();
      expect(new URL(page.url()).pathname).toBe("/en/profile");
      await page.context().unroute("**/auth/refresh");
      await page.getByRole("button", { name: says("common.retry"), exact: true }).click();
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();

      await page.context().clearCookies();
      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      await page.reload();
      await page.waitForURL("**/en/login?from=**");
      await fieldOf(visitor, "email").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
    },
    { refusals: [401, "ERR_CONNECTION_RESET"] },
  );
});

test("a page that opens with the flag but without the token logs out properly: here and on the server (zh)", async () => {
  await house.visit("zh", async (visitor) => {
    const { page } = visitor;
    await page.goto("/zh/login?from=/zh/home");
    await signIn(visitor, noor);
    await page.evaluate(() => localStorage.removeItem("access_token"));
    const loggedOut = page.waitForResponse((one) => one.url().endsWith("/auth/logout") && one.ok());
    await page.goto("/zh/cart");
    await loggedOut;
    await page.waitForURL("**/zh/login");
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name.includes("refresh"))).toEqual([]);
  });
});
