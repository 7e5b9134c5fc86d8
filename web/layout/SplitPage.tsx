import { Page, type PageProps } from "./Page.tsx";
import { SidePortrait } from "../scent/ProductPortrait.tsx";
import styles from "./SplitPage.module.css";

export function SplitPage(props: Omit<PageProps, "width" | "className">) {
  return (
    <div className={styles.split}>
      <Page {...props} width="narrow" className={styles.form} />
      <div className={styles.side} aria-hidden="true">
        <SidePortrait />
      </div>
    </div>
  );
}
