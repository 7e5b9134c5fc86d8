/** What a member changes about themselves, in Chromium. */
import { expect, test } from "vitest";
import { languagesOf } from "../support/browser.ts";
import { fieldOf, fill } from "../support/visits.ts";
import { newMember } from "../support/new-member.ts";
import { openVisiting } from "../support/visiting.ts";

const house = await openVisiting();

test.each(languagesOf("en"))(
  "a member corrects their name and an address, and finds both again after a reload (%s)",
  async (language) => {
    const member = await newMember(house.shop, { language });
    const visit: Parameters<typeof house.visit>[1] = async (visitor) => {
      const { page, says } = visitor;
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      await page.goto(`/${language}/profile`);
      await fill(visitor, { last_name: "Ouyang", first_name: "Noor" });
      await button(says("common.save")).click();
      await page.getByText(says("auth.profile.saved")).waitFor();
      await page.getByRole("button", { name: /Ouyang/ }).waitFor();

      const tab = page.getByRole("tab", { name: says("auth.profile.tabs.addresses"), exact: true });
      await tab.click();
      await button(says("auth.profile.addresses.add")).click();
      const dialog = page.getByRole("dialog");
      const save = async (address: string) => {
        await dialog.getByRole("textbox").fill(address);
        await dialog.getByRole("button", { name: says("common.save"), exact: true }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await save("1 Rain Lane");
      await button(says("auth.profile.addresses.edit_named", { address: "1 Rain Lane" })).click();
      await save("2 Rain Lane");
      await page.getByText("2 Rain Lane", { exact: true }).waitFor();

      await page.reload();
      await page.getByText("2 Rain Lane", { exact: true }).waitFor();
      expect(await page.getByText("1 Rain Lane").count()).toBe(0);
      await page
        .getByRole("tab", { name: says("auth.profile.tabs.basic-info"), exact: true })
        .click();
      await fieldOf(visitor, "last_name").waitFor();
      expect(await fieldOf(visitor, "last_name").inputValue()).toBe("Ouyang");
    };
    await house.visit(language, visit, { as: member });
  },
);
