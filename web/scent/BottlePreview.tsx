import type { Layers } from "#contract/product";
import { classNames } from "../ui/class-names.ts";
import { Flask } from "./Flask.tsx";
import { canvas, floor, heightOf, highest, labelOf, type Vessel } from "./vessel.ts";
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
  /** Where no picture shows a bottle, it is drawn. */
  hasOwnFlask: boolean;
  vessel: Vessel;
  /** Units for a millimetre. */
  scale: number;
  /** 0–1: how deep the drawn colour is. */
  strength: number;
  isSmall: boolean;
  /** From the back to the front. */
  layers: readonly PictureLayer[];
}

interface BottlePreviewProps {
  look: BottleLook;
  notes: Layers | undefined;
  labelText?: string;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

/** How far a wrapping and the bottle before it stand apart. */
const besideBy = { behind: 38, bottle: -36 };

export function BottlePreview({
  look,
  notes,
  labelText = "",
  title,
  className,
}: BottlePreviewProps) {
  const { hasOwnFlask, vessel, scale, layers } = look;
  // A picture says where it lies over a pictured bottle; on the drawn one only the label lies.
  const behind = hasOwnFlask ? layers.filter(({ takesWords }) => !takesWords) : [];
  const said = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  const wrapping = (heightOf(vessel) * scale) / highest;
  return (
    <svg
      {...said}
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      className={classNames(styles.bottle, className)}
      focusable="false"
    >
      {/* A pictured bottle is made for a light ground. */}
      {!hasOwnFlask ? <rect {...canvas} rx="6" className={styles.slab} /> : null}
      {behind.map(({ image }, index) => (
        <image
          key={index}
          href={image}
          x={(canvas.width / 2) * (1 - wrapping) + besideBy.behind}
          y={floor * (1 - wrapping)}
          width={canvas.width * wrapping}
          height={canvas.height * wrapping}
          preserveAspectRatio="xMidYMax meet"
          className={styles.behind}
        />
      ))}
      <g transform={behind.length > 0 ? `translate(${besideBy.bottle} 0)` : undefined}>
        {hasOwnFlask ? <Flask {...look} notes={notes} /> : null}
        {layers
          .filter((layer) => !behind.includes(layer))
          .map((layer, index) => (
            <Layer
              key={index}
              layer={layer}
              isOnGlass={hasOwnFlask}
              box={hasOwnFlask ? labelOf(vessel, scale) : boxOf(layer)}
              text={layer.takesWords ? labelText : ""}
            />
          ))}
      </g>
    </svg>
  );
}

type Box = Record<"x" | "y" | "width" | "height", number>;

function boxOf({ scale, x, y }: PictureLayer): Box {
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  return { x: x * (canvas.width - width), y: y * (canvas.height - height), width, height };
}

interface LayerProps {
  layer: PictureLayer;
  box: Box;
  isOnGlass: boolean;
  text: string;
}

function Layer({ layer, box, isOnGlass, text }: LayerProps) {
  return (
    <>
      {isOnGlass ? (
        <rect {...box} rx="1" transform="translate(0.8 1.4)" className={styles.paper} />
      ) : null}
      <image href={layer.image} {...box} preserveAspectRatio="xMidYMid meet" />
      <Words
        text={text}
        x={box.x + box.width * layer.x}
        y={box.y + box.height * layer.y}
        room={box.width * 0.9}
      />
    </>
  );
}

const lineHeight = 1.3;

/** On a slip of paper, since nobody knows the label's colours. */
function Words({ text, x, y, room }: Record<"x" | "y" | "room", number> & { text: string }) {
  const lines = labelLines(text);
  if (lines.length === 0) return null;
  const widest = Math.max(...lines.map(widthOf));
  const size = room / Math.max(6, widest + 1);
  const height = (lines.length * lineHeight + 0.3) * size;
  const width = Math.min(room, (widest + 1) * size);
  return (
    <>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
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
