/** `yyyy/MM/dd HH:mm:ss` in UTC+8, without summer time. */
export function taipeiTime(epochMs: number): string {
  return new Date(epochMs + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replaceAll("-", "/")
    .replace("T", " ");
}

/** Null when it cannot be read; ECPay may leave it empty. */
export function epochOfTaipei(written: string): number | null {
  const time = Date.parse(`${written.replaceAll("/", "-").replace(" ", "T")}+08:00`);
  return Number.isNaN(time) ? null : time;
}
