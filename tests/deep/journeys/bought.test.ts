import { newMember } from "../../support/new-member.ts";
import { giveOrder } from "../../support/quiz-orders.ts";
import { openVisiting } from "../../support/visiting.ts";

const visiting = await openVisiting();

test("printed, orders are a receipt: what was bought and what it cost, in black on white, and nothing to press", async () => {
  const member = await newMember(visiting.shop);
  const { id, number } = await giveOrder(visiting.shop, member.email, { status: "shipped" });
  await visiting.visit("en", { as: member }, async ({ page, says }) => {
    for (const path of ["/en/orders", `/en/orders/${id}`]) {
      await page.goto(path);
      await page.getByText("Fig Terrace").first().waitFor();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      for (const role of ["banner", "contentinfo", "navigation", "button", "textbox"] as const)
        expect(await page.getByRole(role).count(), role).toBe(0);
      const words = (await page.getByRole("main").innerText()).replaceAll("\u00A0", " ");
      for (const part of [number, "林小明", "NT$ 100", "Fig Terrace"])
        expect(words).toContain(part);
      expect(words.includes("Unified business number"), path).toBe(path.endsWith(id));
      expect(words, "the stops that it passed").not.toContain(
        says("shop.orders.status.processing"),
      );
      const ground = () => getComputedStyle(document.documentElement).backgroundColor;
      expect(await page.evaluate(ground)).toBe("rgb(255, 255, 255)");
      await page.emulateMedia({ media: "screen" });
    }
  });
});
