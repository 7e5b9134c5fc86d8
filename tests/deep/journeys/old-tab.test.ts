import { openVisiting } from "../../support/visiting.ts";

const visiting = await openVisiting();

test("a screen whose file is gone comes by one load of the page (ja)", async () => {
  // React and the browser say so too.
  const refusals = [404, /Failed to fetch dynamically imported module/, "A screen failed"];
  await visiting.visit("ja", { refusals }, async ({ page, says }) => {
    // The service worker keeps files over a deployment; here none has been kept yet.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
    );
    let loads = 0;
    page.on("load", () => (loads += 1));
    // As the static layer answers for a file of another version, until the next document is asked for.
    const files = "**/assets/RegisterPage-*.js";
    await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
    page.on(
      "request",
      (request) => void (loads > 0 && request.isNavigationRequest() && page.unroute(files)),
    );
    await page.goto("/ja/login");
    const name = says("auth.login.to_register");
    const link = page.getByRole("main").getByRole("link", { name });
    // React has made the link its own: before, a click on it loads the next document as links do.
    const isTaken = () =>
      link.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react")));
    await expect.poll(isTaken).toBe(true);
    await link.hover();
    await Promise.all([page.waitForEvent("load"), link.click()]);
    await page.getByRole("heading", { level: 1, name: says("auth.register.title") }).waitFor();
    expect(loads).toBe(2);
    expect(new URL(page.url()).pathname).toBe("/ja/register");
  });
});
