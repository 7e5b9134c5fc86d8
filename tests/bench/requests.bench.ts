/** What each request asks of D1, KV and the upstream. Counts are the same on every machine, so none may grow. */
import { add, finishedJars, sampleSet } from "../support/carts.ts";
import { newMember } from "../support/new-member.ts";
import { newAttempt, notify, signedNotice } from "../support/payments.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import { newShopper } from "../support/shopper.ts";
import { callsOf, depthOf, startWatchedShop, type WatchedShop } from "../support/watched-shop.ts";
import type { WatchedRequest } from "../support/watched.ts";
import { head, row } from "./figures.ts";
import { builtScript } from "./parts-and-wholes.ts";
import { compareWith, type BenchOptions } from "./recorded.ts";

export const name = "Calls of each request";

/** Gets ready, and gives the request itself. */
type Act = (shop: WatchedShop) => Promise<() => Promise<unknown>>;

const page =
  (path: string): Act =>
  async (shop) =>
  async () =>
    (await shop.fetch(path)).text();

const asMember =
  (path: string): Act =>
  async (shop) => {
    const { shopper } = await newMember(shop);
    await add(shopper);
    return () => shopper.get(path);
  };

const signInWithLines =
  (lines: number): Act =>
  async (shop) => {
    const { email, password } = await newMember(shop);
    const guest = newShopper(shop);
    for (let line = 0; line < lines; line += 1)
      await add(guest, sampleSet({ surveyResponseId: `response-${line}` }));
    return () => guest.signIn(email, password);
  };

const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }];

const acts: Record<string, Act> = {
  "home document": page("/en/home"),
  "info document": page("/en/info/PrivacyPolicy"),
  "locale file": page("/locales/en/shop.json"),
  configuration: page("/api/v1/config"),
  "built file": async (shop) => page(builtScript())(shop),
  "sign-in": signInWithLines(0),
  "sign-in with three lines in the guest's cart": signInWithLines(3),
  refresh: async (shop) => {
    const { shopper } = await newMember(shop);
    return () => shopper.send("POST", "/auth/refresh");
  },
  "member's own data": asMember("/members/me"),
  "member's orders": asMember("/orders/my-orders"),
  "cart of a guest": async (shop) => {
    const guest = newShopper(shop);
    await add(guest);
    return () => guest.get("/cart/");
  },
  "cart of a member": asMember("/cart/"),
  "guest's first line": async (shop) => {
    const guest = newShopper(shop);
    return () => add(guest);
  },
  "member's second line": async (shop) => {
    const { shopper } = await newMember(shop);
    await add(shopper);
    return () => add(shopper, finishedJars());
  },
  "quiz answers": async (shop) => {
    const { shopper } = await newMember(shop);
    const body = { form_id: "scent-discovery", personal_option: "SAMPLE_PAPER", answers };
    return () => shopper.send("POST", "/surveys/scent-discovery/submit", body);
  },
  checkout: async (shop) => {
    const { shopper } = await newMember(shop);
    await add(shopper);
    const { body: cart } = await shopper.get("/cart/");
    return () => placeOrder(shopper, cart);
  },
  "payment message": async (shop) => {
    const notice = await signedNotice(await newAttempt(shop));
    return () => notify(shop, notice);
  },
};

/** The requests of the act; what comes behind their answers is part of them. */
async function requestsOf(shop: WatchedShop, act: Act): Promise<WatchedRequest[]> {
  // What everybody reads is kept from the first time on, so that the second is what nearly everyone asks.
  await (
    await act(shop)
  )();
  const request = await act(shop);
  await shop.order({});
  await request();
  for (;;) {
    const { requests, underWay } = await shop.seen();
    if (underWay > 0) continue;
    const refused = requests.find(({ status }) => status >= 400);
    if (refused !== undefined) throw new Error(`${refused.path} answered ${refused.status}`);
    return requests;
  }
}

const titles = [
  "D1 calls",
  "D1 calls deep",
  "statements",
  "rows read",
  "rows written",
  "upstream calls",
  "upstream calls deep",
  "KV reads",
  "files read",
] as const;
type Figures = Record<(typeof titles)[number], number>;

function figuresOf(requests: readonly WatchedRequest[]): Figures {
  const d1 = callsOf(requests, "d1");
  const upstream = callsOf(requests, "upstream");
  const sum = (count: "statements" | "rowsRead" | "rowsWritten") =>
    d1.reduce((all, call) => all + call[count], 0);
  return {
    "D1 calls": d1.length,
    "D1 calls deep": depthOf(d1),
    statements: sum("statements"),
    "rows read": sum("rowsRead"),
    "rows written": sum("rowsWritten"),
    "upstream calls": upstream.length,
    "upstream calls deep": depthOf(upstream),
    "KV reads": callsOf(requests, "kv").length,
    "files read": callsOf(requests, "assets").length,
  };
}

/** Random ids decide how many rows an index passes over. */
const tries = 3;
const rowNoise = 0.1;

async function leastOf(shop: WatchedShop, act: Act): Promise<Figures> {
  let least = figuresOf(await requestsOf(shop, act));
  for (let tried = 1; tried < tries; tried += 1) {
    const again = figuresOf(await requestsOf(shop, act));
    for (const title of titles) least = { ...least, [title]: Math.min(least[title], again[title]) };
  }
  return least;
}

export async function run(options: BenchOptions): Promise<{ held: boolean }> {
  const shop = await startWatchedShop();
  try {
    const comparing = compareWith("calls", options);
    head("request", ...titles, "recorded");
    for (const [one, act] of Object.entries(acts)) {
      const figures = await leastOf(shop, act);
      const notes = Object.entries(figures).flatMap(([figure, value]) => {
        const noise = figure === "rows read" ? rowNoise : undefined;
        const note = comparing.note(`${one}: ${figure}`, { value, ...(noise && { noise }) });
        return note.includes("WORSE") ? [`${figure} ${note}`] : [];
      });
      row(one, ...Object.values(figures), notes.join("; "));
    }
    const reached = await requestsOf(shop, page(builtScript()));
    const note = comparing.note("built files through the Worker", { value: reached.length });
    console.log(`\nA built file reaches the Worker: ${reached.length} requests, recorded ${note}`);
    return { held: comparing.finish() };
  } finally {
    await shop.close();
  }
}
