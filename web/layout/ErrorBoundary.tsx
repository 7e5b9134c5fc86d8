import { Component, type ErrorInfo, type ReactNode } from "react";
import { locale } from "../i18n/translate.ts";
import { mayReload, reload } from "../navigation/gone-files.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
/** In the script, because the locale files may be what failed to load. */
import words from "./failure.json";
import styles from "./Shell.module.css";

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
