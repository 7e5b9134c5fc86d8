import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createLog } from "../../worker/platform/log.ts";
import { readLocale } from "../../worker/store/content.ts";
import { localeKey } from "../../worker/store/keys.ts";

interface Errors {
  errors: Record<string, string>;
}

async function errorTexts(): Promise<Record<string, string>> {
  const file = await readLocale(
    { bindings: { ...env, ASSETS: env.UPSTREAM }, log: createLog("test") },
    "en",
    "common",
  );
  const { errors }: Errors = JSON.parse(file.json);
  return errors;
}

test("shoppers read a text as it was last published, and the others as this version ships them", async () => {
  const shipped = await errorTexts();
  await env.CONTENT.put(
    localeKey("en", "common"),
    JSON.stringify({ errors: { account_locked: "Ask us to unlock it." } }),
  );
  expect(await errorTexts()).toEqual({ ...shipped, account_locked: "Ask us to unlock it." });
});

test("when what was published is broken, shoppers read the texts of this version", async () => {
  const shipped = await errorTexts();
  await env.CONTENT.put(localeKey("en", "common"), "{ broken");
  expect(await errorTexts()).toEqual(shipped);
});
