import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
import { call } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream()));
afterAll(() => upstream.close());

interface Item {
  id: string;
  name: string;
  price: number;
  image: string | null;
}
interface Category {
  id: string;
  name: string;
  display_order: number;
  items: Item[];
}
interface Rule {
  trigger_category_id: string;
  trigger_item_id: string | null;
  target_category_id: string;
  target_item_id: string | null;
  is_visible: 0 | 1;
}
interface Setting {
  user_type: string;
  use_purchase_options_page: boolean;
}
const read = async (path: string, language = "zh") =>
  (await call(upstream, "GET", path, { headers: { "Accept-Language": language } })).body.data;
const categories = (language?: string): Promise<Category[]> =>
  read("/product-addons/all/", language);

test("add-ons come in the four categories that the specification names, in their order", async () => {
  const zh = await categories();
  expect(zh.map(({ id, name, display_order }) => [id, name, display_order])).toEqual([
    ["capacity", "容量", 1],
    ["concentration", "濃度", 2],
    ["label", "標籤", 3],
    ["packaging", "包裝", 4],
  ]);
  expect((await categories("en")).map(({ name }) => name)).toEqual([
    "Size",
    "Concentration",
    "Label",
    "Packaging",
  ]);
  expect((await categories("ja")).map(({ name }) => name)).toEqual([
    "容量",
    "濃度",
    "ラベル",
    "包装",
  ]);
});

test("each category has at least four items at whole prices, one of them for no extra fee", async () => {
  for (const { id, items } of await categories()) {
    expect(items.length, id).toBeGreaterThanOrEqual(4);
    for (const item of items) {
      expect(Number.isInteger(item.price) && item.price >= 0, item.id).toBe(true);
      expect(item, item.id).toEqual(
        expect.objectContaining({
          scale: item.image === null ? null : expect.any(Number),
          category_display_order: expect.any(Number),
        }),
      );
    }
    expect(
      items.some((item) => item.price === 0),
      id,
    ).toBe(true);
  }
});

test("everything has a picture, drawn in the answer itself, but the bottle without a label or a wrapping", async () => {
  for (const { items } of await categories())
    for (const { id, image } of items) {
      if (id === "label-none" || id === "packaging-none") expect(image).toBeNull();
      else expect(image, id).toMatch(/^data:image\/svg\+xml,%3Csvg[^"<>]+%3C%2Fsvg%3E$/);
    }
  const pictures = (await categories()).flatMap(({ items }) =>
    items.flatMap(({ image }) => image ?? []),
  );
  expect(new Set(pictures).size, "no two look alike").toBe(pictures.length);
});

test("dependency rules are of all four kinds, show and hide, and name what exists", async () => {
  const rules: Rule[] = await read("/product-addons/dependency-rules/all/");
  const kinds = new Set(
    rules.map(
      ({ trigger_item_id, target_item_id }) =>
        `${trigger_item_id === null ? "any" : "item"} → ${target_item_id === null ? "category" : "item"}`,
    ),
  );
  expect(kinds).toEqual(
    new Set(["any → category", "any → item", "item → category", "item → item"]),
  );
  expect(new Set(rules.map(({ is_visible }) => is_visible))).toEqual(new Set([0, 1]));
  const known = new Map(
    (await categories()).map(({ id, items }) => [id, items.map((item) => item.id)]),
  );
  for (const rule of rules)
    for (const [category, item] of [
      [rule.trigger_category_id, rule.trigger_item_id],
      [rule.target_category_id, rule.target_item_id],
    ] as const) {
      expect(known.has(category), category).toBe(true);
      if (item !== null) expect(known.get(category)).toContain(item);
    }
});

test("businesses and jar buyers order on the options page, paper buyers in the dialog", async () => {
  expect(await read("/reorder-settings/")).toEqual([
    { id: "reorder-enterprise", user_type: "ENTERPRISE", use_purchase_options_page: true },
    { id: "reorder-jar", user_type: "PERSONAL_JAR", use_purchase_options_page: true },
    { id: "reorder-paper", user_type: "PERSONAL_PAPER", use_purchase_options_page: false },
  ]);
});

test.each([
  ["reorder-enterprise", 1],
  ["reorder-jar", 100],
  ["reorder-paper", 5],
])("%s has tiers from %d on, each cheaper than the one before", async (id, least) => {
  const tiers: { mini_buy_amount: number; unit_price: number }[] = await read(
    `/product-pricing/${id}`,
  );
  expect(tiers.length).toBeGreaterThan(1);
  expect(tiers[0]?.mini_buy_amount).toBe(least);
  for (const [at, tier] of tiers.entries()) {
    const next = tiers[at + 1];
    if (next === undefined) continue;
    expect(next.mini_buy_amount).toBeGreaterThan(tier.mini_buy_amount);
    expect(next.unit_price).toBeLessThan(tier.unit_price);
  }
});

test("prices of an unknown setting are not there", async () => {
  const answer = await call(upstream, "GET", "/product-pricing/reorder-nobody");
  expect([answer.status, answer.body]).toEqual([404, { detail: expect.any(String) }]);
});

test("an operator says who orders again where, and may leave a kind of buyer without a setting", async () => {
  const before = await read("/reorder-settings/");
  const change = (json: unknown, token = upstream.serviceToken) =>
    call(upstream, "PUT", "/service/reorder-settings", { token, json });
  const jarsInTheWindow = {
    data: [{ user_type: "PERSONAL_JAR", use_purchase_options_page: false }],
  };
  expect((await change(jarsInTheWindow, "a-guess")).status).toBe(401);
  expect(
    (await change({ data: [{ user_type: "ROBOT", use_purchase_options_page: true }] })).status,
  ).toBe(422);
  expect(await read("/reorder-settings/")).toEqual(before);
  expect((await change(jarsInTheWindow)).status).toBe(200);
  expect(await read("/reorder-settings/")).toEqual([
    { id: "reorder-jar", user_type: "PERSONAL_JAR", use_purchase_options_page: false },
  ]);
  const back = before.map(({ user_type, use_purchase_options_page }: Setting) => ({
    user_type,
    use_purchase_options_page,
  }));
  expect((await change({ data: back })).body).toEqual({ data: before });
});
