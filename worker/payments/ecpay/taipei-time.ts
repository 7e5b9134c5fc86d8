/** ECPay's times are Taiwan's, UTC+8 without summer time: `yyyy/MM/dd HH:mm:ss`. */
export function taipeiTime(epochMs: number): string {
  return new Date(epochMs + 8 * 3_600_000).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");
}
