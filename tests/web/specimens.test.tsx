import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addMessages } from "../../web/i18n/messages.ts";
import { LocaleContext } from "../../web/i18n/translate.ts";
import { namespaces } from "../../worker/contract/locales.ts";
import { ComponentsPage } from "../gallery/components/ComponentsPage.tsx";

const componentFiles = ["ui", "feedback"].flatMap((folder) =>
  readdirSync(`web/${folder}`)
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${folder}/${file.slice(0, -".tsx".length)}`),
);

test("the gallery's page of components shows every component of web/ui and web/feedback", () => {
  for (const namespace of namespaces)
    addMessages(
      "en",
      namespace,
      JSON.parse(readFileSync(`worker/content/locales/en/${namespace}.json`, "utf8")),
    );
  const page = document.createElement("div");
  page.innerHTML = renderToStaticMarkup(
    <LocaleContext value="en">
      <ComponentsPage />
    </LocaleContext>,
  );
  const sections = [...page.querySelectorAll<HTMLElement>("[data-component]")];
  expect(sections.map(({ dataset }) => dataset.component).toSorted()).toEqual(
    componentFiles.toSorted(),
  );
  for (const figure of page.querySelectorAll("figure"))
    expect(figure.children.length, figure.textContent).toBeGreaterThan(1);
  // Each section draws its own component.
  const specimens = readFileSync("tests/gallery/components/specimens.tsx", "utf8");
  for (const file of componentFiles) expect(specimens).toContain(`/web/${file}.tsx"`);
});
