import { hashForPolicy } from "./policy.ts";

/**
 * Brings and starts a drawn page's scripts once the page is painted: what there is to read waits neither for the line nor for
 * the processor. Each is asked for by itself and so starts in a task of its own: between two the page answers to its reader.
 * A window that lies behind others may never be painted.
 */
export const paintFirst =
  '{const go=()=>{const links=[...document.getElementById("later").content.children];document.head.append(...links);for(const{href}of links)import(href)};new PerformanceObserver(go).observe({type:"paint",buffered:true});setTimeout(go,document.hidden?0:1000)}';

/** For the end of the body; the first script is the one that starts the page, so it comes last. */
export function afterPaint([entry = "", ...others]: string[]): string {
  const links = [...others, entry].map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<template id="later">${links.join("")}</template><script>${paintFirst}</script>`;
}

let hash: string | null = null;

export async function paintFirstHash(): Promise<string> {
  hash ??= await hashForPolicy(paintFirst);
  return hash;
}
