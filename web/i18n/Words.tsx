import { Fragment } from "react";
import { localeTable } from "#contract/locales";
import { locale, perLocale } from "./translate.ts";

/** Loads a dictionary, which takes a phone longer than the rest of a step. */
const segmenterOf = perLocale(
  () => new Intl.Segmenter(localeTable[locale].htmlLang, { granularity: "word" }),
);

interface WordsProps {
  text: string;
  /** Signs that fit on every line: a text without a longer run of them needs no dictionary. */
  most?: number;
}

/** Lines end between words too, and a word of one sign stays with the one before it. */
export function Words({ text, most = 6 }: WordsProps) {
  if (!new RegExp(`[\\u3040-\\u9fff]{${most + 1}}`).test(text)) return text;
  return Array.from(segmenterOf().segment(text), ({ segment, isWordLike, index }) => (
    <Fragment key={index}>
      {isWordLike === true && segment.length > 1 && /[^（「(]$/.test(text.slice(0, index)) ? (
        <wbr />
      ) : null}
      {segment}
    </Fragment>
  ));
}
