import { useMemo, type CSSProperties } from "react";
import { familyToken } from "../../scent/families.ts";
import type { PortraitNotes } from "../../scent/portrait.ts";
import { Painting } from "./Painting.tsx";
import answers from "./AnswerCards.module.css";
import { familyTold, toldNotes } from "./told-notes.ts";

/** Before a word is said there is only the trace in the air. */
const bare: PortraitNotes = { top: [], middle: [], back: [] };

/** @param painted - how many tiers are, one with each stage of the search. */
export function SearchPortrait({ said, painted }: { said: string; painted: number }) {
  const notes = useMemo(() => (said.trim() === "" ? bare : toldNotes(said)), [said]);
  return <Painting productId="sillage-while-you-tell" notes={notes} painted={painted} />;
}

/** Of the colour that an answer brings into the painting. */
export function Stroke({ text }: { text: string }) {
  // Custom properties are missing from its type.
  const paint = { "--paint": familyToken(familyTold(text)) } as CSSProperties;
  return <span className={answers.stroke} style={paint} />;
}
