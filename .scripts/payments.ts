// Payments that an operator has to look after. Changes nothing.
import { unreportedPayments, type UnreportedPayment } from "../worker/store/unreported-payments.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { stateFolder } from "./local-state.ts";
import { askShopDatabase } from "./shop-database.ts";

const help = `Usage: npm run payments -- unreported [--remote | --persist-to FOLDER]

Lists the settled payments that the upstream does not know of yet, oldest first: all of them where it takes no payment
events, the ones that are still on their way where it does. Tell the upstream's people about them; a payment leaves the list
when the upstream takes its event, or shows the order as pending or later to its member.

  --remote              asks the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

const { values, positionals } = readCommandLine(
  help,
  { remote: { type: "boolean" }, "persist-to": { type: "string" } },
  { positionals: true },
);
if (positionals.length !== 1 || positionals[0] !== "unreported") endCommand(2, help);

const [found = []] = await askShopDatabase<UnreportedPayment>(
  [unreportedPayments.replaceAll(/\s+/g, " ")],
  {
    isRemote: values.remote === true,
    ...(values["persist-to"] === undefined ? {} : { folder: values["persist-to"] }),
  },
);
for (const { number, trade, amount, paidAt, kind, attempts } of found) {
  const what = kind === "order.paid" ? "" : ", to be refunded";
  console.log(
    `${new Date(paidAt).toISOString()}  ${number}  NT$ ${amount}  ${trade}  ${attempts} calls${what}`,
  );
}
console.log(`${found.length} settled payments are not known to the upstream.`);
