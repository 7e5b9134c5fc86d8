/**
 * How long a refusal takes tells nobody who is a member: medians for members and for nobody differ by less than a tenth
 * (R26, E7). Members and nobodies are asked for in turn, so that what else the machine does meets both alike.
 */
import { randomInt } from "node:crypto";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer } from "../support/shopper.ts";
import { median } from "../support/experiment.ts";

const samples = 200;
const mostDifference = 0.1;
const unmeasured = 5;

type Ask = (email: string, address: string) => Promise<Answer>;

const forgotten = "/auth/forgot-password";
const signIns = [
  "/auth/login/password-verify",
  "/auth/login/access-token",
  "/members/login/access-token",
];

const askOf =
  (shop: Shop, path: string): Ask =>
  (email, address) => {
    const from = { "CF-Connecting-IP": address };
    const shopper = newShopper(shop);
    return path === forgotten
      ? shopper.send("POST", path, { email, language: "en" }, from)
      : shopper.form(path, { username: email, password: "Not#the1password" }, from);
  };

/** Sato's like under other names: nobody is asked about so often that a limit or a lock speaks. */
async function makeMembers(shop: Shop, prefix: string): Promise<void> {
  await shop.fetch("/api/health");
  const { results } = await shop.upstreamDb
    .prepare("SELECT name FROM pragma_table_info('members')")
    .all<{ name: string }>();
  const email = "?1 || n || '@example.test'";
  const own: Record<string, string> = { id: "?1 || n", email, phone_key: "?1 || n" };
  const columns = results.map((column) => column.name);
  const sql = `WITH RECURSIVE counting(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counting WHERE n < ?2)
    INSERT INTO members (${columns.join(", ")}) SELECT ${columns.map((column) => own[column] ?? column).join(", ")}
    FROM members, counting WHERE email = 'sato@example.test'`;
  await shop.upstreamDb
    .prepare(sql)
    .bind(prefix, samples + unmeasured)
    .run();
}

async function timed(ask: Ask, email: string): Promise<{ milliseconds: number; seen: string }> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const started = performance.now();
  const { status, headers, body } = await ask(email, address);
  const milliseconds = performance.now() - started;
  const { requestId: _, ...rest } = body;
  return { milliseconds, seen: JSON.stringify([status, [...headers.keys()].sort(), rest]) };
}

async function compare(ask: Ask, prefix: string) {
  const members: number[] = [];
  const strangers: number[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < samples + unmeasured; at += 1) {
    const pair = [
      { list: members, email: `${prefix}${at}@example.test` },
      { list: strangers, email: `un-${prefix}${at}@example.test` },
    ];
    for (const { list, email } of at % 2 === 0 ? pair : pair.toReversed()) {
      const answer = await timed(ask, email);
      seen.add(answer.seen);
      if (at >= unmeasured) list.push(answer.milliseconds);
    }
  }
  return { members: median(members), strangers: median(strangers), kinds: seen.size };
}

export async function compareRefusals(): Promise<boolean> {
  const shop = await startShop({ upstreamVars: { PASSWORD_HASH_COST: "14" } });
  let held = true;
  try {
    const rows: Record<string, object> = {};
    for (const [at, path] of [...signIns, forgotten].entries()) {
      const prefix = `round-${at}-`;
      await makeMembers(shop, prefix);
      const { members, strangers, kinds } = await compare(askOf(shop, path), prefix);
      const difference = Math.abs(members - strangers) / Math.max(members, strangers);
      held &&= difference < mostDifference && kinds === 1;
      rows[path] = { "members, median ms": members, strangers, difference, kinds };
    }
    console.table(rows);
  } finally {
    await shop.close();
  }
  return held;
}
