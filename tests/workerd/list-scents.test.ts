import { env } from "cloudflare:workers";
import { locales, type Locale } from "#contract/locales";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { listScents } from "../../worker/shop/scents/scents.ts";
import { scentsKey } from "../../worker/store/keys.ts";
import { dayMs, minuteMs, noon } from "./database.ts";
import { portsWith } from "./ports.ts";

beforeEach(async () => {
  await Promise.all(locales.map((locale) => env.CONTENT.delete(scentsKey(locale))));
});

const unknown = new ShopError("upstream_refused", { status: 404, detail: "none" });
const down = new ShopError("upstream_unavailable");

function shopOf(ids: string[], refused: Record<string, ShopError> = {}) {
  const state = { ids, refused, now: noon, name: "first", slowMs: 0, listsRead: 0 };
  const { CONTENT: content } = env;
  const get = (key: string) => {
    state.listsRead += 1;
    return content.get(key);
  };
  const CONTENT = { list: content.list.bind(content), put: content.put.bind(content), get };
  const run = async () => {
    const { deps, asked } = portsWith({
      config: { SCENT_IDS: state.ids },
      now: () => state.now,
      own: { bindings: { CONTENT } },
      answers: (path, { params = {}, locale }) => {
        state.now += state.slowMs;
        const id = params["id"] ?? params["productId"] ?? "";
        if (id in state.refused) return state.refused[id];
        const product_name = `${state.name} ${id} ${locale}`;
        return path.startsWith("/products")
          ? { product_name, description: "Rain.", seasons: ["spring"] }
          : { top: [{ share: 0.2, raw_material: { id: "yuzu", name: "Yuzu", family: "citrus" } }] };
      },
    });
    await listScents(deps);
    return asked;
  };
  return { state, run };
}

async function listedIn(locale: Locale): Promise<Record<string, string>> {
  const stored: { data: { id: string; name: string }[] } = JSON.parse(
    (await env.CONTENT.get(scentsKey(locale))) ?? '{"data":[]}',
  );
  return Object.fromEntries(stored.data.map(({ id, name }) => [id, name]));
}

test("each minute lists another language until all are there, and then nothing is asked for a day", async () => {
  const { state, run } = shopOf(["fig", "moss"]);
  for (const locale of locales) {
    const asked = await run();
    expect(asked.map((one) => `${one.locale} ${one.bearer}`)).toEqual(
      Array(4).fill(`${locale} null`),
    );
    const listed = { fig: `first fig ${locale}`, moss: `first moss ${locale}` };
    expect(await listedIn(locale)).toEqual(listed);
  }
  state.listsRead = 0;
  expect(await run()).toEqual([]);
  state.now += dayMs - 1;
  expect(await run()).toEqual([]);
  expect(state.listsRead).toBe(0);
  state.now += 1;
  state.name = "second";
  expect(await run()).toHaveLength(4);
  expect(await listedIn("zh")).toMatchObject({ fig: "second fig zh" });
  const raw_material = { id: "yuzu", name: "Yuzu", family: "citrus", volatility: null };
  const notes = { top: [{ share: 0.2, raw_material }], middle: [], back: [] };
  const named = { id: "fig", name: "second fig zh", line: "Rain.", seasons: ["spring"] };
  const { data } = JSON.parse((await env.CONTENT.get(scentsKey("zh"))) ?? "");
  expect(data[0]).toEqual({ ...named, ...notes });
});

test("when the configuration names others they are read at once, and what is gone leaves", async () => {
  const { state, run } = shopOf(["fig", "moss"]);
  for (const _ of locales) await run();
  state.ids = ["salt", "moss"];
  for (const _ of locales) expect(await run()).toHaveLength(4);
  expect(Object.keys(await listedIn("ja"))).toEqual(["salt", "moss"]);
  expect(await run()).toEqual([]);
});

test("what cannot be read stays as it was and is tried again in an hour; what is unknown leaves", async () => {
  const { state, run } = shopOf(["fig", "moss", "salt"]);
  for (const _ of locales) await run();
  state.now += dayMs;
  state.refused = { moss: down, salt: unknown };
  state.name = "second";
  for (const _ of locales) await run();
  expect(await listedIn("ja")).toEqual({ fig: "second fig ja", moss: "first moss ja" });
  state.refused = {};
  state.now += 59 * minuteMs;
  expect(await run()).toEqual([]);
  state.now += minuteMs;
  expect(await run()).toHaveLength(6);
  expect(await listedIn("zh")).toMatchObject({ moss: "second moss zh", salt: "second salt zh" });
});

test("a fragrance whose notes nobody has written down is listed without", async () => {
  const { deps } = portsWith({
    config: { SCENT_IDS: ["bare"] },
    own: { bindings: { CONTENT: env.CONTENT } },
    answers: (path) => (path.startsWith("/products") ? {} : unknown),
  });
  await listScents(deps);
  expect(await listedIn("zh")).toEqual({ bare: "bare" });
});

test("of a slow upstream a minute reads what it has time for, and the next hour begins with the rest", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `scent-${index}`);
  const { state, run } = shopOf(ids);
  state.slowMs = 1_000;
  await run();
  const first = Object.keys(await listedIn("zh"));
  expect(first.length).toBeGreaterThan(5);
  expect(first.length).toBeLessThan(30);
  for (const _ of locales.slice(1)) await run();
  state.now += 60 * minuteMs;
  const asked = (await run()).flatMap(({ params = {} }) => params["id"] ?? []);
  expect(asked.filter((id) => first.includes(id))).toEqual([]);
  expect(Object.keys(await listedIn("zh")).length).toBeGreaterThan(first.length + 5);
});
