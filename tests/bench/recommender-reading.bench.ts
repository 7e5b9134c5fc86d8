/** However a text is made, reading eight times as much of it costs about eight times as much. */
import { read } from "../../worker/reference-upstream/recommender/read.ts";
import { fastestMilliseconds, head, row } from "./figures.ts";

export const name = "The recommender reads hostile texts of 64 KiB";

const long = 65_536;
const times = 8;
/** Squares would cost eight times as much again. */
const mostGrowth = 4;
/** Below this a ratio measures the clock. */
const leastMilliseconds = 2;

const units = [
  "not, too rose ",
  "苦手、バラは",
  "不要，玫瑰",
  "aaaa",
  "or or or ",
  ",,,,",
  "roseroseroserose",
  "rather prefer ",
  "no ",
  "I love rose. ",
  "jasmine, ",
  "玫瑰比",
  "バラは頭が",
  "any any but ",
  "lavander ",
  "make it worse ",
  "rose is ",
  "keep it ",
  "instead ",
  "leave the my head ",
  "rose headache ",
];

export async function run(): Promise<{ held: boolean }> {
  read("ready");
  head("unit", "8 KiB, ms", "64 KiB, ms", `against ${times} ×`);
  let held = true;
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(long / unit.length)).slice(0, long);
    const short = fastestMilliseconds(9, () => read(text.slice(0, long / times)));
    const whole = fastestMilliseconds(9, () => read(text));
    const growth = whole / (short * times);
    held &&= growth <= mostGrowth || whole < leastMilliseconds * times;
    row(JSON.stringify(unit), short.toFixed(1), whole.toFixed(1), `${growth.toFixed(2)} ×`);
  }
  return { held };
}
