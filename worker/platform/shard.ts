/**
 * Each member's rows belong to one of 256 shards, and the ids that lead to them say which. So an id alone will find the database
 * once there are several (`.docs/operate/growing.md`); today one has all shards. Ids from before name none.
 */
import { base64url } from "jose";
import { randomBytes, sha256Hex } from "./crypto.ts";

/** Depends on no key, so that it never changes. */
export async function shardOf(memberId: string): Promise<number> {
  return shardOfHash(await sha256Hex(memberId));
}

/** A guest's cart has no member: the hash of its name says where it is. */
export function shardOfHash(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 2), 16);
}

/** The shard's byte, then random ones. Its length can be divided by four, which that of no id without a shard can. */
export function shardedId(shard: number, random: 17 | 32 = 17): string {
  return base64url.encode(new Uint8Array([shard, ...randomBytes(random)]));
}

export function shardOfId(id: string): number | null {
  const [shard] = /^([\w-]{4})+$/.test(id) ? base64url.decode(id.slice(0, 4)) : [];
  return shard ?? null;
}
