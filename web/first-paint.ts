/**
 * Starts the page's scripts once the prerendered document is painted, so that reading waits neither
 * for the line nor for the processor; each in a task of its own: between two the page answers.
 */
const template = document.querySelector<HTMLTemplateElement>("template#scripts");
let isStarted = false;

async function start(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const links = [...(template?.content.querySelectorAll("link") ?? [])];
  // To ask for all of them at once takes a phone as long as to run one.
  for (const link of links) {
    document.head.append(link);
    await new Promise((resolve) => setTimeout(resolve));
  }
  // What imports a file that cannot be loaded says so itself.
  for (const { href } of links) await import(/* @vite-ignore */ href).catch(() => undefined);
  dispatchEvent(new Event("scriptsstarted"));
}

new PerformanceObserver(() => void start()).observe({ type: "paint", buffered: true });
// A window that lies behind others may never be painted.
setTimeout(() => void start(), document.hidden ? 0 : 1000);
