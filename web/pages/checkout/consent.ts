import { consentScrollTolerancePx } from "#contract/limits";

/** Read to the end: scrolled to within a few pixels of it, or short enough to need no scrolling. */
export function isReadToEnd(box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= consentScrollTolerancePx;
}
