/** Opaque, stored as SHA-256. Those of one sign-in are a family, which ends after 30 days. */
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { Actor, Database } from "../app.ts";
import { sha256, randomId } from "../identity/crypto.ts";
import { selected } from "./insert-select.ts";
import { members, tokens } from "./schema.ts";

export const accessSeconds = 15 * 60;
export const refreshSeconds = 30 * 24 * 3600;
/** Long enough for a second mail when the first is slow. */
const tempSeconds = 30 * 60;
const tokenBytes = 32;
/** A repeated refresh within this time counts as a retry after a lost answer, not as theft. */
const replayGraceMilliseconds = 10_000;

const prefixes = { access: "sua_", refresh: "sur_", temp: "sut_" } as const;
type Kind = keyof typeof prefixes;
const newToken = (kind: Kind) => prefixes[kind] + randomId(tokenBytes);

export interface TokenPair {
  access: string;
  refresh: string;
}

export async function startFamily(db: Database, memberId: string, now: number): Promise<TokenPair> {
  const pair = { access: newToken("access"), refresh: newToken("refresh") };
  const base = { memberId, familyId: randomId(), createdAt: now };
  await db.insert(tokens).values([
    {
      ...base,
      kind: "access",
      hash: await sha256(pair.access),
      expiresAt: now + accessSeconds * 1000,
    },
    {
      ...base,
      kind: "refresh",
      hash: await sha256(pair.refresh),
      expiresAt: now + refreshSeconds * 1000,
    },
  ]);
  return pair;
}

export async function issueTempToken(db: Database, memberId: string, now: number): Promise<string> {
  const token = newToken("temp");
  await db.insert(tokens).values({
    hash: await sha256(token),
    kind: "temp",
    memberId,
    familyId: randomId(),
    createdAt: now,
    expiresAt: now + tempSeconds * 1000,
  });
  return token;
}

/** One refresh token has one successor: exactly one of parallel calls gets a pair. */
export async function rotate(
  db: Database,
  refresh: string,
  now: number,
): Promise<TokenPair | null> {
  const pair = { access: newToken("access"), refresh: newToken("refresh") };
  const [old, access, successor] = await Promise.all([
    sha256(refresh),
    sha256(pair.access),
    sha256(pair.refresh),
  ]);
  // The family still ends where the sign-in put it.
  const successors = JSON.stringify([
    [access, "access", now + accessSeconds * 1000],
    [successor, "refresh", null],
  ]);
  const row = selected(tokens, {
    hash: sql`n.value ->> 0`,
    kind: sql`n.value ->> 1`,
    memberId: sql`o.member_id`,
    familyId: sql`o.family_id`,
    createdAt: now,
    expiresAt: sql`coalesce(n.value ->> 2, o.expires_at)`,
    usedAt: null,
    revokedAt: null,
  });
  const isAlive = and(
    eq(tokens.hash, old),
    eq(tokens.kind, "refresh"),
    isNull(tokens.usedAt),
    isNull(tokens.revokedAt),
    gt(tokens.expiresAt, now),
  );
  const [used] = await db.batch([
    db.update(tokens).set({ usedAt: now }).where(isAlive).returning({ hash: tokens.hash }),
    db.insert(tokens).select(
      sql`${row} FROM tokens o, json_each(${successors}) n
          WHERE o.hash = ${old} AND changes() = 1`,
    ),
  ]);
  return used.length === 1 ? pair : null;
}

/** Why a token is refused. A refresh token reused after the grace period ends its family. */
export async function explainRefusal(
  db: Database,
  token: string,
  now: number,
): Promise<"token_revoked" | "token_invalid"> {
  const hash = await sha256(token);
  const [row] = await db.select().from(tokens).where(eq(tokens.hash, hash));
  if (!row || row.expiresAt <= now) return "token_invalid";
  if (row.kind === "refresh" && row.usedAt !== null && row.usedAt < now - replayGraceMilliseconds)
    await endFamily(db, row.familyId, now);
  return row.usedAt !== null || row.revokedAt !== null ? "token_revoked" : "token_invalid";
}

export async function findActor(
  db: Database,
  kind: Kind,
  token: string,
  now: number,
): Promise<Actor | null> {
  if (!token.startsWith(prefixes[kind])) return null;
  const [row] = await db
    .select({ member: members, familyId: tokens.familyId })
    .from(tokens)
    .innerJoin(members, eq(members.id, tokens.memberId))
    .where(
      and(
        eq(tokens.hash, await sha256(token)),
        eq(tokens.kind, kind),
        isNull(tokens.usedAt),
        isNull(tokens.revokedAt),
        gt(tokens.expiresAt, now),
      ),
    );
  return row ?? null;
}

export async function endFamily(db: Database, familyId: string, now: number): Promise<void> {
  await db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.familyId, familyId), isNull(tokens.revokedAt)));
}

/** For a batch: ends the member's other sign-ins if the previous statement changed a row. */
export function endOtherFamilies(db: Database, memberId: string, familyId: string, now: number) {
  return db
    .update(tokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(tokens.memberId, memberId),
        ne(tokens.familyId, familyId),
        isNull(tokens.revokedAt),
        sql`changes() = 1`,
      ),
    );
}

export async function useTempToken(db: Database, token: string, now: number): Promise<void> {
  await db
    .update(tokens)
    .set({ usedAt: now })
    .where(and(eq(tokens.hash, await sha256(token)), isNull(tokens.usedAt)));
}

const retentionMilliseconds = 30 * 24 * 3600_000;
export const forgetOldTokens = (db: Database, now: number) =>
  db.delete(tokens).where(lt(tokens.expiresAt, now - retentionMilliseconds));
