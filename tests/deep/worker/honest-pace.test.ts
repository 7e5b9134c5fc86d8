/** The limits as deployed, and people who never meet one. */
import { expect, test } from "vitest";
import { ownShop } from "./own-shop.ts";
import { add, cartOf, finishedJars } from "../../support/carts.ts";
import { checkOut, formOf, pay } from "../../support/checkouts.ts";
import { countBy } from "../../support/experiment.ts";
import { newMember, type NewMember } from "../../support/new-member.ts";
import { type Shop } from "../../support/shop.ts";
import { newShopper, type Shopper } from "../../support/shopper.ts";

const shop = await ownShop({ ratesTimes: 1 });

const office = "203.0.113.7";

/** Sends everything from the office, and notes how each call ended. */
function inOffice(ended: string[]) {
  const fetch: Shop["fetch"] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", office);
    const response = await shop.fetch(path, { ...init, headers });
    ended.push(`${response.status} ${init.method ?? "GET"} ${path}`);
    return response;
  };
  return newShopper({ ...shop, fetch });
}

/** A page that is opened anew: its document, its texts, and what it asks for at once. */
async function open(shopper: Shopper, screen: string): Promise<void> {
  for (const path of [`/en/${screen}`, "/locales/en/common.json", "/locales/en/shop.json"])
    await (await shopper.fetch(`/../..${path}`)).text();
  const renewed = await shopper.send("POST", "/auth/refresh");
  if (renewed.status === 200) shopper.token = renewed.body.access_token;
  for (const path of ["/config", "/members/me", "/cart/", "/orders/my-orders?skip=0&limit=10"])
    await shopper.get(path);
}

/** What takes somebody a minute who never stops to read. */
async function aBusyMinute({ email, password }: NewMember, ended: string[]): Promise<void> {
  const shopper = inOffice(ended);
  await add(shopper, finishedJars());
  await shopper.signIn(email, password);
  await open(shopper, "home");
  await open(shopper, "fragrance-quiz");
  await shopper.get("/surveys/scent-discovery/full");
  await shopper.send("POST", "/surveys/scent-discovery/start", {});
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }];
  const form = { form_id: "scent-discovery", answers };
  await shopper.send("POST", "/surveys/scent-discovery/submit", form);
  await shopper.send("POST", "/raw-materials/chat", { content: "rain on cedar", top_k: 3 });
  for (const product of ["hinoki-rain", "cedar-library"])
    for (const path of ["products", "perfume-note/by_product"])
      await shopper.get(`/${path}/${product}`);
  const [line] = (await cartOf(shopper)).items;
  for (let tap = 2; tap <= 8; tap += 1)
    await shopper.send("PUT", `/cart/items/${line.id}`, { amount: 100 * (tap % 2) + 100 });
  await open(shopper, "checkout");
  const order = await checkOut(shopper, await formOf(shopper));
  await open(shopper, "orders");
  await pay(shopper, order.body.id);
  await shopper.send("DELETE", `/cart/items/${line.id}`);
  await shopper.send("POST", "/auth/logout");
}

test("three members of one office do at once what takes them three minutes, and meet no limit (R25)", async () => {
  const members = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
  const ended: string[] = [];
  const three = async (member: NewMember) => {
    for (let minute = 0; minute < 3; minute += 1) await aBusyMinute(member, ended);
  };
  await Promise.all(members.map(three));
  expect(ended.length).toBeGreaterThan(400);
  const refused = ended.filter((call) => !/^[23]0\d/.test(call));
  expect(countBy(refused, (call) => call)).toEqual({});
  expect(shop.logs().filter((line) => /limit\.reached|too_many_requests/.test(line))).toEqual([]);
});
