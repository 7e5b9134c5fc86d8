/**
 * The add-ons' pictures: drawn, never photographed, 3:4 and transparent around the thing, so that they can be laid over each other. A
 * label has its paper.
 */

const ink = "#2b2620";
const glass = "#eef1ee";
const liquid = "#dd9425";
const metal = "#c9c6bf";

function picture(shapes: string, paper = "none"): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 160'><rect width='120' height='160' rx='3' fill='${paper}'/>${shapes}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Paper, a hairline frame, a mark. */
export function labelPicture(paper: string, line: string, mark: string): string {
  return picture(
    `<rect x='6' y='6' width='108' height='148' fill='none' stroke='${line}' stroke-width='1'/>${mark}`,
    paper,
  );
}

const floor = 140;
const shadow = (half: number, at = floor) =>
  `<ellipse cx='60' cy='${at + 1}' rx='${half}' ry='4' fill='${ink}' opacity='.14'/>`;
/** A wash of colour, darker along its edge and towards the foot, lighter where the light falls. */
const wash = (shape: string, fill: string, edge = 0.6) =>
  `<path d='${shape}' fill='${fill}' stroke='${ink}' stroke-opacity='${edge}' stroke-width='1.3' stroke-linejoin='round'/>`;
const shade = (shape: string, opacity = 0.12) =>
  `<path d='${shape}' fill='${ink}' opacity='${opacity}'/>`;
const gleam = (shape: string, width = 2.5, opacity = 0.5) =>
  `<path d='${shape}' fill='none' stroke='#fff' stroke-width='${width}' stroke-linecap='round' opacity='${opacity}'/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 2) => {
  const inner = `h${width - 2 * radius}q${radius} 0 ${radius} ${radius}l-.6 ${height - 2 * radius}q0 ${radius}-${radius} ${radius}h-${width - 2 * radius - 1.2}q-${radius} 0-${radius}-${radius}l-.6-${height - 2 * radius}q0-${radius} ${radius}-${radius}z`;
  return `${wash(`M${x + radius} ${y}${inner}`, fill)}${shade(`M${x + width * 0.66} ${y + 1}q-${width * 0.08} ${height * 0.5} ${width * 0.05} ${height - 2}h${width * 0.25}q${width * 0.03} 0 ${width * 0.03}-${width * 0.03}V${y + 2}z`)}`;
};

/** `size` 0–1: the larger, the larger; a label finds room on the smallest. */
export function sprayPicture(size: number): string {
  const width = 46 + 30 * size;
  const height = 62 + 34 * size;
  const x = 60 - width / 2;
  const y = floor - height;
  return picture(
    [
      shadow(width * 0.62),
      box(51, y - 8, 18, 9, metal),
      box(49, y - 28, 22, 21, ink),
      wash(rounded(x, y, width, height, 6), glass),
      filled(x + 4, y + height * 0.22, width - 8, height * 0.78 - 5),
      gleam(`M${x + 9} ${y + 8}q-2 ${height / 2} 0 ${height - 20}`, 4, 0.3),
      gleam(`M${x + 8} ${y + 8}v${height * 0.5}`, 2, 0.7),
    ].join(""),
  );
}

function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  return `M${x + radius} ${y}h${across}q${radius} 0 ${radius} ${radius}v${down}q0 ${radius}-${radius} ${radius}h-${across}q-${radius} 0-${radius}-${radius}v-${down}q0-${radius} ${radius}-${radius}z`;
}

/** The liquid, with a lighter surface that climbs at the glass. */
function filled(x: number, y: number, width: number, height: number): string {
  const surface = `M${x} ${y}q${width / 2} 6 ${width} 0`;
  return `<g opacity='.7'>${wash(`${surface}v${height - 5}q0 5-5 5h-${width - 10}q-5 0-5-5z`, liquid, 0.35)}${shade(`M${x} ${y + height * 0.66}q${width * 0.3}-9 ${width * 0.55} 0t${width * 0.45}-4v${height * 0.34 - 1}q0 5-5 5h-${width - 10}q-5 0-5-5z`)}<path d='${surface}q-${width / 2}-7-${width} 0z' fill='#fff' opacity='.5'/></g>`;
}

export const rollerPicture = picture(
  [
    shadow(24),
    `<circle cx='60' cy='48' r='9' fill='${metal}' stroke='${ink}' stroke-opacity='.6'/>`,
    wash(rounded(40, 66, 40, 74, 10), glass),
    filled(44, 84, 32, 51),
    gleam("M47 76q-2 26 0 50", 4, 0.3),
    box(48, 52, 24, 14, metal),
  ].join(""),
);

export const tinPicture = picture(
  [
    shadow(38),
    wash(rounded(26, 62, 68, 78, 9), metal),
    shade("M72 63q-6 38 4 76h9q9 0 9-9V71q0-8-9-8z", 0.16),
    box(46, 46, 28, 17, ink, 3),
    `<path d='M26 76q34 4 68 0M26 126q34 4 68 0' fill='none' stroke='${ink}' stroke-opacity='.4'/>`,
    gleam("M38 84q-2 18 0 36", 6, 0.35),
    gleam("M36 84v30", 2, 0.7),
  ].join(""),
);

const drop = "M60 34C46 62 32 78 32 100a28 28 0 0 0 56 0C88 78 74 62 60 34z";

/** A drop, filled as far as the scent is strong. */
export function strengthPicture(share: number, oil = false): string {
  const top = 128 - 94 * share;
  const shapes = [
    `<clipPath id='d'><path d='${drop}'/></clipPath><path d='${drop}' fill='${glass}'/>`,
    `<g clip-path='url(#d)'><rect x='20' y='${top}' width='80' height='120' fill='${liquid}' opacity='${0.4 + share / 2}'/>`,
    `<path d='M20 ${top}q20-8 40 0t40 0' fill='none' stroke='#fff' stroke-width='2' opacity='.7'/></g>`,
    `<path d='${drop}' fill='none' stroke='${ink}' stroke-opacity='.6'/>`,
    oil
      ? `<circle cx='50' cy='106' r='6' fill='#fff' opacity='.55'/><circle cx='66' cy='92' r='4' fill='#fff' opacity='.55'/>`
      : "",
  ];
  return picture(shapes.join(""));
}

/** A wrapping is drawn as large as holds a bottle: it stands behind one, on its floor. */
const wrappingFloor = 149;
const wrapping = (half: number, ...shapes: string[]) =>
  picture([shadow(half, wrappingFloor), ...shapes].join(""));
const lines = (path: string, colour: string, width: number, opacity = 1) =>
  `<path d='${path}' fill='none' stroke='${colour}' stroke-width='${width}' stroke-linecap='round' stroke-opacity='${opacity}'/>`;
const lidded = (fill: string, more = "") =>
  wrapping(
    46,
    box(22, 50, 76, 99, fill),
    shade("M23 52h74v6q-36 5-74 0z", 0.2),
    box(19, 26, 82, 25, fill),
    gleam("M23 29.5q34-2 60 0", 2, 0.4),
    gleam("M27 66q-1 34 0 70", 3, 0.22),
    more,
  );

export const kraftPicture = lidded("#c49a6c", lines("M60 59q1 44 0 89", ink, 1, 0.28));
const red = "#9d2b1c";
export const clothPicture = wrapping(
  48,
  "<g transform='translate(-15 -26) scale(1.25)'>",
  wash("M31 140c-11-28-4-52 17-66q12 3 24 0c21 14 29 38 18 66q-30 3-59 0z", "#e6dcc6"),
  shade("M68 76c16 16 20 40 12 64l10-1c10-27 3-50-16-64z", 0.13),
  shade("M34 128q14-8 27 0t28-3l-2 14q-28 3-54 1z", 0.09),
  lines("M52 80q-9 14-12 32M60 80q2 14 0 26M68 80q8 12 10 26", ink, 1, 0.26),
  gleam("M42 96q-6 14-4 28", 5, 0.4),
  wash("M45 75c-8-9-9-16-4-25q7 7 12 3t8-3q6 6 10 3t10-3c4 9 3 17-5 25q-16 3-31 0z", "#efe6d6"),
  lines("M53 56q2 10 0 17M66 57q-1 9 1 16", ink, 1, 0.24),
  lines("M46 76q14 3 29 0", red, 3.2),
  lines("M64 78q5 8 3 15M66 78q8 4 11 11", red, 1.6),
  "</g>",
);
export const hinokiPicture = lidded(
  "#dcb98a",
  lines(
    "M26 70c22-5 46 6 68-1M26 92c26 6 47-5 68 1M26 114c19-4 47 4 68-1M26 134c25 5 45-4 68 1M22 39c29-4 48 3 76-1",
    "#94703f",
    1.2,
    0.75,
  ),
);
export const cratePicture = wrapping(
  48,
  box(14, 30, 92, 119, "#9c8a72"),
  lines("M15 54q45 2 90 0M15 78q45-2 90 0M15 102q45 2 90 0M15 126q45-2 90 0", "#5f5240", 1.8, 0.8),
  lines("M32 31v117M88 31v117", "#5f5240", 2, 0.8),
  gleam("M19 34q30-1 60 0", 2, 0.35),
);
export const ribbonPicture = lidded(
  "#efe6d6",
  [
    lines("M60 26q1 60 0 122M20 38q41 2 80 0", red, 6.5, 0.92),
    lines("M58 44q1 50 0 102", "#fff", 1.5, 0.3),
    "<g transform='translate(0 -36)'>",
    wash("M60 62c-8-20-30-24-33-11 0 10 18 13 33 11z", red, 0.3),
    wash("M60 62c8-20 30-24 33-11 0 10-18 13-33 11z", red, 0.3),
    shade("M60 62c-8-8-18-12-26-9 5 8 16 10 26 9zM60 62c8-8 18-12 26-9-5 8-16 10-26 9z", 0.3),
    "</g>",
  ].join(""),
);
