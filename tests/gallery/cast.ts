/** Who walks through the shop: members of their own, who write their own language. */
import type { Language } from "../support/browser.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";

export interface Wish {
  isBusiness?: boolean;
  /** The orders of a demo member in every status, quizzes included. */
  ordersOf?: "mei" | "chen";
}

export const words = {
  zh: {
    name: { last: "林", first: "曉梅" },
    company: "跡香旅店股份有限公司",
    address: "臺北市大安區和平東路一段 129 巷 7 號 4 樓",
    otherAddress: "新北市淡水區中正路 12 號",
    wish: "雨後的山林，乾淨、帶一點木頭的溫暖，不要太甜。",
    label: "曉梅的秋天",
  },
  en: {
    name: { last: "Hargreaves", first: "Josephine" },
    company: "The Halcyon Hotel and Residences",
    address: "Flat 4, 27 Wetherby Gardens, South Kensington, London SW5 0JJ",
    otherAddress: "12 Quay Street, Bristol BS1 4DB",
    wish: "A forest after rain: wood and moss, on the quiet side. Nothing sweet.",
    label: "Josephine, 2026",
  },
  ja: {
    name: { last: "佐々木", first: "美咲" },
    company: "ホテル潮騒株式会社",
    address: "東京都渋谷区神宮前 1-2-3 パークハイツ 405",
    otherAddress: "京都府京都市中京区寺町通 21",
    wish: "雨上がりの森。木と苔の香りを、静かに。甘さは控えめで。",
    label: "みさき 2026",
  },
} as const satisfies Record<Language, object>;

export async function localMember(
  shop: Shop,
  language: Language,
  { isBusiness = false, ordersOf }: Wish,
): Promise<NewMember> {
  const member = await newMember(shop, {
    language,
    isBusiness,
    country: language === "ja" ? "JP" : "TW",
  });
  const { name, address, company } = words[language];
  await shop.upstreamDb
    .prepare(
      "UPDATE members SET last_name = ?, first_name = ?, address = ?, company_name = CASE is_business WHEN 1 THEN ? ELSE company_name END WHERE email = ?",
    )
    .bind(name.last, name.first, address, company, member.email)
    .run();
  if (ordersOf !== undefined)
    await giveOrders(shop, language, member.email, `${ordersOf}@example.test`);
  return member;
}

type Row = Record<string, unknown>;
let copies = 0;

/** Copies what a demo member has ordered, under the name of another one. */
async function giveOrders(
  { upstreamDb }: Shop,
  language: Language,
  email: string,
  from: string,
): Promise<void> {
  copies += 1;
  // Several walks copy at the same time.
  const copy = copies;
  const renamed = (row: Row) =>
    Object.fromEntries(
      ["id", "response_id", "order_id", "survey_response_id"]
        .filter((name) => typeof row[name] === "string")
        .map((name) => [name, `${String(row[name])}-${copy}`]),
    );
  const idOf = "(SELECT id FROM members WHERE email = ?)";
  const own = await upstreamDb.prepare(`SELECT ${idOf} AS member_id`).bind(email).first<Row>();
  const { name, address, label } = words[language];
  const customer = {
    ...own,
    customer_name: language === "en" ? `${name.first} ${name.last}` : `${name.last}${name.first}`,
    customer_email: "reader@example.test",
    customer_address: address,
  };
  const within = (table: string) => `IN (SELECT id FROM ${table} WHERE member_id = ${idOf})`;
  const tables: Record<string, [where: string, change: (row: Row) => Row]> = {
    survey_responses: [`member_id = ${idOf}`, () => ({ ...own })],
    recommendations: [`response_id ${within("survey_responses")}`, () => ({})],
    orders: [
      `member_id = ${idOf}`,
      ({ number }) => ({
        ...customer,
        number: `${String(number).slice(0, -2)}${copy.toString().padStart(2, "0")}`,
      }),
    ],
    order_items: [
      `order_id ${within("orders")}`,
      ({ label_text: text }) => ({ label_text: text === null ? null : label }),
    ],
  };
  for (const [table, [where, change]] of Object.entries(tables)) {
    const all = await upstreamDb.prepare(`SELECT * FROM ${table} WHERE ${where}`).bind(from).all();
    for (const row of all.results) {
      const fresh = { ...row, ...renamed(row), ...change(row) };
      const names = Object.keys(fresh);
      const sql = `INSERT INTO ${table} ("${names.join('", "')}") VALUES (${names.map(() => "?").join(", ")})`;
      await upstreamDb
        .prepare(sql)
        .bind(...Object.values(fresh))
        .run();
    }
  }
}
