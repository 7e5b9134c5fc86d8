import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { call } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const get = (path: string, language = "en") =>
  call(upstream, "GET", path, { headers: { "Accept-Language": language } });

test("anybody reads a product by its key or its number, in their language", async () => {
  const hinokiRain = {
    id: "hinoki-rain",
    product_id: "SL-001",
    product_name: "Hinoki Rain",
    description:
      "A hinoki boardwalk steaming after an afternoon storm, with a flash of yuzu through the leaves.",
    intensity: "moderate",
    longevity_hours: 6,
    seasons: ["spring", "summer"],
  };
  expect((await get("/products/hinoki-rain")).body).toEqual(hinokiRain);
  expect((await get("/products/SL-001")).body).toEqual(hinokiRain);
  expect((await get("/products/hinoki-rain", "zh")).body.product_name).toBe("檜雨");
  expect((await get("/products/hinoki-rain", "ja-JP,ja;q=0.9")).body.product_name).toBe("檜の雨");
  expect((await get("/products/hinoki-rain", "fr")).body.product_name).toBe("檜雨");
});

test("its notes come in three layers, strongest first, with family, volatility and share", async () => {
  const { body } = await get("/perfume-note/by_product/hinoki-rain");
  expect(body).toEqual({
    product_id: "hinoki-rain",
    top: expect.any(Array),
    middle: expect.arrayContaining([
      {
        share: 0.28,
        raw_material: { id: "hinoki", name: "Hinoki", family: "woody", volatility: 0.45 },
      },
    ]),
    back: expect.any(Array),
  });
  expect(body.middle[0].raw_material.id).toBe("hinoki");
  const shares = [...body.top, ...body.middle, ...body.back].map(
    (note: { share: number }) => note.share,
  );
  expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 2);
  expect(
    (await get("/perfume-note/by_product/SL-001", "ja")).body.middle[0].raw_material.name,
  ).toBe("檜");
});

test.each([
  "/products/no-such-scent",
  "/perfume-note/by_product/no-such-scent",
  "/products/constructor",
  "/products/__proto__",
  "/products/%20",
])("%s is not there", async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.body]).toEqual([404, { detail: expect.any(String) }]);
});

test("an operator can see a product call fail", async () => {
  expect((await get("/products/error-503")).status).toBe(503);
  expect((await get("/perfume-note/by_product/error-500")).status).toBe(500);
});
