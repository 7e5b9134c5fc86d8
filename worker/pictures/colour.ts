import type { Rgb } from "./canvas.ts";

interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** As CSS Color 4 converts it; what the screen cannot show is cut off. */
export function rgbOf({ lightness, chroma, hue }: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    gamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    gamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function gamma(linear: number): number {
  const light = Math.min(1, Math.max(0, linear));
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}
