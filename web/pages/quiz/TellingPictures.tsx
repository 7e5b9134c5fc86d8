/** What is painted while somebody tells: the notes that are named, and those that come to mind. */
import { useDeferredValue, useMemo } from "react";
import { findNames, materialOf } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import { noteFamilies, tiers, type Layers, type NoteFamily } from "#contract/product";
import { partsOf } from "#contract/refusals";
import { detectRefusals, readRefusals } from "../../refusals/detect-refusals.ts";
import { noteOf } from "../../scent/sample-notes.ts";
import ScentPortrait from "../../scent/ScentPortrait.tsx";
import { classNames } from "../../ui/class-names.ts";
import cards from "./AnswerCards.module.css";
import data from "./answer-notes.json";
import { stages } from "./flow.ts";
import type { Search } from "./quiz-store.ts";
import styles from "./quiz.module.css";

interface Answer {
  /** An expression for the words that bring it to mind, in any language. */
  said: string;
  /** Forests are green and the sea is blue, in answers and in own words. */
  evokes?: NoteFamily;
  /** The ids of its materials or families, the subject first, then what is lighter. */
  notes: string;
}

// The narrower words stand first. A unit test checks the file against this type.
const known = Object.values(data as Record<string, Answer>);
const answers = known.map((one) => ({ ...one, said: new RegExp(one.said) }));
export const answerOf = (text: string) => answers.find(({ said }) => said.test(text.toLowerCase()));

/** By the id of a family or a material. */
type NamedNote = { id: string; family: NoteFamily };

/** In the order of the text, without what it refuses. */
function namedNotes(text: string): NamedNote[] {
  const refused = new Set(detectRefusals(text));
  const found = findNames(foldedText(plainText(text))).flatMap(({ meanings }) => {
    const wished = meanings.filter((meaning) => !refused.has(meaning));
    return wished.flatMap(readMeaning).slice(0, 1);
  });
  return [...new Map(found.map((note) => [note.id, note])).values()];
}

/** None for an allergen. */
function readMeaning(meaning: string): NamedNote[] {
  const { name } = partsOf(meaning);
  const family = materialOf(meaning)?.family ?? noteFamilies.find((one) => one === name);
  return family === undefined ? [] : [{ id: name, family }];
}

function wishedIn(said: string): NamedNote[] {
  const named = namedNotes(said);
  const wishes = said
    .toLowerCase()
    .split(/[\n.,;!?，。、；！？]/)
    .filter((part) => !readRefusals(part).soundsRefusing);
  const families = noteFamilies.filter(
    (family) =>
      named.every((note) => note.family !== family) &&
      wishes.some((part) => answers.some((one) => one.evokes === family && one.said.test(part))),
  );
  return [...named, ...families.map((family) => ({ id: `evoked-${family}`, family }))];
}

const mostNotes = 6;
const lightness = ({ family }: NamedNote) => -noteFamilies.indexOf(family);

/** The lightest on top. A tier for which nothing was said takes up what is painted beside it. */
export function toldNotes(said: string): Layers {
  const some = wishedIn(said)
    .slice(0, mostNotes)
    .toSorted((one, other) => lightness(one) - lightness(other));
  const tier = (at: number) => {
    const own = some.filter((_, index) => Math.floor(((index + 0.5) / some.length) * 3) === at);
    if (own.length > 0) return own.map(({ id, family }) => noteOf(family, 1, null, id));
    const beside = some[Math.floor((at / 3) * some.length)];
    return [noteOf(beside?.family ?? null, 0.4, null, `beside-${beside?.id}`)];
  };
  return { back: tier(0), middle: tier(1), top: tier(2) };
}

const bare: Layers = { top: [], middle: [], back: [] };

/** The scent as far as the answers describe it, and once more, tier by tier, with a search. */
export function GrowingPortrait({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  const reached = search.status === "running" ? stages.indexOf(search.stage) : stages.length;
  // Before a word is said there is only the trace in the air.
  const notes = useMemo(() => (words.trim() === "" ? bare : toldNotes(words)), [words]);
  return (
    <div className={styles.painting} data-wet={words === said ? undefined : ""}>
      {tiers.toReversed().map((tier, place) => (
        <ScentPortrait
          // A tier with other notes dries anew; what was painted before keeps its place.
          key={[tier, ...notes[tier].map(({ raw_material }) => raw_material.id)].join()}
          productId="sillage-while-you-tell"
          notes={notes}
          size="hero"
          tintsPage
          only={tier}
          className={classNames(styles.layer, place <= reached && styles.painted)}
        />
      ))}
    </div>
  );
}

/** What the answer smells of. */
export function AnswerPicture({ text }: { text: string }) {
  const isRefused = useMemo(() => readRefusals(text).refused.length > 0, [text]);
  const notes = useMemo(() => answeredNotes(text), [text]);
  return (
    <span className={classNames(cards.picture, isRefused && cards.refused)}>
      <ScentPortrait productId={text} notes={notes} size="thumb" />
    </span>
  );
}

function answeredNotes(text: string): Layers {
  const answer = answerOf(text);
  if (answer === undefined) return toldNotes(text);
  const [subject, lighter, heavier] = answer.notes
    .split(" ")
    .flatMap((id) => readMeaning(`material:${id}`));
  const paint = (note: NamedNote | undefined, share: number) =>
    note === undefined ? [] : [noteOf(note.family, share, null, note.id)];
  return { middle: paint(subject, 1), top: paint(lighter, 0.4), back: paint(heavier, 0.4) };
}
