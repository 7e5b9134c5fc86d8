/** SQL for the operator who erases a member's data; `.scripts/member.ts` runs it. */
import { idPattern } from "#contract/fields";

export function refusalErasures(memberId: string): string[] {
  if (!idPattern.test(memberId)) throw new RangeError("This is no member's id");
  return ["member_refusals", "response_refusals"].map(
    (table) => `DELETE FROM ${table} WHERE member_id = '${memberId}' RETURNING member_id`,
  );
}
