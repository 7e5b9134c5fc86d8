/** Brings every way of writing the same word to one: full width, case, accents, curly apostrophes, simplified characters. */

/** Pairs simplified–traditional, only for characters of the lexicon. */
const simplified =
  "质質调調鲜鮮爽爽热熱温溫软軟绿綠叶葉树樹兰蘭莲蓮荷荷玫玫莉莉麦麥龙龍乌烏红紅黄黃银銀铃鈴樱櫻枣棗苹蘋萝蘿姜薑烟煙熏燻药藥东東阳陽阴陰云雲风風雾霧泪淚浓濃轻輕讨討厌厭欢歡爱愛想想喜喜带帶点點闻聞怀懷旧舊书書图圖馆館厅廳庙廟关關夜夜静靜宁寧净淨洁潔优優雅雅气氣场場韵韻梦夢暖暖胧朧丽麗魅魅惑惑强強弱弱专專业業办辦约約会會恋戀庆慶礼禮运運动動旅旅职職过過敏敏无無没沒还還这這种種个個么麼华華果果实實园園农農场場乡鄉间間湾灣岛島冻凍焙焙炉爐火火营營壁壁蜡蠟烛燭雪雪冰冰岩岩矿礦盐鹽咸鹹浪浪蓝藍湿濕润潤滨濱";
const traditionalOf = new Map<string, string>();
for (let at = 0; at + 1 < simplified.length; at += 2) traditionalOf.set(simplified.charAt(at), simplified.charAt(at + 1));

const combiningMarks = /[\u0300-\u036f]/g;
const apostrophes = /[\u2018\u2019\u02bc\uff07`\u00b4]/g;
const kana = /[\u3041-\u3096\u30a1-\u30fa]/;

export function normalise(text: string): string {
  return text.replace(apostrophes, "'").normalize("NFKD").replace(combiningMarks, "").normalize("NFKC").toLowerCase();
}

/** Kana make a line Japanese; without them Han characters are read as Chinese. Latin words are read in both. */
export function isJapanese(line: string): boolean {
  return kana.test(line);
}

export function toTraditional(line: string): string {
  let out = "";
  for (const character of line) out += traditionalOf.get(character) ?? character;
  return out;
}
