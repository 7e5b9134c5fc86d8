import { useI18n } from "../../../web/i18n/translate.ts";
import "./components.css";
import { specimens } from "./specimens.tsx";

/** What is said about a component is English on every page. */
export function ComponentsPage() {
  const { t } = useI18n();
  return (
    <main className="components">
      <h1>{t("common.brand")}</h1>
      {Object.entries(specimens).map(([file, statesOf]) => (
        <section key={file} data-component={file}>
          <h2 lang="en">{file}</h2>
          <div className="states">
            {Object.entries(statesOf(t)).map(([state, drawn]) => (
              <figure key={state} data-state={state}>
                <figcaption lang="en">{state}</figcaption>
                {drawn}
              </figure>
            ))}
          </div>
        </section>
      ))}
    </main>
  );
}
