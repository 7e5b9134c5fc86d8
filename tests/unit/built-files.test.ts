/** Files of the build that only the Worker reads: each is asked for once, and a missing one is no page. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Deps } from "../../worker/deps.ts";

beforeEach(() => {
  vi.resetModules();
  // As in a build: the development server prerenders nothing.
  vi.doMock("../../worker/platform/build.ts", () => ({ isDevelopment: false }));
});

const screen = {
  scripts: ["/assets/a.js"],
  styles: [],
  inlineStyle: { text: "", hash: "" },
  inlineScript: { text: "", hash: "" },
  pages: { zh: [], en: [], ja: [] },
};

async function isolate(answer: () => Response) {
  const { findScreen, pageTemplate } = await import("../../worker/documents/built-files.ts");
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(request.url);
    return answer();
  };
  const bindings = { ASSETS: { fetch } };
  // Built files need no other port.
  const deps = { bindings, publicOrigin: "https://sillage.example" } as unknown as Deps;
  return {
    asked,
    find: (name: "home" | "login") => findScreen(deps, name),
    page: () => pageTemplate(deps),
  };
}

test("the page and each screen are asked for once", async () => {
  const { asked, find, page } = await isolate(() => Response.json(screen));
  for (let times = 0; times < 2; times += 1) {
    expect(JSON.parse(await page())).toEqual(screen);
    expect(await find("home")).toEqual(screen);
    expect(await find("login")).toEqual(screen);
  }
  expect(asked).toEqual([
    "https://sillage.example/index.html",
    "https://sillage.example/prerendered/home.json",
    "https://sillage.example/prerendered/login.json",
  ]);
});

test("a screen that was not prerendered is asked for again, and a page that is missing is a fault", async () => {
  let answer = () => new Response("[]", { status: 404 });
  const { asked, find, page } = await isolate(() => answer());
  expect(await find("home")).toBeNull();
  await expect(page()).rejects.toMatchObject({ code: "internal" });
  answer = () => Response.json(screen);
  expect(await find("home")).toEqual(screen);
  expect(JSON.parse(await page())).toEqual(screen);
  expect(asked).toHaveLength(4);
});
