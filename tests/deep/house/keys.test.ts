import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "../../support/repository.ts";
import { emptyWorker, startCloudflare, typeCommand } from "./cloudflare.ts";

const worker = "sillage-api-staging";
const old = "the old value of a key, as it was kept";
const folder = mkdtempSync(join(tmpdir(), "sillage-keys-"));
const file = (name: string) => join(folder, `${name}.json`);

const cloudflare = await startCloudflare(resolve(root, "dist/client"), () =>
  Promise.resolve(new Response()),
);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cloudflare?.close();
});

const type = (...words: string[]) =>
  typeCommand(cloudflare, ["npm", "run", "--silent", "keys", "--", ...words, "--staging"]);
const secrets = () => Object.fromEntries(cloudflare.deployed(worker).secrets);
const keep = (name: string, values: object) => {
  writeFileSync(file(name), JSON.stringify(values));
  return file(name);
};
const kept = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));

function deployedWith(given: Record<string, string>): void {
  cloudflare.workers.set(worker, { ...emptyWorker(), secrets: new Map(Object.entries(given)) });
  cloudflare.changes.length = 0;
}

test("a key that leaked is replaced by one that nobody has seen, and takes the previous one along", async () => {
  deployedWith({ SESSION_SECRET: old, SESSION_SECRET_PREVIOUS: "older", UPSTREAM_TOKEN_KEY: "x" });
  const { said, code } = await type("new", "SESSION_SECRET", file("leaked"));
  expect(said).toContain("✓ sillage-api-staging has a new SESSION_SECRET");
  expect(code).toBe(0);
  const { SESSION_SECRET: value } = kept("leaked");
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(secrets()).toEqual({ SESSION_SECRET: value, UPSTREAM_TOKEN_KEY: "x" });
  expect(cloudflare.changes, "one change, so no moment between").toHaveLength(1);
  expect(said).not.toContain(value);
  expect(statSync(file("leaked")).mode & 0o777).toBe(0o600);
  await type("new", "SESSION_SECRET", file("leaked"));
  expect(secrets(), "a run that broke off is gone on with").toMatchObject({
    SESSION_SECRET: value,
  });
});

test("a key is changed while the one before goes on, and that is ended later", async () => {
  deployedWith({ PAYMENT_RESULT_SECRET: old });
  const yearly = keep("yearly", { PAYMENT_RESULT_SECRET: old });
  const { said } = await type("previous", "PAYMENT_RESULT_SECRET", yearly);
  expect(said).toContain("ten minutes");
  expect(said).toContain("npm run keys -- drop PAYMENT_RESULT_SECRET --staging");
  const both = kept("yearly");
  expect(both).toMatchObject({ PAYMENT_RESULT_SECRET_PREVIOUS: old });
  expect(both.PAYMENT_RESULT_SECRET).toMatch(/^[\w-]{43}$/);
  expect(secrets()).toEqual(both);
  await type("previous", "PAYMENT_RESULT_SECRET", yearly);
  expect(secrets(), "the same once more").toEqual(both);
  await type("drop", "PAYMENT_RESULT_SECRET");
  expect(secrets()).toEqual({ PAYMENT_RESULT_SECRET: both.PAYMENT_RESULT_SECRET });
  expect((await type("drop", "PAYMENT_RESULT_SECRET")).said).toContain("has no previous");
});

test("the key that holds its previous one itself is changed and ended as the others", async () => {
  deployedWith({ UPSTREAM_TOKEN_KEY: old });
  const sealing = keep("sealing", { UPSTREAM_TOKEN_KEY: old });
  await type("previous", "UPSTREAM_TOKEN_KEY", sealing);
  const { UPSTREAM_TOKEN_KEY: value } = kept("sealing");
  expect(secrets()).toEqual({ UPSTREAM_TOKEN_KEY: `${value} ${old}` });
  await type("drop", "UPSTREAM_TOKEN_KEY", sealing);
  expect(secrets()).toEqual({ UPSTREAM_TOKEN_KEY: value });
});

test("ECPay's pair changes at once, as ECPay made it", async () => {
  deployedWith({ ECPAY_HASH_KEY: "old", ECPAY_HASH_IV: "older" });
  const pair = { ECPAY_HASH_KEY: "9Kd2mQv7xTz4bWpL", ECPAY_HASH_IV: "rF6yHs1nUc8eJa3G" };
  const before = { ECPAY_HASH_KEY_PREVIOUS: "old", ECPAY_HASH_IV_PREVIOUS: "older" };
  await type("previous", "ECPAY_HASH_KEY", keep("ecpay", { ...pair, ...before }));
  expect(secrets()).toEqual({ ...pair, ...before });
  await type("drop", "ECPAY_HASH_KEY");
  expect(secrets()).toEqual(pair);
  expect(cloudflare.changes).toHaveLength(2);
});

const half = { ECPAY_HASH_KEY: "9Kd2mQv7xTz4bWpL" };
const guessable = { UPSTREAM_SERVICE_TOKEN: "aaaaaaaaaaaa" };
test.each([
  ["a value that leaked would be set again", ["new", "SESSION_SECRET"], { SESSION_SECRET: old }],
  ["the present value is not there", ["previous", "SESSION_SECRET"], {}],
  ["half of a pair is not there", ["new", "ECPAY_HASH_KEY"], half],
  ["a value can be guessed", ["new", "UPSTREAM_SERVICE_TOKEN"], guessable],
  ["there is no such key", ["new", "SESSION"], {}],
  ["the file is another key's", ["previous", "SESSION_SECRET"], { PAYMENT_RESULT_SECRET: old }],
])("nothing is changed where %s", async (_what, words, values) => {
  deployedWith({ SESSION_SECRET: old });
  const { code, said } = await type(...words, keep("wrong", values));
  expect(code).toBe(2);
  expect(said).not.toContain(old);
  expect(kept("wrong")).toEqual(values);
  expect(cloudflare.changes).toEqual([]);
});

test("a file inside the repository is none for keys, and no Worker is made for one", async () => {
  deployedWith({});
  const inside = resolve(root, "keys.json");
  expect((await type("new", "SESSION_SECRET", inside)).code).toBe(2);
  expect(existsSync(inside)).toBe(false);
  cloudflare.workers.clear();
  const { code, said } = await type("new", "SESSION_SECRET", file("nowhere"));
  expect(code).toBe(1);
  expect(said.trim().split("\n"), said).toHaveLength(1);
  expect([...cloudflare.workers.keys()]).toEqual([]);
});
