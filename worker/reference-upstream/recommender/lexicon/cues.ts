/**
 * The small words that decide whether a smell is wished for or refused. `not` looks forward, `after` looks back,
 * `degree` is a "not too": it refuses one thing and stops. `like` ends a refusal, `towards` only when one was made.
 * `those` refuses by a pronoun what an earlier clause named; `because` stands between a thing and its refusal.
 */
import type { Locale } from "../../../upstream/wire.ts";

export const cueKinds = [
  "not",
  "dislike",
  "degree",
  "after",
  "afterClose",
  "beforeClose",
  "those",
  "because",
  "like",
  "towards",
  "contrast",
  "or",
  "and",
  "turn",
  "pass",
] as const;
export type CueKind = (typeof cueKinds)[number];

export const cues: Record<Locale, Partial<Record<CueKind, string>>> = {
  zh: {
    /** Refuses what follows, or when nothing follows, what came before. */
    dislike:
      "不要|不想要|不喜歡|不愛|討厭|避免|避開|不能有|不希望|不希望有|不想|怕|害怕|拒絕|受不了|排斥|厭惡|無法接受|不能接受|不習慣|不需要|請勿|去除|遠離|痛恨|不可以有|不行|不敢|不想聞到|不想聞|不適合|別放|別加|不要加|不要放|不要有|不想有|反感|不是很喜歡|不太喜歡|不大喜歡|不怎麼喜歡|沒有很喜歡|不偏好|免了|就算了|敬謝不敏|不考慮|不含|不帶|避掉|過敏原|拒絕任何|最怕|最討厭|不能忍受|不愛聞|有點怕|不能碰|不碰|會頭痛|頭暈|頭痛|想吐|敏感|不受|不用|過敏|排除|剔除|踩雷|地雷|嫌|嫌棄|起疹子|長疹子|起紅疹|打噴嚏|反胃|會暈|千萬別放|千萬不要|絕對不要|絕對不行|都不行|都不能|免談|超雷|很雷|太雷|出局|禁止|禁用|不能用|不可以用|不能聞|聞不得|吃不消|沒興趣|無感|無法忍受|噁心|作嘔|氣喘|聞膩了|聞膩|拜託不要|千萬不能|可以不要|勿入|勿加|告別式|葬禮|喪禮|靈堂|殯儀館|牙醫|廁所|殺蟲劑|老人味|受夠|受夠了|不對味|沒好感|沒有好感|不感興趣|不是我的菜|先不要|能避就避|能免則免|拜託別|最不愛|最不喜歡|難聞",
    those:
      "別放那個|不要那個|不要那些|不要這些|不要它|這兩個別|這兩個不要|那兩個不要|兩個都不要|這些都不要|這個不要|別再出現|不要這個|避開它|避開這些|都別放",
    not: "沒有|除了|除去|而不是|並非|不是|別|無添加|勿|而非|不像|不走|別給我",
    degree:
      "不太|不要太|別太|不能太|不會太|不那麼|沒那麼|不會過於|不過於|別過於|不要過於|不要過度|不希望太|不想太|不喜歡太|不愛太|不想要太|不要那麼|沒有那麼|不要過|不會過|不過分|怕太|討厭太|不用太|不需要太|少一點|少一些|不可太|不該太|不至於太|避免太|避免過於|避免過|不特別|不要那種|不會很|不要很|不夠|不想那麼|受不了太|不能過|不宜太|太過|過於|低",
    beforeClose: "不|無|沒|免|少",
    like: "過敏沒差|過敏沒關係|可以|還行|也行|我是|不會過敏|沒有過敏|要|喜歡|想要|希望|想找|愛|最愛|偏好|偏愛|想聞|想擁有|我要|可以有|不排斥|不討厭|也可以|不介意|就是要|要的是|而是|只要|要的|請給我|給我|推薦|少不了|離不開|沒話說|沒有抵抗力|沒有不喜歡|可以接受|鍾情|不能沒有|不可或缺|迷戀|熱愛|想試|想試試|改成|換成|來點|來一點|期待|嚮往|接受|更喜歡|比較喜歡|不嫌|不嫌棄|不只|不僅|不單|不只是|不僅是|不光是",
    towards: "像|帶有|帶點|帶一點|要有|加點|加入|適合|類似|如同|彷彿|好像|般|來自|一樣",
    contrast: "但|但是|可是|不過|然而|只是|反而|卻|倒是|反倒|其他|以外都|之外都",
    or: "或|或是|或者|、|跟|和|與|以及|及|還有|也不要|也不|連同|甚至|/|&|都",
    and: "又|且|而且|並且|也|同時|+",
    turn: "用在|用於|在|時候|適用",
    pass: "太|很|非常|任何|一點|有點|那種|這種|過|過度|特別|的|味|香|味道|香味|氣味|過多|濃濃|什麼|到|會|加|放|放入|含|含有|帶|出現|有",
    after: "以外|除外|之外",
  },
  en: {
    dislike:
      "don't like|do not like|dont like|doesn't like|didn't like|don't want|do not want|dont want|don't enjoy|do not enjoy|don't care for|do not care for|can't stand|cannot stand|cant stand|can't bear|cannot bear|can't tolerate|hate|hates|hated|dislike|dislikes|disliked|avoid|avoiding|avoids|detest|loathe|despise|allergic to|sensitive to|steer clear of|stay away from|keep away from|not a fan of|not fond of|not keen on|not into|not big on|no fan of|never liked|never like|not like|not really like|don't really like|don't particularly like|don't much like|not crazy about|sick of|tired of|fed up with|averse to|an aversion to|aversion to|refuse|skip|leave out|hold the|keep out|not a lover of|don't love|do not love|wouldn't like|wouldn't want|would not want|would hate|rather not|please no|allergies|allergy|intolerant of|put off by|turned off by|gives me a headache|give me a headache|gives me headaches|give me headaches|headache|headaches|makes me sick|make me sick|makes me nauseous|nauseous|not my thing|not for me|can't do|don't do|is a no|are a no|no thanks|a no-go|no-go|deal breaker|dealbreaker|turn-off|bother me|bothers me|off-putting|overwhelms me|never want|no longer want|don't ever want|never wants|makes me dizzy|make me dizzy|makes me sneeze|make me sneeze|makes me gag|make me gag|makes me ill|make me ill|makes me queasy|make me queasy|makes me itch|make me itch|gives me hives|give me hives|gives me a rash|give me a rash|brings me out in|bring me out in|hate it when|can't stand it when|hate that|is too much|are too much|a bit much|too much for me|is banned|are banned|off the table|off limits|off-limits|out of the question|hard pass|hard no|big no|forbidden|not welcome|turns my stomach|turn my stomach|makes my eyes water|make my eyes water|suffocating|nauseating|revolting|disgusting|repulsive|unbearable|horrible|gross|triggers my|trigger my|sets off my|set off my|reacts badly to|react badly to|can't wear|cannot wear|can't be around|can't handle|can't deal with|can't take|had enough of|done with|leaves me cold|leave me cold|does nothing for me|do nothing for me|bores me|bore me|migraine|migraines|gone off|went off|i'm over|so over|loathes|detests|despises|dread|dreads|abhor|deal-breaker|bored of|bored with|not the biggest fan of|not a big fan of|not a huge fan of|not much of a fan of|not my favourite|not my favorite|isn't for me|aren't for me|isn't my thing|aren't my thing|isn't me|doesn't suit me|don't suit me|doesn't work for me|don't work for me|doesn't agree with me|don't agree with me|disagrees with me|wary of|could do without|can do without|steer away from|spare me|veto|embarrass him|embarrass her|embarrass me|embarrasses me|embarrasses him|funeral|funerals|dentist|the dentist's|toilet|toilets|bug spray|old lady|old-lady|are far too|is far too|are way too|is way too|are just too|is just too",
    those:
      "never those|never that|not those|none of that|none of those|none of it|no more of that|leave that out|leave it out|leave those out|leave them out|keep that out|keep it out|can't stand them|can't stand it|cannot stand them|cannot stand it|can't bear them|can't bear it|hate them|hate it|dislike them|avoid them|avoid it|avoid that|skip that|skip it|skip those|not for me those|without them|without it|those are banned|those are out|those are off|both are out|both are banned|neither please|neither of them|neither of those|bored of it|bored with it|sick of it|sick of them|tired of it|tired of them|had enough of it|gone off it|over it|never again",
    not: "no|not|without|never|nothing|none|neither|nor|free of|free from|anything but|rather than|instead of|except|except for|apart from|other than|excluding|minus|lacking|don't|doesn't|do not|does not|won't|shouldn't|should not|must not|mustn't|can't have|cannot have|zero|exclude|omit|devoid of|don't use|don't add|don't include|don't make it|don't put|no hint of|no trace of|nothing like|none of|away from",
    degree:
      "not too|not overly|not so|not very|not that|nothing too|nothing overly|nothing so|nothing very|isn't too|isn't overly|without being too|without being overly|without being|without too much|never too|not excessively|not particularly|not super|not really|don't want it too|don't want it to be too|don't want anything too|do not want anything too|don't like it too|don't like anything too|don't make it too|shouldn't be too|should not be too|mustn't be too|doesn't smell too|less|no overly|no too|not be too|isn't so|isn't very|never overly|nor too|not quite so|don't want something too|avoid anything too|hate anything too|not as|no excessively|overly|excessively|isn't|aren't|don't like too|don't want too|doesn't feel too|nothing remotely|not heavily|not at all|not quite|not intensely",
    afterClose: "-free|free version",
    like: "love|loves|want|wants|prefer|prefers|looking for|would love|i'd love|i'd like|i would like|enjoy|enjoys|adore|crave|hoping for|hope for|give me|i'm after|am after|fond of|keen on|fan of|drawn to|don't mind|do not mind|can't get enough of|can't wear anything but|don't wear anything but|won't wear anything but|never wear anything but|don't want anything but|cannot get enough of|can't live without|cannot live without|can't resist|never tire of|never get tired of|not averse to|not opposed to|not only|not just|isn't just|is fine|are fine|is ok|is okay|are ok|are okay|yes to|bring me|show me|wish for|dream of|not without|favourite|favorite|obsessed with|should be|i seek|but with|would prefer|happy with|please make|should smell|must have|nothing but|nothing beats|nothing more than|searching for|ideally|just give me",
    towards:
      "like|likes|need|needs|imagine|think of|reminds me of|remind me of|make it|keep it|something|add|include|smells like|smell like|similar to|as if|feels like|evokes|evoking",
    contrast:
      "but|however|although|though|yet|except that|instead|otherwise|on the other hand|whereas|while|rather|still i|even so|unlike",
    or: "or|nor|and/or|/|neither|either|plus any",
    and: "and|&|plus|as well as|+",
    turn: "with|for|in|at|during|that's|that is|which|who|because|so that|when|where|since|as i|to wear|under|after|before|by|from|based|i am|i'm|it's|it is|then|maybe|perhaps|more|just|only|mostly|mainly|simply",
    pass: "too|very|really|any|anything|a|an|the|of|much|kind of|sort of|overly|of those|notes|note|scents|smell of|smells of|scent of|things|stuff|all|that smells of|heavily|so|extremely|super",
    after: "is out|are out|aside|excluded|not included|is not allowed|are not allowed|out of it|out of this|off the list",
  },
  ja: {
    after:
      "苦手|嫌い|きらい|キライ|いらない|要らない|いりません|要りません|避けたい|避けて|さけて|さけたい|入れないで|使わない|使わないで|入っていない|入ってない|入らない|好きではない|好きではありません|好きじゃない|好きじゃありません|好みではない|好みではありません|好みじゃない|遠慮|不要|嫌|いやです|いやな|イヤ|合わない|合いません|アレルギー|ダメ|だめ|駄目|無理|NG|ng|控えて|外して|抜いて|除いて|好きになれない|好きになれません|受けつけ|受け付け|ごめん|気持ち悪|頭痛|頭が痛|酔って|酔う|酔い|やめて|望まない|望みません|ほしくない|欲しくない|ほしくありません|欲しくありません|含まない|含まれない|感じない|感じさせない|のない|がない|はない|もない|の無い|しない|しません|ではなく|じゃなく|ではない|じゃない|でない|でなく|というより|よりも|敬遠|苦痛|耐えられ|我慢でき|好まない|好みません|得意ではない|得意じゃない|得意ではありません|無しで|は無し|たくない|たくありません|入れずに|使わずに|ないものを|のしない|がしない|が強くない|過敏|かぶれ|じんましん|蕁麻疹|くしゃみ|困ります|吐き気|むせ|酔いやす|勘弁|論外|に弱い|に弱く|使えません|使えない|飽きた|飽きて|飽きまし|むかむか|ぜんそく|喘息|咳が出るので|咳き込|咳込|厳禁|禁止|禁物|お断り|やめておき|パスで|パスした|パスです|いまいち|イマイチ|惹かれません|惹かれない|興味がない|うんざり|まっぴら|抵抗が|トラウマ|はちょっと...|はちょっと。|気分が悪|具合が悪|くらくら|クラクラ|お葬式|葬式|歯医者|殺虫剤|不使用|無添加|無配合|全部なし|すべてなし|全てなし|一切なし|どれもなし|全部抜き|重すぎて|強すぎて|きつすぎて|濃すぎて|てつらい|もう十分|もうたくさん|もう結構",
    those:
      "それは外して|それは抜いて|それは避けて|それは除いて|それは入れないで|それは無し|それはなし|それは苦手|それは嫌い|それは無理|それはやめて|それだけは避けて|もうこりごり|こりごりです|それらは避けて|これは避けて|避けてほしい|避けてください|外してください|抜いてください",
    because: "ので|から、|ため",
    afterClose:
      "以外|なし|抜き|ぬき|控えめ|ひかえめ|すぎない|過ぎない|すぎず|過ぎず|くない|くなく|すぎる|過ぎる|すぎな|さ控えめ|さひかえめ|フリー|ゼロ|すぎません|過ぎません|くありません|くなりすぎ|少なめ|っぽくない|っぽくなく|くならない|感のない|さを抑え|を抑え|みを抑え|さのない|さがない|っぽさのない|っぽさがない|くなりすぎない|くしない|くさくない|さは控えめ|さはいらない|ったるくない|ったるくなく|ったるい|ったるすぎ|めではない|ない|なく|ありません|なりすぎない|なりすぎず|抑え|おさえ|っけのない|っけなし",
    not: "苦手な香りは|苦手な匂いは|苦手なのは|苦手なものは|嫌いな香りは|嫌いな匂いは|嫌いなのは|嫌いなものは|避けたいのは|避けたい香りは|避けたいものは|NGは|ngは|苦手:|NG:|ng:|嫌い:",
    like: "好き|好み|大好き|がいい|欲しい|ほしい|求め|ください|下さい|お願い|探して|希望|憧れ|惹かれ|使いたい|つけたい|纏いたい|まといたい|身につけ|似合う|合う香り|だけでなく|だけではなく|だけじゃなく|嫌いじゃない|嫌いではない|苦手ではない|苦手じゃない|嫌いではありません|苦手ではありません|欠かせない|なくてはならない|が理想|理想は|たまらない|たまりません|なら大丈夫|は大丈夫|はok|はOK|かもしれない|なければ|かまわない|構わない|飽きない|やまない|目がない|目がありません|ないと困|がないと困|なしでは|がないと始まら|がないと落ち着か|抜きでは|を抜いては|です|ます|ました|いい",
    towards: "のような|みたいな|のように|感じられる|感じる|イメージ|思い浮か|思い出す|したい|らしい",
    contrast:
      "けど|けれど|けれども|ですが|だが|ますが|でも|しかし|ただし|ただ|一方|のに|むしろ|たら|なら|。|くて、|が、|いが|るが|で、|たいが|つつ",
    or: "や|か|または|あるいは|、|・|と|および|とか|も|/|&",
    and: "そして|また|かつ|し、|+",
    pass: "の香り|の匂い|のにおい|香り|系|っぽい|な|は|が|を|に|の|もの|味|感|すごく|あまり|とても|ような|さ",
    turn: "",
  },
};
