/** Which version `npm run deploy -- back` goes to, by what Cloudflare lists: the ten latest deployments. */
import { expect, test } from "vitest";
import { uploadBefore } from "../../.scripts/deploy/account.ts";

/** The oldest first: `v1`, or `v1 secret` and `v1 rollback` for what made it the present one. */
function before(...deployments: string[]) {
  const list = deployments.map((said, at) => {
    const [version_id = "", trigger = "upload"] = said.split(" ");
    const annotations = { "workers/triggered_by": trigger };
    return {
      created_on: new Date(at * 1_000).toISOString(),
      annotations,
      versions: [{ version_id }],
    };
  });
  const ask = () => Promise.resolve({ deployments: list } as never);
  return uploadBefore(ask, "sillage");
}
const keys = Array.from({ length: 9 }, (_, at) => `key${at} secret`);

test.each<[string, string[], Awaited<ReturnType<typeof before>>]>([
  ["the upload before the last", ["v1", "v2", "v3"], { version: "v2" }],
  ["past versions that only changed a key", ["v1", "v2", "k secret"], { version: "v1" }],
  [
    "to what was there before, not to what was taken back",
    ["v1", "v2", "v1 rollback", "v3"],
    { version: "v1" },
  ],
  ["the older code with the keys of then", ["v1", "k secret", "v2"], { version: "k" }],
  [
    "no older keys of the same code, a second time",
    ["v1", "k secret", "v2", "k rollback"],
    "unknown",
  ],
  [
    "further back after going back, and not forth",
    ["v1", "v2", "v3", "v2 rollback"],
    { version: "v1" },
  ],
  ["nowhere after going back to the first", ["v1", "v2", "v1 rollback"], "unknown"],
  ["nowhere, of the first deployment", ["v1"], "first"],
  ["nowhere it knows, where changed keys fill the list", ["v2", ...keys], "unknown"],
])("going back goes to %s", async (_where, deployments, version) => {
  expect(await before(...deployments)).toEqual(version);
});
