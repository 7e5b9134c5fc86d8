// What each screen asks of the shop: requests that reach the Worker, and what these ask of KV, D1 and the upstream. A screen
// that asks for more than its limit here became slower far away, and dearer everywhere; one that asks for less lowers its limit.
import type { BrowserContextOptions, Page } from "playwright-core";
import { languagesOf } from "../support/browser.ts";
import { add, guestCookie } from "../support/carts.ts";
import { memberHaving } from "../support/checkouts.ts";
import { oneSet } from "../support/visits.ts";
import { shiftsOf, watchShifts } from "../support/legibility.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { newShopper } from "../support/shopper.ts";
import { openVisiting, type Walk } from "../support/visiting.ts";
import { callsOf, startWatchedShop } from "../support/watched-shop.ts";
import type { Kind, WatchedRequest } from "../support/watched.ts";

type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;
type Who = "stranger" | "guest" | "member";
// The most that a fresh browser profile may cost, what it keeps for offline use included: requests, reads of KV (once a text where
// the isolate does not remember it), calls of D1 and of the upstream.
interface Limit {
  requests: number;
  /** 4 where it is not said: one of them is what the owner tells shoppers. */
  kv?: number;
  d1?: number;
  upstream?: number;
}

/** Those that differ; all others with DEEP=1. */
const everyDay: Record<string, readonly [Who, path: string, Limit]> = {
  "a fragrance": ["stranger", "scent/hinoki-rain", { requests: 4, upstream: 6 }],
  "all fragrances": ["stranger", "scents", { requests: 4, kv: 5 }],
  "cart of a guest": ["guest", "cart", { requests: 9, d1: 1 }],
  "quiz of a member": ["member", "fragrance-quiz", { requests: 7, d1: 4, upstream: 2 }],
  checkout: ["member", "checkout", { requests: 13, d1: 5, upstream: 3 }],
  orders: ["member", "orders", { requests: 12, d1: 4, upstream: 2 }],
};
const everyNight: typeof everyDay = {
  "an information page": ["stranger", "info/PrivacyPolicy", { requests: 4, kv: 5 }],
  "quiz of a guest, who has to sign in": ["guest", "fragrance-quiz", { requests: 4 }],
  "home of a member": ["member", "home", { requests: 6, d1: 2, upstream: 1 }],
  "cart of a member": ["member", "cart", { requests: 10, d1: 2, upstream: 1 }],
  profile: ["member", "profile", { requests: 5, d1: 2, upstream: 1 }],
};
const isDeep = process.env.DEEP === "1";
const screens = { ...everyDay, ...(isDeep && everyNight) };

/** Longer than the page waits before it reads who is there, and what it keeps for offline use. */
const [quietForMs, keptAfterMs] = [1_000, 2_500];

const shop = await startWatchedShop();
const visiting = await openVisiting(() => Promise.resolve(shop));
let states: Record<Who, State>;
beforeAll(async () => {
  const stranger: State = { cookies: [], origins: [] };
  states = { stranger, guest: await stateOfGuest(), member: await stateOfMember() };
});

async function stateOfGuest(): Promise<State> {
  const guest = newShopper(shop);
  expect((await add(guest)).status).toBe(200);
  const value = guest.cookies.get(guestCookie) ?? "";
  const cookie = { name: guestCookie, value, domain: "localhost", path: "/", expires: -1 };
  const kept = { ...cookie, httpOnly: true, secure: true, sameSite: "Lax" as const };
  return { cookies: [kept], origins: [] };
}

async function stateOfMember(): Promise<State> {
  const member = await memberHaving(shop, oneSet);
  await giveOrder(shop, member.email);
  let state: State | undefined;
  await visiting.visit("en", { as: member }, async ({ page }) => {
    // What everybody reads is kept from here on, and what an order holds is remembered.
    for (const path of ["orders", "checkout"]) {
      await open(page, path);
      // Portraits ask for their notes when all else is there.
      await page.waitForFunction(() => {
        const drawings = [...document.querySelectorAll("main [data-line] svg")];
        return drawings.length > 0 && drawings.every((drawing) => drawing.querySelector("path"));
      });
    }
    state = await page.context().storageState();
  });
  return state ?? expect.fail("nobody was signed in");
}

async function inFreshProfile(
  who: Who,
  serviceWorkers: "allow" | "block",
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await visiting.browser.newContext({
    baseURL: `http://localhost:${shop.url.port}`,
    locale: "en-GB",
    storageState: states[who],
    serviceWorkers,
  });
  try {
    await look(await context.newPage());
  } finally {
    await context.close();
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/en/${path}`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function untilQuiet(quietMs: number): Promise<WatchedRequest[]> {
  const isQuiet = async () => {
    const { underWay, quietForMs: quiet } = await shop.seen();
    return underWay === 0 && quiet > quietMs;
  };
  await expect.poll(isQuiet, { interval: 250 }).toBe(true);
  return (await shop.seen()).requests;
}

function expectWithin(requests: WatchedRequest[], limit: Limit): void {
  const count = (kind: Kind) => callsOf(requests, kind).length;
  const list = requests.map(
    ({ method, path, status, calls }) =>
      `${method} ${path} ${status} ${calls.map(({ kind }) => kind).join(" ")}`,
  );
  const of = list.join("\n");
  expect(requests.length, "the screen comes through the Worker").toBeGreaterThan(0);
  expect(requests.length, of).toBeLessThanOrEqual(limit.requests);
  expect(count("kv"), of).toBeLessThanOrEqual(limit.kv ?? 4);
  expect(count("d1"), of).toBeLessThanOrEqual(limit.d1 ?? 0);
  expect(count("upstream"), of).toBeLessThanOrEqual(limit.upstream ?? 0);
}

test.each(Object.entries(screens))("%s costs no more calls than its limit", async (_, screen) => {
  const [who, path, limit] = screen;
  await inFreshProfile(who, "block", async (page) => {
    await shop.forget();
    await open(page, path);
    expectWithin(await untilQuiet(quietForMs), limit);
  });
});

test("what home has kept is not sent again: texts are asked at most whether they have changed", async () => {
  await inFreshProfile("stranger", "allow", async (page) => {
    for (const most of [7, 3]) {
      await shop.forget();
      await open(page, "home");
      const requests = await untilQuiet(keptAfterMs);
      // How long they stay fresh depends on when the Worker read them.
      const unchanged = requests.filter(({ status }) => status === 304);
      expectWithin(requests, { requests: most + unchanged.length });
      expect(unchanged.every(({ path }) => path.startsWith("/locales/"))).toBe(true);
    }
  });
});

test.each(languagesOf("zh"))(
  "home takes twenty-one requests, seven of them for what is drawn, and nothing jumps (%s)",
  async (language) => {
    const look: Walk = async ({ page }) => {
      // Installing the page for offline use comes afterwards and is no part of the first look.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
      );
      const fetched: string[] = [];
      page.on("requestfinished", (request) => void fetched.push(new URL(request.url()).pathname));
      await page.goto(`/${language}/home`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(fetched.length).toBeGreaterThan(3);
      expect(fetched.length, fetched.join("\n")).toBeLessThanOrEqual(21);
      // A letter that comes late may take another room than the one that stood in for it: here none comes.
      await page.route("**/fonts/*", (route) => route.abort());
      await watchShifts(page);
      await page.reload({ waitUntil: "networkidle" });
      expect(await shiftsOf(page)).toEqual([]);
    };
    await visiting.visit(language, { width: 360, refusals: ["/fonts/"] }, look);
  },
);
