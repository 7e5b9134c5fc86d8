/** One spelling of notes' names, whatever their width, case, accents, kana and punctuation. */

const hiragana = /[\u3041-\u3096]/g;
const toKatakana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0x60);
const cjk = "\\p{Script=Han}\\p{Script=Katakana}ー";
const spaceInsideCjk = new RegExp(`(?<=[${cjk}]) (?=[${cjk}])`, "gu");

function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

export function foldedName(name: string): string {
  return withoutAccents(name.normalize("NFKC").toLowerCase())
    .replaceAll(hiragana, toKatakana)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replaceAll(spaceInsideCjk, "");
}

/** Lower case and ordinary width, still with its punctuation. */
export function plainText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
}

/** As long as the plain text it is made from, so that places in one are places in the other. */
export function foldedText(plain: string): string {
  const letters = Array.from({ length: plain.length }, (_, at) => {
    const letter = plain.charAt(at);
    if (/[\u00c0-\u024f]/.test(letter)) return withoutAccents(letter).charAt(0);
    return letter === "-" || letter === "‐" ? " " : letter;
  });
  return letters.join("").replaceAll(hiragana, toKatakana);
}
