import type { ChatBody } from "#contract/survey";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { recommendScents } from "../../worker/shop/recommendations/recommend-scents.ts";
import { replaceRefusals } from "../../worker/store/refusals.ts";
import { db } from "./database.ts";
import { mei, portsWith } from "./ports.ts";

/** The first letters of a scent's id say what it is made of. */
const noteOf: Record<string, object> = {
  lemon: { name: "Lemon", family: "citrus" },
  cedar: { name: "Cedar", family: "woody" },
  odd: { name: "Mystery accord No. 5" },
};
const failures: Record<string, ShopError> = {
  lost: new ShopError("upstream_refused", { status: 404 }),
  broken: new ShopError("upstream_unavailable"),
};
const notes = (kind: string) => {
  if (kind === "empty") return { top: [], middle: [], back: [] };
  return { top: [{ raw_material: noteOf[kind] }], middle: [], back: [] };
};

interface Said {
  products_id: string[];
  response?: string;
  matches?: { product_id: string; reasons: object[] }[];
}
type Recommender = (content: string, count: number, time: number) => Said | ShopError;

async function ask(recommender: Recommender, wish: Partial<ChatBody> = {}) {
  const asked: [content: string, count: number][] = [];
  const read: string[] = [];
  const { deps, finished } = portsWith({
    answers: async (path, { params = {}, body = {} }) => {
      if (path === "/raw-materials/chat") {
        const { content = "", top_k = 0 } = body as { content?: string; top_k?: number };
        asked.push([content, top_k]);
        return recommender(content, top_k, asked.length);
      }
      const id = params["productId"] ?? params["id"] ?? "";
      const [kind = ""] = id.split("-");
      if (path === "/products/{id}")
        return failures[kind] ?? { product_id: `number of ${id}`, product_name: `name of ${id}` };
      read.push(id);
      return failures[kind] ?? notes(kind);
    },
  });
  const whole = { content: "something for spring", top_k: 3, ...wish };
  const answer = await recommendScents(deps, mei, whole).catch((error: unknown) => error);
  await finished();
  if (answer instanceof Error) return { error: answer, asked, read };
  return { ...Object(answer), asked, read };
}
const saying =
  (...products_id: string[]): Recommender =>
  () => ({ products_id });
const countsOf = ({ asked }: { asked: [string, number][] }) => asked.map(([, count]) => count);
const refuse = (...refusals: string[]) => replaceRefusals(db, "mei", refusals);
beforeEach(() => refuse("family:citrus"));
const numbered = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${kind}-${at}`);

test("who refuses nothing gets what the recommender says, and no notes are read", async () => {
  await refuse();
  const found = await ask(saying("lemon-1", "cedar-1"));
  expect(found).toMatchObject({
    products_id: ["lemon-1", "cedar-1"],
    asked: [["something for spring", 3]],
    read: [],
  });
  expect(found).not.toHaveProperty("refusals");
});

test("a scent kept from before stands first and takes a place, if it still exists", async () => {
  await refuse();
  const said = saying("lemon-1", "cedar-1", "cedar-2");
  const kept = async (selected_product: string) =>
    (await ask(said, { selected_product })).products_id;
  expect(await kept("cedar-9")).toEqual(["cedar-9", "lemon-1", "cedar-1"]);
  expect(await kept("cedar-1")).toEqual(["cedar-1", "lemon-1", "cedar-2"]);
  expect(await kept("lost-1")).toEqual(["lemon-1", "cedar-1", "cedar-2"]);
  const broken = await ask(said, { selected_product: "broken-1" });
  expect(broken.error.code).toBe("upstream_unavailable");
});

test("what holds something refused, or cannot be read, is left out and counted", async () => {
  const said = "lemon-1 cedar-1 lost-1 empty-1 cedar-2 lemon-2 cedar-3 cedar-4".split(" ");
  const counts = { refused: 2, unread: 2, missing: 0, unknown: [], selected_refused: null };
  expect(await ask(saying(...said))).toMatchObject({
    products_id: ["cedar-1", "cedar-2", "cedar-3"],
    refusals: { applied: ["family:citrus"], ...counts },
    asked: [["something for spring", 10]],
  });
});

test("what only this quiz refuses is left out of it, and an unknown id is refused", async () => {
  const found = await ask(saying("cedar-1", "lemon-1", "odd-1"), { refusals: ["family:woody"] });
  expect(found).toMatchObject({
    products_id: ["odd-1"],
    refusals: { applied: ["family:citrus", "family:woody"], refused: 2 },
  });
  const unknown = await ask(saying("cedar-1"), { refusals: ["family:none"] });
  expect(unknown.error.code).toBe("validation_failed");
});

test("a scent of notes that nobody can classify only fills up, and says so", async () => {
  await refuse("material:rose");
  const found = await ask(saying("odd-1", "cedar-1", "odd-2", "odd-3", "cedar-1"));
  const unclear = ["Mystery accord No. 5"];
  const unknown = ["odd-1", "odd-2"].map((product_id) => ({ product_id, notes: unclear }));
  const products_id = ["cedar-1", "odd-1", "odd-2"];
  expect(found).toMatchObject({ products_id, refusals: { missing: 0, unknown } });
});

test("where too few are left the recommender is asked once more, for more, and away from what is refused", async () => {
  const found = await ask(
    (content, _count, time) => ({
      products_id: [`cedar-${time}`, "lemon-1", `cedar-${time + 1}`].slice(0, time + 1),
      response: `about ${content.slice(0, 9)}`,
    }),
    { content: "cedar and citrus" },
  );
  expect(found.products_id).toEqual(["cedar-1", "cedar-2", "cedar-3"]);
  expect(found.asked[0][0]).toBe("cedar and citrus");
  expect(found.asked[1][0]).toMatch(/^cedar and\nfruity/);
  expect(countsOf(found)).toEqual([10, 40]);
  const each = ["cedar-1", "lemon-1", "cedar-2", "cedar-3"];
  expect(found.read, "each scent's notes once").toEqual(each);
});

test("as soon as there are enough nobody is asked again", async () => {
  const found = await ask((_, __, time) => ({ products_id: numbered("cedar", time + 1) }));
  expect([found.products_id.length, found.asked.length]).toEqual([3, 2]);
});

test.each([
  ["what is missing in the end is said", "lemon-1 cedar-1", "cedar-1", [1, 0, 2]],
  ["one failure among many is left out", "broken-1 cedar-1 cedar-2", "cedar-1 cedar-2", [0, 1, 1]],
  ["nothing but scents that do not exist is no failure", "lost-1 lost-2", "", [0, 2, 3]],
] as const)("%s", async (_what, said, left, [refused, unread, missing]) => {
  expect(await ask(saying(...said.split(" ")))).toMatchObject({
    products_id: left.split(" ").filter(Boolean),
    refusals: { refused, unread, missing },
  });
});

test.each([400, 413, 422])("a recommender refusing %i is asked for fewer", async (status) => {
  const found = await ask((_content, count) =>
    count > 3 ? new ShopError("upstream_refused", { status }) : { products_id: ["cedar-1"] },
  );
  expect(countsOf(found)).toEqual([10, 3, 3]);
  expect(found.products_id).toEqual(["cedar-1"]);
});

test.each([
  ["another refusal", new ShopError("upstream_refused", { status: 409 })],
  ["an outage", new ShopError("upstream_unavailable")],
  ["a refusal by another name", new ShopError("validation_failed", { status: 422 })],
])("%s of the recommender is told at once", async (_what, error) => {
  const found = await ask(() => error);
  expect([found.error, found.asked.length]).toEqual([error, 1]);
});

test("a recommender that fails only when it is asked again costs nobody the first answer", async () => {
  const found = await ask((_content, _count, time) =>
    time > 1 ? new ShopError("upstream_unavailable") : { products_id: ["cedar-1"] },
  );
  expect([found.products_id, found.asked.length]).toEqual([["cedar-1"], 2]);
});

test("a scent kept from before is judged too", async () => {
  const said = saying("cedar-1", "cedar-2", "cedar-3");
  const clean = await ask(said, { selected_product: "cedar-9" });
  expect(clean).toMatchObject({
    products_id: ["cedar-9", "cedar-1", "cedar-2"],
    refusals: { selected_refused: null },
  });
  const refused = await ask(said, { selected_product: "lemon-9" });
  expect(refused).toMatchObject({
    products_id: ["cedar-1", "cedar-2", "cedar-3"],
    refusals: { selected_refused: ["Lemon"], refused: 1 },
  });
  const unread = await ask(said, { selected_product: "empty-9" });
  expect(unread.refusals).toMatchObject({ selected_refused: [] });
  const broken = await ask(said, { selected_product: "broken-9" });
  expect([broken.error.code, broken.asked]).toEqual(["upstream_unavailable", []]);
});

test("a kept scent that nobody can classify stays the member's choice", async () => {
  await refuse("material:rose");
  const found = await ask(saying("cedar-1", "cedar-2", "cedar-3"), { selected_product: "odd-9" });
  expect(found.products_id).toEqual(["odd-9", "cedar-1", "cedar-2"]);
});

test("when notes cannot be read and nothing is left, that is told instead of an empty list", async () => {
  const found = await ask(saying(...numbered("broken", 9)));
  expect(found.error).toMatchObject({ code: "upstream_unavailable" });
  expect(found.read, "after two failures the rest is left alone").toHaveLength(7);
  expect(found.asked, "and so is the recommender").toHaveLength(1);
});

async function wordsOf(...said: Said[]): Promise<string> {
  const recommender: Recommender = (_, __, time) => said[time - 1] ?? { products_id: [] };
  return (await ask(recommender, { top_k: 1 })).response;
}

test("a sentence that praises a scent left out is not passed on, by none of its names", async () => {
  const products_id = ["cedar-1", "lemon-1"];
  for (const response of ["Try lemon-1.", "Try number of lemon-1.", "Try name of lemon-1."])
    expect(await wordsOf({ products_id, response })).toBe("");
  expect(await wordsOf({ products_id, response: "Try cedar-1." })).toBe("Try cedar-1.");
  const other = { products_id: ["cedar-1"], response: "Try lemon-1." };
  expect(await wordsOf(other)).toBe("Try lemon-1.");
});

test("a sentence about a scent left out is no sentence for the next one", async () => {
  expect(await wordsOf({ products_id: ["lemon-1", "cedar-1"], response: "Fresh." })).toBe("");
});

test("what is said about wishes that the shop added is not passed on", async () => {
  const reasons = [{ kind: "note", label: "added" }];
  const found = await ask((_content, _count, time) => ({
    products_id: [`${time === 1 ? "lemon" : "cedar"}-1`],
    response: "Woody.",
    matches: [{ product_id: "cedar-1", reasons }],
  }));
  expect(found).toMatchObject({ products_id: ["cedar-1"], response: "" });
  expect(found.asked).toHaveLength(2);
});

test("what is said about finding nothing stays, and nothing else is said then", async () => {
  expect(await wordsOf({ products_id: [], response: "Nothing fits." })).toBe("Nothing fits.");
  expect(await wordsOf({ products_id: ["lemon-1"], response: "Fresh." })).toBe("");
});

test("while names cannot be read no sentence is passed on", async () => {
  const products_id = ["cedar-1", "cedar-2", "broken-1"];
  const found = await ask(() => ({ products_id, response: "Woody." }), { top_k: 2 });
  expect([found.products_id, found.response]).toEqual([["cedar-1", "cedar-2"], ""]);
});

test("reasons are given for what is recommended alone, in its order", async () => {
  const reason = (product_id: string, label: string) => ({
    product_id,
    reasons: [{ kind: "note", label }],
  });
  const own = [reason("lemon-1", "zest"), reason("cedar-1", "wood"), reason("cedar-2", "forest")];
  const first = { products_id: ["cedar-2", "lemon-1", "cedar-1"], matches: own };
  const found = await ask(() => first);
  expect(found.products_id).toEqual(["cedar-2", "cedar-1"]);
  expect(found.matches).toEqual([reason("cedar-2", "forest"), reason("cedar-1", "wood")]);
});
