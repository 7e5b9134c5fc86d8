/**
 * Lets the shop open without a connection: its own scripts, styles, fonts and texts, and one page a language to start from.
 * It never keeps an answer of the API, nor a document that was asked for with somebody's cookies, and it answers from what it
 * keeps only when the network does not. Its address carries the version of the page, so each version keeps its own, and the
 * shop's languages.
 */
const address = new URL(self.location.href).searchParams;
const cacheName = `shell ${address.get("version")}`;
const languages = address.get("languages").split(",");
const publicFile = /^\/(assets|fonts|icons)\/|^\/locales\//;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function install() {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const used = new Set(pages.map((page) => languageOf(new URL(page.url))));
  await Promise.all([...used].map(keepShell));
  await self.skipWaiting();
}

async function takeOver() {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith("shell ") && name !== cacheName,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

function languageOf({ pathname }) {
  const slug = pathname.split("/")[1];
  return languages.includes(slug) ? slug : languages[0];
}

/** The home page as a stranger sees it, and every file that it names. */
async function keepShell(language) {
  const cache = await caches.open(cacheName);
  const page = await fetch(`/${language}/home`, { credentials: "omit" });
  if (!page.ok) return;
  const html = await page.clone().text();
  const files = new Set(html.match(/\/(?:assets|fonts|locales)\/[\w./-]+/g));
  await Promise.all([
    cache.put(`/${language}/home`, page),
    ...[...files, `/locales/${language}/auth.json`, "/favicon.svg"].map((file) => cache.add(file)),
  ]);
}

/** What the page had before this worker stood between it and the network. */
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  const files = event.data.filter((file) => typeof file === "string" && publicFile.test(file));
  event.waitUntil(
    caches.open(cacheName).then((cache) => Promise.all(files.map((file) => keepOnce(cache, file)))),
  );
});

async function keepOnce(cache, file) {
  if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, url));
  else if (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/fonts/"))
    event.respondWith(keptFirst(event));
  else if (url.pathname.startsWith("/locales/")) event.respondWith(freshFirst(event));
});

async function openPage(event, url) {
  const language = languageOf(url);
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keepShellOnce(language));
    return answer;
  } catch (error) {
    const shell = await caches.match(`/${language}/home`, { ignoreVary: true });
    if (!shell) throw error;
    if (url.pathname === `/${language}/home`) return shell;
    // Home's own text must not show for a blink where another screen comes.
    const html = (await shell.text()).replace('<div id="root"', '<div id="root" hidden');
    return new Response(html, { headers: shell.headers });
  }
}

async function keepShellOnce(language) {
  const cache = await caches.open(cacheName);
  if (!(await cache.match(`/${language}/home`, { ignoreVary: true }))) await keepShell(language);
}

/** Built files never change under their name. */
async function keptFirst(event) {
  const cached = await caches.match(event.request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(event.request);
  keepCopy(event, answer);
  return answer;
}

async function freshFirst(event) {
  try {
    const answer = await fetch(event.request);
    keepCopy(event, answer);
    return answer;
  } catch (error) {
    const cached = await caches.match(event.request, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}

function keepCopy(event, answer) {
  if (!answer.ok) return;
  const copy = answer.clone();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.put(event.request, copy)));
}
