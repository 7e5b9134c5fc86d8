/** A new kind, type or status is met by tables that do not compile without it, not by comparisons that pass it over. */
import { expect, test } from "vitest";
import { itemKinds, itemTypes, saleTypes, userTypes } from "#contract/item-kind";
import { orderStatuses } from "#contract/order";
import { paymentEnvironments, paymentProviders } from "#contract/payment";
import { listedKinds } from "#contract/refusals";
import { questionTypes } from "#contract/survey";
import { read, sources } from "../support/repository.ts";

const members = [
  ...[itemTypes, saleTypes, userTypes, questionTypes, listedKinds].flat(),
  ...[paymentProviders, paymentEnvironments].flat(),
  ...[itemKinds, orderStatuses].flatMap(Object.keys),
];
const compared = new RegExp(`[!=]== "(${members.join("|")})"`, "g");
/** The tables themselves, and other companies' Workers. */
const apart = /^worker\/(contract|stand-ins)\//;
/** They have a `cancelled` of their own: what the page knows of a payment. */
const theirOwn = ["PaymentResultPage.tsx", "use-payment-result.ts"].map(
  (name) => `web/pages/payment-result/${name}`,
);

test("outside of the contract nothing is compared with a member of its unions", () => {
  const files = [...sources("worker/"), ...sources("web/")].filter((file) => !apart.test(file));
  const comparing = files.filter((file) => read(file).match(compared) !== null);
  expect(comparing).toEqual(theirOwn);
});
