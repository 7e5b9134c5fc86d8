/** The Worker renders an information page, and so does the page itself: both must say the same. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { infoPage } from "../../worker/contract/info-page.ts";
import { hidesSectionTitles, infoContexts } from "../../worker/contract/screens.ts";
import { shippedInfoPages } from "../../worker/content/shipped.ts";
import { infoBody } from "../../worker/documents/page-html.ts";
import { InfoText } from "../../web/info/InfoText.tsx";

/** React parts lines and pieces by spans, which nobody sees. */
const withoutSpans = (html: string) =>
  html.replaceAll(/<\/?span>/g, "").replaceAll("<br/>", "<br>");

test.each(infoContexts)(
  "whoever reads %s before the script runs reads what stands there afterwards",
  (context) => {
    const { translations } = infoPage.parse(shippedInfoPages[context]);
    for (const text of Object.values(translations)) {
      if (text === undefined) continue;
      const page = text.sections.map(({ title, content }, place) => (
        <section key={place}>
          {hidesSectionTitles(context) ? null : <h2>{title}</h2>}
          <InfoText content={content} />
        </section>
      ));
      expect(infoBody(context, text)).toBe(withoutSpans(renderToStaticMarkup(page)));
    }
  },
);
