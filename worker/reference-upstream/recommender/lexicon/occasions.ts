/** When it is worn, in which season, and how loudly. */
import { concept, type Concept } from "../concepts.ts";

export const occasionConcepts: readonly Concept[] = [
  concept(
    "occasion",
    "work",
    "上班|工作|辦公室|職場|公司|開會|會議|客戶|面試|商務|西裝|襯衫|通勤|見客戶|同事|簡報|談判",
    "work|office|workplace|business|meeting|meetings|client|clients|interview|suit|colleagues|commute|boardroom|professional setting|weekday|conference|coworkers|presentation|job|dress shirt",
    "仕事|職場|オフィス|会社|会議|面接|ビジネス|スーツ|通勤|シャツ|取引先|同僚|打ち合わせ|プレゼン|出社|商談",
    { families: { tea: 0.5, citrus: 0.4, woody: 0.5 } },
  ),
  concept(
    "occasion",
    "everyday",
    "日常|每天|平常|百搭|平日|天天|隨身|生活|每一天|日用|平時|日日",
    "everyday|every day|daily|ordinary day|casual|day to day|versatile|signature scent|signature|daytime|all day|errands|easy to wear|wearable",
    "日常|毎日|ふだん|普段|普段使い|日々|カジュアル|デイリー|日中|ふだん使い|使いやすい|昼間",
    { families: { citrus: 0.3, tea: 0.3, musky: 0.3 } },
  ),
  concept(
    "occasion",
    "date",
    "約會|情人節|燭光晚餐|紀念日|晚餐|告白日|另一半|男友|女友|老公|老婆|燭光",
    "a date|on a date|date night|dates|dating|valentine|valentine's|candlelit|anniversary|dinner|romantic dinner|first date|husband|wife|partner|candlelight|date",
    "デート|バレンタイン|記念日|ディナー|キャンドル|彼氏|彼女|恋人と|彼と",
    { families: { floral: 0.7, musky: 0.4, resinous: 0.3 } },
  ),
  concept(
    "occasion",
    "party",
    "派對|聚會|夜店|跑趴|狂歡|晚會|夜生活|酒會|尾牙|演唱會|跳舞|音樂祭|夜晚外出|慶祝|熱鬧",
    "party|parties|club|clubbing|night out|nights out|celebration|festival|dancing|nightlife|soirée|soiree|concert|disco|cocktail party|celebrate|going out",
    "パーティー|パーティ|クラブ|夜遊び|飲み会|お祝い|夜の外出|フェス|ダンス|宴|コンサート|女子会|祝賀",
    { families: { spicy: 0.5, resinous: 0.5, fruity: 0.4 } },
  ),
  concept(
    "occasion",
    "formal",
    "婚禮|正式|典禮|宴會|重要場合|喜宴|禮服|畢業典禮|晚宴|新娘|婚紗|頒獎|盛裝|慶典|結婚",
    "formal|wedding|weddings|ceremony|gala|big day|big days|black tie|bride|bridal|graduation|evening gown|banquet|special occasion|reception|opera|marriage|tuxedo",
    "結婚式|フォーマル|式典|披露宴|特別な日|ドレス|卒業式|花嫁|晴れの日|正装|ウェディング|ウエディング|授賞式|入学式|晩餐会",
    { families: { floral: 0.8, woody: 0.3, resinous: 0.3 } },
  ),
  concept(
    "occasion",
    "sport",
    "運動|健身|跑步|瑜珈|慢跑|登山|健行|爬山|流汗|汗|球場|單車|騎車|游泳|晨跑|健身房",
    "sport|sports|sporty|gym|workout|running|run|jogging|yoga|hiking|hike|exercise|sweat|cycling|training|athletic|swimming|swim|active|tennis|bike|trail run",
    "スポーツ|運動|ジム|ランニング|ヨガ|ジョギング|登山|ハイキング|汗|トレーニング|アクティブ|サイクリング|水泳|ワークアウト|自転車",
    { families: { citrus: 0.9, herbal: 0.6, aquatic: 0.5 } },
  ),
  concept(
    "occasion",
    "travel",
    "旅行|旅遊|度假|出遊|出國|渡假|假期|公路|旅途|飛行|行李|旅人|假日|週末|放假|野餐|公路旅行",
    "travel|travelling|traveling|trip|vacation|holiday|holidays|getaway|journey|road trip|abroad|weekend|picnic|resort|backpacking|cruise|passport",
    "旅行|旅|バカンス|休暇|休日|週末|ドライブ|リゾート|海外|旅先|ピクニック|お出かけ|旅路|旅行先|バケーション",
    { families: { aquatic: 0.6, citrus: 0.4, green: 0.4, fruity: 0.2 } },
  ),
  concept(
    "occasion",
    "home",
    "居家時光|在家|家裡|居家|宅|客廳|房間|家|獨處|休息|沙發|一個人|回到家|下班後|下班|午睡|午覺|小憩",
    "at home|home|living room|indoors|my room|sofa|couch|staying in|rest|me time|alone time|after work|lounge|stay in|by myself|nap|lazy day|quiet evening",
    "おうち時間|家で|自宅|おうち|部屋|リビング|家|休息|ソファ|ひとりの時間|一人の時間|おうち時間|仕事終わり|在宅|昼寝|ひとり",
    { families: { woody: 0.3, herbal: 0.3, gourmand: 0.3, tea: 0.3 } },
  ),
  concept(
    "occasion",
    "bedtime",
    "睡前|睡覺|入睡|助眠|失眠|枕頭|睡眠|床|晚安|安眠|好眠|臥室|夢鄉|睡著|枕邊",
    "bedtime|sleep|sleeping|asleep|insomnia|pillow|before bed|bed|goodnight|night's sleep|fall asleep|lullaby|nightstand|sleepy|before sleep",
    "眠る前|寝る前|睡眠|眠り|不眠|枕|ベッド|おやすみ|安眠|寝室|眠れ|寝つき|就寝|快眠|眠りにつく|眠気",
    { families: { herbal: 1, musky: 0.4, tea: 0.2 }, tags: ["calm"], isNeed: true },
  ),
  concept(
    "occasion",
    "study",
    "讀書與冥想|讀書|唸書|冥想|打坐|學習|靜坐|考試|書寫|念書|作業",
    "study and meditation|study|studying|meditation|meditate|meditating|exam|exams|journaling|homework|deep work|contemplation",
    "勉強や瞑想|勉強|瞑想|学習|坐禅|座禅|試験|書きもの|写経",
    { families: { woody: 0.7, resinous: 0.5, tea: 0.5 }, tags: ["focused"] },
  ),
];

export const seasonConcepts: readonly Concept[] = [
  concept("season", "spring", "春天|春|春日|春季|初春|春意|三月|四月", "spring|springtime|spring day|early spring|april", "春|春らしい|早春|春先|春風|四月", {
    families: { floral: 0.7, green: 0.6 },
  }),
  concept(
    "season",
    "summer",
    "夏天|夏|夏日|夏季|盛夏|炎熱|悶熱|七月|八月|暑假|大熱天|仲夏|消暑",
    "summer|summertime|summery|hot day|hot days|heat wave|midsummer|humid|july|august|hot weather|heat",
    "夏|夏らしい|真夏|暑い|蒸し暑い|夏休み|初夏|夏の日|猛暑|盛夏|サマー",
    { families: { citrus: 0.7, aquatic: 0.7 } },
  ),
  concept(
    "season",
    "autumn",
    "秋天|秋|秋日|秋季|落葉|中秋|楓葉|十月|深秋|秋意|楓紅",
    "autumn|autumnal|fall season|the fall|in fall|for fall|fallen leaves|october|november|maple leaves|harvest|fall",
    "秋|秋らしい|落ち葉|紅葉|秋の夜長|実りの秋|十月|晩秋|枯葉|枯れ葉",
    { families: { woody: 0.6, tea: 0.4, spicy: 0.3 } },
  ),
  concept(
    "season",
    "winter",
    "冬天|冬|冬日|冬季|寒冷|聖誕|聖誕節|寒冬|冷天|過年|寒流|耶誕|天冷",
    "winter|wintertime|wintry|christmas|cold day|cold days|cold weather|december|chilly|cold night|holiday season|cold",
    "冬|冬らしい|クリスマス|寒い|寒い日|真冬|お正月|年末|冬の夜|寒さ|冷え",
    { families: { resinous: 0.6, gourmand: 0.5, spicy: 0.5 } },
  ),
  concept("season", "all-year", "一年四季|四季|全年|四季皆宜", "all year round|all year|year-round|every season|all seasons", "一年じゅう|一年中|年中|通年|四季|オールシーズン", {}),
];

export const strengthConcepts: readonly Concept[] = [
  concept(
    "strength",
    "light",
    "淡雅|淡淡|清淡|淡|若有似無|輕|輕薄|低調|不張揚|微微|隱約|含蓄|只有自己知道|若隱若現|淡香|幽香",
    "faint|subtle|light|lightweight|close to the skin|barely there|discreet|whisper|just for me|quiet scent|low-key|lightly|hint of|soft-spoken|understatedly|intimate sillage|skin-close",
    "ほのかさ|ほのか|ほのかに|控えめ|淡い|かすか|さりげない|さりげなく|ライト|軽い|軽やか|自分だけ|うっすら|薄い|薄め|淡く|軽め|そっと",
    { intensity: "light", without: { intensity: "light" } },
  ),
  concept(
    "strength",
    "moderate",
    "適中|剛剛好|適度|不濃不淡|靠近才聞到|中等|恰到好處|適當",
    "moderate|noticed up close|medium|balanced|not too strong or too weak|in between|medium strength|just right",
    "ほどよい|ちょうどいい|程よい|近づくとわかる|中くらい|ほどほど|適度|バランスのよい|バランスの良い",
    { intensity: "moderate", without: { intensity: "moderate" } },
  ),
  concept(
    "strength",
    "rich",
    "濃郁|濃|濃烈|持久|留香|強烈|厚重|沉重|飽滿|存在感強|走過留香|濃厚|重|香氣強|濃香|擴香|濃重|厚實|強|張揚",
    "rich|strong|intense|long-lasting|long lasting|lasting|lingering|heavy|powerful scent|full-bodied|stays in the room|projection|sillage|loud|opulent|overpowering|overwhelming scent|potent|bold scent|concentrated|thick|dense|stays all day|lasts all day|heady|beast mode|strongly",
    "濃厚さ|濃厚|濃い|しっかり|長持ち|残り香|強い|強め|重い|重め|リッチ|持続|芳醇|濃密|重厚|強烈|強|重|長く続く|濃く|濃|存在感のある|華やかに香る",
    { intensity: "rich", without: { intensity: "rich" } },
  ),
];
