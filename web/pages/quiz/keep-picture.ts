import { mark_dot, mark_line, wordmark } from "#brand/brand.json";

export interface Print {
  painting: SVGSVGElement;
  /** Whose letters the print takes. */
  title: HTMLElement;
  name: string;
  reasons: string;
  notes: readonly string[];
}

const [width, height, margin] = [1080, 1350, 90];
const portrait = { width: 800, height: 920, top: 20 };

/** @returns whether it was downloaded, and not shared or called off. */
export async function keepPicture(print: Print): Promise<boolean> {
  const file = new File([await drawn(print)], `${print.name}.png`, { type: "image/png" });
  const shared = { files: [file], title: print.name };
  if (navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared);
      return false;
    } catch (error) {
      const reason = error instanceof DOMException ? error.name : "";
      if (reason === "AbortError") return false;
      // Drawing may have taken longer than a press allows to share.
      if (reason !== "NotAllowedError") throw error;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Browsers begin a download after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}

async function drawn(print: Print): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height, hidden: true });
  // In the document it takes the page's language and colours.
  document.body.append(canvas);
  try {
    await paint(canvas, print);
  } finally {
    canvas.remove();
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Nothing was drawn")))),
  );
}

async function paint(canvas: HTMLCanvasElement, { painting, title, name, reasons, notes }: Print) {
  const paper = canvas.getContext("2d");
  if (paper === null) throw new Error("This browser gives no canvas");
  const colour = (token: "paper" | "ink" | "ink-soft" | "accent") => {
    canvas.style.color = `var(--${token})`;
    return getComputedStyle(canvas).color;
  };
  const display = getComputedStyle(title).fontFamily;
  const text = getComputedStyle(canvas).fontFamily;
  const write = (words: string, y: number, size: number, family: string) => {
    paper.font = `${size}px ${family}`;
    const room = Math.min(1, (width - 2 * margin) / paper.measureText(words).width);
    paper.font = `${Math.floor(size * room)}px ${family}`;
    paper.fillText(words, width / 2, y);
  };
  paper.fillStyle = colour("paper");
  paper.fillRect(0, 0, width, height);
  const left = (width - portrait.width) / 2;
  paper.drawImage(await pictureOf(painting), left, portrait.top, portrait.width, portrait.height);
  paper.textAlign = "center";
  paper.fillStyle = colour("ink");
  write(name, 1005, 84, display);
  write(reasons, 1066, 29, text);
  write(wordmark, 1296, 40, display);
  paper.fillStyle = colour("ink-soft");
  for (const [index, line] of notes.entries()) write(line, 1118 + index * 40, 25, text);
  paper.translate(width / 2 - 118, 1261);
  paper.scale(1.5, 1.5);
  paper.fillStyle = colour("accent");
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
  paper.fill(new Path2D(mark_dot));
  paper.strokeStyle = colour("ink");
  paper.lineWidth = 1.5;
  paper.stroke(new Path2D(mark_line));
}

/** Without the page's style sheets: what they say of paint is repeated. */
async function pictureOf(painting: SVGSVGElement): Promise<HTMLImageElement> {
  const { mixBlendMode } = getComputedStyle(painting.querySelector("g > *") ?? painting);
  const ofPage = getComputedStyle(painting);
  const copy = document.importNode(painting, true);
  copy.setAttribute("width", String(portrait.width));
  copy.setAttribute("height", String(portrait.height));
  const lift = ofPage.getPropertyValue("--scent-lift");
  copy.setAttribute("style", `color:${ofPage.color};--scent-lift:${lift}`);
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = `stop{stop-color:currentColor}g>*{mix-blend-mode:${mixBlendMode}}`;
  copy.prepend(style);
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  return picture;
}
