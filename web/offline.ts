import { fallbackLocale, locales } from "#contract/locales";
import { unlessRefused } from "./stores/storage.ts";

/** Registers the service worker when everything else is done, and tells it what this page has already got. */
export function openOffline(version: string): void {
  // Unknown to old browsers and to pages without TLS, and refused with storage.
  const serviceWorker = unlessRefused(() => navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
  if (serviceWorker === null) return;
  // The worker sees what is fetched; the styles of a first HTML came within it.
  serviceWorker.controller?.postMessage(stylePaths());
  const register = async () => {
    // It is no module that could import the table of languages; the first of them serves every other.
    const languages = [fallbackLocale, ...locales.filter((locale) => locale !== fallbackLocale)].join();
    await serviceWorker.register(`/service-worker.js?${new URLSearchParams({ version, languages })}`);
    const { active } = await serviceWorker.ready;
    const fetched = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    // A worker is of this origin by nature and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- see above
    active?.postMessage([...fetched, ...stylePaths()]);
  };
  // A browser that refuses (a private window, full storage) shops on as before.
  const later = () => setTimeout(() => register().catch(console.warn), 1500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

function stylePaths(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].map(({ href }) => new URL(href).pathname);
}
