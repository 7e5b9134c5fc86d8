import { hashForPolicy } from "./security-headers.ts";

/**
 * Brings and starts a drawn page's scripts once the page is painted: what there is to read waits neither for the line nor for
 * the processor. A window that lies behind others may never be painted.
 */
export const paintFirst =
  '{const go=()=>{document.head.append(document.getElementById("later").content);import(document.getElementById("entry").href)};new PerformanceObserver(go).observe({type:"paint",buffered:true});setTimeout(go,document.hidden?0:1000)}';

/** For the end of the body; the first script is the one that the others come with. */
export function afterPaint([entry = "", ...others]: string[]): string {
  const links = [`id="entry" href="${entry}"`, ...others.map((href) => `href="${href}"`)];
  return `<template id="later">${links.map((link) => `<link rel="modulepreload" crossorigin ${link}>`).join("")}</template><script>${paintFirst}</script>`;
}

let hash: string | null = null;

export async function paintFirstHash(): Promise<string> {
  hash ??= await hashForPolicy(paintFirst);
  return hash;
}
