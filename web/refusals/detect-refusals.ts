/**
 * Guesses what a text refuses, for the shopper to confirm: a known name that stands beside a word of refusal in the same clause.
 * A bare list takes over from its neighbour ("no rose, jasmine or lily"), and so does a clause without a name ("citrus, it gives
 * me a rash").
 */
import { findNames, type Mention } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";

/** How Chinese, English and Japanese say that something is not wanted. Longer ways stand before the shorter ones they contain. */

/** Stands before the name: "no …", 不要…. */
const refusedAfterIt = [
  "不想再?要|不要再?(?![喔哦了啦]*$|です|な|の)|不想再?|不喜歡|不愛|討厭|厭惡|避開|避免|拒絕|不能(?:用|有|聞|碰|接受)|不可以有|勿|禁止|不含|不放|不加",
  "沒有|除了|去掉|拿掉|遠離|受不了|怕|聞不慣|排除|跳過|別(?:再|放|加|用|給|推薦|有)?",
  "\\b(?:don't|do not|doesn't|does not|didn't|won't|can't|cannot|can not)(?: \\w+){0,2} (?:like|want|use|give|add|include|recommend|stand|bear|wear|have|do|smell|tolerate)\\b",
  "\\b(?:anything but|allerg(?:ic|y) to|sensitive to|intolerant (?:to|of)|reacts? (?:badly )?to|sick of|tired of|instead of|rather than|other than|apart from|except(?: for)?|(?:stay|keep|steer)(?: well)? (?:away|clear) (?:from|of)|free (?:of|from)|leave out|nothing with)",
  "\\b(?:no|not|none|never|neither|nor|without|avoid(?:s|ing)?|hate[sd]?|dislike[sd]?|loathe|detest|skip|leave (?:it|them|that) out)\\b",
];
/** Stands after it: "… makes me sneeze", …は苦手. */
const refusedBeforeIt = [
  "不行|過敏|起疹|發癢|會癢|頭痛|頭暈|會暈|紅腫|會咳|避開(?![^，,。]*的)|不能有|噁心|想吐|反胃|打噴嚏|敏感|退散|免了",
  "\\ballerg(?:y|ies|ic)\\b|\\bgives? me (?:an? |the |terrible |awful )*(?:rash|hives|headaches?|migraines?)|\\bmakes? me (?:feel )?(?:sick|sneeze|itch|nauseous|ill|queasy|gag|dizzy|cough|red)|\\b(?:itches|swells|burns me|stings|turns? (?:my )?stomach)\\b|\\b(?:is|are) (?:right )?out\\b|\\b(?:is|are) an? no\\b|\\bfree\\b|\\bbanned\\b|\\b(?:is|are) not for me\\b|\\b(?:rash|hives|sneez\\w+)\\b",
  "苦手|嫌い|きらい|なし|無し|抜き|だめ|ダメ|駄目|\\bng\\b|避け|除い|除き|外して|以外|いらない|要らない|不要|入れない|使わない|入ってい?ない|含まない|禁止|アレルギー|かぶれ|無理|やめて|控え|頭痛|頭が痛|気持ち悪|腫れ|咳|酔って|酔い|かゆ|痒|じんましん|蕁麻疹|発疹|くしゃみ|ではなく|じゃなく|勧めない|すすめない",
];
const wishedAfterIt = [
  "想要|喜歡|偏好|希望|給我|愛|要",
  "\\b(?:want|love|like|adore|prefer|crave|enjoy|need|looking for|give me|(?:fan|fond) of)\\b",
];
const wishedBeforeIt = [
  "好き|欲しい|ほしい|希望|がいい|が良い|お願い|歓迎|求め|探し|入れて|使って",
];

/** Sounds like a refusal and is none, or refuses only too much of it. */
const harmless = [
  "要不要|(?:不要|別)(?:太|那麼|過)|不會?太|不能沒有|不是不|不介意|不怕|不排斥|不討厭|不反對|不(?:會)?過敏|沒有?過敏|少不了|離不開|不只|不僅|不但|特別|分別|個別|不管|不論|無論|不錯|不知道|除了[^，,。]{1,12}[，,]?(?:也|還)",
  "not only|(?:don't|do not|doesn't) (?:mind|hate|dislike|know|care)|no problem(?: with)?|(?:can't|cannot) (?:get enough(?: of)?|live without)|nothing but|no matter|not (?:too|so|overly|very|just|sure|afraid of|opposed to|allergic(?: to)?)|no allerg(?:y|ies)(?: to)?|why not|never (?:enough|too much)|no idea",
  "嫌い(?:じゃ|では)(?:ない|ありません)|苦手(?:じゃ|では)(?:ない|ありません)|なしでは|だけ(?:じゃ|で|では)なく|のみならず|(?:すぎ|過ぎ)ない|アレルギー(?:は(?:ない|ありません)|なし)|かもしれない",
];

const either = (parts: readonly string[]) => parts.join("|");
const harmlessWords = new RegExp(either(harmless), "g");
/** One expression, so that 不要 is read before the 要 in it. */
const markers = new RegExp(
  [
    `(?<refusedAfter>${either(refusedAfterIt)})`,
    `(?<refusedBefore>${either(refusedBeforeIt)})`,
    `(?<wishedBefore>${either(wishedBeforeIt)})`,
    `(?<wishedAfter>${either(wishedAfterIt)})`,
  ].join("|"),
  "g",
);

const sentenceEnds = /[.!?。;\n]+/;
const clauseEnds =
  /[,、]|(?<!anything |nothing )\bbut\b|\b(?:however|although|though|because|and (?=i\b|please))\b|但是?|可是|不過|けれども?|けど|だが|ので|から/;
/** What may stand between the names of a list. */
const joiners =
  /\b(?:and|or|nor|the|an?|of|any|either|notes?|scents?)\b|[和跟或與及也とやもはがの]|還有|以及|など|類|系|調|香味|香/g;

type Marking = "refusedBefore" | "refusedAfter" | "wishedBefore" | "wishedAfter";
interface Marker {
  at: number;
  end: number;
  marking: Marking;
}
interface Clause {
  named: { mention: Mention; state: "refused" | "wished" | "open" }[];
  markers: readonly Marker[];
  /** Nothing but names and what joins them. */
  isList: boolean;
}

export function detectRefusals(text: string): string[] {
  const plain = plainText(text).replaceAll(harmlessWords, (words) => "_".repeat(words.length));
  const refused = plain.split(sentenceEnds).flatMap((sentence) => {
    const clauses = sentence.split(clauseEnds).map(readClause);
    return clauses.flatMap((_clause, at) => refusedIn(clauses, at));
  });
  return [...new Set(refused.flatMap(({ meanings }) => meanings))];
}

function refusedIn(clauses: readonly Clause[], at: number): Mention[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const own = clause.named.filter(({ state }) => state === "refused");
  if (own.length > 0 || !takesOver(clauses, at)) return own.map(({ mention }) => mention);
  return clause.named.filter(({ state }) => state === "open").map(({ mention }) => mention);
}

function takesOver(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  const following = clauses[at + 1];
  const isFollowed =
    following !== undefined &&
    following.named.length === 0 &&
    following.markers.length > 0 &&
    following.markers.every(({ marking }) => marking.startsWith("refused"));
  if (isFollowed) return true;
  if (clause?.isList !== true) return false;
  const before = clauses.slice(0, at).findLast(({ isList }) => !isList);
  const after = clauses.slice(at + 1).find(({ isList }) => !isList);
  return (
    (before?.named.at(-1)?.state === "refused" && endsWith(before, "refusedAfter")) ||
    (after?.named[0]?.state === "refused" && endsWith(after, "refusedBefore"))
  );
}

const endsWith = ({ markers: found }: Clause, wanted: Marking) => found.at(-1)?.marking === wanted;

function readClause(clause: string): Clause {
  const found = [...clause.matchAll(markers)].map((match): Marker => {
    const [marking] =
      Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined) ?? [];
    // The expression has these four groups and no other.
    return { at: match.index, end: match.index + match[0].length, marking: marking as Marking };
  });
  const plain = blanked(clause, found);
  const mentions = findNames(foldedText(plain), (at, end) => !isInsideKatakana(plain, at, end));
  const rest = blanked(plain, mentions)
    .replaceAll(joiners, "")
    .replaceAll(/[^\p{L}]/gu, "");
  return {
    named: mentions.map((mention) => ({ mention, state: stateOf(mention, found, mentions) })),
    markers: found,
    isList: mentions.length > 0 && found.length === 0 && rest.length <= 1,
  };
}

function stateOf(mention: Mention, found: readonly Marker[], mentions: readonly Mention[]) {
  const before = found.findLast(
    ({ end, marking }) => end <= mention.at && marking.endsWith("After"),
  );
  const after = found.find(({ at, marking }) => at >= mention.end && marking.endsWith("Before"));
  const isNearest = !mentions.some(
    ({ at }) => at > mention.at && after !== undefined && at < after.at,
  );
  if (after?.marking === "refusedBefore" && (before?.marking !== "wishedAfter" || isNearest))
    return "refused";
  if (before?.marking === "refusedAfter" && after?.marking !== "wishedBefore") return "refused";
  return before === undefined && after === undefined ? "open" : "wished";
}

function blanked(text: string, parts: readonly { at: number; end: number }[]): string {
  return parts.reduce(
    (left, { at, end }) => left.slice(0, at) + " ".repeat(end - at) + left.slice(end),
    text,
  );
}

/** No rose (バラ) in balance (バランス). */
function isInsideKatakana(plain: string, at: number, end: number): boolean {
  const isKatakana = (letter: string) => /[\u30a1-\u30faー]/.test(letter);
  const begins = isKatakana(plain.charAt(at)) && isKatakana(plain.charAt(at - 1));
  return begins || (isKatakana(plain.charAt(end - 1)) && isKatakana(plain.charAt(end)));
}
