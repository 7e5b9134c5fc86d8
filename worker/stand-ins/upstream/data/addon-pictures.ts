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
const shadow = (half: number) =>
  `<ellipse cx='60' cy='${floor + 1}' rx='${half}' ry='4' fill='${ink}' opacity='.14'/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 2) =>
  `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='${radius}' fill='${fill}' stroke='${ink}' stroke-opacity='.55'/>`;

/** `size` 0–1: the larger, the larger; a label finds room on the smallest. */
export function sprayPicture(size: number): string {
  const width = 46 + 30 * size;
  const height = 62 + 34 * size;
  const x = 60 - width / 2;
  const y = floor - height;
  const shapes = [
    shadow(width * 0.62),
    box(51, y - 8, 18, 9, metal),
    box(49, y - 28, 22, 21, ink),
    box(x, y, width, height, glass, 5),
    `<rect x='${x + 4}' y='${y + height * 0.22}' width='${width - 8}' height='${height * 0.78 - 5}' rx='3' fill='${liquid}' opacity='.62'/>`,
    `<path d='M${x + 8} ${y + 8}v${height - 18}' stroke='#fff' stroke-width='2.5' stroke-linecap='round' opacity='.7'/>`,
  ];
  return picture(shapes.join(""));
}

export const rollerPicture = picture(
  [
    shadow(24),
    `<circle cx='60' cy='48' r='9' fill='${metal}' stroke='${ink}' stroke-opacity='.55'/>`,
    box(40, 66, 40, 74, glass, 9),
    `<rect x='44' y='84' width='32' height='52' rx='6' fill='${liquid}' opacity='.62'/>`,
    box(48, 52, 24, 14, metal),
  ].join(""),
);

export const tinPicture = picture(
  [
    shadow(38),
    box(26, 62, 68, 78, metal, 9),
    box(46, 46, 28, 17, ink, 3),
    `<path d='M26 76h68M26 126h68' stroke='${ink}' stroke-opacity='.35'/><path d='M36 84v36' stroke='#fff' stroke-width='3' stroke-linecap='round' opacity='.7'/>`,
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

const lidded = (fill: string, more = "") =>
  picture([shadow(44), box(20, 76, 80, 64, fill), box(16, 62, 88, 18, fill), more].join(""));

export const barePicture = picture(
  `${shadow(26)}<path d='M44 62h32v10l8 10v58H36V82l8-10z' fill='none' stroke='${ink}' stroke-dasharray='4 4'/>`,
);
export const kraftPicture = lidded(
  "#c49a6c",
  `<path d='M60 80v60' stroke='${ink}' stroke-opacity='.25'/>`,
);
export const clothPicture = picture(
  `${shadow(36)}<path d='M30 140c-10-30-2-52 18-66h24c20 14 28 36 18 66z' fill='#e6dcc6' stroke='${ink}' stroke-opacity='.5'/>
<path d='M44 74c-8-8-8-16-4-24 8 6 12 6 20 0 8 6 12 6 20 0 4 8 4 16-4 24z' fill='#efe6d6' stroke='${ink}' stroke-opacity='.5'/><path d='M46 75h28' stroke='#9d2b1c' stroke-width='3'/>`,
);
export const hinokiPicture = lidded(
  "#dcb98a",
  "<path d='M24 96c24-5 48 6 72-1M24 112c28 6 50-5 72 1M24 128c20-4 50 4 72-1M20 71c30-4 50 3 80-1' fill='none' stroke='#94703f'/>",
);
export const cratePicture = picture(
  `${shadow(46)}${box(14, 66, 92, 74, "#9c8a72")}<path d='M14 84h92M14 103h92M14 122h92M32 66v74M88 66v74' stroke='#5f5240' stroke-width='2'/>`,
);
export const ribbonPicture = lidded(
  "#efe6d6",
  "<path d='M60 62v78M16 71h88' stroke='#9d2b1c' stroke-width='7'/><path d='M60 62c-20-24-38-10-26 0 6 5 18 4 26 0 20-24 38-10 26 0-6 5-18 4-26 0z' fill='none' stroke='#9d2b1c' stroke-width='4'/>",
);
