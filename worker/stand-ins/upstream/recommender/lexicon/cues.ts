/**
 * The small words that decide whether a smell is wished for or refused, divided by `|`. What each kind does is in
 * `../scope.ts`:
 *
 * - `not` negates the next cue ("don't hate", "don't want") or refuses what follows; `notLast` does so backwards (嫌いではない)
 * - `refuse` refuses what follows in its clause, `refuseBack` what came before, either the other side when its own is empty
 * - `refuseNext` and `refuseLast` refuse only the list right beside them, `excess` and `excessLast` only too much of it
 * - `except` refuses what follows, or spares it behind another refusal; `wish` ends a refusal
 * - `comma`, `contrast` and `because` part clauses; `turn` ends a refusal that has named something
 * - `or` and `and` join lists; `ignore` are stop words: they mean nothing here, though they hold a word that would
 */
import type { Locale } from "../../wire.ts";

type Negation =
  | "not"
  | "notLast"
  | "refuse"
  | "refuseBack"
  | "refuseNext"
  | "refuseLast"
  | "excess"
  | "excessLast"
  | "except";
export type CueKind = Negation | "wish" | "contrast" | "because" | "turn" | "or" | "and" | "ignore";
type Cues = Partial<Record<CueKind, string>>;

const chinese: Cues = {
  not: "不是|並非|不會|不太|不怎麼|沒那麼|不像|從不|沒有很|不需要|不用",
  refuse: `不要|不想要|不想|不喜歡|不愛|不希望|不能有|不能|不可以|不准|別|勿|討厭|痛恨|避免|避開|
    迴避|拒絕|排除|排斥|怕|受夠|厭倦|無法接受|不能接受|不碰|不推薦|而不是|比起|與其|遠離|去掉|
    拿掉|扣掉|跳過|戒掉|不考慮|禁止|免掉`,
  refuseBack: `過敏|受不了|嫌|不行|免了|免談|頭暈|頭痛|頭疼|頭昏|想吐|噁心|反胃|打噴嚏|起疹子|
    起疹|起紅疹|疹子|發癢|很癢|不舒服|難受|膩了|聞膩|擦膩|用膩|膩到|會暈|嗆到|咳嗽|氣喘|
    鼻塞|鼻水|無感|就算了|敬謝不敏|地雷|踩雷|苦手|ng|扣分|不適合我|不是我的菜|吃不消|敏感|陰影|
    退避三舍|不對味|倒胃|難聞|可怕|告別式|葬禮|喪禮|出局|退散|避掉|沒辦法|不用了|不必了|略過|
    退貨|會吐|到吐|氾濫|火大|一律免|不能碰|抗議|🚫|❌|👎|🙅|🤮|🤢|🤧|💀`,
  refuseNext: "不|無|沒|非|免|沒有|不含|不帶|不加|不放|不摻|無添加|零",
  excess: `太|不要太|別太|不會太|不能太|不那麼|沒那麼|過於|過度|太過|少一點|少點|不要那麼|不要過|
    不想太|不喜歡太|不希望太|不想要太|怕太|不要很|別那麼|過分|偏`,
  except: "除了|撇開|除去",
  refuseLast: "以外|之外|除外",
  wish: `喜歡|想要|要|愛|偏好|偏愛|希望|想找|想聞|想試|最愛|熱愛|迷戀|不排斥|不討厭|不介意|不怕|
    不反對|不會討厭|不只|不僅|不單|可以|也行|還行|沒關係|ok|換成|改成|改用|換|而是|只要|最好|
    期待|歡迎|請用|改走|多一點|少不了|離不開|不能沒有|沒有它|無妨|沒差|戒不掉|❤|😍|🥰|👍|
    💕|✅|😋`,
  contrast: "但|但是|可是|不過|然而|反而|卻|倒是|反倒|其他|其餘|另外|至於|結果",
  because: "因為|所以|因此|害",
  turn: "請|來點|帶點|的時候|適合",
  or: "或|或是|或者|、",
  and: "跟|和|與|以及|還有|及|都|也|連|加上|&|/|+",
  ignore: `到不行|得不得了|不得了|不錯|不同|不知道|不確定|不清楚|要不要|能不能|會不會|是不是|
    有沒有|好不好|可不可以|差不多|對不起|不好意思|不管|不論|不斷|主要|重要|需要花|要求|要是|
    花時間|花錢|花了|花費|天花板|火花|煙火|花樣|花紋|香水|香氣|香味|味道|氣味|香調|聞起來|特別|
    別人|分別|個別|級別|性別|告別|年輕人|重視|體重|嚴重|重新|重複|重點|強調|勉強|海外|茶色|
    山椒魚|現金|獎金|家庭|國家|大家|專家|白天|明白|花粉|火車|火鍋|水準|薪水|影響|電影|果然|如果|
    結果|效果|無論|晴朗|溫度|冰箱|恐怕|給我|推薦|甘草|平凡|深色西裝|沒問題|永久|好久|多久|木村|
    林小姐|林先生|藥妝|根本|草率|很多|免費|免運`,
};

const english: Cues = {
  not: `not|don't|doesn't|didn't|do not|does not|did not|isn't|aren't|wasn't|is not|are not|
    won't|wouldn't|would not|shouldn't|should not|mustn't|must not|can't|cannot|couldn't|never|
    no longer|dont|doesnt|isnt|cant|hardly`,
  refuse: `no|without|nothing|none|neither|avoid|avoiding|hate|hated|hating|dislike|disliked|
    loathe|detest|despise|can't stand|cannot stand|can't bear|can't tolerate|can't abide|
    can't face|can't handle|can't deal with|can't wear|can't do|allergic to|allergy to|
    sensitive to|intolerant of|steer clear of|stay away from|keep away from|sick of|tired of|
    fed up with|bored of|bored with|averse to|skip|leave out|hold the|keep out|free of|free from|
    minus|exclude|excluding|omit|rather than|instead of|anything but|ban|banned|put off by|
    react to|away from|used to love|used to wear|overdosed on|gone off|spare me|sans|zero|
    hold off on|refuse|lay off|go easy with|cut the|lose the|ditch|can't take|lived in|
    opposite of|had enough of|done with|anti|un|non|keep away|no more|go anywhere near`,
  refuseBack: `allergic|allergy|intolerance|headache|migraine|hive|rash|nauseous|nausea|queasy|
    sneeze|sneezing|itch|itchy|dizzy|cough|wheeze|retch|gag|make me sick|make me ill|
    made me sick|turn my stomach|not for me|not my thing|no thanks|no thank you|is out|are out|
    all out|are off|is off|off the table|off limits|out of the question|is a no|are a no|a no-go|
    no go|forbidden|bother me|turn me off|hard pass|give it a miss|isn't my thing|isn't for me|
    aren't for me|all of it out|it out|them out|throw up|threw up|vomit|put me off|choke me|
    suffocating|disgusting|horrible|awful|unbearable|gross|yuck|revolting|set off my|trigger|
    too much for me|leave me cold|deal breaker|dealbreaker|get on my nerve|funeral|
    can't stand it|hate it|give me the creep|asthma|absolutely not|please no|🚫|❌|👎|🙅|🤮|🤢|
    🤧|💀`,
  refuseLast: "-free|aside|excluded|out",
  excess: `too|overly|excessively|not too|not overly|not so|not very|not that|nothing too|
    nothing overly|nothing very|not be too|without being too|without being|less|not as|
    not particularly|easy on the|easy on|light on the|tone down`,
  except: `except|except for|apart from|other than|besides|save for|with the exception of|barring`,
  wish: `love|want|not that i dislike|who wouldn't|who doesn't|prefer|adore|enjoy|crave|craving|
    need|looking for|look for|hoping for|hope for|wish|fond of|keen on|fan of|drawn to|i like|
    i'd like|i would like|we like|really like|also like|would like|do like|like it|don't mind|
    can't get enough|can't live without|cannot live without|couldn't live without|can't resist|
    never tire of|never bore|not only|not just|nothing but|nothing like|nothing beat|
    no problem with|nothing against|no objection to|give me|i'd take|i'll take|favourite|
    favorite|obsessed with|is fine|are fine|is ok|are ok|okay|is lovely|welcome|must have|
    die for|miss|yes|always|swear by|partial to|can't wear anything but|make me happy|calm me|❤|
    😍|🥰|👍|💕|✅|😋`,
  contrast: `but|however|although|though|yet|instead|otherwise|whereas|while|rather|still|
    apart from that`,
  because: "so|because|since",
  turn: "something|please|just|maybe|give|make",
  or: "or|nor|neither|any",
  and: "and|&|plus|as well as|/|+",
  ignore: `smell like|smelling like|feel like|look like|anything like|something like|like|smell|
    smelling|scent|perfume|fragrance|not sure|no idea|don't know|do not know|no matter|why not|
    don't worry|no one|nobody|no rush|can't wait|sun rose|rose early|feel free|free shipping|
    free gift|thank|wind down|winding down|fall for|fall in love|to date|up to date|out of date|
    book now|book a|cool with|dark suit|red light|bar none|water bottle|traffic jam|
    not necessarily|no doubt|can't decide|no preference|at the hospital|in a hospital|the rest|
    rest of|nothing else|no other|come out|came out|go out|went out|out of|night out|nights out|
    day out|me too|as well|never tried|never worn|don't usually|clear idea|bay leaf|to die for|
    spring to mind|in the field of|home page|sharp price`,
};

const japanese: Cues = {
  notLast: `ない|なく|ません|ありません|くない|くなく|くもなく|くもない|っぽくない|ではない|
    じゃない|ではありません|じゃありません|でもない|ではな|じゃな|というわけではない|わけではない`,
  refuse: `苦手なのは|苦手な香りは|苦手な匂いは|嫌いなのは|嫌いな香りは|ngは|避けたいのは|
    避けたい香りは|アレルギーは|入れてほしくないのは|入れないでほしいのは|外してほしいのは`,
  refuseBack: `苦手|にがて|嫌い|きらい|キライ|嫌|いやで|いやな|はいや|だめ|ダメ|駄目|無理|ng|
    いらない|要らない|いりません|不要|避け|入れないで|入れず|使わない|外して|抜いて|除いて|
    やめて|遠慮|なしで|なしに|抜きで|一切なし|全部なし|全部アウト|要りません|もう結構|
    もうたくさん|禁止|厳禁|論外|はちょっと|不可|パス|お腹いっぱい|に弱|アレルギー|受け付け|
    受けつけ|頭が痛|頭痛|気持ち悪|気分が悪|気分悪|酔って|酔う|酔い|吐き気|くしゃみ|かゆ|
    じんましん|蕁麻疹|発疹|かぶれ|むせ|うんざり|飽き|トラウマ|合わな|控えて|敬遠|耐えられ|
    我慢でき|不快|つらい|勘弁|お断り|困りま|ほしくない|欲しくない|たくない|たくありません|
    たくなく|具合が悪|倒れ|思い出すので|お葬式|葬儀|懲り|こりご|なくていい|使用しない|使用せず|
    咳|鼻がむず|🚫|❌|👎|🙅|🤮|🤢|🤧|💀`,
  refuseLast: `なし|無し|抜き|ぬき|以外|フリー|ゼロ|ではなく|じゃなく|でなく|より|のない|がない|
    を含まない|不使用|を除いた|を除く|を除き|はなく|感のない|さのない`,
  excessLast: `すぎない|過ぎない|すぎず|過ぎず|すぎる|過ぎる|すぎて|すぎ|控えめ|ひかえめ|
    さ控えめ|を抑え|少なめ|くなりすぎない|ったるくない|抑えめ|は控えめ|が強い`,
  wish: `好き|がいい|が良い|がよい|欲しい|ほしい|希望|求めて|探して|惹かれ|理想|だけでなく|
    だけじゃなく|だけではなく|歓迎|大丈夫|平気|なら|好み|憧れ|がないと困|ないと困|欠かせない|
    目がない|目がなく|抜いては語れ|たまらない|❤|😍|🥰|👍|💕|✅|😋`,
  contrast: `けど|けれど|けれども|が、|でも|しかし|ただ|ただし|一方|代わりに|かわりに|むしろ|
    それ以外|その代わり`,
  because: "ので|から、|ため、|ためか|だから|せいで",
  or: "や|か|または|あるいは|・|とか",
  and: "と|も|および|そして|&|/|+",
  ignore: `バランス|プレゼント|香水|香り|匂い|におい|フレグランス|本当|日本|本日|基本|見本|花火|
    面白|花粉|木曜|火曜|水曜|土曜|月曜|金曜|日曜|お金|料金|金額|海外|重要|重視|重ね|強調|影響|
    家族|家庭|専門家|作家|言葉|水準|化粧水|土台|お土産|根拠|観光|人間|名前|青春|夢中|旅費|薬局|
    靴下|車|知らない|わからない|分からない|かもしれない|さりげなく|なんとなく|間違いない|
    忘れられない|問題ない|かまわない|構わない|だけど|敏感肌|肌荒れ|ダークスーツ|調和|緩和|が強い|
    山田|山本|とにかく|もっと|ちょっと|ずっと|と思`,
};

export const cueWords: Record<Locale, Cues> = { zh: chinese, en: english, ja: japanese };
