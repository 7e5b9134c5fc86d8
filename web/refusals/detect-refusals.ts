/**
 * Guesses what a text refuses, for the shopper to confirm: a known name that stands beside a word of refusal in the same clause.
 * A bare list takes over from its neighbour ("no rose, jasmine or lily"), and so does a clause without a name ("citrus, it gives
 * me a rash").
 */
import { findNames, type Mention } from "#contract/dictionary";
import { foldedText, plainText } from "#contract/note-names";

/** Stands before the name: "no …", 不要…. Longer ways stand before the shorter ones that they contain. */
const refusedAfterIt = [
  "不想要|不喜歡|不愛|討厭|厭惡|拒絕|勿|不含|不放|不加|沒有|除了|遠離|受不了|怕(?!了)|聞不慣|別(?:再|放|加|用|給|推薦|有)?",
  "\\b(?:don't|do not|doesn't|does not|didn't|won't|can't|cannot|can not)(?: \\w+){0,2} (?:like|want|use|give|add|include|recommend|stand|bear|wear|have|do|smell|tolerate|take|handle)\\b",
  "\\b(?:anything but|sick of|tired of|(?:i'm|i am) (?:over|done with|off)|had enough of|instead of|rather than|other than|apart from|except(?: for)?|(?:stay|keep|steer)(?: well)? (?:away|clear|off)(?: from| of)?|free (?:of|from)|(?:leave|take|cut) out|hold the|minus|zero|rather not|never (?:want|wish|wear|like))\\b|\\b(?:keep|leave|take|cut)\\b(?=.{1,30} out\\b)",
  "\\b(?:no|not|none|nothing|never|neither|nor|without|avoid(?:s|ing)?|hat(?:e|es|ed)|dislike[sd]?|loathe[sd]?|detest(?:s|ed)?|skip|leave (?:it|them|that) out)\\b",
];
/** Stands after it: "… is out", …は苦手. */
const refusedBeforeIt = [
  "不行|退散|免了|免談|不必|不用了|敬謝不敏|不可以|不可|聞膩|(?<!不)膩了|怕了|就?算了|沒辦法|除外",
  "\\b(?:is|are) (?:right )?out\\b|\\b(?:is|are) an? (?:\\w+ )?(?:no|pass|no-go|nope|deal ?breaker)\\b|\\bfree\\b|\\bbanned\\b|\\b(?:is|are) not (?:for me|my)\\b|\\b(?:must|should|have to|need to|try to) (?:avoid|skip)\\b|\\b(?:puts? me off|disgusts? me|bothers? me)\\b|\\bplease (?:not|don't)\\b|\\bnone of (?:it|that)\\b|\\bspare me\\b",
  "苦手|嫌|きらい|(?<!くち)なし|無し|抜き|抜いて|だめ|ダメ|駄目|\\bng\\b|避け|除い|除き|外して|省い|以外|いらない|要らない|[いり要]りません|不要|入れない|使わない|入ってい?ない|含まない|禁止|不可|無理|やめて|控え|遠慮|勘弁|結構です|受け(?:付|つ)け(?:ない|ません)|我慢でき|こりごり|(?:か|嗅)ぎたく|飽き|止められ|ちょっと$|(?:好|この)み(?:ません|では|じゃ)|好きに(?:なれ|なら)|好き(?:では|じゃ)な|合わな|合いませ|ではなく|じゃなく|勧めない|すすめない",
];
/** Stands before it where a name follows, and after it where none does. */
const refusedAround = [
  "一概不要?|都不(?:想|要)?再?(?:聞到?|碰|要)?|都別|不想再?(?:聞到?|碰)?|(?<!ので|は|が|も|を)不要(?![でな])再?|不能(?:用|有|聞|碰|接受)|不可以有|避開|避免|禁止|排除|跳過|略過|拿掉|去掉|換掉|不碰|無法接受|不(?:太)?能接受|接受不了|不考慮|別出現",
];
/** Refuses every name in its sentence that is not wished for. */
const illness = [
  "過敏|氣喘|起疹|紅疹|發癢|會癢|頭痛|頭暈|會暈|紅腫|會咳|噁心|想吐|反胃|打噴嚏|敏感|流眼淚|醫[生師]",
  "\\ballerg(?:y|ies|ic)\\b|\\b(?:asthma|irritat\\w*|migraines?|headaches?|rash|hives|eczema|nausea|sneez\\w+|itch\\w*|swell\\w*|sting\\w*|wheez\\w+|intolerant|doctor)\\b|\\bsensitive to\\b|\\breacts? (?:badly )?to\\b|\\bbreaks? out\\b|\\bmakes? (?:me|my) (?:feel )?(?:sick|itch|nauseous|ill|queasy|gag|dizzy|cough|red|eyes(?: water)?|throat|nose|skin)|\\bburns me\\b|\\bturns? my stomach\\b",
  "アレルギー|喘息|かぶれ|頭痛|頭が痛|頭痛|気持ち悪|気分が悪|吐き気|腫れ|咳|酔って|酔い|かゆ|痒|じんましん|蕁麻疹|発疹|湿疹|くしゃみ|荒れ|涙が|医者",
];
const wishedAfterIt = [
  "想要|喜歡|偏好|希望|給我|愛|想換|換成|要",
  "\\b(?:want|love|like|adore|prefer|crave|enjoy|need|looking for|give me|bring me|(?:fan|fond) of)\\b",
];
const wishedBeforeIt = [
  "好き|欲しい|ほしい|希望|がいい|が良い|お願い|歓迎|求め|探し|入れて|使って|都好|都可以|都行",
];

/** Sounds like a refusal and is none, or refuses only too much of it. */
const harmless = [
  "怎麼聞都不|要不要|有沒有|(?:不要|別)[只光]|以為|沒有[^，,。]{0,10}太多|沒辦法(?:抗拒|不)|(?:不要|別)(?:太|那麼|過)|不會?太(?!能)|不能沒有|不是不|不介意|不怕|不排斥|不討厭|不反對|不(?:會)?過敏|沒有?過敏|少不了|離不開|不只|不僅|不但|特別|分別|個別|別(?:人|處|的)|不管|不論|無論|不錯|不知道|從來?沒有?|沒有[^，,。]{1,8}(?:活不|不行|就不)|下雨天|除了[^，,。]{1,12}[，,]?(?:也|還)",
  "not only|say no to|hate anything|nothing (?:like|beats|better|fancy|too)|(?:don't|do not|doesn't) (?:mind|hate|dislike|know|care)|(?:don't|do not) (?:want|need|like) (?:anything|nothing) but|no problem(?: with)?|(?:can't|cannot) (?:get enough(?: of)?|live without)|never (?:\\w+ ){1,4}without|without (?:\\w+ ){1,3}i (?:can't|cannot|am)|nothing but|no matter|no such thing|not (?:too|so|overly|very|just|sure|afraid of|opposed to|allergic(?: to)?)|no allerg(?:y|ies)(?: to)?|why not|never (?:enough|too much|tried)|no idea|rainy days?|no rush",
  "嫌い(?:じゃ|では)(?:ない|ありません)|苦手(?:じゃ|では)(?:ない|ありません)|嫌とは|なしでは|がないと|だけ(?:じゃ|で|では)なく|のみならず|(?:すぎ|過ぎ)ない|アレルギー(?:は(?:ない|ありません)|なし)|かもしれない|雨の日",
];

const either = (parts: readonly string[]) => parts.join("|");
const harmlessWords = new RegExp(either(harmless), "g");
/** One expression, so that 不要 is read before the 要 in it. */
const markers = new RegExp(
  [
    `(?<ill>${either(illness)})`,
    `(?<around>${either(refusedAround)})`,
    `(?<refusedAfter>${either(refusedAfterIt)})`,
    `(?<refusedBefore>${either(refusedBeforeIt)})`,
    `(?<wishedBefore>${either(wishedBeforeIt)})`,
    `(?<wishedAfter>${either(wishedAfterIt)})`,
  ].join("|"),
  "g",
);

const sentenceEnds = /[.!?。\n]+/;
/** Lists do not reach across these. */
const contrasts =
  /(?<!anything |nothing )\bbut\b|\b(?:however|although|though)\b|但是?|可是|不過|けれども?|けど|だが/;
const clauseEnds = /[,、;:]|\b(?:because|and (?=i\b|please))\b|ので|から/;
/** What may stand between the names of a list. */
const joiners =
  /\b(?:and|or|nor|the|an?|of|any|either|notes?|scents?)\b|[和跟或與及也とやもはがの]|還有|以及|など|類|系|調|香味|香/g;

type Marking = "ill" | "around" | "refusedBefore" | "refusedAfter" | "wishedBefore" | "wishedAfter";
interface Marker {
  at: number;
  end: number;
  marking: Marking;
}
interface Clause {
  /** Its place among what contrasts within the sentence. */
  part: number;
  named: { mention: Mention; state: "refused" | "wished" | "open" }[];
  markers: readonly Marker[];
  /** What stands before it is the rule: "fruit, mango excepted". */
  isException: boolean;
  /** Nothing but names and what joins them. */
  isList: boolean;
}

export interface ReadWords {
  refused: string[];
  /** Named without being refused. */
  others: string[];
  /** Whether a word of refusal stands anywhere. */
  soundsRefusing: boolean;
}

export function readRefusals(text: string): ReadWords {
  const plain = plainText(text).replaceAll(harmlessWords, (words) => "_".repeat(words.length));
  const sentences = plain.split(sentenceEnds).map(clausesOf);
  const refused = meaningsOf(
    sentences.flatMap((clauses) => clauses.flatMap((_clause, at) => refusedIn(clauses, at))),
  );
  const all = sentences.flat();
  const named = meaningsOf(all.flatMap((clause) => clause.named.map(({ mention }) => mention)));
  return {
    refused,
    others: named.filter((one) => !refused.includes(one)),
    soundsRefusing: all.some(({ markers: found }) => found.some(isRefusing)),
  };
}

export const detectRefusals = (text: string): string[] => readRefusals(text).refused;

function meaningsOf(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.flatMap(({ meanings }) => meanings))];
}

function clausesOf(sentence: string): Clause[] {
  return sentence.split(contrasts).flatMap((part, at) => {
    const clauses = part.split(clauseEnds).filter((clause) => clause.trim() !== "");
    return clauses.map((clause) => readClause(clause, at));
  });
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
    following.markers.every(isRefusing);
  if (isFollowed) return true;
  if (clause?.isList !== true) return false;
  const isEnd = ({ isList, part }: Clause) => !isList && part === clause.part;
  const before = clauses.slice(0, at).findLast(isEnd);
  const after = clauses.slice(at + 1).find(isEnd);
  return (
    (before?.named.at(-1)?.state === "refused" && endsWith(before, "refusedAfter")) ||
    (after?.named[0]?.state === "refused" && !after.isException && endsWith(after, "refusedBefore"))
  );
}

const isRefusing = ({ marking }: Marker) => !marking.startsWith("wished");

function endsWith({ markers: found }: Clause, wanted: Marking): boolean {
  const last = found.at(-1)?.marking;
  return last === wanted || last === "ill";
}

function readClause(clause: string, part: number): Clause {
  const found = [...clause.matchAll(markers)].map((match): Marker => {
    const [marking] =
      Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined) ?? [];
    // The expression has these groups and no other.
    return { at: match.index, end: match.index + match[0].length, marking: marking as Marking };
  });
  const plain = blanked(clause, found);
  const mentions = findNames(foldedText(plain), (at, end) => !isInsideKatakana(plain, at, end));
  for (const marker of found)
    if (marker.marking === "around")
      marker.marking = mentions.some(({ at }) => at >= marker.end)
        ? "refusedAfter"
        : "refusedBefore";
  const rest = blanked(plain, mentions)
    .replaceAll(joiners, "")
    .replaceAll(/[^\p{L}]/gu, "");
  return {
    part,
    isException: /除外|以外/.test(clause),
    named: mentions.map((mention) => ({ mention, state: stateOf(mention, found, mentions) })),
    markers: found,
    isList: mentions.length > 0 && found.length === 0 && rest.length <= 1 && rest !== "で",
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
  if (before !== undefined || after !== undefined) return "wished";
  return found.some(({ marking }) => marking === "ill") ? "refused" : "open";
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
