/** `web/navigation/gone-files.ts` in a window that counts how often it is loaded anew. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let reloads: number;
let tab: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  reloads = 0;
  tab = Object.assign(new EventTarget(), { location: { reload: () => (reloads += 1) } });
  vi.stubGlobal("window", tab);
  vi.stubGlobal("location", { reload: () => (reloads += 1) });
  vi.stubGlobal("document", { forms: [] });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("history", { state: null, replaceState: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function loseFile() {
  const { noticeGoneFiles, mayReload, reload } = await import("../../web/navigation/gone-files.ts");
  noticeGoneFiles();
  tab.dispatchEvent(new Event("vite:preloadError"));
  expect(mayReload()).toBe(true);
  return reload;
}

test("a page whose file is gone is loaded anew at once", async () => {
  const reload = await loseFile();
  reload();
  expect(reloads).toBe(1);
});

test("a page that is being left is not loaded anew on the way, and who stays after all, for a download, gets it later", async () => {
  const reload = await loseFile();
  tab.dispatchEvent(new Event("beforeunload"));
  reload();
  vi.advanceTimersByTime(29_000);
  expect(reloads).toBe(0);
  vi.advanceTimersByTime(1_001);
  expect(reloads).toBe(1);
});
