import { Component, type ErrorInfo, type ReactNode } from "react";
import type { Locale } from "#contract/locales";
import { locale } from "../i18n/translate.ts";
import { mayReload, reload } from "../navigation/gone-files.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./Shell.module.css";

/** In the script, because the locale files may be what failed to load. */
const words: Record<Locale, { title: string; text: string; action: string; home: string }> = {
  zh: {
    title: "這一頁沒能打開",
    text: "請檢查網路連線後再試一次。您已填寫並儲存的內容不受影響。",
    action: "重新載入",
    home: "回首頁",
  },
  en: {
    title: "This page could not be opened",
    text: "Please check your connection and try again. What you have saved is safe.",
    action: "Reload",
    home: "Go to the home page",
  },
  ja: {
    title: "ページを開けませんでした",
    text: "通信環境をご確認のうえ、もう一度お試しください。保存済みの内容はそのまま残っています。",
    action: "再読み込み",
    home: "ホームへ戻る",
  },
};

export class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { error: null as unknown, isReloading: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, isReloading: mayReload() };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (this.state.isReloading) reload();
    else console.error("A screen failed", error, info.componentStack);
  }

  override render() {
    const { error, isReloading } = this.state;
    if (error === null) return this.props.children;
    if (isReloading) return null;
    const { title, text, action, home } = words[locale];
    return (
      <section className={`across stack ${styles.error}`} role="alert">
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="cluster">
          <Button onClick={() => window.location.reload()}>{action}</Button>
          {/* A full load drops the broken state. */}
          <a className="tap" href={paths.home()}>
            {home}
          </a>
        </p>
      </section>
    );
  }
}
