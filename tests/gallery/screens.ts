/** Screens and states of the shop by who sees them: the addresses, and what is done there for a further picture. */
import { infoContexts } from "../../worker/contract/screens.ts";
import type { Language, Visitor } from "../support/browser.ts";
import { add, finishedJars, sampleSet } from "../support/carts.ts";
import { beginRegistration, descriptionField, search, tapCard } from "../support/visits.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import type { Shop } from "../support/shop.ts";

/** Below the language; an act leads on to the next picture. */
type Screen = [path: string, ...acts: [state: string, act: (visitor: Visitor) => Promise<void>][]];

interface Seen {
  /** Null for a visitor. */
  member: (shop: Shop, language: Language) => Promise<NewMember | null>;
  screens: readonly Screen[];
}

const options = "purchase-options?productNumber=SL-001&userType";
const send = ({ page }: Visitor) => page.locator('main button[type="submit"]').last().click();
const lastInHeader = ({ page }: Visitor) => page.locator("header button").last().click();
const firstInHeader = ({ page }: Visitor) => page.locator("header button").first().click();
const firstBox = ({ page }: Visitor) => page.getByRole("checkbox").first().click();
const pressed =
  (key: string) =>
  ({ page, says }: Visitor) =>
    page
      .getByRole("button", { name: says(key), exact: true })
      .first()
      .click();

async function buyer(shop: Shop, language: Language): Promise<NewMember> {
  const member = await newMember(shop, { language });
  for (const line of [sampleSet({ userAnswer: "hinoki" }), finishedJars()])
    await add(member.shopper, line);
  for (const address of ["1 Fig Lane", "2 Moss Road"])
    await member.shopper.send("POST", "/shipping-addresses", { address });
  for (const status of ["delivered", "shipped", "pending", "cancelled", "refunded"])
    await giveOrder(shop, member.email, { status });
  return member;
}

export const walks: Record<string, Seen> = {
  visitor: {
    member: () => Promise.resolve(null),
    screens: [
      ["home", ["account menu", lastInHeader]],
      ["home?menu", ["side menu or languages", firstInHeader]],
      ...infoContexts.map((context): Screen => [`info/${context}`]),
      ["scent/hinoki-rain"],
      ["scent/no-such-scent"],
      ["cart"],
      [`${options}=personal-jar`, ["notices", firstBox]],
      [`${options}=enterprise`],
      ["login", ["fields wrong", send]],
      ["forgot-password", ["field wrong", send]],
      ["register", ["a business", (visitor) => beginRegistration(visitor, "business")]],
      [
        "register?individual",
        ["an individual", (visitor) => beginRegistration(visitor, "individual")],
        ["fields wrong", send],
      ],
      ["change-password"],
      ["payment-result?data=unreadable&sig=broken"],
    ],
  },
  buyer: {
    member: buyer,
    screens: [
      ["home", ["cart drawer", lastInHeader]],
      ["cart", ["cleared", pressed("shop.cart.clear")]],
      ["checkout"],
      ["orders", ["ordering again", pressed("shop.reorder.button")]],
      ["profile"],
      ["profile?tab=password"],
      ["profile?tab=addresses", ["a new one", pressed("auth.profile.addresses.add")]],
      ["profile?tab=sessions"],
      ["fragrance-quiz"],
    ],
  },
  newcomer: {
    member: (shop, language) => newMember(shop, { language }),
    screens: [
      ["cart"],
      ["orders"],
      [
        "fragrance-quiz",
        ["questions or words", (visitor) => tapCard(visitor, "personalOptions", "sample")],
        ["own words", (visitor) => tapCard(visitor, "selection", "description")],
        ["results", searchInWords],
      ],
    ],
  },
  business: {
    member: (shop, language) => newMember(shop, { language, isBusiness: true }),
    screens: [["fragrance-quiz", ["results", searchInWords]], ["profile"]],
  },
};

async function searchInWords(visitor: Visitor): Promise<void> {
  await descriptionField(visitor).fill("雨後の檜 hinoki 檜木");
  await search(visitor);
  await visitor.page.locator("main ol > li").first().waitFor();
}
