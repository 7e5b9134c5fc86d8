import { ScentPortrait } from "./ScentPortrait.tsx";
import type { PortraitNotes } from "./portrait.ts";
import { noteOf } from "./sample-notes.ts";

const notes: PortraitNotes = {
  top: [noteOf("citrus", 0.18, 0.95), noteOf("herbal", 0.1, 0.8)],
  middle: [noteOf("tea", 0.26, 0.5), noteOf("floral", 0.12, 0.55)],
  back: [noteOf("woody", 0.2, 0.15), noteOf("resinous", 0.14, 0.1)],
};

export default function SidePortrait() {
  return <ScentPortrait productId="sillage-at-the-door" notes={notes} size="hero" />;
}
