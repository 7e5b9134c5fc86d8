import { fallbackLocale, locales } from "#contract/locales";
import { unlessRefused } from "./stores/storage.ts";

/** After everything else, the script for it included. */
export function openOffline(version: string): void {
  // Missing in old browsers and without TLS, refused together with storage.
  const serviceWorker =
    unlessRefused(() => navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
  if (serviceWorker === null) return;
  const keep = () =>
    keepOffline(serviceWorker, version)
      // Private windows and full storage refuse; the shop works without.
      .catch(console.warn);
  const later = () => setTimeout(keep, 1500);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

export async function keepOffline(
  serviceWorker: ServiceWorkerContainer,
  version: string,
): Promise<void> {
  // The worker sees fetched files, but not the styles of the first HTML.
  serviceWorker.controller?.postMessage(stylePaths());
  // It is no module that could import the table of languages; the first of them serves every other.
  const languages = [
    fallbackLocale,
    ...locales.filter((locale) => locale !== fallbackLocale),
  ].join();
  await serviceWorker.register(`/service-worker.js?${new URLSearchParams({ version, languages })}`);
  const { active } = await serviceWorker.ready;
  const fetched = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname);
  // postMessage to a worker takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- see above
  active?.postMessage([...fetched, ...stylePaths()]);
}

function stylePaths(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].map(({ href }) => new URL(href).pathname);
}
