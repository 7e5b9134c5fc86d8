/** What certain materials look like, in `forms.json`. */
import type { Pigment } from "./families.ts";
import data from "./forms.json";
import { pigmentsIn, pigmentsOf } from "./pigments.ts";
import {
  blob,
  type Chance,
  hole,
  leaf,
  type Loop,
  moved,
  type Point,
  smooth,
  turned,
} from "./strokes.ts";

interface Form {
  /** The ids of materials, or of a family for its others. */
  of: string;
  /** Strokes, and their pigment: `~` is counted from the first, `+` the second, empty the first. */
  parts: readonly (readonly string[])[];
  scale?: number;
  turn?: number;
  softness?: number;
  density?: readonly number[];
}

// A unit test draws them all.
const forms = Object.values(data as Record<string, Form>);
const known = new Map(
  forms.flatMap((form) =>
    form.of.split(" ").map((id) => [id, { form, pigments: pigmentsOf(id) ?? [] }] as const),
  ),
);

export const formOf = (material: string) => known.get(material);

export function pigmentIn(written: string, own: Pigment, other = own): Pigment {
  if (written === "") return own;
  if (written === "+") return other;
  const [given] = pigmentsIn(written.replace("~", "")) as [Pigment];
  if (!written.startsWith("~")) return given;
  return {
    lightness: own.lightness + given.lightness,
    chroma: Math.max(0, own.chroma + given.chroma),
    hue: own.hue + given.hue,
  };
}

/**
 * In hundredths and degrees: `o x y radius flatness` a blot, `l x y angle length width bend` a leaf,
 * `p x y …` corners. `5@x,y*` goes round there, `-` takes away what lies below.
 */
export function drawn(strokes: string, random: Chance): Loop[] {
  return strokes.split(";").flatMap((stroke) => {
    const [, count = 1, x = 0, y = 0, minus, kind, rest = ""] =
      /^(?:(\d+)(?:@(-?\d+),(-?\d+))?\*)?(-?)(\w) (.*)$/.exec(stroke)!;
    const heart = { x: Number(x) / 100, y: Number(y) / 100 };
    const numbers = rest.split(" ").map((number) => Number(number) / 100);
    return Array.from({ length: Number(count) }, (_, index) => {
      const angle = (index / Number(count)) * Math.PI * 2;
      const loop = loopOf(kind!, numbers, random);
      const shaken = Number(count) > 1 ? angle + random.between(-0.09, 0.09) : 0;
      return moved(turned([minus ? hole(loop) : loop], shaken, 1), heart, 1)[0]!;
    });
  });
}

function loopOf(kind: string, numbers: number[], random: Chance): Loop {
  const [x = 0, y = 0, third = 0, fourth = 1, fifth = 0, sixth = 0] = numbers;
  const loose = (by: number) => random.between(1 - by, 1 + by);
  if (kind === "o")
    return blob(random, { x, y }, third * loose(0.05), third < 0.2 ? 6 : 9, 0.035, fourth);
  if (kind === "l") {
    const angle = (third / 1.8) * Math.PI + random.between(-0.06, 0.06);
    return leaf({ x, y }, angle, fourth * loose(0.07), fifth * loose(0.1), sixth);
  }
  const corners = Array.from({ length: numbers.length / 2 }, (_, index): Point => {
    return { x: numbers[index * 2]!, y: numbers[index * 2 + 1]! };
  });
  return smooth(
    corners.map((corner) => ({
      x: corner.x + random.between(-0.03, 0.03),
      y: corner.y + random.between(-0.03, 0.03),
    })),
  );
}
