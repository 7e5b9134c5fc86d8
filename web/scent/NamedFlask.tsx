import { mark_dot, mark_line } from "#brand/brand.json";
import { Flask, type FlaskProps } from "./Flask.tsx";
import { labelOf } from "./vessel.ts";
import styles from "./bottle.module.css";

/** Of a line, in letter heights. */
const maxWidth = 7;

function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(character) ? 1 : 0.55),
    0,
  );
}

const wordsIn = (text: string) =>
  Array.from(
    new Intl.Segmenter(undefined, { granularity: "word" }).segment(text),
    ({ segment }) => segment,
  );

/** Broken between words, each no wider than the label and about as wide as the others. */
function labelLines(text: string, most: number): string[] {
  const whole = widthOf(text);
  const room = whole / Math.ceil(whole / most) + 1.2;
  // A segmenter reads a dictionary when it is made, which is felt on a phone.
  const pieces = text
    .trim()
    .split(/(?<=\s)/)
    .flatMap((word) => (widthOf(word.trimEnd()) <= room ? word : wordsIn(word)));
  const lines: string[] = [];
  for (const segment of pieces) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last + segment.trimEnd()) > room)
      lines.push(segment.trimStart());
    else lines[lines.length - 1] = last + segment;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

const lineHeight = 1.3;

type LabelWordsProps = Record<"x" | "y" | "width", number> & { text: string; most?: number };

/** In the middle there, on a slip of paper, since nobody knows the label's colours. */
export function LabelWords({ x, y, width: room, text, most = maxWidth }: LabelWordsProps) {
  const lines = labelLines(text, most);
  if (lines.length === 0) return null;
  const widest = Math.max(...lines.map(widthOf)) + 1;
  const size = (room * 0.84) / Math.max(most - 1, widest);
  const [width, height] = [widest * size, (lines.length * lineHeight + 0.3) * size];
  return (
    <>
      <rect x={x - width / 2} y={y - height / 2} {...{ width, height }} className={styles.slip} />
      {lines.map((line, index) => (
        <text
          key={index}
          x={x}
          y={y + (index - (lines.length - 1) / 2) * size * lineHeight}
          fontSize={size}
          className={styles.words}
        >
          {line}
        </text>
      ))}
    </>
  );
}

type NamedFlaskProps = Omit<FlaskProps, "strength"> & { strength?: number; name: string };

/** With an example of a label: the shop's mark over the name. */
export function NamedFlask({ vessel, scale, strength = 0.6, notes, name }: NamedFlaskProps) {
  const label = labelOf(vessel, scale);
  const { x, y, width, height } = label;
  const [middle, mark] = [x + width / 2, width / 120];
  return (
    <>
      <Flask {...{ vessel, scale, strength, notes }} />
      <rect {...label} transform="translate(.8 1.4)" className={styles.lift} />
      <rect {...label} className={styles.slip} />
      <g
        transform={`translate(${middle - 16 * mark} ${y + height * 0.12}) scale(${mark})`}
        className={styles.mark}
      >
        <path d={mark_dot} />
        <path d={mark_line} />
      </g>
      <LabelWords x={middle} y={y + height * 0.57} width={width} text={name} most={5} />
    </>
  );
}
