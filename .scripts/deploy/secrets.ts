// Secrets of the API Worker: random ones are made once, others given. None is printed.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** From a JSON file outside the repository, and from the environment, which wins. */
export function readGiven(
  file: string | undefined,
  environment: Record<string, string | undefined>,
  repository: string,
): { given: Secrets; faults: string[] } {
  const faults: string[] = [];
  const inFile = file === undefined ? {} : readFile(resolve(file), repository, faults);
  const inEnvironment = givenNames.flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return { given: { ...inFile, ...Object.fromEntries(inEnvironment) }, faults };
}

function readFile(file: string, repository: string, faults: string[]): Secrets {
  const refuse = (fault: string) => void faults.push(`--secrets: ${fault}`);
  let parsed = {};
  if (!relative(repository, file).startsWith(".."))
    refuse("the file is inside the repository, from where it could be committed");
  else
    try {
      parsed = Object(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      // The reason would quote the text.
      refuse("the file cannot be read as JSON");
    }
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string";
  const entries = Object.entries(parsed);
  if (!entries.every(isText)) refuse("every value must be a text");
  const unknown = entries.map(([name]) => name).filter((name) => !givenNames.includes(name));
  if (unknown.length > 0)
    refuse(`${unknown.join(", ")} cannot be given; it has ${givenNames.join(", ")}`);
  return Object.fromEntries(entries.filter(isText).filter(([name]) => givenNames.includes(name)));
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
