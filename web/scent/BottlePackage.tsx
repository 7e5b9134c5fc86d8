import type { Wrapping } from "./BottlePreview.tsx";
import styles from "./bottle.module.css";

export function Package({ wrapping, layer }: { wrapping: Wrapping; layer: "behind" | "before" }) {
  if (wrapping === "none") return null;
  if (wrapping === "cloth") return layer === "behind" ? <ClothBack /> : <ClothFront />;
  const material = {
    box: styles.kraft,
    wood: styles.wood,
    crate: styles.crate,
    ribbon: styles.paper,
  }[wrapping];
  if (layer === "behind")
    return (
      <>
        <path d="M22 110 40 84H200L218 110V296H22Z" className={material} />
        <path d="M40 84V270H200V84" className={styles.inside} />
      </>
    );
  return (
    <>
      <path d="M22 252H218V296H22Z" className={material} />
      {wrapping === "wood" ? (
        <path d="M30 262c50-8 110 10 180-2M30 280c60 8 120-10 180 0" className={styles.line} />
      ) : null}
      {wrapping === "crate" ? (
        <path d="M22 266H218M22 282H218M70 252V296M170 252V296" className={styles.line} />
      ) : null}
      {wrapping === "ribbon" ? <Ribbon /> : null}
    </>
  );
}

function ClothBack() {
  return (
    <path d="M34 296C18 240 30 170 62 136H178C210 170 222 240 206 296Z" className={styles.cloth} />
  );
}

function ClothFront() {
  return (
    <>
      <path
        d="M34 296C26 276 26 256 30 240 80 256 160 256 210 240 214 256 214 276 206 296Z"
        className={styles.cloth}
      />
      <path
        d="M60 276c4-10 6-16 6-24M120 280V256M178 276c-4-10-6-16-6-24"
        className={styles.line}
      />
    </>
  );
}

function Ribbon() {
  return (
    <>
      <path d="M22 270H218" className={styles.ribbon} />
      <path
        d="M120 270c-26-24-42-8-34 4 6 8 24 4 34-4 26-24 42-8 34 4-6 8-24 4-34-4l-14 22m14-22 14 22"
        className={styles.bow}
      />
    </>
  );
}
