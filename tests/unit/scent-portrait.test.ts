import { expect, test } from "vitest";
import * as fc from "fast-check";
import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import { pigments } from "../../web/scent/families.ts";
import { portraitOf, sheet, type PortraitNotes } from "../../web/scent/portrait.ts";

function note(id: string, family: NoteFamily, share: number, volatility: number): Note {
  return { share, raw_material: { id, name: id, family, volatility } };
}

const rainyForest: PortraitNotes = {
  top: [note("yuzu", "citrus", 0.08, 0.93), note("rain", "aquatic", 0.13, 0.76)],
  middle: [note("hinoki", "woody", 0.28, 0.3), note("moss", "green", 0.06, 0.4)],
  back: [note("cedarwood", "woody", 0.16, 0.22), note("frankincense", "resinous", 0.05, 0.2)],
};

const anyNote = fc
  .record({ id: fc.string(), family: fc.constantFrom(...noteFamilies), share: fc.double(), volatility: fc.double() })
  .map(({ id, family, share, volatility }) => note(id, family, share, volatility));
const anyTier = fc.array(anyNote, { maxLength: 6 });

test("a fragrance has the same portrait everywhere and for ever", () => {
  expect(portraitOf("hinoki-rain", rainyForest)).toEqual(portraitOf("hinoki-rain", structuredClone(rainyForest)));
  const { washes, trace } = portraitOf("hinoki-rain", rainyForest);
  expect({ first: washes[0]?.path, veil: trace.veil }).toMatchInlineSnapshot(`
    {
      "first": "M76 178Q76 169 77 162 79 154 88 147 96 141 111 136 125 131 141 132 157 133 167 139 178 145 184 152 190 158 190 167 190 176 176 181 162 187 148 189 134 190 120 191 105 192 91 189 76 186 76 178Z",
      "veil": "M110 190Q82 162 77 146 72 131 80 115 87 100 86 84 85 69 65 56 45 42 6 23L18 18Q58 32 84 43 110 53 114 71 118 88 109 106 99 123 98 141 97 158 110 190Z",
    }
  `);
});

test("two fragrances of the same notes are two pictures", () => {
  const pictures = Array.from({ length: 200 }, (_, index) => JSON.stringify(portraitOf(`fragrance-${index}`, rainyForest)));
  expect(new Set(pictures).size).toBe(200);
});

test("the same fragrance with one note exchanged is another picture", () => {
  const changed = { ...rainyForest, top: [note("rose", "floral", 0.08, 0.5), ...rainyForest.top.slice(1)] };
  expect(portraitOf("hinoki-rain", changed)).not.toEqual(portraitOf("hinoki-rain", rainyForest));
});

test("fleeting notes rise and heavy ones lie at the foot", () => {
  for (let index = 0; index < 100; index++) {
    const { washes } = portraitOf(`fragrance-${index}`, rainyForest);
    const meanHeight = (tier: string) => {
      const ys = washes.filter((wash) => wash.tier === tier).map((wash) => wash.centre.y);
      return ys.reduce((sum, y) => sum + y, 0) / ys.length;
    };
    expect(meanHeight("top")).toBeLessThan(meanHeight("middle"));
    expect(meanHeight("middle")).toBeLessThan(meanHeight("back"));
  }
});

test("a larger share paints a larger wash, and a volatile note dries with a harder edge", () => {
  const { washes } = portraitOf("two-notes", {
    top: [],
    middle: [note("a", "floral", 0.9, 0.9), note("b", "floral", 0.1, 0.1)],
    back: [],
  });
  const [large, small] = washes;
  expect(large!.radius).toBeGreaterThan(small!.radius);
  expect(large!.softness).toBeLessThan(small!.softness);
});

test("every family has a hue that no other family could be taken for", () => {
  const seen = Object.values(pigments).map(({ lightness, chroma, hue }) => {
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const;
  });
  for (const [index, one] of seen.entries()) {
    for (const other of seen.slice(index + 1)) {
      expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(0.05);
    }
  }
});

test("whatever notes arrive, the picture is made of finite numbers on its sheet", () => {
  fc.assert(
    fc.property(fc.string(), anyTier, anyTier, anyTier, (productId, top, middle, back) => {
      const { washes, drops, trace } = portraitOf(productId, { top, middle, back });
      for (const path of [...washes.map((wash) => wash.path), trace.veil, ...trace.lines]) expect(path).toMatch(/^M[-\d .QLZ]+$/);
      for (const { centre, radius } of washes) {
        expect(centre.x).toBeGreaterThanOrEqual(0);
        expect(centre.x).toBeLessThanOrEqual(sheet.width);
        expect(centre.y).toBeGreaterThanOrEqual(0);
        expect(centre.y).toBeLessThanOrEqual(sheet.height);
        expect(radius).toBeGreaterThan(0);
      }
      expect(drops.every(({ at }) => Number.isFinite(at.x) && Number.isFinite(at.y))).toBe(true);
    }),
  );
});
