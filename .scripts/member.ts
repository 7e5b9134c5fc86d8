// Removes what the shop itself keeps about what a member refuses; for the day on which the upstream deletes the account.
import { refusalErasures } from "../worker/store/erase-refusals.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { stateFolder } from "./local-state.ts";
import { askShopDatabase } from "./shop-database.ts";

const help = `Usage: npm run member -- erase-refusals MEMBER_ID [--remote | --persist-to FOLDER]

Removes a member's list of refusals, and what it was at each quiz, from the shop's database. MEMBER_ID is the upstream's key
of the member.

  --remote              changes the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

const { values, positionals } = readCommandLine(
  help,
  { remote: { type: "boolean" }, "persist-to": { type: "string" } },
  { positionals: true },
);
const [action, memberId = ""] = positionals;
if (positionals.length !== 2 || action !== "erase-refusals") endCommand(2, help);

const erased = await askShopDatabase<{ member_id: string }>(statements(), {
  isRemote: values.remote === true,
  ...(values["persist-to"] === undefined ? {} : { folder: values["persist-to"] }),
});
console.log(`${erased.flat().length} rows were removed.`);

function statements(): string[] {
  try {
    return refusalErasures(memberId);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return endCommand(2, `${error.message}.\n\n${help}`);
  }
}
