/** What a screen asks of the server: each thing once, and no text again that is fresh. */
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { newVisitor } from "../support/browser.ts";
import { memberWith, oneSet } from "../support/checkout-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
});
afterAll(() => visiting?.close());

/** The page's calls to the API while it opens and comes to rest. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}${search}`);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  page.removeAllListeners("request");
  return calls;
}

test("a member's screens ask for the cart, the member and the orders once each", async () => {
  const { shop } = visiting;
  const member = await memberWith(shop, oneSet);
  await visiting.visit("en", async (visitor) => {
    const { page } = visitor;
    await page.goto("/en/login?from=/en/home");
    await signIn(visitor, member);
    for (const screen of ["home", "fragrance-quiz", "cart", "checkout", "profile", "orders"]) {
      const calls = await callsOf(page, `/en/${screen}`);
      const twice = calls.filter((call, index) => calls.indexOf(call) !== index);
      expect.soft(twice, screen).toEqual([]);
      expect.soft(calls, screen).toContain("GET /api/v1/cart/");
      expect.soft(calls, screen).toContain("GET /api/v1/members/me");
    }
  });
});

test("texts that are fresh are not asked for again, neither by the page nor by its service worker", async () => {
  const door = await countingDoor(visiting.shop.url);
  const visitor = await newVisitor(visiting.browser, door.url, "en");
  try {
    const { page } = visitor;
    await page.addInitScript(countMessages);
    await page.goto("/en/home");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await visitToTheEnd(page, "/icons/apple-touch-icon.png");
    const before = door.asked.length;
    await visitToTheEnd(page, "/icons/icon-192.png");
    const asked = door.asked.slice(before);
    expect(asked).toContain("/en/home");
    expect(asked.filter((path) => path.startsWith("/locales/"))).toEqual([]);
    expect(visitor.troubles).toEqual([]);
  } finally {
    await visitor.close();
    door.close();
  }
});

/** Counts in the page what it tells its service worker: the styles as it starts, and what it has fetched when all is done. */
function countMessages(): void {
  const { postMessage } = ServiceWorker.prototype;
  const told = { told: 0 };
  Object.assign(window, told);
  ServiceWorker.prototype.postMessage = function (message: unknown) {
    postMessage.call(this, message);
    told.told += 1;
    Object.assign(window, told);
  };
}

/** Until the service worker has heard what the page uses and, after it, kept one more file that the test names. */
async function visitToTheEnd(page: Page, marker: string): Promise<void> {
  await page.goto("/en/home");
  await page.waitForFunction(() => "told" in window && window.told === 2);
  await page.evaluate(async (file) => {
    navigator.serviceWorker.controller?.postMessage([file]);
  }, marker);
  await page.waitForFunction(async (file) => (await caches.match(file)) !== undefined, marker);
}

/** Stands before the shop and writes down what passes: a browser's own caches and its service worker are behind it. */
async function countingDoor({ hostname, port }: URL) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { method, url, headers } = request;
    const onward = forward({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, asked, close };
}
