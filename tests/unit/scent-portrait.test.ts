import { expect, test } from "vitest";
import * as fc from "fast-check";
import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import { pigments, type Pigment } from "../../web/scent/families.ts";
import { knownFamilies } from "../../web/scent/painted-notes.ts";
import {
  cutOf,
  portraitOf,
  sheet,
  type Portrait,
  type PortraitNotes,
  type Wash,
} from "../../web/scent/portrait.ts";
import { allFragrances, notesOf } from "../../worker/stand-ins/upstream/catalogue.ts";

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
      "first": "M76 124q-13-2 3-4 16-2 42 0 27 3 43 9 16 5 2 6-14 0-46-4-32-4-44-7ZM74 170q-11-6 4-13 15-6 44-4 29 2 49 14 21 12 3 15-18 2-54-2-35-4-46-10ZM63 205q-13-5 4-9 18-5 46-2 28 2 44 11 16 8 2 11-14 2-48-3-34-4-48-8Z",
      "veil": "M110 186Q82 159 77 143 72 128 80 113 87 98 86 83 85 68 65 55 45 42 6 24L18 18Q58 33 84 43 110 53 114 70 118 87 109 104 99 121 98 138 97 155 110 186Z",
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
        "144.908 11.82 1.751",
        "118.386 11.23 2.23",
        "82.446 40.246 3.065",
        "45.712 65.405 2.493",
      ],
      "line": "M110 186Q90 157 88 140 87 124 95 108 104 92 101 76 99 60 75 49 52 37 12 21",
      "veil": [
        "0.598 0.084 55.775",
        "0.619 0.074 58.791",
        "0.676 0.084 235.871",
      ],
      "washes": [
        "back 0.598 0.084 55.775 121.294 166.661 55.734 0.763 -3",
        "back 0.687 0.116 72.492 72.391 175.983 34.223 0.78 -3",
        "middle 0.619 0.074 58.791 123.607 139.453 61.833 0.695 0",
        "middle 0.704 0.136 135.789 59.641 136.877 40.082 0.61 11",
        "top 0.885 0.157 103.718 129.028 61.166 29.433 0.08 74",
        "top 0.676 0.084 235.871 83.51 89.076 34.987 0.75 -2",
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

/** Washes as far as the wet edge, which the filter moves by at most 7.5, and drops with their radius. */
function expectWithin({ washes, drops }: Pick<Portrait, "washes" | "drops">): void {
  const boxes = [
    ...washes.map(({ box }) => ({ ...box, margin: 7.5 })),
    ...drops.map(({ at: { x, y }, radius }) => ({
      left: x - radius,
      right: x + radius,
      top: y - radius,
      bottom: y + radius,
      margin: 0,
    })),
  ];
  for (const { left, right, top, bottom, margin } of boxes) {
    expect(left - margin).toBeGreaterThanOrEqual(sheet.left);
    expect(right + margin).toBeLessThanOrEqual(sheet.right);
    expect(top - margin).toBeGreaterThanOrEqual(sheet.top);
    expect(bottom + margin).toBeLessThanOrEqual(sheet.bottom);
  }
}

const catalogue = allFragrances.map(({ id }) => ({ id, notes: notesOf(id, "en")! }));

test("no edge of the sheet cuts a wash or a drop of any scent in the catalogue", () => {
  expect(catalogue).toHaveLength(121);
  for (const { id, notes } of catalogue) expectWithin(portraitOf(id, notes));
});

test("a thumbnail shows all washes of any scent in the catalogue", () => {
  for (const { id, notes } of catalogue) {
    const portrait = portraitOf(id, notes);
    const [x, y, width, height] = cutOf(portrait).split(" ").map(Number) as [
      number,
      number,
      number,
      number,
    ];
    expect(width).toBe(height);
    for (const { box } of portrait.washes) {
      expect(box.left).toBeGreaterThan(x);
      expect(box.right).toBeLessThan(x + width);
      expect(box.top).toBeGreaterThan(y);
      expect(box.bottom).toBeLessThan(y + height);
    }
  }
});

const alone = (family: NoteFamily | null, tier: keyof PortraitNotes): PortraitNotes => {
  const only: Note = {
    share: 1,
    raw_material: { id: "only", name: "only", family, volatility: 0.5 },
  };
  return { top: [], middle: [], back: [], [tier]: [only] };
};

test("each family has a gesture of its own, another one than notes of unknown family", () => {
  const gestureOf = (family: NoteFamily | null) => {
    const { path, softness, density } = portraitOf("p", alone(family, "middle")).washes[0]!;
    return { path, softness, density };
  };
  const drawn = [...noteFamilies, null].map((family) => JSON.stringify(gestureOf(family)));
  expect(new Set(drawn).size).toBe(noteFamilies.length + 1);
});

test("wood lies as ground in the back and stands in the tiers above", () => {
  for (let index = 0; index < 100; index++) {
    const boxIn = (tier: keyof PortraitNotes) =>
      portraitOf(`fragrance-${index}`, alone("woody", tier)).washes[0]!.box;
    const [ground, trunks] = [boxIn("back"), boxIn("middle")];
    expect(ground.right - ground.left).toBeGreaterThan(ground.bottom - ground.top);
    expect(trunks.bottom - trunks.top).toBeGreaterThan(trunks.right - trunks.left);
  }
});

test("a fresh scent floats above its sheet's foot, and a small share in the back is a small foot", () => {
  const fresh: PortraitNotes = {
    top: [note("lemon", "citrus", 0.6, 0.98)],
    middle: [note("mint", "herbal", 0.34, 0.7)],
    back: [note("cedarwood", "woody", 0.06, 0.2)],
  };
  const heavy: PortraitNotes = {
    top: [note("lemon", "citrus", 0.06, 0.98)],
    middle: [note("mint", "herbal", 0.14, 0.7)],
    back: [note("cedarwood", "woody", 0.8, 0.2)],
  };
  for (let index = 0; index < 100; index++) {
    const [floating, lying] = [fresh, heavy].map(
      (notes) => portraitOf(`fragrance-${index}`, notes).washes,
    );
    const footOf = (washes: Wash[]) => washes.find(({ tier }) => tier === "back")!;
    expect(footOf(floating!).radius * 1.8).toBeLessThan(footOf(lying!).radius);
    const lowest = (washes: Wash[]) => Math.max(...washes.map(({ box }) => box.bottom));
    expect(lowest(floating!) + 10).toBeLessThan(lowest(lying!));
  }
});

test("whatever notes arrive, the picture is made of finite numbers on its sheet", () => {
  fc.assert(
    fc.property(fc.string(), anyTier, anyTier, anyTier, (productId, top, middle, back) => {
      const { washes, drops, trace } = portraitOf(productId, { top, middle, back });
      for (const path of [...washes.map((wash) => wash.path), trace.veil, ...trace.lines])
        expect(path).toMatch(/^M[-\d .MQqLZ]+$/);
      for (const { radius } of washes) expect(radius).toBeGreaterThan(0);
      expectWithin({ washes, drops });
    }),
  );
});
