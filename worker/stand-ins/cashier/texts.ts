import type { OrderProblem } from "./create-trade.ts";

export type Language = "zh" | "en" | "ja";

/** ECPay's `Language` field. */
export function languageOf(field: string | undefined): Language {
  if (field === "ENG") return "en";
  return field === "JPN" ? "ja" : "zh";
}

export const htmlLang: Record<Language, string> = { zh: "zh-Hant-TW", en: "en", ja: "ja" };

export const outcomes = [
  "pay",
  "decline",
  "pay_lost",
  "pay_twice",
  "pay_late",
  "pay_new_field",
  "leave",
] as const;
export type Outcome = (typeof outcomes)[number];

interface Texts {
  title: string;
  standIn: string;
  merchant: string;
  item: string;
  amount: string;
  trade: string;
  choose: string;
  outcome: Record<Outcome, string>;
  explain: Record<Outcome, string>;
  returning: string;
  paid: string;
  declined: string;
  left: string;
  toShop: string;
  failed: string;
  allTrades: string;
  problem: Record<OrderProblem | "unknownTrade", string>;
}

export const texts: Record<Language, Texts> = {
  zh: {
    title: "模擬收銀台",
    standIn: "這是開發用的模擬收銀台，不是綠界科技；不會有任何款項往來，也不會詢問卡號。",
    merchant: "特店編號",
    item: "商品",
    amount: "金額",
    trade: "交易編號",
    choose: "選擇這筆付款的結果",
    outcome: {
      pay: "付款",
      decline: "拒絕付款",
      pay_lost: "付款，但遺失通知",
      pay_twice: "付款，通知兩次",
      pay_late: "付款，通知延遲",
      pay_new_field: "付款，通知多一個欄位",
      leave: "離開，不付款",
    },
    explain: {
      pay: "送出伺服器通知，再回到商店",
      decline: "發卡銀行不同意這筆付款",
      pay_lost: "商店收不到伺服器通知，須自行查詢",
      pay_twice: "同一筆付款送出兩次通知",
      pay_late: "先回到商店，十五秒後才送出通知",
      pay_new_field: "通知裡有商店不認識的新欄位",
      leave: "不留下任何結果",
    },
    returning: "正在回到商店…",
    paid: "這筆交易已付款。",
    declined: "這張卡未獲核准，請再試一次或換一張卡。",
    left: "這筆交易沒有任何結果。綠界的頁面沒有返回商店的按鈕：請用瀏覽器返回。",
    toShop: "回到商店",
    failed: "無法建立交易",
    allTrades: "所有交易",
    problem: {
      otherMerchant: "找不到這個特店編號。",
      wrongMac: "CheckMacValue 錯誤。",
      wrongAmount: "金額超出此付款方式的限制。",
      malformedOrder: "缺少必要欄位，或欄位格式不正確。",
      refusedWord: "商品名稱或交易描述含有不允許的文字。",
      tradeNumberUsed: "這個交易編號已經使用過。",
      unknownTrade: "找不到這筆交易。",
    },
  },
  en: {
    title: "Stand-in cashier",
    standIn:
      "This is a stand-in for development, not ECPay. No money moves and no card number is asked for.",
    merchant: "Merchant",
    item: "Item",
    amount: "Amount",
    trade: "Trade number",
    choose: "Choose what becomes of this payment",
    outcome: {
      pay: "Pay",
      decline: "Decline",
      pay_lost: "Pay, but lose the notice",
      pay_twice: "Pay, notify twice",
      pay_late: "Pay, notify late",
      pay_new_field: "Pay, with a field more",
      leave: "Leave without paying",
    },
    explain: {
      pay: "Notifies the shop's server, then returns to the shop",
      decline: "The card issuer refuses this payment",
      pay_lost: "The shop's server hears nothing and has to ask",
      pay_twice: "Two notices of one payment",
      pay_late: "Returns to the shop at once; the notice follows after fifteen seconds",
      pay_new_field: "The notice has a field that the shop does not know",
      leave: "Nothing happens to the trade",
    },
    returning: "Returning to the shop …",
    paid: "This trade has been paid.",
    declined: "This card was declined. Please try again, or with another card.",
    left: "Nothing happened to the trade. ECPay's page has no way back to the shop: use the browser's.",
    toShop: "Return to the shop",
    failed: "The trade could not be made",
    allTrades: "All trades",
    problem: {
      otherMerchant: "There is no such merchant.",
      wrongMac: "The CheckMacValue is wrong.",
      wrongAmount: "The sum is outside of what this way to pay takes.",
      malformedOrder: "A required field is missing or malformed.",
      refusedWord: "The item name or the description holds a word that is not allowed.",
      tradeNumberUsed: "This trade number was used before.",
      unknownTrade: "There is no such trade.",
    },
  },
  ja: {
    title: "模擬決済窓口",
    standIn:
      "開発用の模擬決済窓口です。ECPay ではありません。代金のやり取りはなく、カード番号もお尋ねしません。",
    merchant: "加盟店番号",
    item: "商品",
    amount: "金額",
    trade: "取引番号",
    choose: "このお支払いの結果を選んでください",
    outcome: {
      pay: "支払う",
      decline: "支払いを拒否する",
      pay_lost: "支払う（通知は失われる）",
      pay_twice: "支払う（通知は二度）",
      pay_late: "支払う（通知は遅れる）",
      pay_new_field: "支払う（通知に項目が増える）",
      leave: "支払わずに離れる",
    },
    explain: {
      pay: "サーバーに通知し、ショップに戻ります",
      decline: "カード会社が承認しません",
      pay_lost: "ショップのサーバーに通知が届かず、照会が必要になります",
      pay_twice: "同じお支払いについて二度通知します",
      pay_late: "すぐにショップへ戻り、15 秒後に通知します",
      pay_new_field: "ショップの知らない項目が通知に含まれます",
      leave: "取引には何も起こりません",
    },
    returning: "ショップに戻っています…",
    paid: "この取引はお支払い済みです。",
    declined: "カードは承認されませんでした。もう一度、または別のカードでお試しください。",
    left: "取引には何も起こりませんでした。ECPay の画面にショップへ戻るボタンはありません。ブラウザーの機能でお戻りください。",
    toShop: "ショップに戻る",
    failed: "取引を作成できませんでした",
    allTrades: "取引の一覧",
    problem: {
      otherMerchant: "この加盟店番号は見つかりません。",
      wrongMac: "CheckMacValue が正しくありません。",
      wrongAmount: "金額がこのお支払い方法の範囲外です。",
      malformedOrder: "必須項目がないか、形式が正しくありません。",
      refusedWord: "商品名または説明に使えない語が含まれています。",
      tradeNumberUsed: "この取引番号はすでに使われています。",
      unknownTrade: "この取引は見つかりません。",
    },
  },
};
