// Changes a secret of the deployed API. `.docs/security/keys.md` says when.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { isGuessable } from "../worker/contract/guessable.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { apiArguments, readPlan } from "./deploy/plan.ts";
import { refusalOf } from "./deploy/cloudflare.ts";
import { randomSecret, readSecretsFile } from "./deploy/secrets.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

interface Key {
  /** How long the previous one goes on; null where there is none. */
  overlap: string | null;
  /** The others are given by whoever else has them. */
  isMade?: true;
  /** Changes together with it. */
  partner?: string;
  /** Both stand in the secret itself, the new one first. */
  isList?: true;
}
const keys: Record<string, Key> = {
  SESSION_SECRET: { overlap: "a quarter of an hour", isMade: true },
  UPSTREAM_TOKEN_KEY: { overlap: "60 days", isMade: true, isList: true },
  PAYMENT_RESULT_SECRET: { overlap: "ten minutes", isMade: true },
  UPSTREAM_SERVICE_TOKEN: { overlap: "until the upstream's turn" },
  ECPAY_HASH_KEY: { overlap: "a day", partner: "ECPAY_HASH_IV" },
  ALERT_WEBHOOK_URL: { overlap: null },
};
const listed = Object.entries(keys).map(
  ([name, { overlap, partner }]) =>
    `  ${[name, partner].filter(Boolean).join(" with ").padEnd(36)}${overlap ?? "no previous one"}`,
);

const help = `Usage: npm run keys -- new NAME FILE [--staging]
       npm run keys -- previous NAME FILE [--staging]
       npm run keys -- drop NAME [FILE] [--staging]

Changes a secret of the deployed API. FILE is JSON outside of the repository, {"NAME": "value"};
nothing of it is printed.

  new       it leaked or is lost: a new value alone, without a previous one. What the shop makes itself
            is written to FILE, which must not be there yet; FILE holds what others gave
  previous  FILE holds the present value: it goes on as the previous one, and FILE holds both
            afterwards. What others gave stands there as NAME and NAME_PREVIOUS
  drop      ends the previous one; UPSTREAM_TOKEN_KEY, which holds both, needs FILE for it

Put FILE's values into the password store, then delete it. Names, and how long to keep both:

${listed.join("\n")}`;

const { values: options, positionals } = readCommandLine(
  help,
  { staging: { type: "boolean" } },
  { positionals: true },
);
const [action = "", name = "", fileName] = positionals;
const key = keys[name] ?? endCommand(2, help);
const names = [name, ...(key.partner === undefined ? [] : [key.partner])];
const before = (one: string) => `${one}_PREVIOUS`;
const target = options.staging === true ? "staging" : "production";

/** As wrangler takes them: null ends what is there. */
type Values = Record<string, string | null>;
const nonePrevious: Values = Object.fromEntries(names.map((one) => [before(one), null]));
const file = resolve(fileName ?? "");
const refuse = (why: string): never => endCommand(2, `✗ nothing was changed: ${why}`);

function readFile(): Values {
  if (fileName === undefined) refuse(`${action} ${name} needs FILE`);
  try {
    return readSecretsFile(file, root, {}) as Values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** What FILE holds in the end; a change that broke off is gone on with. */
function completed(given: Values): Values {
  const old = given[name] ?? null;
  const isBegun = given[before(name)] !== undefined;
  if (action === "new" && key.isMade && !isBegun && old !== null)
    refuse("FILE is there, and what leaked would be set again; name another file");
  if (key.isMade && !isBegun && (action === "new") === (old === null))
    return { [name]: randomSecret(), [before(name)]: old };
  return action === "new" ? { ...nonePrevious, ...given } : given;
}

function check(values: Values): Values {
  const strange = Object.keys(values).filter(
    (one) => !names.includes(one.replace("_PREVIOUS", "")),
  );
  if (strange.length > 0) refuse(`FILE holds ${strange.join(", ")} as well`);
  for (const one of names) {
    const [value, previous] = [values[one], values[before(one)]];
    if (typeof value !== "string") refuse(`FILE lacks ${one}`);
    else if (isGuessable(value)) refuse(`${one} is not random`);
    if (action === "previous" && typeof previous !== "string") refuse(`FILE lacks ${before(one)}`);
    if (action === "new" && previous !== null) refuse(`FILE has a ${before(one)}`);
  }
  return values;
}

async function change(): Promise<void> {
  const isDrop = action === "drop";
  if (!isDrop && action !== "new" && action !== "previous") endCommand(2, help);
  if (action !== "new" && key.overlap === null) refuse(`${name} has no previous one`);
  const inFile = isDrop && !key.isList ? {} : readFile();
  const values = isDrop && !key.isList ? nonePrevious : check(isDrop ? inFile : completed(inFile));
  const wrangler = (words: string[], input?: string) =>
    run("wrangler", ["secret", ...words, ...apiArguments(target)], { env: { CI: "1" }, input });
  const present = await wrangler(["list", "--format", "json"]);
  if (!isDrop) writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  const list = [values[name], ...(isDrop ? [] : [values[before(name)]])].filter(Boolean).join(" ");
  const sent = Object.entries(key.isList ? { [name]: list } : values).filter(
    ([one, value]) => value !== null || present.includes(`"${one}"`),
  );
  const worker = readPlan(target, root).api.name;
  if (sent.length === 0) endCommand(1, `✗ ${worker} has no previous ${name}`);
  await wrangler(["bulk"], JSON.stringify(Object.fromEntries(sent)));
  console.log(`✓ ${worker} has ${isDrop ? "no previous" : "a new"} ${names.join(" and ")}`);
  const drop = [name, ...(key.isList ? ["FILE"] : []), ...(options.staging ? ["--staging"] : [])];
  if (action === "previous")
    console.log(`Keep both: ${key.overlap}. Then: npm run keys -- drop ${drop.join(" ")}`);
}

try {
  await change();
} catch (error) {
  endCommand(1, `✗ ${refusalOf(error)}`);
}
