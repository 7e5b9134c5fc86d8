// Hands out or erases what the shop keeps of a member; the upstream has the account.
import { memberErasure, memberExport, memberSecondStepOff } from "../worker/store/member-data.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { databaseHelp, databaseOptions, withShopDatabase } from "./local-state.ts";

const help = `Usage: npm run member -- export|erase|second-step-off MEMBER_ID
                      [--remote | --persist-to FOLDER]

  export   prints as JSON what the shop's database holds of the member, without tokens
  erase    removes it and ends the member's sessions. Records of payments stay for seven years, without
           name, phone and address; what is not paid or not reported yet keeps them: run it again
           when the command says so

  second-step-off   for a member who has lost both authenticator and recovery codes: the password is
                    enough again

MEMBER_ID is the upstream's key of the member. Time Travel keeps what was erased for 30 more days:
after a restore, erase again (.docs/security/data.md).

${databaseHelp}`;

const { values, positionals } = readCommandLine(help, databaseOptions, { positionals: true });
const [action = "", memberId = "", ...others] = positionals;
const actions = new Map([
  ["export", memberExport],
  ["erase", memberErasure],
  ["second-step-off", memberSecondStepOff],
]);
const statementsOf = actions.get(action);
if (statementsOf === undefined || others.length > 0) endCommand(2, help);

const statements = Object.entries(checked(statementsOf));
const rows = await withShopDatabase(values, (ask) =>
  ask<Record<string, unknown>>(statements.map(([, sql]) => sql)),
);
const found = statements.map(([name], at) => ({ name, rows: rows[at] ?? [] }));
if (action === "export")
  console.log(
    JSON.stringify(Object.fromEntries(found.map((part) => [part.name, part.rows])), null, 2),
  );
else
  for (const { name, rows: changed } of found) {
    const waits = name === "payments_that_wait" && changed.length > 0;
    const note = waits ? " (erase again when they are paid or expired, and reported)" : "";
    console.log(`${name}: ${changed.length}${note}`);
  }

function checked(make: typeof memberExport) {
  try {
    return make(memberId);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return endCommand(2, `${error.message}.\n\n${help}`);
  }
}
