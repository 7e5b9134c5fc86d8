import { expect, test } from "vitest";
import { randomId, sha256Hex } from "../../worker/platform/crypto.ts";
import { shardedId, shardOf, shardOfHash, shardOfId } from "../../worker/platform/shard.ts";

test("an id says the shard that it was made for, and ids of a shard do not repeat", () => {
  for (let shard = 0; shard < 256; shard += 1)
    expect([shardOfId(shardedId(shard)), shardOfId(shardedId(shard, 32))]).toEqual([shard, shard]);
  const ids = Array.from({ length: 1_000 }, () => shardedId(7));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{24}$/);
});

test("ids of sessions, carts and browsers from before name no shard", () => {
  for (const bytes of [16, 17, 32])
    for (let made = 0; made < 100; made += 1) expect(shardOfId(randomId(bytes))).toBeNull();
  expect(shardOfId("")).toBeNull();
});

test("a member's shard is the same for ever", async () => {
  // The first bytes of SHA-256: rows are found by them as long as they exist.
  expect(await shardOf("mei")).toBe(0x77);
  expect(await shardOf("")).toBe(0xe3);
  expect(shardOfHash(await sha256Hex("mei"))).toBe(await shardOf("mei"));
});

test("members spread over all shards alike", async () => {
  const counts = Array.from({ length: 256 }, () => 0);
  for (let member = 0; member < 25_600; member += 1) {
    const shard = await shardOf(`member-${member}`);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  // 100 each; 40 away are four standard deviations.
  expect(Math.min(...counts)).toBeGreaterThan(60);
  expect(Math.max(...counts)).toBeLessThan(140);
});
