import { apiRoutes, declaredNames, type ApiRoute, type Belonging } from "./api-routes.ts";
import { formType } from "../../worker/middleware/validate.ts";
import { startShop } from "../support/shop.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { placeOrder } from "../support/checkouts.ts";
import { rawRequest } from "../support/network.ts";
import { newShopper, type Json } from "../support/shopper.ts";
import { uniqueEmail } from "../support/upstream-member.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

/** Of its own: calls that failed for another file are held back for a while. */
const shop = await startShop();
afterAll(() => shop.close());
const noor = await newMember(shop);
const careful = await newMember(shop);
await turnOnSecondStep(shop, careful.email);
const { temp_token: tempToken }: { temp_token: string } = (
  await careful.shopper.signIn(careful.email, careful.password)
).body;

const rows = (...who: ApiRoute["who"][]) => apiRoutes.filter((route) => who.includes(route.who));
const changing = apiRoutes.filter(({ method, sender }) => method !== "GET" && !sender);

/** Asks as a browser does that has this token and nothing else. */
async function ask(
  route: ApiRoute,
  token: string | null,
  id = "nothing-like-it",
  headers: Record<string, string> = {},
): Promise<{ status: number; code?: string }> {
  const shopper = newShopper(shop);
  shopper.token = token;
  const path = route.path.replace("/api/v1", "").replace(/:\w+/, id);
  const all = { ...route.headers, ...headers };
  if (route.path === "/api/health")
    return shop.fetch(route.path, { headers: { Authorization: `Bearer ${token}` } });
  // Guessing at one e-mail again and again would lock it.
  const { sample = {} } = route;
  const form = "username" in sample ? { ...sample, username: uniqueEmail() } : { ...sample };
  const { status, body } = await (route.form !== undefined || route.sender === "gateway"
    ? shopper.form(path, form, all)
    : shopper.send(route.method, path, route.sample, all));
  return { status, code: body?.code };
}

/** Each row asked in turn, so that a failure names all of them at once. */
async function answersOf(
  routes: readonly ApiRoute[],
  token: string | null,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const route of routes) {
    const { status, code = "" } = await ask(route, token, undefined, headers);
    answers[route.name] = `${status} ${code}`.trim();
  }
  return answers;
}
const allAre = (routes: readonly ApiRoute[], answer: string) =>
  Object.fromEntries(routes.map((route) => [route.name, answer]));

async function signInOwingPassword({ email, password, shopper }: NewMember) {
  const sql = "UPDATE members SET must_change_password = 1 WHERE email = ?";
  await shop.upstreamDb.prepare(sql).bind(email).run();
  expect((await shopper.signIn(email, password)).body.must_change_password).toBe(true);
  return shopper.token;
}

test("every route of the API has a policy, and these are open to anyone", () => {
  expect(declaredNames).toContain("GET /orders/:id");
  expect(declaredNames).toEqual(apiRoutes.map(({ name }) => name));
  expect(rows("anyone").map(({ name }) => name)).toMatchSnapshot();
});

test("without a token nobody gets past a member's route, the second step or the refresh", async () => {
  const closed = rows("member", "second step");
  expect(await answersOf(closed, null)).toEqual(allAre(closed, "401 unauthenticated"));
  const refresh = rows("refresh cookie");
  for (const token of [null, noor.shopper.token])
    expect(await answersOf(refresh, token)).toEqual(allAre(refresh, "401 refresh_token_missing"));
});

test("what is open to anyone answers the same whatever token comes along, and never with a fault of ours", async () => {
  const plain = await answersOf(rows("anyone"), null);
  for (const [name, answer] of Object.entries(plain)) expect.soft(answer, name).not.toMatch(/^5/);
  const [lost, owing] = [await newMember(shop), await newMember(shop)];
  const { token: ended } = lost.shopper;
  await lost.shopper.send("POST", "/auth/logout");
  const owed = await signInOwingPassword(owing);
  for (const token of ["not.a.token", tempToken, ended, owed])
    expect(await answersOf(rows("anyone"), token)).toEqual(plain);
});

test("a session that was ended opens no member's route and no cart any more, though its token has minutes left (R17)", async () => {
  const { shopper: lost } = await newMember(shop);
  const { token } = lost;
  expect((await lost.send("POST", "/auth/logout")).status).toBe(204);
  const closed = rows("member", "guest or member");
  expect(await answersOf(closed, token)).toEqual(allAre(closed, "401 token_revoked"));
});

test("a member who owes a new password gets it changed, keeps a cart, and nothing else", async () => {
  const member = await newMember(shop);
  const token = await signInOwingPassword(member);
  const closed = rows("member").filter((route) => route.beforePasswordChange === undefined);
  const answers = await answersOf(closed, token);
  expect(answers).toEqual(allAre(closed, "403 password_change_required"));
  for (const path of ["/members/me", "/cart"])
    expect((await member.shopper.get(path)).status, path).toBe(200);
  expect((await member.shopper.send("DELETE", "/cart/clear")).status).toBe(200);
});

test("what belongs to Mei does not exist for anybody else, and stays as it was (R38)", async () => {
  const { shopper: mei } = await newMember(shop);
  const put = async (path: string, json: object) => (await mei.send("POST", path, json)).body;
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }];
  const form = { form_id: "scent-discovery", personal_option: "SAMPLE_PAPER", answers };
  const submitted = await put("/surveys/scent-discovery/submit", form);
  const jar = {
    productIds: ["hinoki-rain"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "r",
  };
  const cart = await put("/cart/items", jar);
  const ids: Record<Belonging, string> = {
    address: (await put("/shipping-addresses", { address: "1 Test Road" })).id,
    answers: submitted.id,
    order: await placeOrder(mei, cart),
    "cart line": cart.items[0].id,
    device: mei.cookies.get("__Host-sillage_refresh")?.split(".")[0] ?? "",
  };
  const belongings = async (): Promise<Json[]> => {
    const paths = ["/shipping-addresses", "/orders/my-orders", "/cart", "/auth/sessions"];
    const more = [...paths, `/surveys/responses/${ids.answers}/full`];
    return Promise.all(more.map(async (path) => (await mei.get(path)).body));
  };
  const before = JSON.stringify(await belongings());
  for (const id of Object.values(ids)) expect(before).toContain(`"${id}"`);
  for (const route of apiRoutes.filter(({ of }) => of !== undefined)) {
    const hers = await ask(route, noor.shopper.token, ids[route.of ?? "address"]);
    const nobodys = await ask(route, noor.shopper.token);
    expect.soft(hers.status, route.name).toBe(404);
    expect.soft(hers.code, `${route.name} answers as if there were none`).toBe(nobodys.code);
  }
  expect(JSON.stringify(await belongings())).toBe(before);
});

test("an id that is none is refused, never a fault (R58, R65)", async () => {
  for (const id of ["%00", "..%2f..%2fservice", "%ff", "a".repeat(65), "' OR 1=1--"])
    for (const route of apiRoutes.filter(({ path }) => path.includes(":"))) {
      const { status } = await ask(route, noor.shopper.token, id);
      const wanted = route.path.includes("info-pages") ? 404 : 400;
      expect.soft(status, `${route.name} with ${id}`).toBe(wanted);
    }
});

test("a page of another site, or a form without the page's mark, changes nothing anywhere (R20)", async () => {
  for (const [code, headers] of Object.entries({
    origin_refused: { Origin: "https://evil.example" },
    request_not_from_page: { "X-Requested-With": "XMLHttpRequest" },
  })) {
    const answers = await answersOf(changing, noor.shopper.token, headers);
    expect(answers).toEqual(allAre(changing, `403 ${code}`));
  }
});

test("no route reads more than it needs, and each what it needs (R81)", async () => {
  for (const route of apiRoutes.filter(({ sample }) => sample !== undefined)) {
    const most = route.maxKib * 1024;
    const statusOf = async (bytes: number) => {
      const [type] = route.text ?? [route.json ? "application/json" : formType];
      const token = route.who === "second step" ? tempToken : noor.shopper.token;
      const headers = {
        "X-Requested-With": "fetch",
        Origin: shop.url.origin,
        Authorization: `Bearer ${token}`,
        "Content-Type": type ?? "",
        "Content-Length": String(bytes),
        ...route.headers,
      };
      const path = route.path.replace(/:\w+/, "nothing-like-it");
      const body = [route.json ? `"${"x".repeat(bytes - 2)}"` : `a=${"x".repeat(bytes - 2)}`];
      return (await rawRequest(shop, { method: route.method, path, headers, body })).status;
    };
    expect.soft(await statusOf(most + 1), route.name).toBe(413);
    expect.soft(await statusOf(most), `${route.name} reads ${most}`).not.toBe(413);
  }
});
