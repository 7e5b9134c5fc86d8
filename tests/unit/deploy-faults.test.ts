import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, uploadBefore } from "../../.scripts/deploy/account.ts";
import { faultsOf, warningsOf } from "../../.scripts/deploy/faults.ts";
import { readPlan, type Target } from "../../.scripts/deploy/plan.ts";
import { withId } from "../../.scripts/deploy/resources.ts";
import { readGiven, secretsToUpload } from "../../.scripts/deploy/secrets.ts";
import { smokeFaults } from "../../.scripts/deploy/smoke.ts";
import type { Health } from "../../worker/contract/config.ts";
import { backupKey } from "../support/backup-key.ts";
import { ConfiguredFolder, opened } from "../support/configured-folder.ts";

const nothing = { databases: [], namespaces: [], secrets: [] };
const empty: Account = { ...nothing, bucket: "missing", pagesVersion: null, apiVersion: null };
const given = {
  ECPAY_MERCHANT_ID: "7654321",
  ECPAY_HASH_KEY: "tR4bVn8KqW2xZs7M",
  ECPAY_HASH_IV: "Hy6GpLc3JfTd9EuA",
};
const api = "worker/wrangler.api.toml";
const live = 'ECPAY_ENVIRONMENT = "production"';
const stage = 'ECPAY_ENVIRONMENT = "stage"';

type Judged = Parameters<typeof faultsOf>[0];
type Changed = Partial<Pick<Judged, "given" | "commit"> & { brand: Record<string, string> }> & {
  edits?: (readonly [file: string, from: string, to: string])[];
  account?: Partial<Account>;
};

function saidBy(judge: (judged: Judged) => string[], target: Target, changed: Changed): string[] {
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
  const nobody = "! neither ALERT_WEBHOOK_URL nor ALERT_EMAIL is set: alarms reach nobody";
  expect(warned()).toEqual([nobody]);
  expect(saidBy(warningsOf, "staging", {})).toEqual([]);
  const url = { ALERT_WEBHOOK_URL: "https://chat.sillage.test/hook" };
  expect(warned({ given: { ...given, ...url } })).toEqual([]);
  expect(faultsWith("production", { given: { ...given, ...url } })).toEqual([]);
  expect(warned({ account: { secrets: ["ALERT_WEBHOOK_URL"] } })).toEqual([]);
  const email = [api, live, `${live}\nALERT_EMAIL = "operator@sillage.test"`] as const;
  const unbound = '# [[send_email]]\n# name = "MAIL"';
  const mail = [api, unbound, unbound.replaceAll("# ", "")] as const;
  expect(warned({ edits: [email] })).toEqual([
    `! ${api}: ALERT_EMAIL needs the binding MAIL; no alarm is mailed`,
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

test("staging does not take the desk's host away from production", () => {
  const edits: Changed["edits"] = [[api, "# routes = [{", "routes = [{"]];
  const routesOf = (target: Target) =>
    saidBy(({ plan: { api: worker } }) => [JSON.stringify(worker.routes)], target, { edits });
  expect(routesOf("production")[0]).toContain("desk.sillage.example");
  expect(routesOf("staging")).toEqual(["[]"]);
});

const config = "wrangler.toml";
const brandFile = "worker/brand/brand.json";
const bucket = '"sillage-backups';
const vars = "\n[vars]\n";
const secretVars = `${vars}UPSTREAM_SERVICE_TOKEN = "0f9c4a7be2d85163cfa0917e4b3d28f6a5c1e7094b2d8f36"\n`;
const deskVars = `${vars}DESK_ORIGIN = "https://desk.sillage.test"\n`;
const route = 'pattern = "shop.sillage.test"';
const ourDatabase = "00000000-0000-4000-8000-000000000001";
const database = "12345678-0000-4000-8000-000000000009";

const wrongText: [what: string, file: string, from: string, to: string, fault: string][] = [
  ["no route", config, `routes = [{ ${route}`, 'x = [{ pattern = "x"', "routes is missing"],
  ["no host of the desk", api, vars, deskVars, "routes is missing: DESK_ORIGIN would"],
  ["another API", config, '"sillage-api"\n', '"old"\n', "the binding API must name sillage-api"],
  ["no survey", api, 'SURVEY_ID = "scent-discovery"', 'SURVEY_ID = ""', "SURVEY_ID is missing"],
  ["ECPay's stage", api, live, stage, "ECPAY_ENVIRONMENT must be pro"],
  ["another's database", api, ourDatabase, database, "database_id is no database of this account"],
  ["a secret in the file", api, vars, secretVars, "UPSTREAM_SERVICE_TOKEN is a secret and must"],
  ["no key for the copies", api, `"${backupKey.x}"`, '""', "BACKUP_PUBLIC_KEY is missing"],
  ["half a key", api, `"${backupKey.x}"`, '"d0k_rGOw"', "BACKUP_PUBLIC_KEY must be 32 bytes"],
  ["no bucket", api, '"BACKUPS"', '"COPIES"', "the bucket BACKUPS is missing"],
  ["staging's bucket", api, bucket, `${bucket}-staging`, "staging and production share a b"],
];
const brands: [what: string, brand: Record<string, string>, fault: string][] = [
  ["an example's name", { company_name: "Example Company Ltd." }, "company_name is an example"],
  ...["company_name", "company_tax_id", "company_address", "company_phone", "company_hours"].map(
    (name): (typeof brands)[number] => [`no ${name}`, { [name]: " " }, `${name} is missing`],
  ),
];
const otherAddress = [api, "https://shop.sillage.test", "https://www.sillage.test"] as const;
const otherTexts = [api, "00000000000040008000000000000002", "1234".repeat(8)] as const;
const wrong: [what: string, changed: Changed, fault: string][] = [
  ...wrongText.map(([what, file, from, to, fault]): [string, Changed, string] => [
    what,
    { edits: [[file, from, to]] },
    `${file}: ${fault}`,
  ]),
  ["two addresses", { edits: [otherAddress] }, `${config} and ${api}: PUBLIC_ORIGIN differs`],
  [
    "staging's database",
    {
      edits: [ourDatabase, ourDatabase.replace(/1$/, "3")].map((id) => [api, id, database]),
      account: { databases: [{ uuid: database, name: "one" }] },
    },
    `${api}: staging and production share a database`,
  ],
  ["texts in two namespaces", { edits: [otherTexts] }, `${config} and ${api}: CONTENT has two ids`],
  ["an account without R2", { account: { bucket: "off" } }, `${api}: R2, which holds the copies`],
  ...brands.map(([what, brand, fault]): [string, Changed, string] => [
    what,
    { brand: { ...opened, ...brand } },
    `${brandFile}: ${fault}`,
  ]),
  ["code of no commit", { commit: "4f1ff5a35990.changed" }, "git: the code has changes"],
];

test.each(wrong)("production is not deployed with %s", (_what, changed, fault) => {
  const faults = faultsWith("production", changed);
  expect(faults.filter((found) => found.startsWith(fault))).toHaveLength(1);
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
    ECPAY_HASH_KEY: "one",
    ECPAY_HASH_IV: "three",
  });
  const reading = (folder: string) => expect(() => readGiven(file, {}, folder));
  reading(elsewhere).toThrow(
    /^the file is inside the repository, from where it could be committed$/,
  );
  writeFileSync(file, '{"SESSION_SECRET": "q3vN8xKf"');
  reading("/somewhere").toThrow(/^the file cannot be read as JSON$/);
  writeFileSync(file, '{"SESSION_SECRET": "q3vN8xKf"}');
  reading("/somewhere").toThrow("SESSION_SECRET cannot be given");
});

test("random secrets are made once, each its own", () => {
  const made = secretsToUpload(["SESSION_SECRET"], given);
  const names = ["PAYMENT_RESULT_SECRET", "UPSTREAM_TOKEN_KEY", ...Object.keys(given)];
  expect(Object.keys(made).sort()).toEqual(names.sort());
  expect(made.PAYMENT_RESULT_SECRET).toMatch(/^[\w-]{43}$/);
  expect(made.PAYMENT_RESULT_SECRET).not.toBe(made.UPSTREAM_TOKEN_KEY);
});

test("an id is written where it belongs, and nothing else changes", () => {
  const toml = (id: string) =>
    `[[a]]\nid = "1" \n\n# id\n[[env.b.a]]\nbinding = "C"\nid = "${id}"\n\n[[c]]\nid = "1"\n`;
  expect(withId(toml("1"), "env.b.a", "id", "2")).toBe(toml("2"));
  expect(() => withId(toml("1"), "env.b.a", "database_id", "2")).toThrow("has no database_id");
});

/** The oldest first: `v1`, or `v1 secret` and `v1 rollback` for what made it the present one. */
function uploadBehind(...deployments: string[]) {
  const list = deployments.map((said, at) => {
    const [version_id = "", trigger = "upload"] = said.split(" ");
    const annotations = { "workers/triggered_by": trigger };
    const created_on = new Date(at * 1_000).toISOString();
    return { created_on, annotations, versions: [{ version_id }] };
  });
  const ask = () => Promise.resolve({ deployments: list } as never);
  return uploadBefore(ask, "sillage");
}
const keys = Array.from({ length: 9 }, (_, at) => `key${at} secret`);

test.each<[string, string[], Awaited<ReturnType<typeof uploadBehind>>]>([
  ["the upload before the last", ["v1", "v2", "v3"], { version: "v2" }],
  ["past versions that only changed a key", ["v1", "v2", "k secret"], { version: "v1" }],
  ["the older code with the keys of then", ["v1", "k secret", "v2"], { version: "k" }],
  ["to no older keys of that code", ["v1", "k secret", "v2", "k rollback"], "unknown"],
  ["nowhere after going back to the first", ["v1", "v2", "v1 rollback"], "unknown"],
  ["nowhere, of the first deployment", ["v1"], "first"],
  ["nowhere it knows, where changed keys fill the list", ["v2", ...keys], "unknown"],
])("going back goes to %s", async (_where, deployments, version) => {
  expect(await uploadBehind(...deployments)).toEqual(version);
});

const needs = "needs_sign_in" as const;
const signedIn = { password_policy: needs, reorder_settings: needs };
const healthy: Health = {
  version: "1.0.0",
  deployment: { id: "v7", at: "2026-11-21T12:00:00.000Z" },
  database: true,
  content: true,
  upstream: true,
  upstream_ms: 3_000,
  upstream_reads: { ...signedIn, survey: "read", service_credential: null },
  payment_events: "off",
  schedule: { finished_at: "2026-11-21T12:01:00.000Z", is_late: false },
};
let answers: [status: number, body: object][] = [];

const server = createServer((request, response) => {
  if (request.url !== "/api/health") return response.writeHead(404).end();
  const [[status, body] = [500, {}]] = answers.length > 1 ? answers.splice(0, 1) : answers;
  return response.writeHead(status).end(JSON.stringify(body));
}).listen(0);
afterAll(() => server.close());

/** What the deployment finds wrong with a health that is answered so, one after the other, and the last for ever. */
async function foundAfter(firstRunSeconds: number, ...told: typeof answers) {
  answers = told;
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const asked = { address, version: "1.0.0", deployment: "v7", timeoutSeconds: 0 };
  const faults = await smokeFaults({ ...asked, firstRunSeconds });
  return faults.filter((fault) => fault.startsWith("/api/health"));
}

test("a deployment waits for the schedule's first run, longer than for anything else, and not for ever", async () => {
  const unrun = (finished_at: string | null): [number, object] => [
    503,
    { ...healthy, schedule: { finished_at, is_late: true } },
  ];
  const late = "/api/health: the schedule has not come to its end since the upload";
  const ofTheLast = unrun("2026-11-21T11:59:59.000Z");
  expect(await foundAfter(60, unrun(null), ofTheLast, [200, healthy])).toEqual([]);
  for (const before of [unrun(null), ofTheLast])
    expect(await foundAfter(0, before)).toEqual([late]);
});

test.each([
  ["content", { content: false }],
  ["survey (refused)", { upstream_reads: { ...healthy.upstream_reads, survey: "refused" } }],
])("what does not work is named at once, run or not: %s", async (named, found) => {
  const body = { ...healthy, ...found };
  const fault = `/api/health answers 503: ${named} do not work`;
  expect(await foundAfter(60, [503, body])).toEqual([fault]);
});
