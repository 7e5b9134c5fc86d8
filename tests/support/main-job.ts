/** Everything that a member does in the shop, one after the other: from the first sign-in to the last sign-out. */
import { randomBytes } from "node:crypto";
import { add, cartOf, finishedJars, guestCookie, remove, restore, sampleSet } from "./carts.ts";
import { checkoutForm } from "./checkout-form.ts";
import { mailsTo, newMember } from "./new-member.ts";
import { comeBack, notify, signedNotice, type Payable } from "./payments.ts";
import type { Shop } from "./shop.ts";
import { newShopper, type Answer, type Shopper } from "./shopper.ts";
import { turnOnSecondStep } from "./upstream-state.ts";

export interface MainJob {
  memberId: string;
  /** The cookies of the browsers that were signed in with. */
  browserIds: string[];
  /** The cookie of the cart that the member filled as a guest. */
  guestCartId: string;
}

const browserCookie = "__Host-sillage_browser";
const answers = {
  form_id: "scent-discovery",
  answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain" }],
};
const newKey = () => ({ "Idempotency-Key": randomBytes(12).toString("base64url") });

/** A job that stops half-way proves nothing. */
function done({ status, body }: Answer): Answer["body"] {
  if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function checkOut(shopper: Shopper): Promise<Payable & { id: string }> {
  const form = checkoutForm(await cartOf(shopper));
  const body = done(await shopper.send("POST", "/cart/checkout", form, newKey()));
  const { MerchantTradeNo: merchantTradeNo } = body.ecpay_form_data;
  return { id: body.id, merchantTradeNo, amountTwd: form.expected_total };
}

async function fillCart(shopper: Shopper): Promise<void> {
  done(await add(shopper, sampleSet()));
  const { items } = done(await add(shopper, finishedJars()));
  const jars = items[1].id;
  done(await shopper.send("PUT", `/cart/items/${jars}`, { amount: 200 }));
  done(await remove(shopper, jars));
  done(await restore(shopper, jars));
}

async function payFor(shop: Shop, shopper: Shopper): Promise<void> {
  const first = await checkOut(shopper);
  await notify(shop, await signedNotice(first, { RtnCode: "10100058" }));
  const again = done(await shopper.send("POST", `/orders/${first.id}/pay`, undefined, newKey()));
  const payable = { ...first, merchantTradeNo: again.ecpay_form_data.MerchantTradeNo };
  await notify(shop, await signedNotice({ ...payable, amountTwd: 1 }));
  const paid = await signedNotice(payable);
  await notify(shop, paid);
  await comeBack(shop, paid);
  await notify(shop, paid);
  done(await shopper.get("/orders/my-orders?skip=0&limit=10"));
}

async function lookAfterAccount(shopper: Shopper, password: string): Promise<void> {
  done(await shopper.get("/auth/sessions"));
  done(await shopper.get("/members/me/refusals"));
  done(await shopper.send("POST", "/auth/second-step", { password }));
  done(await shopper.get("/auth/second-step"));
  done(await shopper.send("DELETE", "/auth/sessions", { password }));
  shopper.token = done(await shopper.send("POST", "/auth/refresh")).access_token;
}

async function signInWithCode(shop: Shop, shopper: Shopper, email: string, password: string) {
  await turnOnSecondStep(shop, email);
  const { temp_token } = done(await shopper.signIn(email, password));
  const bearer = { Authorization: `Bearer ${temp_token}` };
  const language = { language_code: "en" };
  done(await shopper.send("POST", "/auth/login/request-otp", language, bearer));
  const code = (await mailsTo(shop, email)).find((mail) => mail.code !== undefined)?.code;
  done(await shopper.send("POST", "/auth/login/verify-otp", { code }, bearer));
}

export async function mainJob(shop: Shop): Promise<MainJob> {
  const { shopper, email, password } = await newMember(shop);
  const browserIds: string[] = [];
  const noteBrowser = (who: Shopper) => browserIds.push(who.cookies.get(browserCookie) ?? "");
  noteBrowser(shopper);
  done(await shopper.send("PUT", "/members/me/refusals", { refusals: ["family:citrus"] }));
  done(await shopper.send("POST", "/surveys/scent-discovery/submit", answers));
  const [, claims = ""] = shopper.token?.split(".") ?? [];
  const { sub: memberId } = JSON.parse(Buffer.from(claims, "base64url").toString());
  done(await add(shopper, finishedJars()));
  const unwanted = await checkOut(shopper);
  done(await shopper.send("POST", `/orders/${unwanted.id}/cancel`, {}));
  done(await shopper.send("DELETE", "/cart/clear"));
  await fillCart(shopper);
  await payFor(shop, shopper);
  // In another browser, with a guest's cart.
  const elsewhere = newShopper(shop);
  done(await add(elsewhere, finishedJars()));
  done(await elsewhere.get("/cart/"));
  const guestCartId = elsewhere.cookies.get(guestCookie) ?? "";
  done(await elsewhere.signIn(email, password));
  noteBrowser(elsewhere);
  await lookAfterAccount(shopper, password);
  // The cookie of the first browser names the session that this sign-in replaces.
  done(await shopper.signIn(email, password));
  noteBrowser(shopper);
  done(await shopper.send("DELETE", "/cart/clear"));
  done(await add(shopper, finishedJars()));
  done(await shopper.send("POST", "/auth/logout"));
  await signInWithCode(shop, shopper, email, password);
  noteBrowser(shopper);
  return { memberId, browserIds, guestCartId };
}
