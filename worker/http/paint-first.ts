import { hashForPolicy } from "./security-headers.ts";

/**
 * Stands at the end of a drawn page and starts its script once the page is painted: what there is to read does not wait for
 * the processor. A window that lies behind others may never be painted.
 */
export const paintFirst =
  '{const f=requestAnimationFrame,go=()=>import(document.getElementById("entry").href);f(()=>f(()=>setTimeout(go)));setTimeout(go,document.hidden?0:500)}';

let hash: string | null = null;

export async function paintFirstHash(): Promise<string> {
  hash ??= await hashForPolicy(paintFirst);
  return hash;
}
