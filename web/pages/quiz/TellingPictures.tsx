/** What is painted while somebody tells: the notes that are named, and those that come to mind. */
import { useDeferredValue, useMemo } from "react";
import { findNames, materialOf } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";
import { noteFamilies, tiers, type Layers, type NoteFamily } from "#contract/product";
import { partsOf } from "#contract/refusals";
import { detectRefusals, readRefusals } from "../../refusals/detect-refusals.ts";
import { noteOf } from "../../scent/sample-notes.ts";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/use-media.ts";
import cards from "./AnswerCards.module.css";
import { stages } from "./flow.ts";
import type { Search } from "./quiz-store.ts";
import styles from "./quiz.module.css";

/** By the id of a family or a material. */
type NamedNote = { id: string; family: NoteFamily };

/** In the order of the text, without what it refuses. */
export function namedNotes(text: string): NamedNote[] {
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

/** Forests are green and the sea is blue, in answers and in own words. */
const evoked: Record<NoteFamily, RegExp> = {
  citrus: /summer|awake|cheer|happy|sport|travel|夏|清醒|開心|運動|旅|すっきり|明る/,
  fruity: /orchard|果園|果樹園/,
  green: /forest|woods|spring|meadow|森|林|春|草原/,
  aquatic: /\bsea(?:side)?\b|beach|ocean|\brain|\bclean\b|海|雨|乾淨|清潔/,
  herbal: /ordinary|every ?day|sleep|bedtime|平常|睡|ふだん|眠/,
  floral:
    /garden|florist|romantic|wedding|\bdate\b|花園|花店|浪漫|約會|婚禮|花の咲|花屋|ロマン|デート|結婚/,
  spicy: /part(?:y|ies)\b|autumn|confident|聚會|秋|自信|パーティー/,
  tea: /calm|relax|teahouse|熱茶|茶屋|平靜|放鬆|落ち着|くつろ/,
  woody: /work|library|nostalgi|mountain|上班|圖書館|懷舊|山|仕事|図書館|なつかし/,
  resinous: /winter|temple|myster|\bfire|冬|寺|神[祕秘]|焚き火/,
  gourmand: /bakery|coffee|warm|cosy|麵包|咖啡|溫暖|パン屋|喫茶|あたたか/,
  musky: /elegant|sheets|laundry|優雅|床單|上品|エレガント|シーツ/,
};

function wishedIn(said: string): NamedNote[] {
  const named = namedNotes(said);
  const wishes = said
    .toLowerCase()
    .split(/[\n.,;!?，。、；！？]/)
    .filter((part) => !readRefusals(part).soundsRefusing);
  const families = noteFamilies.filter(
    (family) =>
      named.every((note) => note.family !== family) &&
      wishes.some((part) => evoked[family].test(part)),
  );
  return [...named, ...families.map((family) => ({ id: `evoked-${family}`, family }))];
}

const mostNotes = 6;
const lightness = ({ family }: NamedNote) => -noteFamilies.indexOf(family);
const paintOf = ({ id, family }: NamedNote) => noteOf(family, 1, null, id);
const painted = (notes: readonly NamedNote[]): Layers => ({
  top: [],
  middle: notes.map(paintOf),
  back: [],
});

/** The lightest on top. A tier for which nothing was said takes up what is painted beside it. */
export function toldNotes(said: string): Layers {
  const some = wishedIn(said)
    .slice(0, mostNotes)
    .toSorted((one, other) => lightness(one) - lightness(other));
  const tier = (at: number) => {
    const own = some.filter((_, index) => Math.floor(((index + 0.5) / some.length) * 3) === at);
    if (own.length > 0) return own.map(paintOf);
    const beside = some[Math.floor((at / 3) * some.length)];
    return [noteOf(beside?.family ?? null, 0.4, null, `beside-${beside?.id}`)];
  };
  return { back: tier(0), middle: tier(1), top: tier(2) };
}

/**
 * The scent as far as the answers describe it, and once more, tier by tier, with a search. A phone
 * has no room for it beside a question: there each pigment lies in a well of a palette.
 */
export function GrowingPortrait({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  const isSearching = search.status === "running";
  const reached = isSearching ? stages.indexOf(search.stage) : stages.length;
  const isPalette = useMedia("(max-width: 63.99rem)") && !isSearching;
  // Before a word is said there is only the trace in the air.
  const notes = useMemo(() => (words.trim() === "" ? painted([]) : toldNotes(words)), [words]);
  const wells = useMemo(
    () => (isPalette ? wishedIn(words).map((note) => painted([note])) : []),
    [isPalette, words],
  );
  return (
    <div
      className={isPalette ? styles.palette : styles.painting}
      data-wet={words === said ? undefined : ""}
    >
      {isPalette
        ? Array.from({ length: mostNotes }, (_, place) => (
            <span key={place} className={styles.well}>
              {wells[place] ? <Pigment seed={`well ${place}`} notes={wells[place]} /> : null}
            </span>
          ))
        : tiers.toReversed().map((tier, place) => (
            <ScentPortrait
              // A tier with other notes dries anew; what was painted before keeps its place.
              key={[tier, ...notes[tier].map(({ raw_material }) => raw_material.id)].join()}
              productId="sillage-while-you-tell"
              notes={notes}
              size="hero"
              only={tier}
              className={classNames(styles.layer, place <= reached && styles.painted)}
            />
          ))}
    </div>
  );
}

export function AnswerPicture({ text }: { text: string }) {
  const { notes, isRefused } = useMemo(() => {
    const wished = wishedIn(text);
    const kept = wished.length > 0 ? [] : readRefusals(text).refused.flatMap(readMeaning);
    return { notes: painted([...wished, ...kept].slice(0, 2)), isRefused: kept.length > 0 };
  }, [text]);
  return (
    <span className={classNames(cards.picture, isRefused && cards.refused)}>
      <Pigment seed={text} notes={notes} />
    </span>
  );
}

/** The trace in the air belongs to a whole scent, and to words that bring nothing else to mind. */
const Pigment = ({ seed, notes }: { seed: string; notes: Layers }) => (
  <ScentPortrait
    productId={seed}
    notes={notes}
    size="thumb"
    only={notes.middle.length > 0 ? "middle" : "top"}
  />
);
