import { unlessRefused } from "./stores/storage.ts";

/** After everything else, the script for it included. */
export function openOffline(version: string): void {
  // Missing in old browsers and without TLS, refused together with storage.
  const serviceWorker =
    unlessRefused(() => navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
  if (serviceWorker === null) return;
  const keep = () =>
    import("./keep-offline.ts")
      .then((module) => module.keepOffline(serviceWorker, version))
      // Private windows and full storage refuse; the shop works without.
      .catch(console.warn);
  const later = () => setTimeout(keep, 1500);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
