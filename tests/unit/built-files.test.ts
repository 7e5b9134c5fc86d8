import type { Deps } from "../../worker/deps.ts";

beforeEach(() => {
  vi.resetModules();
  // As in a build: the development server prerenders nothing.
  vi.doMock("../../worker/platform/build.ts", () => ({ isDevelopment: false }));
});

const empty = { text: "", hash: "" };
const pages = { zh: [], en: [], ja: [] };
const files = { scripts: ["/assets/a.js"], styles: [], inlineStyle: empty, inlineScript: empty };
const screen = { ...files, pages };

async function isolate(answer: () => Response) {
  const { findScreen, pageTemplate } = await import("../../worker/documents/built-files.ts");
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(request.url);
    return answer();
  };
  const bindings = { ASSETS: { fetch } };
  const deps = { bindings, publicOrigin: "https://sillage.example" } as unknown as Deps;
  const find = (name: "home" | "login") => findScreen(deps, name);
  return { asked, find, page: () => pageTemplate(deps) };
}

test("the page and each screen are asked for once", async () => {
  const { asked, find, page } = await isolate(() => Response.json(screen));
  for (let times = 0; times < 2; times += 1) {
    expect(JSON.parse(await page())).toEqual(screen);
    expect(await find("home")).toEqual(screen);
    expect(await find("login")).toEqual(screen);
  }
  const paths = ["/index.html", "/prerendered/home.json", "/prerendered/login.json"];
  expect(asked).toEqual(paths.map((path) => `https://sillage.example${path}`));
});

test("a screen that was not prerendered is asked for again, and a page that is missing is a fault", async () => {
  let answer = () => new Response("[]", { status: 404 });
  const { asked, find, page } = await isolate(() => answer());
  expect(await find("home")).toBeNull();
  await expect(page()).rejects.toThrow("the page is missing");
  answer = () => Response.json(screen);
  expect(await find("home")).toEqual(screen);
  expect(JSON.parse(await page())).toEqual(screen);
  expect(asked).toHaveLength(4);
});
