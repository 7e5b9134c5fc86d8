/** What is made mistakes in, and which tests can notice them. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { parseSync } from "vite";

/** The cheapest first: a mistake that one notices is not shown to the next. */
export const levels = ["unit", "workerd", "worker", "web"] as const;
export type Level = (typeof levels)[number];

/** Folders and files; the longest that fits a source says which black-box tests may notice it. */
const blackBox: Record<string, Partial<Record<Level, string[]>>> = {
  "worker/store": { worker: ["cart", "checkout", "payments", "sessions"] },
  "worker/store/carts.ts": { worker: ["cart", "cart-undo", "cart-parallel"] },
  "worker/store/merge-carts.ts": { worker: ["cart", "cart-undo"] },
  "worker/store/challenges.ts": { worker: ["otp"] },
  "worker/store/content.ts": { worker: ["locales", "documents"] },
  "worker/store/content-memory.ts": { worker: ["document-memory", "locales"] },
  "worker/store/cancelled-orders.ts": { worker: ["cancel-order", "money-cancel"] },
  "worker/store/idempotency.ts": { worker: ["checkout", "cancel-order"] },
  "worker/store/invariants.ts": { worker: ["money-invariants"] },
  "worker/store/known-browsers.ts": { worker: ["lock-out"] },
  "worker/store/second-steps.ts": { worker: ["second-step"] },
  "worker/store/payment-notices.ts": { worker: ["kept-notices"] },
  "worker/store/limits.ts": { worker: ["limits", "lock-out"] },
  "worker/store/outbox.ts": { worker: ["outbox", "payments"] },
  "worker/store/payments.ts": { worker: ["payments", "reconcile", "cancel-order"] },
  "worker/store/refunds.ts": { worker: ["money-refunds"] },
  "worker/store/refund-invariants.ts": { worker: ["money-invariants"] },
  "worker/store/operator-changes.ts": { worker: ["payments-command"] },
  "worker/store/operator-lists.ts": { worker: ["payments-command"] },
  "worker/store/refusals.ts": { worker: ["refusals"] },
  "worker/store/alarms.ts": { worker: ["alarms"] },
  "worker/store/tallies.ts": { worker: ["alarms"] },
  "worker/alerts": { worker: ["alarms", "callback-probe"] },
  "worker/shop/alarms": { worker: ["alarms", "callback-probe"] },
  "worker/shop/carts": {
    worker: ["cart", "cart-undo", "finished-products", "kilograms", "options-required"],
  },
  "worker/shop/carts/guest-cart.ts": { worker: ["cart", "cart-parallel"] },
  "worker/shop/carts/price-item.ts": {
    worker: ["finished-products", "options-required", "cart"],
  },
  "worker/shop/carts/refuse-kilograms.ts": { worker: ["kilograms"] },
  "worker/shop/checkout": { worker: ["checkout", "money-tampering", "payments"] },
  "worker/shop/limits": { worker: ["limits", "lock-out"] },
  "worker/shop/limits/enforce-rate.ts": { worker: ["rates"] },
  "worker/shop/orders/cancel-order.ts": { worker: ["cancel-order"] },
  "worker/shop/orders": { worker: ["cancel-order", "checkout", "documented-upstream"] },
  "worker/shop/outbox": { worker: ["outbox"] },
  "worker/shop/payments/make-refunds.ts": { worker: ["money-refunds"] },
  "worker/shop/payments/reconcile.ts": { worker: ["reconcile"] },
  "worker/shop/payments/result-token.ts": { worker: ["payments"] },
  "worker/shop/payments": { worker: ["payments", "reconcile", "money-callbacks"] },
  "worker/shop/recommendations": { worker: ["refusals", "refusal-wishes"] },
  "worker/shop/refusals": { worker: ["refusals"] },
  "worker/shop/second-step": { worker: ["second-step"] },
  "worker/shop/sessions": { worker: ["sessions", "access-tokens", "sign-in"] },
  "worker/shop/sign-in": { worker: ["otp", "sign-in", "lock-out"] },
  "worker/shop/sign-in/change-password.ts": { worker: ["sign-in"] },
  "worker/shop/surveys": { worker: ["refusals", "survey-fuzz"] },
  "worker/payments": { worker: ["payments", "reconcile", "cashier"] },
  "worker/middleware": {
    worker: ["errors", "strict-requests", "csrf", "cors", "headers", "access-tokens"],
  },
  "worker/middleware/actor.ts": { worker: ["access-tokens", "sessions", "route-matrix"] },
  "worker/middleware/browser-facts.ts": { worker: ["sessions", "sign-in", "limits"] },
  "worker/middleware/cookies.ts": { worker: ["sessions", "cart"] },
  "worker/middleware/csp-report.ts": { worker: ["csp-reports"] },
  "worker/middleware/first-filter.ts": { worker: ["rates"] },
  "worker/middleware/named-rates.ts": { worker: ["rates"] },
  "worker/middleware/request-line.ts": { worker: ["errors", "placed-api"] },
  "worker/middleware/placed-api.ts": { worker: ["placed-api"] },
  "worker/middleware/shed-load.ts": { worker: ["overload", "slow-bodies"] },
  "worker/middleware/validate.ts": { worker: ["strict-requests", "slow-bodies", "errors"] },
  "worker/upstream": {
    worker: ["upstream-client", "errors", "documented-upstream", "absent-answers", "forwarded"],
  },
  "worker/contract/pricing.ts": { worker: ["finished-products"] },
  "web/pages/quiz/flow.ts": { web: ["quiz-questions", "quiz-drafts"] },
  "web/pages/quiz/answers.ts": { web: ["quiz-questions", "quiz-drafts"] },
  "web/pages/quiz/quiz-store.ts": { web: ["quiz-store", "quiz-drafts"] },
};

export function sourcesIn(root: string, only: readonly string[]): string[] {
  const files = Object.keys(blackBox).flatMap((path) =>
    path.endsWith(".ts") ? [path] : typescriptIn(root, path),
  );
  return [...new Set(files)]
    .filter((file) => only.length === 0 || only.some((part) => file.startsWith(part)))
    .sort();
}

const typescriptIn = (root: string, folder: string): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);

/** Nearly every file in `workerd` begins with a row of the store, which is no reason to ask it about the store. */
const mostInWorkerd = 6;

/** Tests that import the source, however indirectly, the nearest first; black-box ones by the table. */
export function testsOf(root: string, source: string): Partial<Record<Level, string[]>> {
  const tests: Partial<Record<Level, string[]>> = {};
  for (const level of ["unit", "workerd"] as const)
    tests[level] = typescriptIn(root, `tests/${level}`)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => ({ file, distance: importsOf(root, file).get(source) ?? Infinity }))
      .filter(({ distance }) => distance < Infinity)
      .sort((a, b) => a.distance - b.distance || a.file.localeCompare(b.file))
      .map(({ file }) => file)
      .slice(0, level === "workerd" ? mostInWorkerd : Infinity);
  const place = Object.keys(blackBox)
    .filter((path) => source === path || source.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0];
  for (const [level, names] of Object.entries(blackBox[place ?? ""] ?? {}))
    tests[level as Level] = names.map(
      (name) => `tests/${level}/${name}.test.${level === "web" ? "tsx" : "ts"}`,
    );
  return tests;
}

const graphs = new Map<string, Map<string, number>>();
const steps = new Map<string, string[]>();

/** What it imports, and over how many steps. */
function importsOf(root: string, file: string): Map<string, number> {
  const known = graphs.get(file);
  if (known !== undefined) return known;
  const reached = new Map([[file, 0]]);
  for (const [one, distance] of reached)
    for (const next of importedBy(root, one))
      if (!reached.has(next)) reached.set(next, distance + 1);
  graphs.set(file, reached);
  return reached;
}

function importedBy(root: string, file: string): string[] {
  let found = steps.get(file);
  if (found === undefined) {
    const source = readFileSync(resolve(root, file), "utf8");
    const { module } = parseSync(file, source);
    found = module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => pathOf(root, file, moduleRequest.value))
      .concat(
        module.staticExports
          .flatMap(({ entries }) => entries)
          .map(({ moduleRequest }) => pathOf(root, file, moduleRequest?.value ?? "")),
      )
      // Node tests load modules that speak of Workers types by such a path.
      .concat(
        [...source.matchAll(/"\.\.\/\.\.\/(worker\/[\w/.-]+\.ts)"/g)].map(([, path = ""]) => path),
      )
      .filter((path) => path !== null);
    steps.set(file, found);
  }
  return found;
}

function pathOf(root: string, from: string, name: string): string | null {
  const alias = /^#(contract|ecpay)\/(.+)$/.exec(name);
  if (alias !== null)
    return `worker/${alias[1] === "ecpay" ? "payments/ecpay" : "contract"}/${alias[2]}.ts`;
  if (!name.startsWith(".") || !/\.tsx?$/.test(name)) return null;
  const path = resolve(root, dirname(from), name);
  return existsSync(path) ? relative(root, path).replaceAll("\\", "/") : null;
}
