// Secrets of the API Worker: random ones are made once, others given. None is printed.
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

export type Secrets = Record<string, string>;

export const randomSecret = () => randomBytes(32).toString("base64url");
const randomNames = ["SESSION_SECRET", "UPSTREAM_TOKEN_KEY", "PAYMENT_RESULT_SECRET"];
const givenNames = [
  "ECPAY_MERCHANT_ID",
  "ECPAY_HASH_KEY",
  "ECPAY_HASH_IV",
  "UPSTREAM_SERVICE_TOKEN",
  "ECPAY_HASH_KEY_PREVIOUS",
  "ECPAY_HASH_IV_PREVIOUS",
  "UPSTREAM_SERVICE_TOKEN_PREVIOUS",
  "ALERT_WEBHOOK_URL",
];
export const secretNames = [...randomNames, ...givenNames];

/**
 * From a JSON file outside the repository, and from the environment, which wins.
 *
 * @throws Error about the file
 */
export function readGiven(
  file: string | undefined,
  environment: Record<string, string | undefined>,
  repository: string,
): Secrets {
  const inFile = file === undefined ? {} : readSecretsFile(resolve(file), repository);
  const unknown = Object.keys(inFile).filter((name) => !givenNames.includes(name));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(", ")} cannot be given; it has ${givenNames.join(", ")}`);
  if (!Object.values(inFile).every((value) => typeof value === "string"))
    throw new Error("every value of the file must be a text");
  const inEnvironment = givenNames.map((name) => [name, environment[name] ?? ""] as const);
  const named = Object.fromEntries(inEnvironment.filter(([, value]) => value !== ""));
  return { ...inFile, ...named } as Secrets;
}

/** @throws Error where it is none; the reason would quote the text. */
export function readSecretsFile(
  file: string,
  repository: string,
  ifMissing: object | null = null,
): Record<string, unknown> {
  if (!relative(repository, file).startsWith(".."))
    throw new Error("the file is inside the repository, from where it could be committed");
  if (ifMissing !== null && !existsSync(file)) return { ...ifMissing };
  try {
    return Object(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Error("the file cannot be read as JSON");
  }
}

/** What is uploaded: what was given, and random values for those that the account lacks. */
export function secretsToUpload(existing: readonly string[], given: Secrets): Secrets {
  const made = randomNames.filter((name) => !existing.includes(name));
  return { ...Object.fromEntries(made.map((name) => [name, randomSecret()])), ...given };
}

/** Wrangler's arguments for a file that only this user can read, for as long as `work` lasts. */
export async function withSecretsFile<Result>(
  secrets: Secrets,
  work: (file: string[]) => Promise<Result>,
): Promise<Result> {
  if (Object.keys(secrets).length === 0) return work([]);
  const folder = mkdtempSync(join(tmpdir(), "sillage-deploy-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await work(["--secrets-file", file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
