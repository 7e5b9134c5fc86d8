import { locales, namespaces, type Locale } from "#contract/locales";
import { infoContexts, type ScreenName } from "#contract/screens";
import { customTextsIn } from "../../worker/stand-ins/upstream/routes/reorder.ts";
import { flatMessages, read } from "../support/repository.ts";

interface Term {
  word: string;
  never: readonly string[];
}

/** One thing has one name in a language; `worker/content/README.md` tells writers the same. */
const terms: Record<Locale, readonly Term[]> = {
  zh: [
    { word: "帳號", never: ["帳戶", "賬號", "賬戶", "用戶"] },
    { word: "驗證碼", never: ["確認碼", "認證碼", "動態密碼"] },
    { word: "測驗", never: ["香氛測驗", "香氣測驗", "問卷", "診斷"] },
    { word: "試香組", never: ["試香組合", "測驗試香", "香氣組合", "樣品", "罐裝"] },
    { word: "濃度", never: ["清淡", "強度", "濃淡"] },
    { word: "結帳", never: ["結算", "買單", "付帳"] },
  ],
  en: [
    { word: "account", never: ["user account", "user ID", "login details"] },
    { word: "code", never: ["passcode", "OTP", "verification code", "confirmation code"] },
    { word: "quiz", never: ["questionnaire", "survey", "scent test"] },
    {
      word: "sample set",
      never: [
        "quiz set",
        "trial set",
        "sample kit",
        "sample paper",
        "small jar",
        "set of sample jars",
      ],
    },
    { word: "concentration", never: ["strength", "intensity"] },
    { word: "checkout", never: ["check-out", "cashier", "cash desk"] },
  ],
  ja: [
    { word: "アカウント", never: ["ログインID", "ユーザーID", "口座"] },
    { word: "認証コード", never: ["確認コード", "ワンタイム", "パスコード"] },
    { word: "香り診断", never: ["香りの診断", "香水診断", "アンケート", "クイズ"] },
    { word: "お試しセット", never: ["サンプル", "診断セット", "小瓶", "ジャー"] },
    { word: "濃度", never: ["濃厚", "濃さ", "強度"] },
    { word: "ご購入手続き", never: ["購入手続き", "ご注文手続き", "お会計", "チェックアウト"] },
  ],
};

/** A right word may hold a wrong one, as ご購入手続き does 購入手続き, or stand in it, as 試香組 does in 試香組合. */
function wrongWords(locale: Locale, text: string): string[] {
  return terms[locale].flatMap(({ word, never }) =>
    never.filter((synonym) => {
      const rest = synonym.includes(word) ? text : text.replaceAll(word, "");
      return locale === "en"
        ? new RegExp(`\\b${synonym}s?\\b`, "i").test(rest)
        : rest.includes(synonym);
    }),
  );
}

interface InfoTexts {
  translations: Record<
    Locale,
    { main_title: string; sections: { title: string; content: string }[] }
  >;
}

function textsOf(locale: Locale): Map<string, string> {
  const texts = new Map<string, string>();
  for (const namespace of namespaces)
    for (const [key, text] of flatMessages(locale, namespace))
      texts.set(`${namespace}.${key}`, text);
  for (const context of infoContexts) {
    const page = JSON.parse(read(`worker/content/info-pages/${context}.json`)) as InfoTexts;
    const { main_title, sections } = page.translations[locale];
    texts.set(
      context,
      [main_title, ...sections.flatMap(({ title, content }) => [title, content])].join("\n"),
    );
  }
  for (const { type, text } of customTextsIn(locale)) texts.set(type, text);
  return texts;
}

test.each(locales)("what a %s shopper reads calls one thing by one name", (locale) => {
  const texts = textsOf(locale);
  expect(texts.size).toBeGreaterThan(700);
  const all = [...texts.values()].join("\n").toLowerCase();
  expect(terms[locale].filter(({ word }) => !all.includes(word.toLowerCase()))).toEqual([]);
  const wrong = [...texts].flatMap(([key, text]) =>
    wrongWords(locale, text).map((word) => `${key}: ${word}`),
  );
  expect(wrong).toEqual([]);
});

/** The heading of each screen that has one for everybody, and what menus and links call it. */
const named: Partial<Record<ScreenName, { heading: string; links: readonly string[] }>> = {
  login: { heading: "auth.login.title", links: ["common.nav.login", "auth.login.submit"] },
  register: { heading: "auth.register.title", links: ["common.nav.register"] },
  changePassword: { heading: "auth.change.title", links: [] },
  forgotPassword: { heading: "auth.forgot.title", links: ["auth.login.to_forgot"] },
  otpVerification: { heading: "auth.otp.title", links: [] },
  fragranceQuiz: { heading: "shop.quiz.title", links: ["common.nav.quiz"] },
  profile: { heading: "auth.profile.title", links: ["common.nav.profile"] },
  orders: { heading: "shop.orders.title", links: ["common.nav.orders"] },
  cart: { heading: "shop.cart.title", links: ["common.drawer.title"] },
  checkout: { heading: "shop.checkout.title", links: [] },
  purchaseOptions: { heading: "shop.purchase.title", links: [] },
};

test.each(locales)("a window, its heading and the links to it have one name (%s)", (locale) => {
  const texts = textsOf(locale);
  const plain = (key: string) =>
    (texts.get(key) ?? key).replace(/ · {brand}$/, "").replace(/[?？]$/, "");
  const screens = Object.entries(named).map(([screen, { heading, links }]) =>
    [`common.meta.${screen}.title`, heading, ...links].map(plain),
  );
  const pages = infoContexts.map((context) => [
    plain(`common.meta.info.${context}.title`),
    texts.get(context)?.split("\n")[0] ?? "",
    plain(`common.footer.pages.${context}`),
  ]);
  const all = [...screens, ...pages];
  expect(all.length).toBe(17);
  expect(all.filter((names) => new Set(names).size > 1)).toEqual([]);
});

test("whoever reads about privacy is told that unsent forms wait in the tab, without passwords", () => {
  const page = read("worker/content/info-pages/PrivacyPolicy.json");
  for (const words of [
    "表單內容（只留在填寫時的分頁，不含密碼）",
    "never a password",
    "パスワードは含みません",
  ])
    expect(page).toContain(words);
});

test.each(locales)("the notice names the button that agrees to it (%s)", (locale) => {
  const button = flatMessages(locale, "shop").get("checkout.consent.confirm") ?? "";
  const notices = customTextsIn(locale).filter(({ text }) => text.includes(button));
  expect(button).not.toBe("");
  expect(notices.map(({ type }) => type)).toContain("checkout_modal_content");
});

test("the page for writers names every term", () => {
  const page = read("worker/content/README.md");
  expect(
    locales.flatMap((locale) => terms[locale]).filter(({ word }) => !page.includes(word)),
  ).toEqual([]);
});
