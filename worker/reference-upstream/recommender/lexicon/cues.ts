/**
 * The small words that decide whether a smell is wished for or refused.
 *
 * `not` refuses what follows; `dislike` too, or when nothing follows, what came before; `degree` is a "not too": it
 * refuses one thing and stops. `tooMuch` complains about the material before it and the excess behind it. `after` looks
 * back over its clause, `afterClose` and `beforeClose` only at the next word. `except` and `exceptBack` refuse, or spare
 * when all the rest is refused. `versus` and `worse` name the losing side of a comparison, ahead and
 * behind; what is `aside` is neither wished for nor refused. `those`
 * refuses by a pronoun what an earlier clause named; `replace` ("instead", 換成) refuses what an earlier sentence told
 * without wishing for it. `same` says of one more thing what was said of the last, `example` of what the
 * last thing includes. `complaint` is a word that nobody wishes for ("cloying"). `seems` stands between a
 * smell and what it is likened to. `like` ends
 * a refusal, `towards` only when one was made; `because` stands between a thing and its refusal.
 */
import type { Locale } from "../../wire.ts";
import { chineseCues } from "./cues-chinese.ts";
import { englishCues } from "./cues-english.ts";
import { japaneseCues } from "./cues-japanese.ts";

export const cueKinds = [
  "not",
  "dislike",
  "degree",
  "tooMuch",
  "after",
  "afterClose",
  "out",
  "beforeClose",
  "except",
  "exceptBack",
  "versus",
  "aside",
  "worse",
  "those",
  "latter",
  "replace",
  "same",
  "example",
  "complaint",
  "because",
  "like",
  "towards",
  "seems",
  "contrast",
  "or",
  "and",
  "turn",
  "pass",
] as const;
export type CueKind = (typeof cueKinds)[number];
/** Words are divided by `|`. */
export type Cues = Partial<Record<CueKind, string>>;

export const cues: Record<Locale, Cues> = { zh: chineseCues, en: englishCues, ja: japaneseCues };
