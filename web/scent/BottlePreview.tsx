import type { Layers } from "#contract/product";
import { classNames } from "../ui/class-names.ts";
import type { lookOf } from "../purchase/appearance.ts";
import { BottleRow, Flask, LabelWords, NamedFlask, saidAs } from "./Bottle.tsx";
import { canvas, floor, heightOf, highest, labelOf, type Vessel } from "./vessel.ts";
import styles from "./bottle.module.css";

export type BottleLook = ReturnType<typeof lookOf>;
type PictureLayer = BottleLook["layers"][number];

interface BottlePreviewProps {
  look: BottleLook;
  notes: Layers | undefined;
  labelText?: string;
  /** On an example while no label is chosen, and pale on one without words. */
  name?: string;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

/** Beside its wrapping, which is higher than its cap, a bottle stands smaller. */
const beside = { bottle: 0.7, wrapping: 1.38, wrappingWidth: 0.6, overlap: 0.35 };

export default function BottlePreview({
  look,
  notes,
  labelText = "",
  name,
  title,
  className,
}: BottlePreviewProps) {
  const { hasOwnFlask, vessel, layers, sizes } = look;
  if (title !== undefined && notes && name !== undefined && sizes.length > 1)
    return <BottleRow of={sizes.map((size) => ({ ...size, notes, name }))} title={title} />;
  // A picture says where it lies over a pictured bottle; on the drawn one only the label lies.
  const behind = hasOwnFlask ? layers.filter(({ takesWords }) => !takesWords) : [];
  const isWrapped = behind.length > 0;
  const scale = look.scale * (isWrapped ? beside.bottle : 1);
  const wrapping = ((heightOf(vessel) * scale) / highest) * beside.wrapping;
  // So far apart that both together stand in the middle.
  const half = (vessel.width * scale) / 2;
  const aside = (canvas.width * wrapping * beside.wrappingWidth) / 2 - half * beside.overlap;
  return (
    <svg
      {...saidAs(title)}
      viewBox={`0 ${isWrapped ? 18 : 0} ${canvas.width} ${canvas.height}`}
      className={classNames(styles.bottle, className)}
      focusable="false"
    >
      {/* A pictured bottle is made for a light ground. */}
      {!hasOwnFlask ? <rect {...canvas} rx="6" className={styles.slab} /> : null}
      {hasOwnFlask && !isWrapped && !look.isSmall ? <Height of={vessel} scale={scale} /> : null}
      {behind.map(({ image }, index) => (
        <image
          key={index}
          href={image}
          x={(canvas.width / 2) * (1 - wrapping) + half * (1 - beside.overlap)}
          y={floor * (1 - wrapping)}
          width={canvas.width * wrapping}
          height={canvas.height * wrapping}
          preserveAspectRatio="xMidYMax meet"
        />
      ))}
      <g transform={isWrapped ? `translate(${-aside} 0)` : undefined}>
        {!hasOwnFlask ? null : name === undefined || look.isLabelChosen ? (
          <Flask {...look} scale={scale} notes={notes} />
        ) : (
          <NamedFlask {...look} scale={scale} notes={notes} name={name} />
        )}
        {layers
          .filter((layer) => !behind.includes(layer))
          .map((layer, index) => (
            <Layer
              key={index}
              layer={layer}
              isOnGlass={hasOwnFlask}
              box={hasOwnFlask ? labelOf(vessel, scale) : boxOf(layer)}
              text={layer.takesWords ? labelText : ""}
              example={layer.takesWords ? name : undefined}
            />
          ))}
      </g>
    </svg>
  );
}

function Height({ of: vessel, scale }: { of: Vessel; scale: number }) {
  const high = heightOf(vessel);
  return (
    <g className={styles.height} transform={`translate(8 ${floor})`}>
      <path d={`M-3 0h6M0 0V${-high * scale}M-3 ${-high * scale}h6`} />
      <text x="6" y={10 - high * scale}>
        ≈ {Math.round(high / 10)} cm
      </text>
    </g>
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
  example: string | undefined;
}

function Layer({ layer, box, isOnGlass, text, example = "" }: LayerProps) {
  return (
    <>
      {isOnGlass ? <rect {...box} transform="translate(.8 1.4)" className={styles.lift} /> : null}
      <image href={layer.image} {...box} preserveAspectRatio="xMidYMid meet" />
      <g opacity={text === "" ? 0.4 : undefined}>
        <LabelWords
          x={box.x + box.width * layer.x}
          y={box.y + box.height * layer.y}
          width={box.width}
          text={text || example}
        />
      </g>
    </>
  );
}
