// What an operator sees of payments, and the few things that they change.
import { readCommandLine, endCommand } from "./command-line.ts";
import { databaseHelp, databaseOptions, withShopDatabase } from "./local-state.ts";
import { runPaymentCommand } from "./payment-commands.ts";
import { Refusal } from "./payment-lists.ts";

const help = `Usage: npm run payments -- waiting
       npm run payments -- refunds
       npm run payments -- attempt ORDER
       npm run payments -- unreported
       npm run payments -- notices TRADE
       npm run payments -- refund TRADE [AMOUNT] REASON
       npm run payments -- resolve ID REASON
       npm run payments -- resolve REFUND made|not-made REASON

waiting lists what waits for a person, oldest first: messages from which nothing is settled, money
that is owed back, events that the upstream has not taken for a quarter of an hour, refunds that
were refused, are unclear or should have been made by now.
refunds lists what is owed back, and every refund with its state.
attempt prints what is known of the attempts at paying one order, by its key or its number.
unreported lists the settled payments that the upstream does not know of yet, oldest first: all of
them where it takes no payment events, the ones that are still on their way where it does. Tell the
upstream's people about them; a payment leaves the list when the upstream takes its event, or shows
the order as pending or later to its member.
notices prints the gateway's messages about one trade, word for word, as they were received and
found genuine. They are opened with UPSTREAM_TOKEN_KEY from the environment, or from .dev.vars here:
after a rotation name the old keys too, separated by spaces.

refund has the Worker give back AMOUNT (NT$), or all that is left: once the gateway has closed the
payment, within a day.
resolve marks a message as looked at, or says of a refund what the gateway's console shows: made, or
not made. A refund that the Worker has not asked for yet is called off with not-made.
The three change nothing when first run: they print what would happen, and the code with which it
does.

  --confirm CODE        what the first run printed
  --as NAME             who you are, for the log; the user of this machine unless named
${databaseHelp}`;

const { values, positionals } = readCommandLine(
  help,
  { ...databaseOptions, confirm: { type: "string" }, as: { type: "string" } },
  { positionals: true },
);
const by = {
  operator: values.as ?? process.env.USER ?? process.env.USERNAME ?? "",
  confirmed: values.confirm ?? null,
};
try {
  await withShopDatabase(values, (ask) =>
    runPaymentCommand(positionals, {
      desk: { isRemote: values.remote === true, ask, print: (line) => console.log(line) },
      by,
      help,
    }),
  );
} catch (error) {
  if (error instanceof Refusal) endCommand(error.code, error.message);
  throw error;
}
