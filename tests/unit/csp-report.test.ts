import { violationOf } from "../../worker/routes/service.ts";

const usual = {
  "effective-directive": "img-src",
  "blocked-uri": "https://evil.example/x.png?who=mei#here",
  "document-uri": "https://sillage.example/en/cart?secret#there",
};
const single = (facts: object) => violationOf({ "csp-report": { ...usual, ...facts } });

test.each([
  ["an address", "http://evil.example:8080/x.js?who=mei#here", "http://evil.example:8080/x.js"],
  ["a scheme", "data:image/png;base64,c2VjcmV0", "data:"],
  ["a word of the policy", "inline", "inline"],
  ["half an address", "//evil.example/x.js?who=mei", "unknown"],
  ["a longer word than policies have", "a".repeat(41), "unknown"],
  ["nothing at all", undefined, "unknown"],
])("of %s that was blocked only what names no person is kept (R3)", (_what, blocked, kept) => {
  expect(single({ "blocked-uri": blocked })?.blocked).toBe(kept);
});

test.each([
  ["an address", "https://sillage.example/en/orders?token=secret#there", "/en/orders"],
  ["a path without its host", "/en/orders?token=secret", "unknown"],
  ["nothing at all", undefined, "unknown"],
])("of %s that the page had only the path is kept (R3)", (_what, page, kept) => {
  expect(single({ "document-uri": page })?.document).toBe(kept);
});

test("no part grows beyond its length", () => {
  const long = `https://evil.example/${"a".repeat(400)}`;
  const addresses = { "blocked-uri": long, "document-uri": long };
  const violation = single({ "effective-directive": "d".repeat(90), ...addresses });
  const kept = { blocked: long.slice(0, 200), document: `/${"a".repeat(199)}` };
  expect(violation).toEqual({ directive: "d".repeat(40), ...kept });
});

test("an older browser's name for the directive is read where it sends no other", () => {
  const older = { "effective-directive": undefined, "violated-directive": "script-src 'self'" };
  expect(single(older)?.directive).toBe("script-src");
  expect(single({ "violated-directive": "script-src" })?.directive).toBe("img-src");
});

test("of a list of reports the first violation is read, and a list without one is none", () => {
  const body = { effectiveDirective: "font-src", blockedURL: "inline" };
  const other = { effectiveDirective: "img-src" };
  const [first, second] = [body, other].map((one) => ({ type: "csp-violation", body: one }));
  const read = { directive: "font-src", blocked: "inline", document: "unknown" };
  expect(violationOf([{ type: "deprecation", body: other }, first, second])).toEqual(read);
  expect(violationOf([{ type: "deprecation", body }])).toBeNull();
  expect(violationOf([{ type: "csp-violation", body: "no facts" }])).toBeNull();
});
