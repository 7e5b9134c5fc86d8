/** Who takes the money is known in one folder. Everywhere else its name stands only where the specification puts it. */
import { expect, test } from "vitest";
import { read, sources } from "../support/repository.ts";

const gateway = /ecpay/i;
const adapter = "worker/payments/ecpay/";
/** Another company's Workers, which speak of it as they like. */
const standIns = /^worker\/stand-ins\//;
/** Fields of `/api` and of the language table. */
const fixedNames = /\b(ecpay_form_data|ecpay_environment|ecpayLanguage|ecpay_text)\b/g;

const mayNameIt: Record<string, string> = {
  "worker/contract/locales.ts": "the language table says what the cashier calls each language",
  "worker/contract/payment.ts": "the specification's pay_type",
  "worker/configuration-faults.ts": "which of its accounts are published",
  "worker/env.ts": "the variables of its account",
  "worker/payments/methods.ts": "the list of gateways",
  "worker/shop/alarms/raise-alarms.ts": "the word by which its lines are found in the log",
  "worker/routes/local.ts": "the address of the stand-in",
  "web/pages/checkout/TestCardHelp.tsx": "its published test cards",
};

const files = [...sources("worker/"), ...sources("web/")].filter(
  (file) => !standIns.test(file) && !file.startsWith(adapter),
);
const names = (file: string) => gateway.test(read(file).replaceAll(fixedNames, ""));

test("the gateway is named in its own folder", () => {
  expect(sources(adapter).filter((file) => gateway.test(read(file))).length).toBeGreaterThan(5);
});

test("outside of it only these files name the gateway, and each of them does", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(names).sort()).toEqual(Object.keys(mayNameIt).sort());
});
