/** Rules of ours that no linter knows. Each finds the files that may break it, or a planted line: a rule that finds nothing would hold whatever happens. */
import { read, repositoryFiles, sources } from "../support/repository.ts";
import { itemKinds, itemTypes, saleTypes, userTypes } from "#contract/item-kind";
import { orderStatuses } from "#contract/order";
import { paymentEnvironments, paymentProviders } from "#contract/payment";
import { listedKinds } from "#contract/refusals";
import { questionTypes } from "#contract/survey";

interface Rule {
  sentence: string;
  below: readonly string[];
  beside?: string;
  forbids: RegExp;
  /** Lines that break it, of what no file of the list below would show. */
  planted?: readonly string[];
  /** Files in which it may stand, each with its reason. */
  except: Readonly<Record<string, string>>;
}

const rules: Rule[] = [
  {
    sentence: "no SQL is written beyond the store (R66)",
    below: ["worker/"],
    beside: "worker/store/",
    forbids: /\bsql(<[^`]*>)?`|\.prepare\(|\b(db|DB)\.exec\(/,
    planted: [
      "deps.db.run(sql`DELETE FROM carts`)",
      "deps.db.get(sql<number>`SELECT 1`)",
      "env.DB.prepare(text)",
      "env.DB.exec(text)",
    ],
    except: {},
  },
  {
    sentence: "no statement is put together from text (R66)",
    below: ["worker/"],
    forbids: /\bsql\.(raw|identifier)\(/,
    except: { "worker/store/invariants.ts": "rules of ours, without a parameter" },
  },
  {
    sentence: "every query of the shop goes to the primary database (R87)",
    below: ["worker/"],
    forbids: /\bdrizzle\(|\.DB\b/,
    except: { "worker/context.ts": "opens the session that begins there" },
  },
  {
    sentence: "what runs behind an answer is only what may be lost (R83)",
    below: ["worker/"],
    forbids: /\bdeps\.waitUntil\(/,
    except: {
      "worker/middleware/request-context.ts": "it is the request itself, whose client has left",
      "worker/shop/orders/list-orders.ts":
        "the next look at the orders marks what the upstream knows",
      "worker/shop/outbox/deliver.ts": "the schedule delivers what that did not",
      "worker/shop/payments/build-result.ts": "the schedule asks ECPay too",
      "worker/shop/payments/record-notice.ts": "the schedule asks ECPay too",
      "worker/shop/sessions/as-member.ts":
        "the session is dead already, and nobody else holds its upstream tokens",
      "worker/shop/sign-in/account.ts":
        "one mail too many is counted for an hour, and nobody holds the tokens of a check",
      "worker/shop/surveys/submit-survey.ts":
        "a quiz that nobody is known to have taken stands behind any line, as before",
      "worker/upstream/public-read.ts": "the next reader fills the cache",
    },
  },
  {
    sentence: "only the doors give the platform work behind an answer (R83)",
    below: ["worker/"],
    forbids: /\b(c\.executionCtx|execution)\.waitUntil\(/,
    except: {
      "worker/index.ts": "the schedule itself",
      "worker/middleware/request-context.ts": "what was left to do behind a request",
    },
  },
  {
    sentence: "no query is read that its route has not parsed (R64)",
    below: ["worker/"],
    forbids:
      /\breq\.(query|queries)\(|\bsearchParams\.(get|getAll|has|entries|keys|values|forEach)\(|\bof [\w.]*searchParams\b/,
    planted: [
      'c.req.query("page")',
      "c.req.queries()",
      'new URL(c.req.url).searchParams.get("data")',
      "for (const [name] of url.searchParams)",
    ],
    except: {},
  },
  {
    sentence: "nothing but the clients calls out (R57)",
    below: ["worker/", "web/"],
    forbids:
      /(?<![.\w])fetch\(|\b(globalThis|window|self)\.fetch\b|[=:] fetch\b|\b(XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/,
    planted: [
      "const answer = await fetch(url);",
      "return fetch(`https://api.example/${id}`)",
      "globalThis.fetch(url)",
      "const ask = fetch;",
      "new XMLHttpRequest()",
      "navigator.sendBeacon(url)",
    ],
    except: {
      "worker/upstream/client.ts":
        "the upstream's client: checks the address, limits time and size",
      "worker/alerts/channels.ts":
        "posts alarms to the one configured address, and the shop's own notice to its own",
      "worker/payments/ecpay/ask.ts": "asks ECPay, at an address of a closed list",
      "web/api/client.ts": "the page's one client of the API",
      "web/i18n/translate.ts": "loads the page's own texts",
      "web/public/service-worker.js": "passes on requests of the page and keeps the shell",
    },
  },
  {
    sentence: "nothing that must not be guessed comes from Math.random (R9, R21, R43)",
    below: ["worker/", "web/"],
    forbids: /\bMath\.random\b/,
    except: {
      "worker/upstream/client.ts": "the pause before a call is repeated",
      "worker/shop/outbox/deliver.ts": "the pause before an event is sent again",
    },
  },
  {
    sentence: "no digest that is broken is computed, and no text is run as code",
    below: ["worker/", "web/"],
    forbids: /"(md5|sha-?1)"|\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*["'`]/i,
    planted: [
      'crypto.subtle.digest("SHA-1", bytes)',
      'createHash("md5")',
      "eval(text)",
      'new Function("return 1")',
      'setTimeout("run()", 10)',
    ],
    except: {},
  },
  {
    sentence: "no page listens to messages of other windows",
    below: ["web/"],
    forbids: /addEventListener\(\s*"message"|\bonmessage\b/,
    except: { "web/public/service-worker.js": "only pages of its own origin can send it one" },
  },
  {
    sentence: "no field refuses what is pasted (ASVS 6.2.7)",
    below: ["web/"],
    forbids: /\bonPaste\b|addEventListener\(\s*["']paste["']/,
    except: { "web/pages/otp/OtpBoxes.tsx": "spreads a pasted code over its boxes" },
  },
];

/** The reference upstream and the cashier are other companies' systems. */
const isOurs = (file: string) =>
  /\.(tsx?|js|mjs)$/.test(file) && !file.endsWith(".d.ts") && !file.startsWith("worker/stand-ins/");

test.each(rules)("$sentence", ({ below, forbids, planted = [], except, beside = "-" }) => {
  for (const line of planted) expect(line).toMatch(forbids);
  const files = repositoryFiles().filter(
    (file) =>
      isOurs(file) && !file.startsWith(beside) && below.some((folder) => file.startsWith(folder)),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((file) => forbids.test(withoutComments(read(file))));
  expect(found.sort()).toEqual(Object.keys(except).sort());
});

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

test("lists go into a statement as one value, never as one bind each (R66)", () => {
  // `inArray` binds each entry: it may hold a written-out list or another query, not a list that a request makes long.
  const lists = sources("worker/").flatMap((file) =>
    [...read(file).matchAll(/\b(?:not)?[iI]nArray\([\w.]+, ([^)]*)\)/g)].map((match) => match[1]),
  );
  expect(lists.length).toBeGreaterThan(0);
  expect(
    lists.filter((list) => list !== undefined && !/^\[("\w+"(, )?)+\]$/.test(list)).sort(),
  ).toEqual(["from"]);
});

test("the primary database is asked first (R87)", () => {
  const opened = 'drizzle(asDatabase(this.bindings.DB.withSession("first-primary")))';
  expect(read("worker/context.ts")).toContain(opened);
});

test("no password goes through PBKDF2, which production Workers refuse beyond 100,000 rounds (R32)", () => {
  const filesWith = (pattern: RegExp) =>
    sources("worker/").filter((file) => pattern.test(read(file)));
  expect(filesWith(/scrypt/i), "where passwords are hashed").not.toEqual([]);
  expect(filesWith(/pbkdf2/i)).toEqual([]);
});

interface Locked {
  hasInstallScript?: boolean;
  integrity?: string;
  resolved?: string;
}

test("every package is of a registry, has a hash, and runs at its installation only what was looked at", () => {
  const { "": _own, ...locked } = JSON.parse(read("package-lock.json")).packages;
  const packages = Object.entries<Locked>(locked);
  expect(packages.length).toBeGreaterThan(100);
  const namesOf = (isMeant: (one: Locked) => boolean) =>
    packages.flatMap(([path, one]) => (isMeant(one) ? path.replace(/^.*node_modules\//, "") : []));
  expect(namesOf(({ integrity = "" }) => !integrity.startsWith("sha512-"))).toEqual([]);
  expect(namesOf(({ resolved = "https://" }) => !resolved.startsWith("https://"))).toEqual([]);
  const { allowScripts } = JSON.parse(read("package.json"));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(new Set(namesOf(({ hasInstallScript }) => hasInstallScript === true))).toEqual(
    new Set(allowed),
  );
  const reasons = read(".docs/dependencies.md");
  for (const name of allowed) expect(reasons).toMatch(new RegExp(`^- \`${name}\` runs `, "m"));
});

const members = [
  ...[itemTypes, saleTypes, userTypes, questionTypes, listedKinds].flat(),
  ...[paymentProviders, paymentEnvironments].flat(),
  ...[itemKinds, orderStatuses].flatMap(Object.keys),
];
const compared = new RegExp(`[!=]== "(${members.join("|")})"`, "g");
/** The tables themselves, and other companies' Workers. */
const apart = /^worker\/(contract|stand-ins)\//;
/** They have a `cancelled` of their own: what the page knows of a payment. */
const theirOwn = ["PaymentResultPage.tsx", "use-payment-result.ts"].map(
  (name) => `web/pages/payment-result/${name}`,
);

test("outside of the contract nothing is compared with a member of its unions", () => {
  const files = [...sources("worker/"), ...sources("web/")].filter((file) => !apart.test(file));
  const comparing = files.filter((file) => read(file).match(compared) !== null);
  expect(comparing).toEqual(theirOwn);
});
