import { not } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import { randomId, sha256Hex } from "../../platform/crypto.ts";
import { selectCart, selectItems, storedCart } from "../../store/carts.ts";
import { owesSecondStep } from "../../store/second-steps.ts";
import { insertSession } from "../../store/sessions.ts";
import type { UpstreamAccess } from "../../upstream/auth.ts";
import type { CookieJar } from "../../upstream/cookie-jar.ts";
import { firstRefreshToken, parseRefreshToken, issueBoth } from "./tokens.ts";
import { revokeUpstreamLater, sealTokens } from "./as-member.ts";

/** For example "Chrome · macOS": readable in every language and too coarse to identify anyone. */
const browsers: readonly [RegExp, string][] = [
  [/\bLine\//, "LINE"],
  [/\bFBA[NV]\b|\bFB_IAB\b/, "Facebook"],
  [/\bInstagram\b/, "Instagram"],
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

export function browserName(userAgent: string): string {
  const nameIn = (table: typeof browsers) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const known = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined);
  return known.length === 0 ? "Web" : known.join(" · ");
}

const dayMs = 24 * 60 * 60 * 1000;
export const idleMs = 14 * dayMs;
const absoluteMs = 60 * dayMs;

export interface BrowserFacts {
  address: string;
  userAgent: string;
  country: string | null;
  refreshToken: string | null;
  guestCartId: string | null;
  /** Of its own cookie, from an earlier sign-in of anybody. */
  browserId: string | null;
}

export interface UpstreamSignIn {
  memberId: string;
  memberKey: string;
  /** That of the member's own, where they have one. */
  hasPassedSecondStep: boolean;
  access: UpstreamAccess;
  cookies: CookieJar;
}

/**
 * The browser's previous session ends, and its `browserId` is replaced; `success` runs in the same
 * batch. Null where the member's own second step is owed first.
 */
export async function startSession(
  deps: Deps,
  browser: BrowserFacts,
  signIn: UpstreamSignIn,
  success: BatchItem<"sqlite">,
) {
  const now = deps.now();
  const id = randomId(18);
  const refreshToken = firstRefreshToken(id);
  const browserId = randomId(33);
  const replaced = parseRefreshToken(browser.refreshToken);
  const row = {
    id,
    memberId: signIn.memberId,
    memberKey: signIn.memberKey,
    browserHash: await sha256Hex(browserId),
    mustChangePassword: signIn.access.mustChangePassword,
    ...(await sealTokens(deps, id, signIn.access, signIn.cookies)),
    browser: browserName(browser.userAgent),
    place: browser.country,
    createdAt: now,
    lastSeenAt: now,
    idleEndsAt: now + idleMs,
    absoluteEndsAt: now + absoluteMs,
  };
  const hash = await sha256Hex(refreshToken);
  const replacedHash = replaced === null ? null : await sha256Hex(replaced.text);
  const guest = { guestHash: await sha256Hex(browser.guestCartId ?? "") };
  const { db } = deps;
  const oldBrowserHash = browser.browserId === null ? null : await sha256Hex(browser.browserId);
  const owesNothing = signIn.hasPassedSecondStep ? undefined : not(owesSecondStep(row.memberId));
  const [before, [session], , , , carts, items] = await db.batch([
    ...insertSession(db, row, hash, replacedHash, oldBrowserHash, owesNothing),
    success,
    selectCart(db, guest),
    selectItems(db, guest),
  ]);
  if (session === undefined) return null;
  revokeUpstreamLater(deps, before);
  return {
    ...(await issueBoth(deps, session, refreshToken)),
    browserId,
    session,
    guestCart: storedCart(carts, items, now),
  };
}
