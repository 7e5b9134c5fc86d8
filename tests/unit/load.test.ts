import { expect, test } from "vitest";
import { workClassOf } from "../../worker/middleware/work-class.ts";
import { createLoad, mostUnderWay, type WorkClass } from "../../worker/platform/load.ts";

const last = ["login", "checkout", "callback"] as const;
const order: WorkClass[] = ["recommendations", "content", "browse", "cart", ...last];

test("recommendations go first, then content, browsing, cart, sign-in, checkout; callbacks never (R82)", () => {
  const load = createLoad();
  const gone: WorkClass[] = [];
  for (let underWay = 0; underWay <= mostUnderWay.checkout; underWay += 1) {
    for (const kind of order) {
      const work = load.begin(kind);
      work?.end();
      if (work === null && !gone.includes(kind)) gone.push(kind);
      expect(work === null).toBe(underWay >= mostUnderWay[kind]);
    }
    load.begin("callback");
  }
  expect(gone).toEqual(order.slice(0, -1));
});

test("a flood of one class leaves room for those behind it (R82)", () => {
  for (const [index, kind] of order.slice(0, -1).entries()) {
    const load = createLoad();
    for (let count = 0; count < 2000; count += 1) load.begin(kind);
    expect(load.begin(kind)).toBeNull();
    for (const later of order.slice(index + 1)) expect(load.begin(later), later).not.toBeNull();
  }
});

test("what has ended makes room, once", () => {
  const load = createLoad();
  const works = Array.from({ length: 10 }, () => load.begin("callback"));
  works[0]?.end();
  works[0]?.end();
  works[0]?.resume();
  expect(load.underWay()).toBe(9);
});

test("whoever sends slowly takes no one's place while the shop waits", () => {
  const load = createLoad();
  const works = Array.from({ length: 300 }, () => load.begin("callback"));
  for (const work of works) work?.pause();
  expect(load.begin("recommendations")).not.toBeNull();
  for (const work of works) work?.resume();
  expect(load.begin("recommendations")).toBeNull();
});

test("a request whose end was never told counts for a minute and no longer", () => {
  let now = 0;
  const load = createLoad(() => now);
  for (let count = 0; count < 600; count += 1) load.begin("callback");
  now = 59_000;
  expect(load.begin("checkout")).toBeNull();
  now = 60_001;
  expect(load.underWay()).toBe(0);
});

test.each<[kind: WorkClass, paths: string]>([
  ["callback", "/api/v1/payments/ecpay/notify"],
  ["checkout", "/api/v1/payments/result /api/v1/cart/checkout /api/v1/orders/SL1/pay /zh/checkout"],
  ["login", "/api/v1/auth/refresh /api/v1/members/me /en/login"],
  ["cart", "/api/v1/cart /api/v1/orders/my-orders /api/v1/shipping-addresses"],
  ["browse", "/api/v1/products/hinoki-rain /api/v1/orders/SL1/survey-recommendations /api/health"],
  ["content", "/en/home /locales/zh/common.json /api/v1/info-pages/PrivacyPolicy"],
  ["recommendations", "/api/v1/raw-materials/chat /api/v1/csp-reports"],
])("as %s count %s (R82)", (kind, paths) => {
  for (const path of paths.split(" ")) expect(workClassOf(path), path).toBe(kind);
});
