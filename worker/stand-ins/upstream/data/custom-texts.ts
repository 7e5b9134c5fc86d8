/** What the checkout shows before one pays. The law that is named is Taiwan's, since that is where orders are sold. */
import type { Locale } from "../wire.ts";

interface Texts {
  notices: readonly string[];
  checkbox: string;
  modal: readonly string[];
}

const texts: Record<Locale, Texts> = {
  zh: {
    notices: [
      "付款完成後的下一個工作天開始調製，約需 3 至 5 個工作天，不含週末與國定假日。",
      "每一組香水都依您的尋香測驗結果逐一調配，接到訂單後才開始製作。",
      "調製開始前可取消並全額退款；開始調製後無法取消，完成後恕不退換貨。",
      "若收到的商品有瑕疵、短少或運送損壞，請儘快（建議於收到後 7 日內）附照片聯絡客服，我們會安排免費收件，並為您重新調製或退款；逾 7 日不影響您依法可主張的權利。",
      "付款前後若有任何問題，請聯絡客服，我們很樂意協助您。",
    ],
    checkbox: "我已閱讀並同意以上須知，了解客製化香水不適用七日猶豫期",
    modal: [
      "客製化商品購買須知",
      "感謝您選擇 Sillage 香跡。您即將訂購的香水是依照您的尋香測驗結果、所選香調與濃度，於付款後才為您一人調製的商品。請您在付款之前，仔細讀完以下內容。",
      "一、關於七日猶豫期\n依消費者保護法第十九條第一項但書及「通訊交易解除權合理例外情事適用準則」第二條之規定，依消費者要求所為之客製化給付，屬於通訊交易解除權的合理例外情事。本商品為客製化香水，因此不適用七日猶豫期。調製開始前，您可以取消訂單並獲全額退款；開始調製後無法取消，完成後恕不退換貨。",
      "二、關於製作與出貨\n我們於確認付款後開始備料與調製，約需 3 至 5 個工作天，不含週末與國定假日。完成後即交由物流配送，並於「我的訂單」更新進度。若遇原料短缺或天候等不可抗力因素，我們會主動與您聯絡。",
      "三、關於香氣\n香氣的感受因人、膚質、溫度與時間而異，與您的期待可能略有不同。天然原料每一批的色澤與氣味也可能略有差異，這是天然素材的特性，並非瑕疵。建議您先以試香組確認喜好，再訂購成品。",
      "四、關於商品瑕疵\n不適用七日猶豫期，不影響您在商品有瑕疵時的權利。若您收到的商品與訂單不符、有短少、滲漏或運送損壞，請保留包裝，並儘快（建議於收到後 7 日內）附上照片聯絡客服；逾 7 日不影響您依法可主張的權利。經確認後，物流將免費前往收件，我們會為您重新調製，或依您的選擇退還款項。",
      "五、關於使用安全\n香水僅供外用，請避開眼睛、黏膜與傷口。首次使用前，請先於手腕內側少量試用，觀察 24 小時；若有紅腫、搔癢等不適，請停止使用並諮詢醫師。孕婦、嬰幼兒及對香料過敏者，請於使用前徵詢專業意見。商品含酒精成分，請遠離火源與高溫，並置於兒童無法取得之處。",
      "六、關於您的資料\n您於尋香測驗中的回答，用於完成您的訂單與為您推薦，不作其他用途；收件與發票資料，僅用於完成本次訂單。詳細內容請見隱私權政策。",
      "按下「我已閱讀並同意」，即表示您已閱讀並了解以上內容，同意本商品為客製化商品，不適用七日猶豫期。",
    ],
  },
  en: {
    notices: [
      "We begin the working day after payment; blending takes 3–5 working days, not counting weekends and public holidays.",
      "Every set is blended individually from your quiz result, and only once it has been ordered.",
      "Until blending begins you can cancel for a full refund. Once it has begun, the order cannot be cancelled; once it is made, there are no returns or exchanges.",
      "If anything arrives faulty, incomplete or damaged, send photographs to customer service as soon as you can, ideally within 7 days of receipt: we collect it free of charge and blend it again or refund you. After 7 days your statutory rights remain.",
      "Questions before or after paying? Customer service will be glad to help.",
    ],
    checkbox:
      "I have read and accept these notices and understand that the 7‑day cooling-off period does not apply to custom-made perfume",
    modal: [
      "Before you order a custom-made perfume",
      "Thank you for choosing Sillage. What you are about to order is blended for you alone, from your quiz result and the notes and concentration you chose, and only after you have paid. Please read the following to the end before you go on.",
      "1. The 7‑day cooling-off period\nUnder the proviso of Article 19, Paragraph 1 of Taiwan’s Consumer Protection Act, and Article 2 of the standards on reasonable exceptions to the right of rescission in distance transactions, goods made to a consumer’s own specification are an exception to that right. This perfume is custom-made, so the 7‑day cooling-off period does not apply. Until blending begins you can cancel for a full refund; once it has begun, the order cannot be cancelled, and once it is made, there are no returns or exchanges.",
      "2. Blending and shipping\nWe start once your payment is confirmed and need about 3–5 working days, not counting weekends and public holidays. Your parcel then goes to the courier, and you can follow its progress under Orders. Should a material run short, or the weather or another event beyond our control delay us, we will contact you ourselves.",
      "3. How it smells\nA scent is felt differently by every person and changes with skin, temperature and time, so it may differ a little from what you imagine. Natural materials also vary in colour and scent from one harvest to the next; that is their nature and not a defect. We recommend trying a sample set before you order a finished perfume.",
      "4. If something is wrong\nThe exception above does not touch your rights when goods are defective. If what you receive is not what you ordered, or is incomplete, leaking or damaged in transit, keep the packaging and send photographs to customer service as soon as you can, ideally within 7 days of receipt; after 7 days your statutory rights remain. Once we have confirmed it, the courier collects the parcel at no cost to you, and we blend it again or refund you, as you prefer.",
      "5. Using it safely\nPerfume is for external use only; keep it away from eyes, mucous membranes and broken skin. Before first use, try a little on the inside of your wrist and wait 24 hours. If redness or itching appears, stop using it and see a doctor. If you are pregnant or allergic to fragrance, or for use near infants, please ask for professional advice first. It contains alcohol: keep it away from flames and heat and out of the reach of children.",
      "6. Your data\nWe use your quiz answers to fulfil your order and to recommend scents to you, and for nothing else; your delivery and invoice details only to fulfil this order. Our privacy policy has the details.",
      "By pressing “I have read and agree” you state that you have read and understood this and accept that this perfume is custom-made and that the 7‑day cooling-off period does not apply to it.",
    ],
  },
  ja: {
    notices: [
      "お支払い完了の翌営業日に調香を始め、3〜5営業日をいただきます（土日・祝日を除きます）。",
      "一つひとつ、香り診断の結果をもとに、ご注文をいただいてからお作りしています。",
      "調香の開始前は、キャンセルと全額返金を承ります。調香の開始後はキャンセルできず、完成後の返品・交換はお受けできません。",
      "商品の不良・不足・配送中の破損がありましたら、お早めに（お受け取りから7日以内を目安に）写真を添えてカスタマーサポートまでご連絡ください。送料無料で回収し、再調香またはご返金いたします。7日を過ぎても、法令上の権利に影響はありません。",
      "ご不明な点がございましたら、お支払いの前後を問わず、カスタマーサポートまでお気軽にお問い合わせください。",
    ],
    checkbox:
      "上記の注意事項を読み、オーダーメイドの香水には7日間のクーリングオフが適用されないことを理解し、同意します",
    modal: [
      "オーダーメイド商品のご購入にあたって",
      "Sillage をお選びいただき、ありがとうございます。ご注文の香水は、香り診断の結果とお選びの香調・濃度をもとに、お支払いの後にお客様お一人のためにお作りするものです。お支払いの前に、次の内容を最後までお読みください。",
      "1. 7日間のクーリングオフについて\n台湾の消費者保護法第19条第1項ただし書、および「通信取引解除権の合理的例外事由適用準則」第2条により、消費者のご要望に応じてお作りする商品は、解除権の例外とされています。この香水はオーダーメイド商品のため、7日間のクーリングオフは適用されません。調香の開始前は、キャンセルと全額返金を承ります。調香の開始後はキャンセルできず、完成後の返品・交換はお受けできません。",
      "2. 調香と発送について\nご入金の確認後に準備と調香を始め、3〜5営業日（土日・祝日を除く）ほどお時間をいただきます。完成後は配送会社に引き渡し、「注文履歴」で進み具合をお知らせします。原料の不足や天候など、やむを得ない事情で遅れる場合は、こちらからご連絡いたします。",
      "3. 香りについて\n香りの感じ方には個人差があり、肌質・気温・時間によっても変わるため、ご想像と少し異なることがあります。また、天然原料は収穫ごとに色や香りがわずかに異なりますが、天然素材の性質であり、不良ではございません。完成品をご注文になる前に、お試しセットでのご確認をおすすめします。",
      "4. 商品に不良があった場合\n上記の例外は、商品に不良がある場合のお客様の権利を妨げるものではありません。ご注文と異なる商品、不足、液漏れ、配送中の破損がありましたら、梱包材を保管のうえ、お早めに（お受け取りから7日以内を目安に）写真を添えてカスタマーサポートまでご連絡ください。7日を過ぎても、法令上の権利に影響はありません。確認のうえ、配送会社が無料で回収に伺い、ご希望に応じて再調香またはご返金いたします。",
      "5. 安全なご使用のために\n香水は外用のみにご使用いただき、目・粘膜・傷口を避けてください。初めてお使いになる前に、手首の内側に少量をつけ、24時間様子をご覧ください。赤みやかゆみなどの異常が出た場合は、使用を中止し、医師にご相談ください。妊娠中の方、香料アレルギーのある方、乳幼児のそばでのご使用については、事前に専門家にご相談ください。アルコールを含みますので、火気や高温を避け、お子様の手の届かない場所に保管してください。",
      "6. お客様の情報について\n香り診断のご回答は、ご注文の履行とお客様へのおすすめのためにのみ利用し、ほかの目的には使いません。お届け先と電子発票（台湾の領収書）の情報は、今回のご注文にのみ使用いたします。詳しくはプライバシーポリシーをご覧ください。",
      "「読んで同意しました」を押すと、以上の内容を読んで理解し、本商品がオーダーメイド商品であり、7日間のクーリングオフが適用されないことに同意したことになります。",
    ],
  },
};

export function customTextsIn(locale: Locale): { type: string; text: string }[] {
  const { notices, checkbox, modal } = texts[locale];
  return [
    { type: "checkout_important_notices", text: notices.join("\n") },
    { type: "checkout_checkbox_text", text: checkbox },
    { type: "checkout_modal_content", text: modal.join("\n\n") },
  ];
}
