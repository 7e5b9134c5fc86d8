import { getTableName, is, Table } from "drizzle-orm";
import * as limits from "#contract/limits";
import { memberLimits } from "#contract/member";
import { setPriceTwd } from "#contract/money";
import { quantityRules } from "#contract/pricing";
import * as schema from "../../worker/store/schema.ts";
import { loggedLines, read, repositoryFiles, sources } from "../support/repository.ts";

const workerSources = () =>
  sources("worker/").filter((file) => !file.startsWith("worker/stand-ins/"));

test("nothing writes to the log but the log", () => {
  const writing = workerSources().filter((file) => /\bconsole[.[]/.test(read(file)));
  expect(writing).toEqual(["worker/platform/log.ts"]);
});

test("each log line names fields of the closed list only (R73)", () => {
  const [, list = ""] =
    /interface LogFields \{([\s\S]*?)\n\}/.exec(read("worker/platform/log.ts")) ?? [];
  const known = [...list.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name = ""]) => name);
  expect(known).toContain("subject");
  const lines = loggedLines();
  expect(lines.length).toBeGreaterThan(40);
  const calls = workerSources().flatMap((file) => [
    ...read(file).matchAll(/\blog(\.(info|warn|error)|\[[^\]]*\])\(/g),
  ]);
  expect(calls.length, "calls that this test cannot read").toBe(lines.length);
  const foreign = lines.flatMap(({ event, rest }) =>
    [...rest.matchAll(/[{,]\s*(\w+)\s*(?=[,:}])/g)].flatMap(([, name = ""]) =>
      known.includes(name) ? [] : [`${event}: ${name}`],
    ),
  );
  expect(foreign).toEqual([]);
});

const titlesOf = (text: string) =>
  Array.from(
    text.matchAll(/(?:\b(?:test|it)|\))\(\s*("(?:[^"\\]|\\.)*"|`[^`]*`)/g),
    ([, title = ""]) => title.slice(1, -1),
  );
const sentencesOf = (text: string) =>
  Array.from(text.matchAll(/^ {4}sentence:\s*"([^"]+)"/gm), ([, sentence = ""]) => sentence);

const files = new Set(repositoryFiles());
const titles = [...files]
  .filter((file) => /^tests\/.*\.test\.tsx?$/.test(file))
  .flatMap((file) => [...titlesOf(read(file)), ...sentencesOf(read(file))]);

const isTest = (part: string) => titles.some((title) => title.includes(part));
const isInPage = (file: string, part: string) => files.has(file) && read(file).includes(part);

const asvsPage = ".docs/security/asvs.md";

const asvs: { level1: string[]; level2: string[]; shown: Record<string, string[]> } = JSON.parse(
  read("tests/fixtures/asvs-5.json"),
);

function asvsRows(heading: string): { ids: string[]; row: string }[] {
  const section = read(asvsPage).split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^- ([\d., ]+)(?: \(.+?\))?: .+$/gm)].map(([row, list = ""]) => ({
    ids: list.split(", "),
    row,
  }));
}

test("every requirement of ASVS 5.0 up to level 2 is shown, set aside, open or without a subject", () => {
  const all = [...asvs.level1, ...asvs.level2];
  expect(all).toHaveLength(253);
  const numbers = (heading: string) => asvsRows(heading).flatMap(({ ids }) => ids);
  const [setAside, open] = [numbers("Set aside"), numbers("Open")];
  const holds = Object.keys(asvs.shown).filter((id) => ![...setAside, ...open].includes(id));
  const chapter10 = all.filter((id) => id.startsWith("10."));
  expect([...holds, ...setAside, ...open, ...numbers("No subject"), ...chapter10].sort()).toEqual(
    all.toSorted(),
  );
  expect(read(asvsPage).replaceAll(/\s+/g, " ")).toContain(
    `${holds.length} hold, ${setAside.length} are set aside with a reason, ${open.length} are open.`,
  );
});

test("what shows a requirement of ASVS is there, and what is not held has a reason", () => {
  const isThere = (part: string) => {
    const [, file, text = ""] = /^(\S+\.md): (.+)$/.exec(part) ?? [];
    return file === undefined ? isTest(part) : isInPage(file, text);
  };
  const missing = Object.entries(asvs.shown).flatMap(([id, parts]) =>
    parts.filter((part) => !isThere(part)).map((part) => `${id}: ${part}`),
  );
  expect(missing).toEqual([]);
  const rows = [...asvsRows("Set aside"), ...asvsRows("Open")];
  expect(rows.filter(({ row }) => !row.includes(" Why: "))).toEqual([]);
});

const ownRows = Array.from(
  read(".docs/security/requirements.md").matchAll(/^- (R\d+)(?: \(([^)]+)\))?: (.+)$/gm),
  ([, id = "", state = "holds", text = ""]) => ({ id, state, text }),
);

test("every requirement of our own stands there once, and is in the name of a test that shows it", () => {
  expect(ownRows.map(({ id }) => id)).toEqual(Array.from({ length: 90 }, (_, at) => `R${at + 1}`));
  const wrong = ownRows.filter(({ id, state, text }) => {
    const number = new RegExp(`\\(([A-Z]\\w+, )*${id}[,)]`);
    if (state === "holds") return !titles.some((title) => number.test(title));
    const isSetAside = /^(open|deviation 20\d\d-[01]\d-[0-3]\d)$/.test(state);
    return state !== "no subject" && !(isSetAside && / Why: \S/.test(text));
  });
  expect(wrong).toEqual([]);
});

test("every number of a requirement in a test's name is explained there", () => {
  const known = new Set(ownRows.map(({ id }) => id));
  const named = titles.flatMap((title) => title.match(/(?<=[(, ])R\d+(?=[,)])/g) ?? []);
  expect(named.length).toBeGreaterThan(known.size);
  expect(named.filter((number) => !known.has(number))).toEqual([]);
});

const secretNames = () =>
  Array.from(
    read("worker/env.ts").matchAll(
      /^ {2}(\w+): (?:orNull\()?(?:secret|ecpayKey|like\(\/\^\[\\w-\]\{43\})/gm,
    ),
    ([, name = ""]) => name,
  );

test("every secret of the configuration is in the list of keys, with the one that may overlap it", () => {
  const secrets = secretNames();
  expect(secrets.length).toBeGreaterThan(9);
  const keys = read(".docs/security/keys.md");
  expect(secrets.filter((name) => !keys.includes(`\`${name}\``))).toEqual([]);
  const present = secrets.filter((name) => !name.endsWith("_PREVIOUS"));
  const rotates = (name: string) =>
    // The one before is in the secret itself, or in the operator's file.
    ["UPSTREAM_TOKEN_KEY", "BACKUP_PUBLIC_KEY"].includes(name) ||
    secrets.includes(`${name}_PREVIOUS`);
  expect(present.filter((name) => !rotates(name))).toEqual([]);
});

test("the command that changes a key keeps the previous one for as long as the list of keys says", () => {
  const rows = [
    ...read(".docs/security/keys.md").matchAll(/^- `(\w+)`[^·\n]*(?:·[^·\n]*){2}· ([^·\n]+?) ·/gm),
  ];
  const waits = rows.filter(([, name = ""]) => name !== "ECPAY_MERCHANT_ID");
  expect(waits.map(([, name]) => name)).toContain("ECPAY_HASH_KEY");
  const command = read(".scripts/keys.ts");
  const spelt = waits.map(([, name, wait]) => `${name}: { overlap: "${wait}"`);
  expect(spelt.filter((each) => !command.includes(each))).toEqual([]);
});

test("what was readable, and what to change, is written down for every key and table (R77)", () => {
  const incidents = read(".docs/operate/breach.md");
  expect(incidents).toContain("72 hours");
  expect(incidents).toContain("session_epoch");
  const present = secretNames().filter((name) => !name.endsWith("_PREVIOUS"));
  expect(present.filter((name) => !incidents.includes(`\`${name}\``))).toEqual([]);
});

test("every table is in the list of data, with how long it is kept", () => {
  const tables = Object.values(schema).filter((table) => is(table, Table));
  expect(tables.length).toBeGreaterThan(10);
  const data = read(".docs/security/data.md");
  const names = tables.map((table) => getTableName(table));
  expect(names.filter((name) => !data.includes(`\n- \`${name}\` · `))).toEqual([]);
});

/** By what the documents write: the tests that show what the shop does instead, by parts of their names. */
const departures: Record<string, string[]> = {
  "`auth:token-expired` leads to `/{lang}/login`": [
    "a member whose session runs out at %s",
    "elsewhere they stay where they are",
  ],
  "a detail string is shown as is": [
    "a refusal passes on whole seconds to wait, its sentence",
    "an upstream that answers with %s is %i, in our words and not its own",
  ],
  "the second step is by e-mail": ["whose second step is by %s is asked for a code next"],
  "the header's menu as listed": ["a quiz, a profile and orders are a member's"],
  "any other path redirects to `/`": [
    "an unknown address %s leads to %s",
    "an address that is none leads home",
  ],
  "submission failures in a red banner": ["a checkout refused as %s says so above the button"],
  "a single-choice answer goes on after 400 ms": [
    "somebody who taps an answer is led on after 400 ms and not before",
    "somebody who answers with the keyboard stays on the question",
  ],
  "submit is enabled when the policy is met": [
    "a password that others would guess is refused before the upstream sees it",
  ],
  "a refresh that fails removes the token": ["a refresh that fails by %i signs nobody out"],
  "a payment is loading, success, failed or error": ["a payment for an order that %s"],
  "buy is enabled only when all is chosen": ["a choice by mouse leads on to what is missing"],
  "on a label a Chinese character counts 2 and others 1": ["%j weighs %i on a label"],
  "category names are used by logic": ["one of them says how strong it is"],
};

/** What both documents name as constants. */
const documented = {
  ordersPageSize: 10,
  orderCheckPageSize: 100,
  cartLifetimeDays: 30,
  otpDigits: 6,
  otpResendSeconds: 60,
  productsPerSet: { JAR: 3, SAMPLE_PAPER: 5 },
  labelTextMaxWeight: 20,
  consentScrollTolerancePx: 5,
  setPriceTwd: 100,
  quantityRules: {
    finished_kg: { min: 1, step: 1 },
    finished_paper: { min: 5, step: 5 },
    finished_bottle: { min: 100, step: 100 },
  },
  memberLimits: {
    first_name: 50,
    last_name: 50,
    phone: 20,
    country_code: 5,
    country: 100,
    address: 200,
    avatar_url: 500,
    language_code: 10,
    time_zone: 50,
    company_name: 128,
    tax_id: 50,
  },
};

test("the shop departs from the two documents where decision 0072 says so, and nowhere in their numbers", () => {
  const [, decision = ""] = read(".docs/decisions/page.md").split("## 0072.");
  const rows = Array.from(decision.matchAll(/^- (.+?) · /gm), ([, written = ""]) => written);
  expect(rows).toEqual(Object.keys(departures));
  expect(
    Object.values(departures)
      .flat()
      .filter((part) => !isTest(part)),
  ).toEqual([]);
  expect({ ...limits, setPriceTwd, memberLimits, quantityRules }).toMatchObject(documented);
});
