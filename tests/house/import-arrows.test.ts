import { expect, test } from "vitest";
import { importsOf, read, resolveImport, sources } from "../support/repository.ts";

interface Arrow {
  sentence: string;
  from: string;
  /** Files and folders below `from` that the sentence is not about. */
  except?: string[];
  /** Repository folders it may reach; packages are free unless `packages` lists them. */
  mayReach: string[];
  packages?: RegExp;
}

const arrows: Arrow[] = [
  {
    sentence: "the page speaks to the Worker through the contract alone",
    from: "web/",
    except: ["web/prerender/"],
    mayReach: ["web/", "worker/contract/", "worker/content/locales/zh/"],
  },
  {
    sentence:
      "prerendering, a part of the build, writes the one kind of file that the Worker reads of it",
    from: "web/prerender/",
    mayReach: [
      "web/",
      "worker/contract/",
      "worker/content/locales/zh/",
      "worker/documents/prerendered-screen.ts",
    ],
  },
  {
    sentence: "the contract is pure: nothing but zod",
    from: "worker/contract/",
    mayReach: ["worker/contract/"],
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
    mayReach: ["worker/payments/ecpay/", "worker/payments/method.ts"],
    packages: /^$/,
  },
  {
    sentence:
      "payment methods know the configuration and the platform's tools, and nothing of the shop",
    from: "worker/payments/",
    mayReach: ["worker/payments/", "worker/contract/", "worker/platform/", "worker/env.ts"],
    packages: /^$/,
  },
  {
    sentence: "the reference upstream is another company's: it imports nothing of the shop",
    from: "worker/stand-ins/upstream/",
    mayReach: ["worker/stand-ins/upstream/"],
  },
  {
    sentence: "the stand-in cashier shares ECPay's rules and nothing else",
    from: "worker/stand-ins/cashier/",
    mayReach: ["worker/stand-ins/cashier/", "worker/payments/ecpay/"],
  },
  {
    sentence: "decisions know no framework, no binding and nothing of HTTP",
    from: "worker/shop/",
    mayReach: [
      "worker/shop/",
      "worker/contract/",
      "worker/errors/",
      "worker/platform/",
      "worker/payments/method.ts",
      "worker/store/",
      "worker/upstream/",
      "worker/deps.ts",
      "worker/env.ts",
    ],
    packages: /^(jose|otpauth|zod\/mini|drizzle-orm.*)$/,
  },
  {
    sentence:
      "what calls out for the alarms knows the configuration and the log, and nothing of the shop",
    from: "worker/alerts/",
    mayReach: ["worker/alerts/", "worker/platform/", "worker/env.ts"],
    packages: /^$/,
  },
  {
    sentence: "errors know the contract's codes and no framework",
    from: "worker/errors/",
    mayReach: ["worker/errors/", "worker/contract/"],
    packages: /^$/,
  },
  {
    sentence: "the platform's tools know nothing of the shop",
    from: "worker/platform/",
    mayReach: ["worker/platform/"],
    packages: /^(jose|package\.json)$/,
  },
  {
    sentence: "the upstream's side knows neither decisions nor the database nor HTTP's furniture",
    from: "worker/upstream/",
    mayReach: [
      "worker/upstream/",
      "worker/contract/",
      "worker/errors/",
      "worker/platform/",
      "worker/env.ts",
      "worker/deps.ts",
    ],
    packages: /^zod\/mini$/,
  },
  {
    sentence: "the database's queries know no decision and no HTTP",
    from: "worker/store/",
    mayReach: [
      "worker/store/",
      "worker/contract/",
      "worker/content/",
      "worker/platform/",
      "worker/deps.ts",
      "worker/env.ts",
      "worker/payments/method.ts",
      "worker/upstream/payment-events.ts",
    ],
  },
  {
    sentence: "documents are made from contents, without middleware and decisions",
    from: "worker/documents/",
    mayReach: [
      "worker/documents/",
      "worker/contract/",
      "worker/content/",
      "worker/errors/",
      "worker/platform/",
      "worker/store/",
      "worker/deps.ts",
    ],
  },
  {
    sentence:
      "pictures are painted from the shapes that the page draws, and from nothing of the shop",
    from: "worker/pictures/",
    mayReach: ["worker/pictures/", "worker/contract/", "web/scent/portrait.ts"],
    packages: /^$/,
  },
  {
    sentence: "middleware guards the routes and never reaches into one",
    from: "worker/middleware/",
    mayReach: [
      "worker/middleware/",
      "worker/shop/",
      "worker/contract/",
      "worker/documents/",
      "worker/errors/",
      "worker/payments/",
      "worker/platform/",
      "worker/context.ts",
      "worker/deps.ts",
    ],
  },
  {
    sentence:
      "routes are doors: they reach decisions, the contract and what stands around the doors",
    from: "worker/routes/",
    mayReach: [
      "worker/routes/",
      "worker/shop/",
      "worker/contract/",
      "worker/middleware/",
      "worker/documents/",
      "worker/errors/",
      "worker/platform/",
      "worker/context.ts",
      "worker/deps.ts",
      "worker/store/",
      "worker/upstream/",
      "worker/payments/methods.ts",
      "worker/env.ts",
      "worker/content/",
      "worker/pictures/",
    ],
  },
];

for (const arrow of arrows) {
  test(arrow.sentence, () => {
    const files = sources(arrow.from).filter(
      (file) => !arrow.except?.some((folder) => file.startsWith(folder)),
    );
    expect(files.flatMap(importsOf).length, "imports to look at").toBeGreaterThan(0);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => resolveImport(file, specifier))
        .filter((target) => {
          const isOurs =
            target.startsWith("worker/") ||
            target.startsWith("web/") ||
            target.startsWith("tests/");
          if (!isOurs) return arrow.packages !== undefined && !arrow.packages.test(target);
          return !arrow.mayReach.some((folder) => target.startsWith(folder));
        })
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });
}

test("nobody imports the stand-ins", () => {
  const standIns = /^worker\/stand-ins\//;
  const importers = [...sources("worker/"), ...sources("web/")].filter((file) =>
    importsOf(file).some((specifier) => standIns.test(resolveImport(file, specifier))),
  );
  expect(importers.length, "they import themselves").toBeGreaterThan(0);
  expect(importers.filter((file) => !standIns.test(file))).toEqual([]);
});

test("only the one client of the page calls fetch", () => {
  const callers = sources("web/").filter((file) => /(?<![.\w])fetch\(/.test(read(file)));
  expect(callers).toEqual(["web/api/client.ts", "web/i18n/messages.ts"]);
});

/** `file → target` for each import of these files that the rule forbids. */
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

const pageOf = (file: string) => /^web\/pages\/([^/]+)\//.exec(file)?.[1];

test("a page never imports another page's folder", () => {
  const files = sources("web/pages/");
  expect(new Set(files.map(pageOf)).size, "pages to look at").toBeGreaterThan(10);
  expect(
    forbidden(
      files,
      (target, file) => pageOf(target) !== undefined && pageOf(target) !== pageOf(file),
    ),
  ).toEqual([]);
});

test("what pages share imports no page: only the routes know them", () => {
  const files = sources("web/").filter(
    (file) => pageOf(file) === undefined && file !== "web/routes.tsx",
  );
  expect(files.length, "files to look at").toBeGreaterThan(50);
  expect(forbidden(files, (target) => pageOf(target) !== undefined)).toEqual([]);
});

test("the layout imports neither a page nor the routes", () => {
  const files = sources("web/layout/");
  expect(files.length, "files to look at").toBeGreaterThan(10);
  expect(
    forbidden(files, (target) => pageOf(target) !== undefined || target === "web/routes.tsx"),
  ).toEqual([]);
});

test("stores know nothing of the API that fills them", () => {
  const files = sources("web/stores/");
  expect(files.length, "files to look at").toBeGreaterThan(3);
  expect(forbidden(files, (target) => target.startsWith("web/api/"))).toEqual([]);
});

test("the parts of web/ui import nothing but each other and React", () => {
  const files = sources("web/ui/");
  expect(files.length, "files to look at").toBeGreaterThan(10);
  expect(forbidden(files, (target) => !target.startsWith("web/ui/") && target !== "react")).toEqual(
    [],
  );
});
