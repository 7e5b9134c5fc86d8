import { importsOf, read, resolveImport, sources } from "../support/repository.ts";

interface Arrow {
  sentence: string;
  from: string;
  /** Files and folders below `from` that the sentence is not about. */
  except?: string[];
  /** Beside its own folder: what it may reach of the page and, by their names below `worker/`, of the Worker. */
  mayReach?: string;
  packages?: RegExp;
}

const arrows: Arrow[] = [
  {
    sentence: "the page speaks to the Worker through the contract alone",
    from: "web/",
    except: ["web/prerender/"],
    mayReach: "contract brand content/locales/zh",
  },
  {
    sentence: "prerendering writes the one kind of file that the Worker reads of the build",
    from: "web/prerender/",
    mayReach: "web/ contract brand content/locales/zh documents/prerendered-screen.ts",
  },
  {
    sentence: "the contract is pure: nothing but zod",
    from: "worker/contract/",
    packages: /^zod\/mini$/,
  },
  {
    sentence: "ECPay's rules import nothing from the rest of the Worker but the words of the port",
    from: "worker/payments/ecpay/",
    except: [
      "worker/payments/ecpay/method.ts",
      "worker/payments/ecpay/ask.ts",
      "worker/payments/ecpay/refund.ts",
    ],
    mayReach: "brand payments/method.ts",
    packages: /^$/,
  },
  {
    sentence: "payment methods know the configuration and the platform, nothing of the shop",
    from: "worker/payments/",
    mayReach: "contract brand platform env.ts",
    packages: /^$/,
  },
  {
    sentence: "the reference upstream is another company's: it knows the brand it writes for",
    from: "worker/stand-ins/upstream/",
    mayReach: "brand",
  },
  {
    sentence: "the stand-in cashier shares ECPay's rules, and shows whose money it takes",
    from: "worker/stand-ins/cashier/",
    mayReach: "brand payments/ecpay",
  },
  {
    sentence: "decisions know no framework, no binding and nothing of HTTP",
    from: "worker/shop/",
    mayReach: "contract brand errors platform payments/method.ts store upstream deps.ts env.ts",
    packages: /^(jose|otpauth|zod\/mini|drizzle-orm.*)$/,
  },
  {
    sentence: "what calls out for the alarms knows the configuration and the log alone",
    from: "worker/alerts/",
    mayReach: "platform env.ts",
    packages: /^$/,
  },
  {
    sentence: "errors know the contract's codes and no framework",
    from: "worker/errors/",
    mayReach: "contract",
    packages: /^$/,
  },
  {
    sentence: "the platform's tools know nothing of the shop",
    from: "worker/platform/",
    packages: /^(jose|package\.json)$/,
  },
  {
    sentence: "the upstream's side knows neither decisions nor the database nor HTTP's furniture",
    from: "worker/upstream/",
    mayReach: "contract errors platform env.ts deps.ts",
    packages: /^zod\/mini$/,
  },
  {
    sentence: "the database's queries know no decision and no HTTP",
    from: "worker/store/",
    mayReach:
      "contract brand content platform deps.ts env.ts payments/method.ts upstream/payment-events.ts",
  },
  {
    sentence: "documents are made from contents, without middleware and decisions",
    from: "worker/documents/",
    mayReach: "contract brand content errors platform store deps.ts",
  },
  {
    sentence: "middleware guards the routes and never reaches into one",
    from: "worker/middleware/",
    mayReach: "shop contract documents errors payments platform context.ts deps.ts env.ts",
  },
  {
    sentence: "the desk is a door of its own: it calls the same decisions as the others",
    from: "worker/desk/",
    mayReach:
      "shop contract brand content middleware errors platform context.ts deps.ts env.ts store upstream",
  },
  {
    sentence: "routes are doors: they reach decisions, the contract and what is around doors",
    from: "worker/routes/",
    mayReach:
      "shop contract brand middleware documents errors platform context.ts deps.ts store upstream payments/methods.ts env.ts content pictures",
  },
];

function forbidden(
  files: readonly string[],
  isForbidden: (target: string, file: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .map((specifier) => resolveImport(file, specifier))
      .filter((target) => isForbidden(target, file))
      .map((target) => `${file} → ${target}`),
  );
}

const isOurs = (target: string) => /^(worker|web|tests)\//.test(target);
const placeOf = (name: string) =>
  name.startsWith("web/") ? name : `worker/${name}${name.includes(".") ? "" : "/"}`;

test.each(arrows)("$sentence", ({ from, except = [], mayReach = "", packages }) => {
  const files = sources(from).filter((file) => !except.some((folder) => file.startsWith(folder)));
  expect(files.flatMap(importsOf).length, "imports to look at").toBeGreaterThan(0);
  const free = [from, ...mayReach.split(" ").filter(Boolean).map(placeOf)];
  const wrong = forbidden(files, (target) =>
    isOurs(target)
      ? !free.some((folder) => target.startsWith(folder))
      : packages !== undefined && !packages.test(target),
  );
  expect(wrong).toEqual([]);
});

/** Other companies' Workers, which speak of the gateway as they like. */
const standIns = /^worker\/stand-ins\//;

test("nobody imports the stand-ins", () => {
  const importers = [...sources("worker/"), ...sources("web/")].filter((file) =>
    importsOf(file).some((specifier) => standIns.test(resolveImport(file, specifier))),
  );
  expect(importers.length, "they import themselves").toBeGreaterThan(0);
  expect(importers.filter((file) => !standIns.test(file))).toEqual([]);
});

const pageOf = (file: string) => /^web\/pages\/([^/]+)\//.exec(file)?.[1];
const isPage = (target: string) => pageOf(target) !== undefined;
const isOfAnotherPage = (to: string, file: string) => isPage(to) && pageOf(to) !== pageOf(file);
const routes = "web/routes.tsx";
const isOfAnyPage = (to: string, file: string) => isPage(to) && !isPage(file) && file !== routes;

test.each<[sentence: string, from: string, least: number, is: Parameters<typeof forbidden>[1]]>([
  ["a page never imports another page's folder", "web/pages/", 50, isOfAnotherPage],
  ["what pages share imports no page: only the routes know them", "web/", 50, isOfAnyPage],
  ["the layout imports no page", "web/layout/", 5, (to) => isPage(to) || to === routes],
  ["stores know nothing of the API", "web/stores/", 3, (to) => to.startsWith("web/api/")],
  ["web/ui imports only itself and React", "web/ui/", 5, (to) => !/^(web\/ui\/.*|react)$/.test(to)],
])("%s", (_sentence, from, least, isForbidden) => {
  const files = sources(from);
  expect(files.length, "files to look at").toBeGreaterThan(least);
  expect(forbidden(files, isForbidden)).toEqual([]);
});

/** Who takes the money is known in one folder. Elsewhere its name stands only where the specification puts it. */
const gateway = /ecpay/i;
const adapter = "worker/payments/ecpay/";
/** Fields of `/api` and of the language table. */
const fixedNames = /\b(ecpay_form_data|ecpay_environment|ecpayLanguages|ecpay_text)\b/g;

const mayNameIt: Record<string, string> = {
  "worker/contract/locales.ts": "the language table says what the cashier calls each language",
  "worker/contract/payment.ts": "the specification's pay_type",
  "worker/configuration-faults.ts": "which of its accounts are published",
  "worker/env.ts": "the variables of its account",
  "worker/payments/methods.ts": "the list of gateways",
  "worker/routes/service.ts": "the address of the stand-in",
  "web/pages/checkout/TestCardHelp.tsx": "its published test cards",
};

test("outside of its own folder only these files name the gateway, and each of them does", () => {
  const isNamed = (file: string) => gateway.test(read(file).replaceAll(fixedNames, ""));
  const [within, outside] = [sources(adapter), [...sources("worker/"), ...sources("web/")]];
  expect(within.filter(isNamed).length).toBeGreaterThan(5);
  const named = outside.filter(
    (file) => !standIns.test(file) && !file.startsWith(adapter) && isNamed(file),
  );
  expect(named.sort()).toEqual(Object.keys(mayNameIt).sort());
});
