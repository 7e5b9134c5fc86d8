// The commands of `npm run payments` by their names.
import { requestRefundOf, resolveEntry, type By } from "./payment-changes.ts";
import { refuse, Refusal, type Desk } from "./payment-desk.ts";
import {
  listRefunds,
  listUnreported,
  listWaiting,
  printAttempts,
  printNotices,
} from "./payment-lists.ts";

interface Command {
  least: number;
  most: number;
  run(words: string[], desk: Desk, by: By): Promise<void>;
}

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    waiting: { least: 0, most: 0, run: (_, desk) => listWaiting(desk) },
    refunds: { least: 0, most: 0, run: (_, desk) => listRefunds(desk) },
    unreported: { least: 0, most: 0, run: (_, desk) => listUnreported(desk) },
    attempt: { least: 1, most: 1, run: ([order = ""], desk) => printAttempts(order, desk) },
    notices: { least: 1, most: 1, run: ([trade = ""], desk) => printNotices(trade, desk) },
    refund: {
      least: 2,
      most: Infinity,
      run: (words, desk, by) => requestRefundOf(words, by, desk),
    },
    resolve: { least: 2, most: Infinity, run: (words, desk, by) => resolveEntry(words, by, desk) },
  } satisfies Record<string, Command>),
);

/** @throws Refusal */
export async function runPaymentCommand(
  [name = "", ...words]: string[],
  { desk, by, help }: { desk: Desk; by: By; help: string },
): Promise<void> {
  const command = commands.get(name);
  if (command === undefined || words.length < command.least || words.length > command.most)
    refuse(2, help);
  try {
    await command.run(words, desk, by);
  } catch (error) {
    // Numbers and sums that are none; they are refused before anything is asked.
    throw error instanceof RangeError ? new Refusal(2, error.message) : error;
  }
}
