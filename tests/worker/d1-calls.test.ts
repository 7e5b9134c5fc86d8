/** How often each route asks the database before it answers, and how often one call waits for another: each waits for Tokyo. */
import { add, cartOf, finishedJars } from "../support/carts.ts";
import {
  checkoutForm,
  checkOut,
  memberWith,
  newKey,
  pay,
  placeOrder,
} from "../support/checkouts.ts";
import { newMember } from "../support/new-member.ts";
import { newShopper, type Answer, type Json, type Shopper } from "../support/shopper.ts";
import { callsOf, depthOf, startWatchedShop } from "../support/watched-shop.ts";

const shop = await startWatchedShop();
afterAll(() => shop.close());

const fresh = async () => (await newMember(shop)).shopper;
async function withCart(): Promise<{ shopper: Shopper; cart: Json }> {
  const shopper = await memberWith(shop, finishedJars());
  return { shopper, cart: await cartOf(shopper) };
}
async function withOrder(): Promise<{ shopper: Shopper; order: string }> {
  const { shopper, cart } = await withCart();
  return { shopper, order: await placeOrder(shopper, cart) };
}
const sendIn = (shopper: Shopper) =>
  shopper.send("POST", "/surveys/scent-discovery/submit", {
    form_id: "scent-discovery",
    answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain" }],
  });
async function signIn(guest: Shopper): Promise<Answer> {
  const { email, password } = await newMember(shop);
  return guest.signIn(email, password);
}
async function guestWithCart(): Promise<Shopper> {
  const guest = newShopper(shop);
  for (let line = 0; line < 3; line += 1) await add(guest, finishedJars());
  return guest;
}

const requests: Record<string, [calls: number, ask: () => Promise<Answer>]> = {
  "the configuration": [0, () => newShopper(shop).get("/config")],
  "a line into a member's cart": [2, async () => add(await fresh(), finishedJars())],
  "a guest's first line": [2, () => add(newShopper(shop), finishedJars())],
  // The second says whose quiz it is, and the answer does not wait for it.
  "a quiz sent in": [2, async () => sendIn(await fresh())],
  "a renewed token": [1, async () => (await fresh()).send("POST", "/auth/refresh")],
  "a sign-in": [2, () => signIn(newShopper(shop))],
  "a sign-in with a guest's cart": [3, async () => signIn(await guestWithCart())],
  "a checkout": [
    3,
    async () => {
      const { shopper, cart } = await withCart();
      return checkOut(shopper, checkoutForm(cart));
    },
  ],
  "a second checkout of one key": [
    1,
    async () => {
      const { shopper, cart } = await withCart();
      const key = newKey();
      await checkOut(shopper, checkoutForm(cart), key);
      return checkOut(shopper, checkoutForm(cart), key);
    },
  ],
  "a payment tried again": [
    4,
    async () => {
      const { shopper, order } = await withOrder();
      return pay(shopper, order);
    },
  ],
};

test.each(Object.entries(requests))("%s: calls of the database", async (_what, [calls, ask]) => {
  expect((await ask()).status).toBeLessThan(300);
  const asked = (await shop.seen()).requests.at(-1) ?? expect.unreachable();
  // What runs behind the answer is not counted.
  const made = callsOf([asked], "d1").filter(({ begin }) => begin < (asked.end ?? 0));
  expect({ calls: made.length, depth: depthOf(made) }).toEqual({ calls, depth: calls });
});
