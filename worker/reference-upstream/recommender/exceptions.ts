/** "Except", 除了, 以外: refuses what it names, or spares it when all the rest is refused. */
import { isWord } from "./lists.ts";
import { refuseBefore, type Verdict } from "./reach.ts";
import type { Token } from "./tokens.ts";

const refusals = new Set<Token["cue"]>(["not", "dislike", "after", "those"]);

/** "No florals except jasmine", 除了茉莉，其他花都不要: an exception to a refusal is spared. */
export function isAllElseRefused(tokens: readonly Token[], at: number, verdicts: readonly Verdict[]): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 6); before -= 1) {
    const token = tokens[before] as Token;
    if (token.cue === "stop" || token.cue === "contrast") break;
    if (verdicts[before] === "refused" || token.word === "nothing") return true;
  }
  return isRefusalAhead(tokens, at);
}

function isRefusalAhead(tokens: readonly Token[], at: number): boolean {
  let hasNamed = 0;
  for (let next = at + 1; next < Math.min(tokens.length, at + 14); next += 1) {
    const token = tokens[next] as Token;
    if (token.cue === "contrast" && /^(?:其|別的)/.test(token.word)) continue;
    if (token.cue === "stop" || token.cue === "like" || token.cue === "or" || token.cue === "contrast") return false;
    if (/^[也還]|も$/.test(token.word)) return false;
    if (refusals.has(token.cue)) return hasNamed > 0;
    if (isWord(token) || token.cue === "comma") hasNamed += 1;
  }
  return false;
}

export function refuseExcepted(tokens: readonly Token[], at: number, verdicts: Verdict[]): void {
  const opened = tokens
    .slice(Math.max(0, at - 8), at)
    .findLast(({ cue }) => cue === "except" || cue === "stop" || cue === "comma");
  if (opened?.cue === "except") return;
  if (!isRefusalAhead(tokens, at)) refuseBefore(tokens, at, verdicts, "close");
}
