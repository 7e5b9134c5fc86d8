import type { Closure } from "#contract/bottles";
import { classNames } from "../ui/class-names.ts";
import { canvas, Flask } from "./Flask.tsx";
import type { PortraitNotes } from "./portrait.ts";
import styles from "./bottle.module.css";

/** `width` counts in letter heights. */
const maxWidth = 6;

function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(character) ? 1 : 0.55),
    0,
  );
}

/** Broken between words, each no wider than the label. */
function labelLines(text: string): string[] {
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.trim());
  const lines: string[] = [];
  for (const { segment } of words) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last + segment.trimEnd()) > maxWidth)
      lines.push(segment.trimStart());
    else lines[lines.length - 1] = last + segment;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/**
 * Scaled about the focal point, where the shopper's words are centred. All but the address are
 * shares of the picture.
 */
interface PictureLayer {
  image: string;
  scale: number;
  x: number;
  y: number;
  takesWords: boolean;
}
export interface BottleLook {
  /** Where no picture shows a bottle, one is drawn. */
  hasOwnFlask: boolean;
  closure: Closure;
  /** 0–1: how full the drawn colour is. */
  strength: number;
  /** From the back to the front. */
  layers: readonly PictureLayer[];
}

interface BottlePreviewProps {
  look: BottleLook;
  notes: PortraitNotes | undefined;
  labelText?: string;
  /** Of the drawn bottle: 1 fills the picture. */
  scale?: number | undefined;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

/** How far a wrapping, as large as the bottle, and the bottle before it stand apart. */
const besideBy = { behind: 28, bottle: -44 };

export function BottlePreview(props: BottlePreviewProps) {
  const { look, notes, labelText = "", scale, title, className } = props;
  // A picture says where it lies over a pictured bottle; on the drawn one only the label lies.
  const behind = look.hasOwnFlask ? look.layers.filter(({ takesWords }) => !takesWords) : [];
  const said = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  return (
    <svg
      {...said}
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      className={classNames(styles.bottle, className)}
      focusable="false"
    >
      {/* A pictured bottle is made for a light ground. */}
      {!look.hasOwnFlask ? <rect {...canvas} rx="6" className={styles.ground} /> : null}
      {behind.map(({ image }, index) => (
        <image
          key={index}
          href={image}
          x={besideBy.behind}
          {...canvas}
          preserveAspectRatio="xMidYMax meet"
          className={styles.behind}
        />
      ))}
      <g transform={behind.length > 0 ? `translate(${besideBy.bottle} 0)` : undefined}>
        {look.hasOwnFlask ? (
          <Flask closure={look.closure} strength={look.strength} notes={notes} scale={scale} />
        ) : null}
        {look.layers
          .filter((layer) => !behind.includes(layer))
          .map((layer, index) => (
            <Layer key={index} layer={layer} text={layer.takesWords ? labelText : ""} />
          ))}
      </g>
    </svg>
  );
}

function Layer({ layer, text }: { layer: PictureLayer; text: string }) {
  const { image, scale } = layer;
  const x = canvas.width * layer.x;
  const y = canvas.height * layer.y;
  return (
    <>
      <image
        href={image}
        x={x * (1 - scale)}
        y={y * (1 - scale)}
        width={canvas.width * scale}
        height={canvas.height * scale}
        preserveAspectRatio="xMidYMid meet"
      />
      <Words text={text} x={x} y={y} room={canvas.width * scale * 0.9} />
    </>
  );
}

const lineHeight = 1.3;

interface WordsProps {
  text: string;
  x: number;
  y: number;
  room: number;
}

/** On a slip of paper, since nobody knows the label's colours. */
function Words({ text, x, y, room }: WordsProps) {
  const lines = labelLines(text);
  if (lines.length === 0) return null;
  const widest = Math.max(...lines.map(widthOf));
  const size = room / Math.max(6, widest + 1);
  const height = lines.length * size * lineHeight;
  const width = Math.min(room, (widest + 1) * size);
  return (
    <>
      <rect
        x={x - width / 2}
        y={y - height / 2 - size * 0.15}
        width={width}
        height={height + size * 0.3}
        rx={size * 0.2}
        className={styles.slip}
      />
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
