/** Into an account in Chromium. */
import { expect, test } from "vitest";
import { languagesOf } from "../support/browser.ts";
import {
  beginRegistration,
  choosePassword,
  fieldOf,
  fill,
  ownPassword,
  sendRegistration,
  signIn,
  temporaryPasswordOf,
} from "../support/visits.ts";
import { openVisiting } from "../support/visiting.ts";

const house = await openVisiting();

test.each(languagesOf("zh"))(
  "a business registers on a phone, reads the mail, chooses a password and may describe its scent (%s)",
  async (language) => {
    const email = `wang-${language}@example.test`;
    const walk: Parameters<typeof house.visit>[1] = async (visitor) => {
      const { page, says } = visitor;
      await page.goto(`/${language}/login`);
      await page.getByRole("link", { name: says("auth.login.to_register") }).click();
      await beginRegistration(visitor, "business");
      await fill(visitor, {
        last_name: "王",
        first_name: "大同",
        company_name: "大同香氛有限公司",
        email,
        phone: `02-2345-${6789 + language.charCodeAt(0)}`,
        address: "臺北市信義區市府路 1 號",
      });
      await fieldOf(visitor, "country").selectOption("TW");
      await fill(visitor, { tax_id: "２４５３６８０７" });
      await sendRegistration(visitor);

      const temporary = await temporaryPasswordOf(house.shop, email);
      await signIn(visitor, { email, password: temporary });
      await page.waitForURL(`**/${language}/change-password?force=true`);
      await page.goto(`/${language}/orders`);
      await page.waitForURL(`**/${language}/change-password?force=true`);
      await choosePassword(visitor, temporary, ownPassword);
      await page.getByText(says("auth.change.done_title")).waitFor();
      await page.waitForURL(`**/${language}/fragrance-quiz`);
      await page.locator('textarea[name="description"]').waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    };
    await house.visit(language, walk, { width: 360 });
  },
);
