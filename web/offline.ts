/** Registers the service worker when everything else is done, and tells it what this page has already fetched. */
export function openOffline(version: string): void {
  if (!("serviceWorker" in navigator)) return;
  const register = async () => {
    await navigator.serviceWorker.register(`/service-worker.js?${version}`);
    const { active } = await navigator.serviceWorker.ready;
    // A worker is of this origin by nature and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- see above
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  };
  // A browser that refuses (a private window, full storage) shops on as before.
  window.addEventListener("load", () => setTimeout(() => register().catch(console.warn), 1500), { once: true });
}
