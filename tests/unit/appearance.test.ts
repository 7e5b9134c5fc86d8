import { expect, test } from "vitest";
import type { AddonCategory } from "#contract/product";
import { lookOf, sizesOf } from "../../web/purchase/appearance.ts";

const item = (id: string, category_display_order: number, picture: object = { image: id }) => ({
  id,
  name: id,
  price: 0,
  category_display_order,
  ...picture,
});
const category = (id: string, items: AddonCategory["items"]) => ({
  id,
  name: id,
  display_order: 1,
  items,
});

/** Ids and names say nothing of what they are. */
const options = {
  categories: [
    category("c4", [item("i41", 4), item("i42", 4, {})]),
    category("c1", [item("i11", 1), item("i12", 1, { image: null })]),
    category("c3", [
      item("i31", 3, { image: "i31", scale: 0.5, focal_point_x: 0.2, focal_point_y: 0.7 }),
    ]),
  ],
  rules: [],
};
const pictures = {
  label_category_id: "c3",
  concentration_items: { i42: "RICH" as const },
  bottle_items: {
    i11: { millilitres: 80, closure: "spray" as const },
    i12: { millilitres: 10, closure: "roller" as const },
  },
};

test("the pictures of the chosen options lie over each other in the order of their categories", () => {
  const look = lookOf(options, pictures, ["i41", "i31", "i11"]);
  expect(look.layers).toEqual([
    { image: "i11", scale: 1, x: 0.5, y: 0.5, takesWords: false },
    { image: "i31", scale: 0.5, x: 0.2, y: 0.7, takesWords: true },
    { image: "i41", scale: 1, x: 0.5, y: 0.5, takesWords: false },
  ]);
  expect(look.hasOwnFlask).toBe(false);
});

test("a small picture leaves out the concentration's, which would be a speck beside the bottle", () => {
  const oil = { ...pictures, concentration_items: { i41: "RICH" as const } };
  const imagesOf = (isSmall: boolean) =>
    lookOf(options, oil, ["i41", "i31", "i11"], isSmall).layers.map(({ image }) => image);
  expect(imagesOf(false)).toEqual(["i11", "i31", "i41"]);
  expect(imagesOf(true)).toEqual(["i11", "i31"]);
});

test("a bottle is drawn where the chosen size has no picture, filled as the configured concentration says", () => {
  const bare = { hasOwnFlask: true, closure: "spray", strength: 0.5, layers: [] };
  expect(lookOf(options, pictures, [])).toEqual(bare);
  expect(lookOf(options, pictures, ["i12", "i31", "i42"])).toMatchObject({
    hasOwnFlask: true,
    closure: "roller",
    strength: 0.9,
    layers: [{ image: "i31" }],
  });
});

test("while nobody knows which category is the bottles', one is drawn only where there is no picture at all", () => {
  const unknown = { ...pictures, bottle_items: {} };
  expect(lookOf(options, unknown, []).hasOwnFlask).toBe(true);
  expect(lookOf(options, unknown, ["i41"]).hasOwnFlask).toBe(false);
});

test("bottles are drawn to one scale, whatever they are called", () => {
  const [eighty, ten, ...others] = sizesOf(options, pictures.bottle_items);
  expect([eighty, others]).toMatchObject([{ id: "i11", millilitres: 80, scale: 1 }, []]);
  expect(ten).toMatchObject({ id: "i12", closure: "roller", scale: 0.5 });
  expect(sizesOf(options, {})).toEqual([]);
});
