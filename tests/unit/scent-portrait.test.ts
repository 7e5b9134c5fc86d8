import { expect, test } from "vitest";
import * as fc from "fast-check";
import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import { pigments, type Pigment } from "../../web/scent/families.ts";
import { knownFamilies } from "../../web/scent/painted-notes.ts";
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
  .record({
    id: fc.string(),
    family: fc.constantFrom(...noteFamilies, null),
    share: fc.option(fc.double()),
    volatility: fc.option(fc.double()),
  })
  .map(({ id, family, share, volatility }): Note => ({
    share,
    raw_material: { id, name: id, family, volatility },
  }));
const anyTier = fc.array(anyNote, { maxLength: 6 });

test("a fragrance has the same portrait everywhere and for ever", () => {
  expect(portraitOf("hinoki-rain", rainyForest)).toEqual(
    portraitOf("hinoki-rain", structuredClone(rainyForest)),
  );
  const { washes, trace } = portraitOf("hinoki-rain", rainyForest);
  expect({ first: washes[0]?.path, veil: trace.veil }).toMatchInlineSnapshot(`
    {
      "first": "M76 178Q76 169 77 162 79 154 88 147 96 141 111 136 125 131 141 132 157 133 167 139 178 145 184 152 190 158 190 167 190 176 176 181 162 187 148 189 134 190 120 191 105 192 91 189 76 186 76 178Z",
      "veil": "M110 190Q82 162 77 146 72 131 80 115 87 100 86 84 85 69 65 56 45 42 6 23L18 18Q58 32 84 43 110 53 114 71 118 88 109 106 99 123 98 141 97 158 110 190Z",
    }
  `);
});

test("the portrait that people know of a fragrance stays as it was painted, to the last drop", () => {
  const { washes, drops, veil, trace } = portraitOf("hinoki-rain", rainyForest);
  const short = (value: number) => Math.round(value * 1000) / 1000;
  const inWords = ({ lightness, chroma, hue }: Pigment) =>
    [lightness, chroma, hue].map(short).join(" ");
  expect({
    washes: washes.map(({ tier, pigment, centre, radius, softness, glazeTurn }) =>
      [
        tier,
        inWords(pigment),
        short(centre.x),
        short(centre.y),
        short(radius),
        short(softness),
        glazeTurn,
      ].join(" "),
    ),
    drops: drops.map(({ at, radius }) => [at.x, at.y, radius].map(short).join(" ")),
    veil: veil.map(inWords),
    line: trace.lines[0],
  }).toMatchInlineSnapshot(`
    {
      "drops": [
        "135.818 21.941 1.751",
        "112.085 17.641 2.23",
        "80.553 46.124 3.065",
        "47.798 68.524 2.493",
      ],
      "line": "M110 190Q90 160 88 143 87 127 95 110 104 94 101 77 99 61 75 49 52 37 12 20",
      "veil": [
        "0.492 0.051 59.536",
        "0.483 0.054 66.206",
        "0.711 0.094 220.252",
      ],
      "washes": [
        "back 0.492 0.051 59.536 129.922 164.184 58.688 0.763 104",
        "back 0.698 0.133 72.431 60.134 191.995 36.284 0.78 92",
        "middle 0.483 0.054 66.206 112.268 148.153 57.544 0.695 26",
        "middle 0.723 0.12 141.215 55.807 128.928 36.507 0.61 76",
        "top 0.863 0.156 91.411 121.605 66.107 26.153 0.159 52",
        "top 0.711 0.094 220.252 81.5 89.63 30.923 0.304 151",
      ],
    }
  `);
});

test("two fragrances of the same notes are two pictures", () => {
  const pictures = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify(portraitOf(`fragrance-${index}`, rainyForest)),
  );
  expect(new Set(pictures).size).toBe(200);
});

test("the same fragrance with one note exchanged is another picture", () => {
  const changed = {
    ...rainyForest,
    top: [note("rose", "floral", 0.08, 0.5), ...rainyForest.top.slice(1)],
  };
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

const named = (...names: string[]): Note[] =>
  names.map((name) => ({
    share: null,
    raw_material: { id: name, name, family: null, volatility: null },
  }));
const forestInWords: PortraitNotes = {
  top: named("Yuzu", "Rain"),
  middle: named("Hinoki"),
  back: named("Cedar", "Frankincense"),
};

test("a shopper sees a fragrance of which only the notes' names are known: as many washes, alike in weight, in thinned ink", () => {
  for (let index = 0; index < 100; index++) {
    const { washes, veil } = portraitOf(`fragrance-${index}`, forestInWords);
    expect(washes.map((wash) => wash.tier)).toEqual(["back", "back", "middle", "top", "top"]);
    for (const { radius, pigment, softness } of washes) {
      expect(radius).toBeGreaterThan(25);
      expect(pigment.chroma).toBeLessThan(0.04);
      expect(softness).toBeGreaterThan(0.2);
      expect(softness).toBeLessThan(0.85);
    }
    expect(veil).toHaveLength(3);
  }
});

test("a fragrance known by its notes' names alone is one picture in every language", () => {
  const inChinese: PortraitNotes = {
    top: named("柚子", "雨"),
    middle: named("檜木"),
    back: named("雪松", "乳香"),
  };
  expect(portraitOf("hinoki-rain", inChinese)).toEqual(portraitOf("hinoki-rain", forestInWords));
});

test("a note of unknown weight is painted as large as the others are on average, and takes no colour from them", () => {
  const rose: Note = {
    share: null,
    raw_material: { id: "rose", name: "Rose", family: null, volatility: 0.5 },
  };
  const withRose = (share: number | null): PortraitNotes => ({
    top: [],
    middle: [note("a", "floral", 0.3, 0.5), note("b", "green", 0.1, 0.5), { ...rose, share }],
    back: [],
  });
  expect(portraitOf("p", withRose(null))).toEqual(portraitOf("p", withRose(0.2)));
  expect(knownFamilies(withRose(null))).toEqual(["floral", "green"]);
});

test("a fragrance of which no note is known has a calm picture of its own: a veil and its lines, and no wash", () => {
  const nothing: PortraitNotes = { top: [], middle: [], back: [] };
  const pictures = Array.from({ length: 100 }, (_, index) =>
    portraitOf(`fragrance-${index}`, nothing),
  );
  for (const { washes, drops, trace, veil } of pictures) {
    expect([washes, drops]).toEqual([[], []]);
    expect(trace.lines).toHaveLength(3);
    expect(veil).toHaveLength(3);
    for (const { chroma } of veil) expect(chroma).toBeLessThan(0.04);
  }
  expect(new Set(pictures.map(({ trace }) => trace.veil)).size).toBe(100);
  expect(portraitOf("fragrance-1", structuredClone(nothing))).toEqual(pictures[1]);
});

test("every family has a hue that no other family could be taken for", () => {
  const seen = Object.values(pigments).map(({ lightness, chroma, hue }) => {
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const;
  });
  for (const [index, one] of seen.entries()) {
    for (const other of seen.slice(index + 1)) {
      expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(
        0.05,
      );
    }
  }
});

test("whatever notes arrive, the picture is made of finite numbers on its sheet", () => {
  fc.assert(
    fc.property(fc.string(), anyTier, anyTier, anyTier, (productId, top, middle, back) => {
      const { washes, drops, trace } = portraitOf(productId, { top, middle, back });
      for (const path of [...washes.map((wash) => wash.path), trace.veil, ...trace.lines])
        expect(path).toMatch(/^M[-\d .QLZ]+$/);
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
