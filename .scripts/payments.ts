// Payments that an operator has to look after, and what the gateway said of them. Changes nothing.
import { loadEnvFile } from "node:process";
import { openNotice } from "../worker/shop/payments/seal-notice.ts";
import { noticesOf, type KeptNotice } from "../worker/store/kept-notices.ts";
import { unreportedPayments, type UnreportedPayment } from "../worker/store/unreported-payments.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { stateFolder } from "./local-state.ts";
import { askShopDatabase } from "./shop-database.ts";

const help = `Usage: npm run payments -- unreported [--remote | --persist-to FOLDER]
       npm run payments -- notices TRADE [--remote | --persist-to FOLDER]

unreported lists the settled payments that the upstream does not know of yet, oldest first: all of them where it takes no payment
events, the ones that are still on their way where it does. Tell the upstream's people about them; a payment leaves the list
when the upstream takes its event, or shows the order as pending or later to its member.

notices prints the gateway's messages about one trade, word for word, as they were received and found genuine. They are
opened with UPSTREAM_TOKEN_KEY from the environment, or from .dev.vars here: after a rotation name the old keys too,
separated by spaces.

  --remote              asks the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

const { values, positionals } = readCommandLine(
  help,
  { remote: { type: "boolean" }, "persist-to": { type: "string" } },
  { positionals: true },
);
const target = {
  isRemote: values.remote === true,
  ...(values["persist-to"] === undefined ? {} : { folder: values["persist-to"] }),
};
const [what, trade, ...rest] = positionals;
if (what === "unreported" && trade === undefined) await listUnreported();
else if (what === "notices" && trade !== undefined && rest.length === 0) await printNotices(trade);
else endCommand(2, help);

async function listUnreported(): Promise<void> {
  const statements = [unreportedPayments.replaceAll(/\s+/g, " ")];
  const [found = []] = await askShopDatabase<UnreportedPayment>(statements, target);
  for (const { number, trade: paid, amount, paidAt, kind, attempts } of found) {
    const owed = kind === "order.paid" ? "" : ", to be refunded";
    console.log(
      `${new Date(paidAt).toISOString()}  ${number}  NT$ ${amount}  ${paid}  ${attempts} calls${owed}`,
    );
  }
  console.log(`${found.length} settled payments are not known to the upstream.`);
}

async function printNotices(tradeNo: string): Promise<void> {
  const statement = statementOf(tradeNo);
  if (process.env.UPSTREAM_TOKEN_KEY === undefined && !target.isRemote) loadEnvFile(".dev.vars");
  const keys = process.env.UPSTREAM_TOKEN_KEY ?? endCommand(2, "UPSTREAM_TOKEN_KEY is missing");
  const [found = []] = await askShopDatabase<KeptNotice>([statement], target);
  for (const { sealed, receivedAt } of found) {
    const body = await openNotice(keys, sealed, tradeNo);
    const [keyName] = sealed.split(".");
    console.log(
      `${new Date(receivedAt).toISOString()}  ${body ?? `sealed with key ${keyName}, which is not here`}`,
    );
  }
  console.log(`${found.length} messages about ${tradeNo}.`);
}

function statementOf(tradeNo: string): string {
  try {
    return noticesOf(tradeNo);
  } catch (error) {
    endCommand(2, error instanceof Error ? error.message : String(error));
  }
}
