import { fallbackLocale, locales } from "#contract/locales";

/** Registers the service worker and lists for it the files that this page has loaded. */
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
