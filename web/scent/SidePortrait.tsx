import { useLocation } from "wouter";
import type { Layers, NoteFamily } from "#contract/product";
import ScentPortrait from "./ScentPortrait.tsx";
import { noteOf } from "./sample-notes.ts";

const shares = [0.18, 0.1, 0.26, 0.12, 0.2, 0.14];
const volatilities = [0.95, 0.8, 0.5, 0.55, 0.15, 0.1];

/** Two families of each tier. */
function still(...families: NoteFamily[]): Layers {
  const notes = families.map((family, at) =>
    noteOf(family, shares[at] ?? 0, volatilities[at] ?? 0),
  );
  return { top: notes.slice(0, 2), middle: notes.slice(2, 4), back: notes.slice(4) };
}

const atTheDoor = still("citrus", "herbal", "tea", "floral", "woody", "resinous");
const stills: Readonly<Record<string, Layers>> = {
  register: still("green", "fruity", "floral", "tea", "musky", "woody"),
  "forgot-password": still("herbal", "citrus", "floral", "musky", "resinous", "gourmand"),
  "otp-verification": still("aquatic", "citrus", "herbal", "green", "woody", "musky"),
  "change-password": still("citrus", "spicy", "fruity", "spicy", "resinous", "woody"),
  "payment-result": still("fruity", "citrus", "floral", "spicy", "musky", "resinous"),
  profile: still("citrus", "green", "tea", "floral", "musky", "woody"),
};

export default function SidePortrait() {
  const [, , screen = ""] = useLocation()[0].split("/");
  const notes = stills[screen];
  const seed = `sillage-at-the-door${notes ? screen : ""}`;
  return <ScentPortrait productId={seed} notes={notes ?? atTheDoor} size="hero" />;
}
