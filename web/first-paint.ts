/**
 * Stands within a prerendered document: loads and starts the page's scripts once the document is painted, so that what there is
 * to read waits neither for the line nor for the processor. Each is asked for by itself and so starts in a task of its own:
 * between two the page answers to its reader.
 */
const template = document.querySelector<HTMLTemplateElement>("template#scripts");

function start(): void {
  const links = [...(template?.content.querySelectorAll("link") ?? [])];
  document.head.append(...links);
  for (const { href } of links) void import(/* @vite-ignore */ href);
}

new PerformanceObserver(start).observe({ type: "paint", buffered: true });
// A window that lies behind others may never be painted.
setTimeout(start, document.hidden ? 0 : 1000);
