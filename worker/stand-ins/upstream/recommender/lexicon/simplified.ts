/** Simplified characters of the words that the Chinese lexicon knows, and below each its traditional one. */

const simplified = `
  专业丛东丝个义乌乐习乡书亚从仑会伤侠兰兽内写农决冻净凉凑凤刚创别剑剥剧办务动劳势医华单卤厅压
  厌厨发叶吗呛喷园围国图圆场坚坛垦墙壶处头夹奋妆妈妩婴嬷学宝实宠对尔层屉属屿岚岛帅师带广庆库庙
  庞开张弹强当忆忧恋惫户扬拥换摇摊无旧时显晕晖暧条来杨枣枫柠栀树桦桧梦楼榄樱橼欢毕汤没泼浆浇浓
  润渔温湾湿满滩潇潜灯灵炉点炼烛烟烦烧烫热爱爷独猫环现电疗盐着矿砚礼禄禅稳窝笔简类紧红约级纪纯
  纱纸线细绒结给绪绯绵绸绿缎缓编缩罗职聪肤肿胧胶脑腻艳艺节苍苏茑荚药莱莲萝营萨蓝蔷蔺藓虑衬装见
  观觉讨让议记证诊试诗话诞诡诱说请读调谓谭谲质贩贴费赏车软轻边过运还这选释针钢钱铁铃铅银锁锅错
  锡长门闪间闷闹闻阁阳阵险随难雾静页顶顺颂颈风飘飞饭饮饱饼馅馆马驼骆骑骚鲜鸢鸭鹅麦黄龙价优儿宁
  怀极机柜气洁异种晒圣腊庄苹蜡云离体惊么适洒扑与荐`;

const traditional = `
  專業叢東絲個義烏樂習鄉書亞從侖會傷俠蘭獸內寫農決凍淨涼湊鳳剛創別劍剝劇辦務動勞勢醫華單滷廳壓
  厭廚發葉嗎嗆噴園圍國圖圓場堅壇墾牆壺處頭夾奮妝媽嫵嬰嬤學寶實寵對爾層屜屬嶼嵐島帥師帶廣慶庫廟
  龐開張彈強當憶憂戀憊戶揚擁換搖攤無舊時顯暈暉曖條來楊棗楓檸梔樹樺檜夢樓欖櫻櫞歡畢湯沒潑漿澆濃
  潤漁溫灣濕滿灘瀟潛燈靈爐點煉燭煙煩燒燙熱愛爺獨貓環現電療鹽著礦硯禮祿禪穩窩筆簡類緊紅約級紀純
  紗紙線細絨結給緒緋綿綢綠緞緩編縮羅職聰膚腫朧膠腦膩豔藝節蒼蘇蔦莢藥萊蓮蘿營薩藍薔藺蘚慮襯裝見
  觀覺討讓議記證診試詩話誕詭誘說請讀調謂譚譎質販貼費賞車軟輕邊過運還這選釋針鋼錢鐵鈴鉛銀鎖鍋錯
  錫長門閃間悶鬧聞閣陽陣險隨難霧靜頁頂順頌頸風飄飛飯飲飽餅餡館馬駝駱騎騷鮮鳶鴨鵝麥黃龍價優兒寧
  懷極機櫃氣潔異種曬聖臘莊蘋蠟雲離體驚麼適灑撲與薦`;

const traditionalOf = new Map(
  [...simplified].map((character, at) => [character, traditional.charAt(at)]),
);

/** Characters that Taiwan writes in two ways, told apart by their word. */
const words: readonly (readonly [RegExp, string])[] = [
  [/面包/g, "麵包"],
  [/干(?=[净燥爽草花])/g, "乾"],
  [/放松/g, "放鬆"],
  [/生姜|姜(?=[茶汁花])/g, "薑"],
];

export function toTraditional(line: string): string {
  const spelled = words.reduce((text, [pattern, word]) => text.replace(pattern, word), line);
  return Array.from(spelled, (character) => traditionalOf.get(character) ?? character).join("");
}
