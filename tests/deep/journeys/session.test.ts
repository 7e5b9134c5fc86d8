/** One sign-in in several tabs, which share locks and storage. */
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { sized } from "../../support/experiment.ts";
import { newMember } from "../../support/new-member.ts";
import { openVisiting } from "../../support/visiting.ts";

const house = await openVisiting();
const noor = await newMember(house.shop);

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

test("an access token that ran out is renewed once for four tabs", async () => {
  await house.visit(
    "en",
    async ({ page, says }) => {
      const context = page.context();
      await page.goto("/en/profile?tab=addresses");
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page.getByRole("button", { name: /Noor/ }).waitFor();
      let renewals = 0;
      context.on("response", (response) => {
        if (response.url().endsWith("/auth/refresh")) renewals += 1;
      });
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
    { as: noor, refusals: [401] },
  );
});
