import * as fc from "fast-check";
import { entries, isKnown, labelOf, materialOf, meaningsOf } from "#contract/dictionary";
import { judgeNotes } from "#contract/judge-notes";
import { locales } from "#contract/locales";
import { foldedName } from "#contract/note-names";
import { noteFamilies, type NoteFamily, type ProductNotes } from "#contract/product";
import { refusalList } from "#contract/refusals";
import { rawMaterials } from "../../worker/stand-ins/upstream/catalogue.ts";

const noteOf = (name: string, family: NoteFamily | null = null) => ({
  share: null,
  raw_material: { id: name, name, family, volatility: null },
});
const scent = (...names: string[]): ProductNotes => ({
  product_id: "scent",
  top: names.map((name) => noteOf(name)),
  middle: [],
  back: [],
});
const verdict = (names: string[], ...refusals: string[]) => judgeNotes(scent(...names), refusals);
const refused = (...notes: string[]) => ({ kind: "refused", notes });
const unknown = (...notes: string[]) => ({ kind: "unknown", notes });
const clean = { kind: "clean" };

test.each([
  ["an English name", ["Lemon", "Vetiver"], "family:citrus", refused("Lemon")],
  ["a Chinese name", ["佛手柑", "檀香"], "family:citrus", refused("佛手柑")],
  ["a Japanese name", ["シダーウッド", "ゆず"], "family:citrus", refused("ゆず")],
  ["full width and capitals", ["ＲＯＳＥ"], "material:rose", refused("ＲＯＳＥ")],
  ["accents and hyphens", ["Ylang–Ylang", "Néroli"], "material:neroli", refused("Néroli")],
  ["a name within others", ["Fresh lemon zest"], "material:lemon", refused("Fresh lemon zest")],
  ["two names in one note", ["Iris & rose accord"], "material:rose", refused("Iris & rose accord")],
  ["no rose in rosewood", ["Rosewood"], "material:rose", clean],
  ["no rose in rosemary", ["ローズマリー", "玫瑰木"], "material:rose", clean],
  ["a kind of what is refused", ["Damask rose"], "material:rose", refused("Damask rose")],
  ["perhaps the refused kind", ["Rose"], "material:damask-rose", unknown("Rose")],
  ["one of two meanings", ["柚子"], "material:pomelo", refused("柚子")],
  ["an allergen of a material", ["Lavender"], "allergen:linalool", refused("Lavender")],
  ["a material without the allergen", ["Vetiver"], "allergen:limonene", clean],
  ["a name that nobody knows", ["Xylquor 7"], "material:rose", unknown("Xylquor 7")],
  ["a family for a name", ["Citrus accord"], "family:citrus", refused("Citrus accord")],
  ["a note of no known family", ["Xylquor 7"], "family:citrus", unknown("Xylquor 7")],
  ["a family that may hold it", ["Citrus accord"], "material:lemon", unknown("Citrus accord")],
  ["a word in a name", ["Roasted barley"], "word:barley", refused("Roasted barley")],
  ["a word in another language's name", ["Bergamot"], "word:佛手", refused("Bergamot")],
  ["a word of nothing here", ["Lemon"], "word:barley", clean],
])("%s", (_case, names, refusal, expected) => {
  expect(verdict(names, refusal)).toEqual(expected);
});

test("the upstream's family counts beside the dictionary's", () => {
  const product = { ...scent(), top: [noteOf("Xylquor 7", "citrus")] };
  expect(judgeNotes(product, ["family:citrus"])).toEqual(refused("Xylquor 7"));
  expect(judgeNotes(product, ["family:floral"])).toEqual(clean);
  expect(judgeNotes(product, ["family:floral", "material:rose"])).toEqual(unknown("Xylquor 7"));
});

test("without notes, or with one that nobody could read, there is no verdict", () => {
  expect(verdict([], "family:citrus")).toEqual({ kind: "unread" });
  const unread = judgeNotes({ ...scent("Vetiver"), unreadable_notes: 1 }, ["family:citrus"]);
  expect(unread).toEqual({ kind: "unread" });
});

const namesOf = ({ names: { zh, en, ja } }: (typeof entries)[number]) =>
  [zh, en, ja].flatMap((line) => line.split("|"));
const names = fc.constantFrom(...entries.flatMap(namesOf));
const anyRefusal = fc.constantFrom(...entries.map((entry) => entry.refusal));
const refusals = fc.uniqueArray(anyRefusal, { minLength: 1, maxLength: 8 });

test("whatever is refused, a scent with it is never clean: by any name, in any spelling, among any notes", () => {
  const others = fc.array(names, { maxLength: 6 });
  const isRefused = fc.property(refusals, others, fc.nat(), fc.nat(3), (list, rest, pick, way) => {
    const entry = entries.find((one) => one.refusal === list[pick % list.length]);
    const own = entry ? namesOf(entry) : [];
    const name = own[pick % own.length] ?? expect.unreachable();
    const spelled = [name, name.toUpperCase(), ` ${name} `, name.normalize("NFD")][way] ?? name;
    expect(verdict([...rest, spelled], ...list).kind).toBe("refused");
  });
  fc.assert(isRefused, { numRuns: 2000 });
});

test("a note that is clean under many refusals is clean under each of them", () => {
  fc.assert(
    fc.property(refusals, names, (list, name) => {
      if (verdict([name], ...list).kind !== "clean") return;
      for (const refusal of list) expect(verdict([name], refusal)).toEqual(clean);
    }),
    { numRuns: 1000 },
  );
});

test("the dictionary is well formed", () => {
  expect(new Set(entries.map(({ refusal }) => refusal)).size).toBe(entries.length);
  expect(entries.filter(({ kind }) => kind === "family").map(({ refusal }) => refusal)).toEqual(
    noteFamilies.map((family) => `family:${family}`),
  );
  expect(entries.filter(({ kind }) => kind === "allergen")).toHaveLength(26);
  expect(entries.filter(({ kind }) => kind === "material").length).toBeGreaterThan(300);
  for (const { kind, refusal, names: own, inci } of entries) {
    expect(refusalList.safeParse({ refusals: [refusal] }).success, refusal).toBe(true);
    for (const locale of locales)
      for (const name of own[locale].split("|")) {
        expect(foldedName(name), refusal).not.toBe("");
        expect(meaningsOf(name), name).toContain(refusal);
      }
    expect(inci === null, refusal).toBe(kind !== "allergen");
    const facts = materialOf(refusal);
    if (kind !== "material") continue;
    expect(noteFamilies, refusal).toContain(facts?.family);
    const told = [
      ...(facts?.allergens ?? []).map((id) => `allergen:${id}`),
      ...(facts?.line ?? []).map((id) => `material:${id}`),
    ];
    expect(
      told.filter((one) => !isKnown(one)),
      refusal,
    ).toEqual([]);
  }
});

test("labels are the usual names; a word is its own label", () => {
  expect(labelOf("material:osmanthus", "ja")).toBe("金木犀");
  expect(labelOf("word:barley", "zh")).toBe("barley");
});

const sameAllergen: Record<string, string> = {
  ionone: "alpha-isomethyl-ionone",
  oakmoss: "oakmoss-extract",
};

test("it knows every material of the reference upstream in three languages, with its family and allergens", () => {
  const wrong = Object.entries(rawMaterials).flatMap(([id, { name, family, allergens }]) =>
    Object.values(name).flatMap((own) => {
      const facts = meaningsOf(own).flatMap((meaning) => materialOf(meaning) ?? []);
      const lacks = allergens.filter(
        (one) =>
          one !== "nut" && !facts.some((fact) => fact.allergens.includes(sameAllergen[one] ?? one)),
      );
      const isRight = facts.some((fact) => fact.family === family) && lacks.length === 0;
      return isRight ? [] : [`${id}: ${own} ${lacks.join()}`];
    }),
  );
  expect(Object.keys(rawMaterials).length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});

test.each(["word:", "word:a", "rose", `word:${"長".repeat(41)}`])("%s is no refusal", (refusal) => {
  expect(refusalList.safeParse({ refusals: [refusal] }).success).toBe(false);
});

test("a list holds sixty at most, and nothing twice", () => {
  const words = Array.from({ length: 61 }, (_, at) => `word:scent ${at}`);
  expect(refusalList.safeParse({ refusals: words }).success).toBe(false);
  expect(refusalList.safeParse({ refusals: words.slice(1) }).success).toBe(true);
  expect(refusalList.safeParse({ refusals: ["word:tea", "word:tea"] }).success).toBe(false);
});
