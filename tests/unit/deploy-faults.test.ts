/** What `npm run deploy` refuses before it changes anything. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../../.scripts/deploy/account.ts";
import { faultsOf, warningsOf } from "../../.scripts/deploy/faults.ts";
import { readPlan, type Target } from "../../.scripts/deploy/plan.ts";
import { withId } from "../../.scripts/deploy/resources.ts";
import { readGiven, secretsToUpload } from "../../.scripts/deploy/secrets.ts";
import { backupKey } from "../support/backup-key.ts";
import { ConfiguredFolder, opened } from "../support/configured-folder.ts";
import { root } from "../support/repository.ts";

const empty: Account = {
  databases: [],
  namespaces: [],
  queues: [],
  buckets: [],
  secrets: [],
  pagesVersion: null,
  apiVersion: null,
};
const given = {
  ECPAY_MERCHANT_ID: "7654321",
  ECPAY_HASH_KEY: "tR4bVn8KqW2xZs7M",
  ECPAY_HASH_IV: "Hy6GpLc3JfTd9EuA",
};
const api = "worker/wrangler.api.toml";

interface Changed {
  /** File, what it says, what it says instead. */
  edits?: [file: string, from: string, to: string][];
  account?: Partial<Account>;
  given?: Record<string, string>;
  brand?: Record<string, string>;
  commit?: string;
}

/** What is said of a configuration that is right but for the change. */
function saidBy(
  judge: (judged: Parameters<typeof faultsOf>[0]) => string[],
  target: Target,
  changed: Changed,
): string[] {
  const folder = new ConfiguredFolder("nowhere");
  try {
    folder.fillIn("staging");
    folder.fillIn("production");
    for (const [file, from, to] of changed.edits ?? []) folder.replace(file, from, to);
    return judge({
      plan: readPlan(target, folder.path),
      other: readPlan(target === "staging" ? "production" : "staging", folder.path),
      account: { ...empty, ...changed.account },
      given: changed.given ?? (target === "production" ? given : {}),
      commit: changed.commit ?? "4f1ff5a35990",
      brand: changed.brand ?? opened,
    });
  } finally {
    folder.remove();
  }
}

const faultsWith = (target: Target, changed: Changed = {}) => saidBy(faultsOf, target, changed);

test("a shop whose alarms reach nobody is deployed with a warning", () => {
  const warned = (changed: Changed = {}) => saidBy(warningsOf, "production", changed);
  const nobody = "neither ALERT_WEBHOOK_URL nor ALERT_EMAIL is set: alarms reach nobody";
  expect(warned()).toEqual([nobody]);
  expect(saidBy(warningsOf, "staging", {})).toEqual([]);
  const url = { ALERT_WEBHOOK_URL: "https://chat.sillage.test/hook" };
  expect(warned({ given: { ...given, ...url } })).toEqual([]);
  expect(faultsWith("production", { given: { ...given, ...url } })).toEqual([]);
  expect(warned({ account: { secrets: ["ALERT_WEBHOOK_URL"] } })).toEqual([]);
  const email: [string, string, string] = [
    api,
    'ECPAY_ENVIRONMENT = "production"',
    'ECPAY_ENVIRONMENT = "production"\nALERT_EMAIL = "operator@sillage.test"',
  ];
  const mail: [string, string, string] = [
    api,
    '# [[send_email]]\n# name = "MAIL"',
    '[[send_email]]\nname = "MAIL"',
  ];
  expect(warned({ edits: [email] })).toEqual([
    `${api}: ALERT_EMAIL needs the binding MAIL; no alarm is mailed`,
    nobody,
  ]);
  expect(warned({ edits: [email, mail] })).toEqual([]);
});

test("a configuration that was filled in is right, before the first deployment and after it", () => {
  for (const target of ["staging", "production"] as const) {
    expect(faultsWith(target)).toEqual([]);
    const secrets = ["SESSION_SECRET", "UPSTREAM_TOKEN_KEY", "PAYMENT_RESULT_SECRET"];
    const kept = target === "staging" ? secrets : [...secrets, ...Object.keys(given)];
    expect(faultsWith(target, { account: { secrets: kept }, given: {} })).toEqual([]);
  }
});

test("the Worker for pages has no schedule: it has nothing that a schedule needs", () => {
  for (const target of ["staging", "production"] as const) {
    const { pages, api: apiConfig } = readPlan(target, root);
    expect(pages.triggers.crons).toEqual([]);
    expect(apiConfig.triggers.crons).toEqual(["* * * * *"]);
  }
});

test("what the queue gives up reaches a queue that somebody consumes", () => {
  for (const target of ["staging", "production"] as const) {
    const { pages, api: apiConfig } = readPlan(target, root);
    expect(pages.queues).toEqual({ producers: [], consumers: [] });
    const [{ queue, binding }] = apiConfig.queues.producers;
    expect(binding).toBe("DELIVERIES");
    expect(apiConfig.queues.consumers).toMatchObject([
      { queue, dead_letter_queue: `${queue}-dead` },
      { queue: `${queue}-dead` },
    ]);
  }
});

const wrong: [what: string, changed: Changed, fault: string][] = [
  [
    "no route",
    {
      edits: [
        ["wrangler.toml", 'routes = [{ pattern = "shop.sillage.test"', 'others = [{ pattern = "x"'],
      ],
    },
    "wrangler.toml: routes is missing",
  ],
  [
    "a route elsewhere",
    { edits: [["wrangler.toml", 'pattern = "shop.sillage.test"', 'pattern = "old.sillage.test"']] },
    "wrangler.toml: routes does not name shop.sillage.test",
  ],
  [
    "an example for an upstream",
    { edits: [[api, "https://upstream.sillage.test", "https://upstream.example"]] },
    `${api}: UPSTREAM_URL is a placeholder`,
  ],
  [
    "two addresses",
    { edits: [[api, "https://shop.sillage.test", "https://www.sillage.test"]] },
    `wrangler.toml and ${api}: PUBLIC_ORIGIN differs`,
  ],
  [
    "ECPay's stage",
    { edits: [[api, 'ECPAY_ENVIRONMENT = "production"', 'ECPAY_ENVIRONMENT = "stage"']] },
    `${api}: ECPAY_ENVIRONMENT must be production here`,
  ],
  [
    "no survey",
    { edits: [[api, 'SURVEY_ID = "scent-discovery"', 'SURVEY_ID = ""']] },
    `${api}: SURVEY_ID is missing`,
  ],
  [
    "another API",
    { edits: [["wrangler.toml", 'service = "sillage-api"\n', 'service = "sillage-old"\n']] },
    "wrangler.toml: the binding API must name sillage-api",
  ],
  [
    "staging's queue",
    { edits: [[api, 'queue = "sillage-deliveries"', 'queue = "sillage-deliveries-staging"']] },
    `${api}: staging and production share the queue sillage-deliveries-staging`,
  ],
  [
    "a database of another account",
    {
      edits: [
        [api, "00000000-0000-4000-8000-000000000001", "12345678-0000-4000-8000-000000000009"],
      ],
    },
    `${api}: database_id is no database of this account`,
  ],
  [
    "staging's database",
    {
      edits: [
        [api, "00000000-0000-4000-8000-000000000001", "12345678-0000-4000-8000-000000000009"],
        [api, "00000000-0000-4000-8000-000000000003", "12345678-0000-4000-8000-000000000009"],
      ],
      account: { databases: [{ uuid: "12345678-0000-4000-8000-000000000009", name: "one" }] },
    },
    `${api}: staging and production share a database`,
  ],
  [
    "texts in two namespaces",
    { edits: [[api, "00000000000040008000000000000002", "12345678123456781234567812345678"]] },
    `wrangler.toml and ${api}: CONTENT has two ids`,
  ],
  ["no ECPay account", { given: {} }, `${api}: ECPAY_HASH_KEY is missing`],
  [
    "ECPay's published key",
    { given: { ...given, ECPAY_HASH_KEY: "pwFHCqoQZGmho4w6" } },
    `${api}: ECPAY_HASH_KEY is published by ECPay`,
  ],
  [
    "a secret in the file",
    {
      edits: [
        [
          api,
          "\n[vars]\n",
          '\n[vars]\nUPSTREAM_SERVICE_TOKEN = "0f9c4a7be2d85163cfa0917e4b3d28f6a5c1e7094b2d8f36"\n',
        ],
      ],
    },
    `${api}: UPSTREAM_SERVICE_TOKEN is a secret and must not be in the file`,
  ],
  [
    "payment events without a credential",
    { edits: [[api, "\n[vars]\n", '\n[vars]\nUPSTREAM_PAYMENT_EVENTS_PATH = "/events"\n']] },
    `${api}: UPSTREAM_PAYMENT_EVENTS_PATH needs UPSTREAM_SERVICE_TOKEN`,
  ],
  [
    "a counter too few",
    { edits: [[api, 'name = "PER_MINUTE_60"', 'name = "PER_MINUTE_61"']] },
    `${api}: PER_MINUTE_60 is missing`,
  ],
  [
    "no key for the copies",
    { edits: [[api, `BACKUP_PUBLIC_KEY = "${backupKey.x}"`, 'BACKUP_PUBLIC_KEY = ""']] },
    `${api}: BACKUP_PUBLIC_KEY is missing`,
  ],
  [
    "half a key for the copies",
    { edits: [[api, `BACKUP_PUBLIC_KEY = "${backupKey.x}"`, 'BACKUP_PUBLIC_KEY = "d0k_rGOw"']] },
    `${api}: BACKUP_PUBLIC_KEY must be 32 bytes`,
  ],
  [
    "no bucket",
    { edits: [[api, 'binding = "BACKUPS"', 'binding = "COPIES"']] },
    `${api}: the bucket BACKUPS is missing`,
  ],
  [
    "staging's bucket",
    { edits: [[api, '"sillage-backups"', '"sillage-backups-staging"']] },
    `${api}: staging and production share a bucket`,
  ],
  [
    "an account without R2",
    { account: { buckets: null } },
    `${api}: R2, which holds the copies, is not switched on`,
  ],
  [
    "an example for a seller",
    { brand: { ...opened, company_name: "Example Company Ltd." } },
    "worker/content/brand.json: company_name is an example",
  ],
  [
    "an example for opening hours",
    { brand: { ...opened, company_hours: "10:00–18:00 (example)" } },
    "worker/content/brand.json: company_hours is an example",
  ],
  ...["company_name", "company_tax_id", "company_address", "company_phone", "company_hours"].map(
    (name): [string, Changed, string] => [
      `a seller without ${name}`,
      { brand: { ...opened, [name]: " " } },
      `worker/content/brand.json: ${name} is missing`,
    ],
  ),
  ["code of no commit", { commit: "4f1ff5a35990.changed" }, "git: the code has changes"],
];

test.each(wrong)("production is not deployed with %s", (_what, changed, fault) => {
  const faults = faultsWith("production", changed);
  expect(faults.filter((found) => found.startsWith(fault))).toHaveLength(1);
});

test("all that is wrong is said at once", () => {
  const faults = faultsWith("production", {
    edits: [
      [api, 'SURVEY_ID = "scent-discovery"', 'SURVEY_ID = ""'],
      [api, "https://upstream.sillage.test", "https://upstream.example"],
    ],
    given: {},
    commit: "unknown",
  });
  for (const name of ["SURVEY_ID", "UPSTREAM_URL", "ECPAY_MERCHANT_ID", "ECPAY_HASH_IV", "git"])
    expect(
      faults.some((fault) => fault.includes(name)),
      name,
    ).toBe(true);
});

let elsewhere: string;
beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "sillage-secrets-"));
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

test("secrets come from a file outside the repository and from the environment, and only those that are given", () => {
  const file = join(elsewhere, "secrets.json");
  writeFileSync(file, JSON.stringify({ ECPAY_HASH_KEY: "one", ECPAY_HASH_IV: "two" }));
  expect(readGiven(file, { ECPAY_HASH_IV: "three", PATH: "/bin" }, "/somewhere")).toEqual({
    given: { ECPAY_HASH_KEY: "one", ECPAY_HASH_IV: "three" },
    faults: [],
  });
  expect(readGiven(file, {}, elsewhere).faults).toEqual([
    "--secrets: the file is inside the repository, from where it could be committed",
  ]);
  writeFileSync(file, '{"SESSION_SECRET": "q3vN8xKf"');
  const { faults } = readGiven(file, {}, "/somewhere");
  expect(faults).toEqual(["--secrets: the file cannot be read as JSON"]);
  writeFileSync(file, '{"SESSION_SECRET": "q3vN8xKf"}');
  expect(readGiven(file, {}, "/somewhere").faults[0]).toContain("SESSION_SECRET cannot be given");
});

test("random secrets are made once, each its own", () => {
  const made = secretsToUpload(["SESSION_SECRET"], given);
  expect(Object.keys(made).sort()).toEqual(
    ["PAYMENT_RESULT_SECRET", "UPSTREAM_TOKEN_KEY", ...Object.keys(given)].sort(),
  );
  expect(made.PAYMENT_RESULT_SECRET).toMatch(/^[\w-]{43}$/);
  expect(made.PAYMENT_RESULT_SECRET).not.toBe(made.UPSTREAM_TOKEN_KEY);
});

test("an id is written where it belongs, and nothing else changes", () => {
  const toml =
    '[[a]]\nid = "1" \n\n# id\n[[env.b.a]]\nbinding = "C"\nid = "1"\n\n[[c]]\nid = "1"\n';
  expect(withId(toml, "env.b.a", "id", "2")).toBe(
    '[[a]]\nid = "1" \n\n# id\n[[env.b.a]]\nbinding = "C"\nid = "2"\n\n[[c]]\nid = "1"\n',
  );
  expect(() => withId(toml, "env.b.a", "database_id", "2")).toThrow("has no database_id");
});
