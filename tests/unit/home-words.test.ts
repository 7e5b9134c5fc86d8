import { locales, type Locale } from "#contract/locales";
import { isKnown } from "#contract/dictionary";
import { noteFamilies, type Note, type NoteFamily } from "#contract/product";
import survey from "../../worker/stand-ins/upstream/data/survey.json" with { type: "json" };
import { notesOf, pictureId, toggled, wordIds } from "../../web/pages/home/words.ts";
import { allergensOf } from "../../worker/shop/scents/scents.ts";
import { addMessages, setLocale } from "../../web/i18n/translate.ts";
import answerNotes from "../../web/pages/quiz/answer-notes.json" with { type: "json" };
import { answerOf, toldNotes } from "../../web/pages/quiz/TellingPictures.tsx";
import { searchEntries } from "../../web/refusals/NeverUse.tsx";

test("each word paints its own families, each as strong as it was chosen by eye", () => {
  const told = ({ raw_material: { family }, share }: Note) =>
    `${family} ${Math.round((share ?? 0) * 100)}`;
  const painted = wordIds.map((word) => {
    const { top, middle, back } = notesOf([word]);
    return [...top, ...middle, ...back].map(told).join(" ");
  });
  expect(painted).toMatchSnapshot();
});

test("a word that is chosen again goes, and a fourth takes the place of the first", () => {
  expect(toggled(["rain", "tea"], "rain")).toEqual(["tea"]);
  expect(toggled(["rain", "tea"], "fig")).toEqual(["rain", "tea", "fig"]);
  expect(toggled(["rain", "tea", "fig"], "moss")).toEqual(["tea", "fig", "moss"]);
});

test("the picture is the same for any order of the words", () => {
  expect(pictureId(["tea", "rain", "fig"])).toBe("sillage-fig-rain-tea");
  expect(pictureId(["fig", "tea", "rain"])).toBe(pictureId(["rain", "tea", "fig"]));
});

test.each(locales)("from the first answer on there is paint (%s)", (language) => {
  const asked = survey.filter(({ id }) => ["occasion", "mood", "place", "season"].includes(id));
  const answers = asked.flatMap(({ options }) => options ?? []);
  const coloured = answers.map(({ id, text }): [string, NoteFamily | null | undefined] => [
    id,
    toldNotes(text[language]).middle[0]?.raw_material.family,
  ]);
  const grey = coloured.filter(([, family]) => family === null).map(([id]) => id);
  expect(grey).toEqual(["season-any"]);
  const places = { "place-forest": "green", "place-sea": "aquatic", "place-garden": "floral" };
  expect(Object.fromEntries(coloured)).toMatchObject({ ...places, "mood-calm": "tea" });
});

test("each answer has a picture that no other answer of its question has, the same in every language", () => {
  for (const { id, options = [] } of survey) {
    const drawn = options.map(({ text }) => answerOf(text.en));
    expect(new Set(drawn).size, id).toBe(options.length);
    for (const language of locales)
      expect(options.map(({ text }) => answerOf(text[language]))).toEqual(drawn);
  }
  expect(answerOf("Hello there")).toBeUndefined();
});

test("the pictures of answers show materials that the dictionary names", () => {
  const ids = Object.values(answerNotes).flatMap(({ notes }) => notes.split(" "));
  const unnamed = ids.filter(
    (id) => !isKnown(`material:${id}`) && !noteFamilies.some((family) => family === id),
  );
  expect(unnamed).toEqual([]);
});

const group = Object.fromEntries(
  ["family", "material", "allergen", "word"].map((kind) => [kind, `group.${kind}`]),
);
for (const language of locales)
  addMessages(language, "shop", { refusals: { group, own_word: "own_word {{word}}" } });
function offered(query: string, chosen: readonly string[] = [], language: Locale = "en") {
  setLocale(language);
  return searchEntries(query, chosen);
}
const idsOf = (query: string, kind: string, chosen: readonly string[] = []) =>
  offered(query, chosen)
    .find(({ label }) => label === `group.${kind}`)
    ?.options.map(({ id }) => id);

test("without a word all families are offered, and a few of the rest", () => {
  const counts = offered("").map(({ label, options }) => `${label} ${options.length}`);
  expect(counts).toEqual(["group.family 12", "group.material 8", "group.allergen 8"]);
});

test("what begins with the words comes before what only holds them, the short first, and eight at most are offered", () => {
  expect(idsOf("ros", "material")?.slice(0, 2)).toEqual(["material:rose", "material:rosehip"]);
  expect(idsOf("o", "material")).toHaveLength(8);
  expect(idsOf("moss", "material")).toContain("material:oakmoss");
});

test("an allergen says its name on lists of ingredients, where that is another one", () => {
  const foundIn = (locale: Locale) =>
    offered("d-limonene", [], locale).find(({ label }) => label === "group.allergen")?.options[0];
  const id = "allergen:limonene";
  expect(foundIn("en")).toEqual({ id, label: "limonene" });
  expect(foundIn("zh")).toMatchObject({ id, detail: expect.stringMatching(/^limonene$/i) });
});

test("an own word is offered as long as it may be one, and nothing twice", () => {
  const own = { id: "word:barbecue", label: "own_word barbecue" };
  expect(offered(" barbecue ")).toEqual([{ label: "group.word", options: [own] }]);
  expect(offered("barbecue", ["word:barbecue"])).toEqual([]);
  expect([idsOf("x", "word"), idsOf("", "word")]).toEqual([undefined, undefined]);
  expect(idsOf("rose", "material", ["material:rose"])).not.toContain("material:rose");
});

const note = (name: string): Note => ({
  share: null,
  raw_material: { id: name, name, family: null, volatility: null },
});
const scentOf = (...names: string[]) => ({ top: names.map(note), middle: [], back: [] });

test("what a note is known to hold is named in the language asked for", () => {
  const { found, unknown } = allergensOf(scentOf("Bergamot", "佛手柑"), "ja");
  expect(found).toContainEqual({ id: "limonene", name: "リモネン", inci: "Limonene" });
  expect(unknown).toEqual([]);
});

test("a note of no known name holds nobody knows what", () => {
  const unknown = ["Moon dust"];
  expect(allergensOf(scentOf("Moon dust", "Moon dust"), "en")).toEqual({ found: [], unknown });
  expect(allergensOf(scentOf("Floral"), "en").unknown, "a family says nothing").toEqual(["Floral"]);
});
