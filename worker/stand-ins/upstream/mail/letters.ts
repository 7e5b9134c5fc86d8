/** The mails. Subjects are fixed: never a code, a password or anything typed by a member. */
import type { Locale } from "../wire.ts";
import type { NewMail } from "../store/mails.ts";

interface Words {
  welcome: { subject: string; text: (password: string) => string };
  reset: { subject: string; text: (password: string) => string };
  code: { subject: string; text: (code: string) => string };
  changed: { subject: string; text: () => string };
}

const service = "service@sillage.example";

const words: Record<Locale, Words> = {
  zh: {
    welcome: {
      subject: "歡迎加入 Sillage 香跡：您的臨時密碼",
      text: (password) =>
        `您好：\n\n感謝您加入 Sillage 香跡，您的帳號已經準備好了。\n\n臨時密碼：${password}\n\n請於 24 小時內以此密碼登入，登入後系統會請您設定自己的密碼。逾時請使用登入頁的「忘記密碼」。\n\n若您並未註冊，請忽略這封信。如需協助，請來信 ${service}。\n\nSillage 香跡`,
    },
    reset: {
      subject: "Sillage 香跡：您的新臨時密碼",
      text: (password) =>
        `您好：\n\n我們收到了重設密碼的要求。\n\n臨時密碼：${password}\n\n請於 15 分鐘內以此密碼登入，登入後系統會請您設定自己的密碼。逾時請再次使用「忘記密碼」。在您使用臨時密碼之前，原本的密碼仍然有效。\n\n若這不是您本人的要求，請忽略這封信，您的密碼不會改變。如有疑問，請來信 ${service}。\n\nSillage 香跡`,
    },
    code: {
      subject: "Sillage 香跡：登入驗證碼",
      text: (code) =>
        `您好：\n\n您的登入驗證碼是：${code}\n\n驗證碼 10 分鐘內有效，只能使用一次。我們的人員不會向您索取驗證碼，請勿告訴任何人。\n\n若您並未嘗試登入，可能有人知道您的密碼，請立即更改。如需協助，請來信 ${service}。\n\nSillage 香跡`,
    },
    changed: {
      subject: "Sillage 香跡：您的密碼已更改",
      text: () =>
        `您好：\n\n您的密碼剛剛已更改，其他裝置都已登出。\n\n若這不是您本人的操作，請立即使用登入頁的「忘記密碼」。如需協助，請來信 ${service}。\n\nSillage 香跡`,
    },
  },
  en: {
    welcome: {
      subject: "Welcome to Sillage: your temporary password",
      text: (password) =>
        `Hello,\n\nThank you for joining Sillage. Your account is ready.\n\nTemporary password: ${password}\n\nSign in with it within 24 hours, and we will ask you to choose a password of your own. After that, use “Forgot your password?” on the sign-in page.\n\nIf you did not register, please ignore this message. Questions? Write to ${service}.\n\nSillage`,
    },
    reset: {
      subject: "Sillage: your new temporary password",
      text: (password) =>
        `Hello,\n\nWe were asked to reset your password.\n\nTemporary password: ${password}\n\nSign in with it within 15 minutes, and we will ask you to choose a password of your own. After that, ask for another. Until you use it, your own password goes on working.\n\nIf you did not ask for this, please ignore this message: your password stays as it is. Questions? Write to ${service}.\n\nSillage`,
    },
    code: {
      subject: "Sillage: your sign-in code",
      text: (code) =>
        `Hello,\n\nYour sign-in code is: ${code}\n\nIt is valid for 10 minutes and works once. Nobody from Sillage will ever ask you for it.\n\nIf you are not signing in right now, someone may know your password. Please change it. Questions? Write to ${service}.\n\nSillage`,
    },
    changed: {
      subject: "Sillage: your password was changed",
      text: () =>
        `Hello,\n\nYour password has just been changed, and your other devices have been signed out.\n\nIf this was not you, use “Forgot your password?” on the sign-in page at once. Questions? Write to ${service}.\n\nSillage`,
    },
  },
  ja: {
    welcome: {
      subject: "Sillage へようこそ：仮パスワードのお知らせ",
      text: (password) =>
        `Sillage にご登録いただき、ありがとうございます。アカウントの準備が整いました。\n\n仮パスワード：${password}\n\n24時間以内にこのパスワードでログインしていただくと、ご自身のパスワードの設定画面が表示されます。期限を過ぎた場合は、ログイン画面の「パスワードをお忘れの方」をご利用ください。\n\nお心当たりのない場合は、このメールを破棄してください。ご不明な点は、カスタマーサポート（${service}）までお問い合わせください。\n\nSillage`,
    },
    reset: {
      subject: "Sillage：新しい仮パスワードのお知らせ",
      text: (password) =>
        `いつも Sillage をご利用いただき、ありがとうございます。\n\nパスワード再設定のご依頼を受け付けました。\n\n仮パスワード：${password}\n\n15分以内にこのパスワードでログインしていただくと、ご自身のパスワードの設定画面が表示されます。期限を過ぎた場合は、もう一度お手続きください。仮パスワードをお使いになるまでは、これまでのパスワードもご利用いただけます。\n\nお心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。ご不明な点は、カスタマーサポート（${service}）までお問い合わせください。\n\nSillage`,
    },
    code: {
      subject: "Sillage：ログイン認証コード",
      text: (code) =>
        `いつも Sillage をご利用いただき、ありがとうございます。\n\nログイン認証コード：${code}\n\nコードの有効期限は10分間で、一度だけご利用いただけます。当店のスタッフがコードをお尋ねすることはありません。\n\nログインのお心当たりがない場合は、パスワードが知られているおそれがあります。すぐに変更してください。ご不明な点は、カスタマーサポート（${service}）までお問い合わせください。\n\nSillage`,
    },
    changed: {
      subject: "Sillage：パスワードが変更されました",
      text: () =>
        `いつも Sillage をご利用いただき、ありがとうございます。\n\nパスワードが変更され、ほかの端末からはログアウトしました。\n\nお心当たりのない場合は、すぐにログイン画面の「パスワードをお忘れの方」から再設定してください。ご不明な点は、カスタマーサポート（${service}）までお問い合わせください。\n\nSillage`,
    },
  },
};

export function passwordLetter(
  kind: "welcome" | "reset",
  recipient: string,
  locale: Locale,
  password: string,
): NewMail {
  const letter = words[locale][kind];
  return { recipient, locale, subject: letter.subject, text: letter.text(password), password };
}

export function codeLetter(recipient: string, locale: Locale, code: string): NewMail {
  const letter = words[locale].code;
  return { recipient, locale, subject: letter.subject, text: letter.text(code), code };
}

export function changedLetter(recipient: string, locale: Locale): NewMail {
  const letter = words[locale].changed;
  return { recipient, locale, subject: letter.subject, text: letter.text() };
}
