import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { talkTo } from "../support/upstream-member.ts";

const { post, newMember } = talkTo(await borrowUpstream());
const { token } = await newMember();
const chat = (json: unknown) =>
  post("/raw-materials/chat", { token, json, headers: { "Accept-Language": "en" } });

test("a member's words come back as fragrances, a paragraph and the reasons for each", async () => {
  const content = "A quiet forest after rain, hinoki, not too sweet";
  const { status, body } = await chat({ content, top_k: 5 });
  expect([status, body]).toEqual([
    200,
    {
      products_id: expect.any(Array),
      response: expect.stringMatching(/hinoki, forest, rain and calm.*sweetness/s),
      matches: expect.any(Array),
    },
  ]);
  expect(body.products_id).toHaveLength(5);
  expect(body.products_id[0]).toBe("hinoki-rain");
  expect(body.matches.map((match: { product_id: string }) => match.product_id)).toEqual(
    body.products_id,
  );
  expect(body.matches[0].reasons).toContainEqual({ kind: "note", label: "Hinoki" });
  expect(body.matches[0].reasons).toContainEqual({ kind: "place", label: "forest" });
});

test.each([
  ["no content", { top_k: 5 }],
  ["blanks", { content: "   ", top_k: 5 }],
  ["too many", { content: "rose", top_k: 11 }],
  ["none", { content: "rose", top_k: 0 }],
  ["half a one", { content: "rose", top_k: 1.5 }],
  ["a list of words", { content: ["rose"], top_k: 5 }],
  ["an unknown field", { content: "rose", top_k: 5, admin: true }],
  ["4,001 characters", { content: "x".repeat(4_001), top_k: 5 }],
])("%s is refused with words", async (_what, json) => {
  const { status, body } = await chat(json);
  expect([status, body]).toEqual([422, { detail: expect.any(String) }]);
});
